package sandbox

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// xpath evaluates an expression over a recorded envelope. It selects nothing from
// an unreadable envelope.
func xpath(envelope []byte, contentType, expression string, spend func(nodes int) error) (string, error) {
	r, err := soap.Read(envelope, contentType)
	if err != nil {
		return "", nil
	}
	return r.XPath(expression, spend)
}

// login reads the claim in the envelope of a login.
func login(envelope []byte) (credential.Claim, error) {
	r, err := soap.Read(envelope, "text/xml; charset=utf-8")
	if err != nil {
		return credential.Claim{}, err
	}
	if r.Operation != string(catalog.Login) {
		return credential.Claim{}, fmt.Errorf("the envelope calls %q; only a login is signed", phrase.Shorten(r.Operation, 80))
	}
	return r.Login().Claim, nil
}
