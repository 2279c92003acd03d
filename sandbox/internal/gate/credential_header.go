package gate

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Credential is the credential header of a call.
type Credential struct {
	Text      string // "" when there is none
	Misplaced string // header with credentials in its place, "" for none

	claim credential.Claim // as far as it can be read
	err   error            // why it cannot be read
}

// CredentialIn reads the first credential header with a value.
func (g *Gate) CredentialIn(header http.Header) Credential {
	for _, name := range g.CredentialHeaders {
		for _, value := range header[name] {
			if strings.TrimSpace(value) != "" {
				claim, err := credential.Parse(value)
				return Credential{Text: value, claim: claim, err: err}
			}
		}
	}
	return Credential{}
}

// parse returns the claim in the header, or why there is none. Only calls of REST need a
// header, so the reason for a missing one is made here.
func (h *Credential) parse(right string) (credential.Claim, error) {
	switch {
	case h.Misplaced != "":
		return credential.Claim{}, credential.MisplacedIn(h.Misplaced, right)
	case h.Text == "":
		return credential.Parse("")
	}
	return h.claim, h.err
}

// code returns the vendor code of a readable header, otherwise "".
func (h *Credential) code() string {
	if h.err != nil {
		return ""
	}
	return h.claim.Code
}
