package client

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// SignRequest is a call to sign: one of REST, or the SOAP login.
type SignRequest struct {
	Protocol  string `json:"protocol,omitempty"`  // REST, the default, or SOAP
	Method    string `json:"method,omitempty"`    // of a REST call; the default is GET
	Path      string `json:"path,omitempty"`      // of a REST call, below the REST base, with the query; the default is /orders/
	Body      string `json:"body,omitempty"`      // of a REST call
	Algorithm string `json:"algorithm,omitempty"` // sha256, sha3-256 or md5; the default is one accepted by the account
	Code      string `json:"code,omitempty"`      // vendor code to sign; the default is the account's
	Secret    string `json:"secret,omitempty"`    // to sign with; the default is the account's
	At        string `json:"at,omitempty"`        // the date to sign, such as 2010-05-13 12:12:12; the default is one accepted by the account now
}

// BelowBase returns the part of a path behind a base address, with the query, and whether
// the path has the base, in upper or lower case. Sign adds the base to a path.
func BelowBase(path, base string) (below string, has bool) {
	asked, query, _ := strings.Cut(path, "?")
	at := regexp.MustCompile("(?i)" + regexp.QuoteMeta(base)).FindStringIndex(asked)
	if at == nil {
		return "", false
	}
	return strings.TrimSuffix("/"+strings.TrimPrefix(asked[at[1]:], "/")+"?"+query, "?"), true
}

// SignedCall is a call with its signature.
type SignedCall struct {
	Method   string     `json:"method"`
	URL      string     `json:"url"`
	Header   *Field     `json:"header,omitempty"`   // the credential header of a REST call
	Envelope string     `json:"envelope,omitempty"` // of a SOAP login
	Session  string     `json:"session,omitempty"`  // a session, as a SOAP login returns it; absent with another code or secret
	Signed   string     `json:"signed"`             // the signed string
	Hash     string     `json:"hash"`
	Steps    []Line     `json:"steps"`             // how the hash is made
	Accepted bool       `json:"accepted"`          // whether the account accepts the signature now
	Message  string     `json:"message,omitempty"` // why not
	Expires  *time.Time `json:"expires,omitempty"` // when the account stops accepting it, on the machine's clock; nil while the account stays as it is
	Insecure bool       `json:"insecure"`          // whether the certificate of the sandbox is self-signed
	Snippets Snippets   `json:"snippets"`
}

// Snippets are programs that make a call. Each signs the call itself when it
// runs, so it has the secret of the account.
type Snippets struct {
	Curl   string `json:"curl"` // for a POSIX shell, with openssl
	PHP    string `json:"php"`
	Python string `json:"python"`
	Node   string `json:"node"`
}

// Languages returns the languages of snippets.
func Languages() []string { return []string{"curl", "php", "python", "node"} }

// In returns the program in a language, "" for an unknown one.
func (s Snippets) In(language string) string {
	return map[string]string{"curl": s.Curl, "php": s.PHP, "python": s.Python, "node": s.Node}[language]
}

// Sign signs a call of the account. It makes no call of the commerce interface.
func (a *Account) Sign(ctx context.Context, r SignRequest) (SignedCall, error) {
	return ask[SignedCall](ctx, a.client, http.MethodPost, a.at("sign"), r)
}

// AccountSecret is the secret of an account.
type AccountSecret struct {
	Secret string `json:"secret"`
}

// Secret returns the secret of the account.
func (a *Account) Secret(ctx context.Context) (string, error) {
	s, err := get[AccountSecret](ctx, a.client, a.at("secret"))
	return s.Secret, err
}

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
