package transcript

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// unrepeated are the headers set by curl or the connection, and those that browsers, proxies
// and tools add and the interface does not read. Others stay, because a scenario may read them.
var unrepeated = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Expect", "Host", "Keep-Alive",
	"Te", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent",
	"Accept-Charset", "Accept-Language", "Baggage", "Cache-Control", "Cookie", "Dnt", "Forwarded", "Origin", "Postman-Token", "Pragma",
	"Priority", "Referer", "Traceparent", "Tracestate", "Upgrade-Insecure-Requests", "Via",
}

// isRepeated reports whether the command sends a header.
func isRepeated(name string) bool {
	name = http.CanonicalHeaderKey(name)
	return !slices.Contains(unrepeated, name) && !strings.HasPrefix(name, "Sec-") && !strings.HasPrefix(name, "X-Forwarded-")
}

// Target is where a command repeats a call.
type Target struct {
	URL      string // scheme and host, such as http://127.0.0.1:8080
	Insecure bool   // whether its certificate is self-signed

	// Control is the address of the control interface for signing the call
	// again; "" keeps the old signature until it expires.
	Control           string
	CredentialHeaders []string // names of the header to sign again
}

// Repeat returns a command that repeats the call in a POSIX shell. It suppresses
// curl's own headers, so a call without Accept is repeated without it. The
// program commerce-sandbox signs a call of a known account again, so the command
// has neither its secret nor its hash and still works tomorrow. The command shows
// other secrets as the entry has them: mask the entry first when others can read
// it. A comment in the first line says when the body was not kept whole; a binary
// body comes through a pipe.
func Repeat(e client.Entry, at Target) string {
	in := &e.Request
	args := append([]string{"curl", "-i"}, how(in.Method, len(in.Body) > 0, at.Insecure)...)
	args = append(args, target(in.URI, at.URL)...)
	args = append(args, headers(e, at)...)
	if e.Operation == login && at.signs(e) {
		return strings.Join(append(args, "--data-binary", at.signature(e, " --envelope")), " ")
	}
	if word, ok := at.inSession(e); ok {
		return strings.Join(append(args, "--data-binary", word), " ")
	}
	var before strings.Builder
	if in.Truncated {
		fmt.Fprintf(&before, "# the body is cut: only %d of its %d bytes were kept\n", len(in.Body), in.BodySize)
	}
	switch {
	case len(in.Body) == 0:
	case isText(in.Body):
		args = append(args, "--data-binary", phrase.ShellWord(string(in.Body)))
	default:
		before.WriteString("printf " + octal(string(in.Body)) + " | ")
		args = append(args, "--data-binary", "@-")
	}
	return before.String() + strings.Join(args, " ")
}

// login is the operation with a signed body, as client.Entry.Operation names it.
const login = "login"

// signs reports whether the command signs the call again. Without an account,
// nobody has the secret.
func (t Target) signs(e client.Entry) bool { return t.Control != "" && e.Account != "" }

// signature returns a shell word. The program commerce-sandbox makes its value
// when the command runs.
func (t Target) signature(e client.Entry, flags string) string {
	return `"$(commerce-sandbox sign --account ` + phrase.ShellWord(e.Account) + " --url " + phrase.ShellWord(t.Control) + flags + `)"`
}

// session matches the session of a SOAP call in its envelope.
var session = regexp.MustCompile(`<(?:[\w.-]+:)?sessionID(?:\s[^>]*)?>([^<]+)</`)

// AroundSession returns the envelope of a SOAP call before and after its session.
func AroundSession(envelope string) (before, after string, found bool) {
	at := session.FindStringSubmatchIndex(envelope)
	if at == nil {
		return "", "", false
	}
	return envelope[:at[2]], envelope[at[3]:], true
}

// inSession returns the envelope of a SOAP call as a shell word with a new
// session, because the old one ends. It reports false for a call without a
// session and for a body that cannot be an argument.
func (t Target) inSession(e client.Entry) (string, bool) {
	body := e.Request.Body
	if !t.signs(e) || e.Protocol != client.SOAP || e.Request.Truncated || len(body) == 0 || !isText(body) {
		return "", false
	}
	before, after, found := AroundSession(string(body))
	if !found {
		return "", false
	}
	return phrase.ShellWord(before) + t.signature(e, " --session") + phrase.ShellWord(after), true
}

func (t Target) isCredential(name string) bool {
	return slices.ContainsFunc(t.CredentialHeaders, func(known string) bool { return strings.EqualFold(known, name) })
}

// how returns the flags for the certificate and the request method. HEAD has a flag of its
// own, because after -X HEAD curl waits for a body.
func how(method string, hasBody, insecure bool) (flags []string) {
	if insecure {
		flags = []string{"--insecure"}
	}
	switch {
	case method == "HEAD" && !hasBody:
		return append(flags, "--head")
	case method == "GET" && !hasBody, method == "POST" && hasBody:
		return flags
	}
	return append(flags, "-X", phrase.ShellWord(method))
}

// SignedCommand returns a call with a signed credential header, as a command for a POSIX shell.
// It reports no progress when its output goes to another program.
func SignedCommand(method, url string, credential client.Field, insecure bool) string {
	args := append([]string{"curl", "-sS"}, how(method, false, insecure)...)
	return strings.Join(append(args, "-H 'Accept: application/json' -H", phrase.ShellQuote(credential.Name+": "+credential.Value), phrase.ShellQuote(url)), " ")
}

// target returns the URL and the flags that keep curl from rewriting it.
func target(uri, baseURL string) []string {
	var args []string
	if strings.ContainsAny(uri, "[]{}") {
		args = append(args, "--globoff")
	}
	if strings.Contains(uri, "/.") {
		args = append(args, "--path-as-is")
	}
	baseURL = strings.TrimRight(baseURL, "/")
	switch {
	case strings.HasPrefix(uri, "/"):
		return append(args, phrase.ShellWord(baseURL+uri))
	case strings.Contains(uri, "://"): // the form of requests to a proxy
		return append(args, phrase.ShellWord(uri))
	}
	return append(args, "--request-target", phrase.ShellWord(uri), phrase.ShellWord(baseURL))
}

// headers returns the header flags, and flags that suppress curl's own headers.
// A call with credentials under two names is signed once.
func headers(e client.Entry, at Target) []string {
	in := &e.Request
	var args []string
	signed := false
	for _, f := range in.Header {
		switch {
		case at.signs(e) && at.isCredential(f.Name):
			if !signed {
				args, signed = append(args, "-H", at.signature(e, "")), true
			}
		case !isRepeated(f.Name):
		case f.Value == "":
			args = append(args, "-H", phrase.ShellWord(f.Name+";"))
		default:
			args = append(args, "-H", phrase.ShellWord(f.Name+": "+f.Value))
		}
	}
	added := []string{"Accept"}
	if len(in.Body) > 0 {
		added = append(added, "Content-Type")
	}
	for _, name := range added {
		if !slices.ContainsFunc(in.Header, func(f client.Field) bool { return strings.EqualFold(f.Name, name) }) {
			args = append(args, "-H", phrase.ShellWord(name+":"))
		}
	}
	return args
}
