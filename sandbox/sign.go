package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// AuthHeader is the name of the header with the credentials of a REST call (section
// 5).
const AuthHeader = "X-Service-Authentication"

// Algorithm is the digest of a signature.
type Algorithm string

// The algorithms of the interface.
const (
	SHA256 Algorithm = "sha256"
	SHA3   Algorithm = "sha3-256"
	MD5    Algorithm = "md5"
)

// Credentials sign calls of one account. The zero value of a field is its
// default.
type Credentials struct {
	// VendorCode is the code of the account. The default is DEMO.
	VendorCode string

	// Secret is the secret of the account. The default is demo-secret.
	Secret string

	// Algorithm is SHA256, SHA3 or MD5. The default is SHA256.
	Algorithm Algorithm
}

// Signature is the signature of a call: the fields of its credential header or the
// arguments of the SOAP login (section 5).
type Signature struct {
	VendorCode string
	Date       string // GMT, Y-m-d H:i:s
	Hash       string // hex
	Algorithm  Algorithm
}

// Sign returns the signature of a call at a moment. The sandbox accepts it for five
// minutes before and after the moment. The zero moment means now. The error reports
// an unknown algorithm, or a vendor code that a credential header cannot carry.
func (c Credentials) Sign(at time.Time) (Signature, error) {
	setDefault(&c.VendorCode, "DEMO")
	setDefault(&c.Secret, "demo-secret")
	setDefault(&c.Algorithm, SHA256)
	algorithm, err := credential.ParseAlgorithm(string(c.Algorithm))
	endsField := func(r rune) bool { return r == '"' || unicode.IsControl(r) } // of the header
	if strings.ContainsFunc(c.VendorCode, endsField) {
		notCode := fmt.Errorf("vendor code must have no double quotes and no control characters, got %q", c.VendorCode)
		err = errors.Join(notCode, err)
	}
	if err != nil {
		return Signature{}, err
	}
	if at.IsZero() {
		at = clock.System()
	}
	date := at.UTC().Format(time.DateTime)
	return Signature{
		VendorCode: c.VendorCode, Date: date, Hash: credential.Sign(algorithm, c.VendorCode, date, c.Secret), Algorithm: Algorithm(algorithm),
	}, nil
}

// ParseSignature reads the value of a credential header in any accepted spelling.
// The error names the wrong part; it repeats no value, because people put secrets
// there.
func ParseSignature(header string) (Signature, error) {
	claim, err := credential.Parse(header)
	if err != nil {
		return Signature{}, err
	}
	return Signature{VendorCode: claim.Code, Date: claim.Date, Hash: claim.Hash, Algorithm: Algorithm(claim.Algo)}, nil
}

// Header returns the value of the header named AuthHeader.
func (s Signature) Header() string {
	return fmt.Sprintf(`code="%s" date="%s" hash="%s" algo="%s"`, s.VendorCode, s.Date, s.Hash, s.Algorithm)
}

// LoginEnvelope returns the envelope of a SOAP login, in one line.
func (s Signature) LoginEnvelope() string {
	return transcript.Envelope(s.VendorCode, s.Date, s.Hash, string(s.Algorithm))
}

// Curl returns a call with a credential header as a command for a POSIX shell. Insecure
// accepts a self-signed certificate.
func Curl(method, url string, credentials client.Field, insecure bool) string {
	return transcript.SignedCommand(method, url, credentials, insecure)
}

// Signed returns the text to be hashed: the length of the vendor code in bytes, the
// code, the length of the date in bytes, the date (open question hash-recipe).
func (s Signature) Signed() string { return credential.SignedString(s.VendorCode, s.Date) }

// Verify returns nil if the hash was made with the secret. Otherwise the error
// names the mistake, such as missing lengths or base64. Verify checks how the
// date is written, not how old it is.
func (s Signature) Verify(secret string) error {
	claim := credential.Claim{Code: s.VendorCode, Date: s.Date, Hash: s.Hash, Algo: string(s.Algorithm)}
	policy := credential.Policy{Skew: credential.AnyDate, Moments: []time.Time{{}}}
	return credential.Explain(credential.Verify(claim, secret, policy), claim, secret, policy)
}
