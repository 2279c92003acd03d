// Package transcript writes calls for others to read or to repeat: a recorded one as a text
// that explains it, as a command, as a program or as a test of a suite; recorded ones as an
// HTTP Archive 1.2, for browsers, HTTP clients and proxies to import; a call to be made as a
// program that signs it.
//
// It leaves the choice of calls, accounts, dates and algorithms, and the masking of
// credentials, to package control.
package transcript

import (
	"bytes"
	"embed"
	"strings"
	"text/template"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Call is the call of a snippet: a REST call, or the SOAP login.
type Call struct {
	Address   string // scheme, host and path of the sandbox, without a slash at the end
	Target    string // path and query below it, percent-encoded
	Code      string // vendor code: letters, digits, dots, hyphens and underscores only
	Secret    string
	Algorithm string // sha256, sha3-256 or md5
	Date      string // GMT, Y-m-d H:i:s; "" for the moment of running the snippet
	Insecure  bool   // whether the snippet accepts a self-signed certificate

	Method string // upper-case letters

	// Of REST.
	Header string // name of the credential header
	Body   string // UTF-8; JSON

	Login bool // whether the call is the SOAP login, with a body of its own

	// The envelope of a SOAP call around the session that the login opens; "" for the login
	// alone. PHP, Python and Node have it.
	Before, After string
}

// URL returns the address of the call.
func (c Call) URL() string { return c.Address + c.Target }

// TLS reports whether the sandbox is called by https.
func (c Call) TLS() bool { return strings.HasPrefix(c.Address, "https:") }

// Host returns host and port of the address.
func (c Call) Host() string {
	_, rest, _ := strings.Cut(c.Address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// Path returns path and query of the address.
func (c Call) Path() string {
	_, rest, _ := strings.Cut(c.URL(), c.Host())
	return rest
}

// markup escapes the markup of XML. The placeholders of a language for its
// values have none of it.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;")

// Envelope returns the envelope of a SOAP login in one line (section 5).
func Envelope(code, date, hash, algorithm string) string {
	code = markup.Replace(code)
	return `<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:c='urn:commerce-sandbox:6.0'><e:Body><c:login>` +
		`<merchantCode>` + code + `</merchantCode><date>` + date + `</date><hash>` + hash + `</hash><algorithm>` + algorithm + `</algorithm>` +
		`</c:login></e:Body></e:Envelope>`
}

//go:embed *.tmpl
var files embed.FS

// In returns the call in a language: curl, php, python or node. Its template is part of the
// program, so a test finds every fault of it.
func (c Call) In(language string) string {
	functions := template.FuncMap{
		"sh": phrase.ShellQuote, "plain": isPlain, "octal": octal, "hex": hexadecimal, "php": phpText, "json": phrase.Quote, "envelope": Envelope,
	}
	parsed := template.Must(template.New(language+".tmpl").Funcs(functions).ParseFS(files, language+".tmpl"))
	var out bytes.Buffer
	if err := parsed.Execute(&out, c); err != nil {
		panic(err) // the functions return no errors
	}
	return out.String()
}
