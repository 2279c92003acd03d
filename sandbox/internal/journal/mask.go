package journal

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	hidden = "…"
	// shownLength is how many bytes of a secret are shown, to distinguish two. Nothing is
	// shown of a secret shorter than partlyShown.
	shownLength = 4
	partlyShown = 12
	// shortestSecret is the shortest secret to mask everywhere in an entry, because a
	// shorter one would hide harmless text.
	shortestSecret = 8
)

// sensitive are the headers to mask beside the credential headers of the account. Cookie
// is one because browsers send the cookies of every other server on the same host.
var sensitive = []string{"Authorization", "Proxy-Authorization", "Cookie"}

// Sensitive reports whether the value of a header is a secret beside the
// credential headers of the account: Authorization, Proxy-Authorization, Cookie.
func Sensitive(header string) bool {
	return slices.ContainsFunc(sensitive, func(h string) bool { return strings.EqualFold(h, header) })
}

var (
	// hashPair is the hash of a credential header (section 5), in any of the quotings
	// that clients send.
	hashPair = regexp.MustCompile(`(?i)(\bhash\s*=\s*)(?:"([^"]*)|'([^']*)|([^\s,"']+))`)
	// secretElement is a SOAP element with a credential, up to its end tag or the cut of
	// the body.
	secretElement = regexp.MustCompile(`(?is)(<(?:[\w.-]+:)?(?:sessionID|hash|loginReturn)(?:\s[^>]*[^/>])?\s*>)(.*?)(</|\z)`)
	// digest is a hash in hex, md5 or longer.
	digest = regexp.MustCompile(`\b[0-9A-Fa-f]{32,}\b`)
)

// Mask hides credentials. Hashes, session ids and tokens keep their first
// characters only, so that two can be distinguished.
type Mask struct {
	CredentialHeaders []string // names under which credentials are accepted (open question header-name)
	Secrets           []string // further texts to hide wherever they occur
}

// Entry returns a copy of an entry for lists and logs: credentials are masked wherever
// the entry repeats them. Explain and Curl are left out, because they may have the signed
// string and the right hash.
func (m Mask) Entry(e client.Entry) client.Entry {
	k := m.masker(e.Request.Header)
	e.Explain, e.Curl = nil, ""
	e.Why = k.text(e.Why)
	e.Request.URI = k.maskKnown(e.Request.URI)
	e.Request.Header = each(e.Request.Header, k.requestField)
	e.Request.Body = k.body(e.Protocol, e.Request.Body)
	e.Response.Header = each(e.Response.Header, func(f client.Field) client.Field { return client.Field{Name: f.Name, Value: k.text(f.Value)} })
	e.Response.Body = k.body(e.Protocol, e.Response.Body)
	if e.Original != nil {
		original := *e.Original
		original.Body = k.body(e.Protocol, original.Body)
		e.Original = &original
	}
	e.Checks = each(e.Checks, k.check)
	e.Notes = each(e.Notes, k.text)
	return e
}

// Line returns an entry in short, masked like Entry. It is quick for an entry without
// credentials in its line, because streams show very many.
func (m Mask) Line(e *client.Entry) client.EntryLine {
	repeats := func(text string, part func(string, string) bool) bool {
		return part(e.Request.URI, text) || part(e.Why, text)
	}
	clean := !slices.ContainsFunc(m.Secrets, func(s string) bool { return repeats(s, strings.Contains) })
	for _, f := range e.Request.Header {
		clean = clean && !(isCredential(m.CredentialHeaders, f.Name) && repeats(f.Value, sharesBlock))
	}
	if clean && e.Why == "" {
		return e.Line()
	}
	masked := *e
	k := m.masker(e.Request.Header)
	masked.Request.URI, masked.Why = k.maskKnown(e.Request.URI), k.text(e.Why)
	return masked.Line()
}

// masker returns the masker of an entry with these request headers.
func (m Mask) masker(headers client.Header) masker {
	found := slices.Clone(m.Secrets)
	for _, f := range headers {
		if isCredential(m.CredentialHeaders, f.Name) {
			for _, pair := range hashPair.FindAllStringSubmatch(f.Value, -1) {
				found = append(found, pair[2]+pair[3]+pair[4])
			}
		}
	}
	return masker{headers: m.CredentialHeaders, secrets: searchable(found)}
}

// sharesBlock reports whether a header contains one of the blocks of a text. If not, the
// text repeats no secret of the header, because every part as long as a secret has a
// whole block in it.
func sharesBlock(text, header string) bool {
	const block = shortestSecret / 2
	for at := 0; at+block <= len(text); at += block {
		if strings.Contains(header, text[at:at+block]) {
			return true
		}
	}
	return false
}

// Text returns a text without the Secrets.
func (m Mask) Text(text string) string {
	return masker{secrets: searchable(m.Secrets)}.maskKnown(text)
}

// searchable returns the secrets to mask everywhere, the longest first, because
// one may begin with another.
func searchable(secrets []string) []string {
	long := slices.DeleteFunc(slices.Clone(secrets), func(s string) bool { return len(s) < shortestSecret })
	slices.SortFunc(long, func(a, b string) int { return len(b) - len(a) })
	return long
}

// each returns a slice of the changed elements, nil for nil.
func each[S ~[]E, E any](from S, change func(E) E) S {
	to := slices.Clone(from)
	for i := range to {
		to[i] = change(to[i])
	}
	return to
}

// masker masks the parts of one entry.
type masker struct {
	headers []string
	secrets []string
}

func (k masker) isCredential(name string) bool { return isCredential(k.headers, name) }

func isCredential(headers []string, name string) bool {
	return slices.ContainsFunc(headers, func(h string) bool { return strings.EqualFold(h, name) })
}

// requestField masks a header field by its name. A credential header without a
// readable hash is hidden whole, because any part of it may be a secret.
func (k masker) requestField(f client.Field) client.Field {
	switch {
	case Sensitive(f.Name):
		scheme, token, found := strings.Cut(f.Value, " ")
		if found && !strings.EqualFold(f.Name, "Cookie") {
			f.Value = scheme + " " + conceal(token)
		} else {
			f.Value = conceal(f.Value)
		}
	case k.isCredential(f.Name) && !hashPair.MatchString(f.Value):
		f.Value = conceal(f.Value)
	case k.isCredential(f.Name):
		f.Value = hashPair.ReplaceAllStringFunc(k.maskKnown(f.Value), func(pair string) string {
			at := strings.IndexByte(pair, '=') + 1
			value := strings.TrimLeft(pair[at:], "\"' \t")
			return strings.TrimSuffix(pair, value) + conceal(value)
		})
	default:
		f.Value = k.maskKnown(f.Value)
	}
	return f
}

func (k masker) check(c Check) Check {
	c.Name, c.Field = k.text(c.Name), k.text(c.Field) // names of a body are the sender's
	c.Given, c.Expected, c.Message = k.text(c.Given), k.text(c.Expected), k.text(c.Message)
	return c
}

// text masks a text by the sandbox: known secrets and everything that looks like a hash.
func (k masker) text(s string) string {
	return digest.ReplaceAllStringFunc(k.maskKnown(s), conceal)
}

// maskKnown masks the known secrets of the call.
func (k masker) maskKnown(s string) string {
	for _, secret := range k.secrets {
		s = strings.ReplaceAll(s, secret, conceal(secret))
	}
	return s
}

// body masks a body. REST bodies carry no credentials of their own. Every other
// body is read as SOAP, and hidden whole when its character set is not a superset
// of ASCII.
func (k masker) body(protocol string, b client.Bytes) client.Bytes {
	if len(b) == 0 {
		return b
	}
	if protocol == client.REST {
		return client.Bytes(k.maskKnown(string(b)))
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return client.Bytes(hidden)
	}
	text := secretElement.ReplaceAllStringFunc(k.maskKnown(string(b)), func(element string) string {
		part := secretElement.FindStringSubmatch(element)
		if part[2] == "" {
			return element
		}
		return part[1] + concealContent(part[2]) + part[3]
	})
	return client.Bytes(digest.ReplaceAllStringFunc(text, conceal))
}

// concealContent masks the content of an element. It hides content with leading markup,
// such as CDATA, whole.
func concealContent(content string) string {
	content = strings.TrimSpace(content)
	if content == "" || strings.HasPrefix(content, "<") {
		return hidden
	}
	return conceal(content)
}

// conceal keeps the first characters of a secret. It does not change a concealed secret.
func conceal(secret string) string {
	if len(secret) < partlyShown {
		if strings.HasSuffix(secret, hidden) {
			return secret
		}
		return hidden
	}
	end := 0
	for range shownLength {
		_, size := utf8.DecodeRuneInString(secret[end:])
		end += size
	}
	return secret[:end] + hidden
}
