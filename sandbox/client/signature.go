package client

import (
	"context"
	"net/http"
)

// SignatureRequest is a signature to diagnose: a credential header, the envelope of a
// SOAP login, their parts, or the id of a recorded call.
type SignatureRequest struct {
	Header    string `json:"header,omitempty"`   // its value, with or without its name
	Envelope  string `json:"envelope,omitempty"` // of a SOAP login
	Code      string `json:"code,omitempty"`     // vendor code
	Date      string `json:"date,omitempty"`     // as it was signed
	Hash      string `json:"hash,omitempty"`
	Algorithm string `json:"algorithm,omitempty"` // as it was named beside the hash
	Call      string `json:"call,omitempty"`      // id of a recorded call
	Account   string `json:"account,omitempty"`   // whose secret verifies the hash; the default is the account of the code
	Secret    string `json:"secret,omitempty"`    // verifies the hash in place of an account's
	At        string `json:"at,omitempty"`        // when the call is made, such as 2010-05-13 12:12:12; the default is now, or the moment of the recorded call
}

// SignatureDiagnosis says whether a signature is right, and names its mistake otherwise.
type SignatureDiagnosis struct {
	Valid     bool      `json:"valid"`               // whether a call with it would be admitted; with a secret in the request, by an account with this secret
	Account   string    `json:"account,omitempty"`   // whose secret verified it, empty when unknown and for a secret of the request
	Code      string    `json:"code,omitempty"`      // vendor code, as it was read
	Date      string    `json:"date,omitempty"`      // as it was read
	Algorithm string    `json:"algorithm,omitempty"` // as it was read
	Given     string    `json:"given,omitempty"`     // the hash, as it was read
	Signed    string    `json:"signed,omitempty"`    // the string signed by the sandbox
	Made      string    `json:"made,omitempty"`      // the other string signed by the client, when the mistake shows it
	Expected  string    `json:"expected,omitempty"`  // the right hash
	Mistake   string    `json:"mistake,omitempty"`   // such as no-lengths
	Message   string    `json:"message"`             // what is wrong and what would be right
	Notes     []string  `json:"notes,omitempty"`     // repairs made in order to read it
	Corrected *Snippets `json:"corrected,omitempty"` // nil for an unknown account
}

// Diagnose verifies a signature without a call. The sandbox does not keep it.
func (c *Client) Diagnose(ctx context.Context, r SignatureRequest) (SignatureDiagnosis, error) {
	return ask[SignatureDiagnosis](ctx, c, http.MethodPost, at("signature"), r)
}
