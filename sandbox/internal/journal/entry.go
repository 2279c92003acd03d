package journal

import (
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Entry is one call as the control interface shows it, and secrets for the sandbox alone.
// A closed entry never changes.
type Entry struct {
	client.Entry

	// Secrets are the credentials of the call. Mask hides them wherever else they
	// occur.
	Secrets []string `json:"-"`
}

// Check is one condition that a call passed or failed, as client declares it.
type Check = client.Check

// Names are names joined by ", ", as client declares them.
type Names = client.Names

// Mask returns the entry for lists and logs, without its credentials; see Mask. credentialHeaders are the names under which credentials are
// accepted (open question header-name).
func (e *Entry) Mask(credentialHeaders ...string) client.Entry {
	return Mask{CredentialHeaders: credentialHeaders, Secrets: e.Secrets}.Entry(e.Entry)
}

// WithExplanation returns the entry as Mask does, with the lines of its explanation, their
// credentials masked too.
func (e *Entry) WithExplanation(credentialHeaders ...string) client.Entry {
	shown := e.Mask(credentialHeaders...)
	for _, line := range e.Explain {
		part := Entry{client.Entry{Request: e.Request, Why: line.Value}, e.Secrets}
		shown.Explain = append(shown.Explain, client.Line{Key: line.Key, Value: part.Mask(credentialHeaders...).Why})
	}
	return shown
}

// MaskedLine returns the entry in short, without its credentials.
func (e *Entry) MaskedLine(credentialHeaders ...string) client.EntryLine {
	return Mask{CredentialHeaders: credentialHeaders, Secrets: e.Secrets}.Line(&e.Entry)
}

// MaskedText returns a text about the call without the secrets of the call.
func (e *Entry) MaskedText(text string) string {
	return Mask{Secrets: e.Secrets}.Text(text)
}

// fields returns a header as sorted fields, with Host unless it is "". Values of one name
// keep their order.
func fields(header http.Header, host string) client.Header {
	if len(header) == 0 && host == "" {
		return nil
	}
	h := make(client.Header, 0, len(header)+1)
	if host != "" {
		h = append(h, client.Field{Name: "Host", Value: host})
	}
	for name, values := range header {
		for _, value := range values {
			h = append(h, client.Field{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(h, func(a, b client.Field) int { return strings.Compare(a.Name, b.Name) })
	return h
}
