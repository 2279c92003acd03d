package journal

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	hidden = "…"
	// byteOrderMark says that a text is in UTF-8, whatever its declaration says.
	byteOrderMark = "\uFEFF"
	// shownLength is how many bytes of a secret are shown, to distinguish two. Nothing is
	// shown of a secret shorter than partlyShown.
	shownLength = 4
	partlyShown = 12
	// shortestSecret is the shortest secret to mask everywhere in an entry, because a
	// shorter one would hide harmless text.
	shortestSecret = 8
	// shortestDigest is the length of an md5 in hex.
	shortestDigest = 32
)

// Sensitive reports whether the value of a header is a secret beside the credential headers
// of the account. Cookie is one because browsers send the cookies of every other server on
// the same host.
func Sensitive(header string) bool {
	return slices.ContainsFunc([]string{"Authorization", "Proxy-Authorization", "Cookie"}, func(h string) bool { return strings.EqualFold(h, header) })
}

// hashPair is the hash of a credential header (section 5), in any of the quotings
// that clients send.
var hashPair = regexp.MustCompile(`(?i)(\bhash\s*=\s*)(?:"([^"]*)|'([^']*)|([^\s,"']+))`)

// secretElement is the start tag and the content of an element of an envelope with a
// credential, up to its end tag or the cut of the body.
var secretElement = regexp.MustCompile(`(?i)<(?:[^<>\s/]*:)?(?:sessionID|hash|loginReturn)(?:\s(?:[^>]*[^>/])?)?>(?:[^<]|<[^/])*`)

// Mask hides credentials in calls. Hashes, session ids and tokens keep their first
// characters only, so that two can be distinguished. Package control hides the secrets of
// accounts.
type Mask struct {
	CredentialHeaders []string // names under which credentials are accepted (open question header-name)
	Secrets           []string // texts to hide wherever they occur

	// Envelope returns a SOAP envelope in UTF-8. Without it, only UTF-8 is read.
	Envelope func(body []byte, contentType string) []byte
}

// Entry returns a copy of an entry for lists and logs: credentials are masked wherever
// the entry repeats them. Explain and Curl are left out, because they may have the signed
// string and the right hash.
func (m Mask) Entry(e client.Entry) client.Entry {
	m = m.of(e.Request.Header)
	e.Explain, e.Curl = nil, ""
	e.Why = m.text(e.Why)
	e.Request.URI = m.maskKnown(e.Request.URI)
	e.Request.Body = m.body(e.Protocol, e.Request.Body, e.Request.Header)
	e.Request.Header = each(e.Request.Header, m.requestField)
	e.Response = m.response(e.Protocol, e.Response)
	if e.Original != nil {
		original := m.response(e.Protocol, *e.Original)
		e.Original = &original
	}
	e.Checks = each(e.Checks, m.check)
	e.Notes = each(e.Notes, m.text)
	return e
}

// of returns the mask of an entry with these request headers. It looks for the longest
// secrets first, because one may begin with another.
func (m Mask) of(headers client.Header) Mask {
	m.Secrets = slices.Clone(m.Secrets)
	for _, f := range headers {
		if m.isCredential(f.Name) {
			for _, pair := range hashPair.FindAllStringSubmatch(f.Value, -1) {
				m.Secrets = append(m.Secrets, pair[2]+pair[3]+pair[4])
			}
		}
	}
	m.Secrets = slices.DeleteFunc(m.Secrets, func(s string) bool { return len(s) < shortestSecret })
	slices.SortFunc(m.Secrets, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	m.Secrets = slices.Compact(m.Secrets) // a hash is among the secrets and in its header
	return m
}

func (m Mask) isCredential(header string) bool {
	return slices.ContainsFunc(m.CredentialHeaders, func(h string) bool { return strings.EqualFold(h, header) })
}

// Text returns a text without the Secrets.
func (m Mask) Text(text string) string { return m.of(nil).maskKnown(text) }

// each returns a slice of the changed elements, or the same one when none changes.
func each[S ~[]E, E comparable](from S, change func(E) E) S {
	to := from
	for i, element := range from {
		if changed := change(element); changed != element {
			if &to[0] == &from[0] {
				to = slices.Clone(from)
			}
			to[i] = changed
		}
	}
	return to
}

// response masks an answer.
func (m Mask) response(protocol string, r client.Response) client.Response {
	r.Body = m.body(protocol, r.Body, r.Header)
	r.Header = each(r.Header, func(f client.Field) client.Field { return client.Field{Name: f.Name, Value: m.text(f.Value)} })
	return r
}

// requestField masks a header field by its name. A credential header without a
// readable hash is hidden whole, because any part of it may be a secret.
func (m Mask) requestField(f client.Field) client.Field {
	switch {
	case Sensitive(f.Name):
		scheme, token, found := strings.Cut(f.Value, " ")
		if found && !strings.EqualFold(f.Name, "Cookie") {
			f.Value = scheme + " " + conceal(token)
		} else {
			f.Value = conceal(f.Value)
		}
	case m.isCredential(f.Name):
		readable := false
		value := hashPair.ReplaceAllStringFunc(m.maskKnown(f.Value), func(pair string) string {
			readable = true
			at := strings.IndexByte(pair, '=') + 1
			value := strings.TrimLeft(pair[at:], "\"' \t")
			return strings.TrimSuffix(pair, value) + conceal(value)
		})
		if !readable {
			value = conceal(f.Value)
		}
		f.Value = value
	default:
		f.Value = m.maskKnown(f.Value)
	}
	return f
}

func (m Mask) check(c Check) Check {
	c.Name, c.Field = m.text(c.Name), m.text(c.Field) // names of a body are the sender's
	c.Given, c.Expected, c.Message = m.text(c.Given), m.text(c.Expected), m.text(c.Message)
	return c
}

// text masks a text by the sandbox: known secrets and everything that looks like a hash.
func (m Mask) text(s string) string {
	return concealDigests(m.maskKnown(s))
}

// maskKnown masks the known secrets of the call.
func (m Mask) maskKnown(s string) string {
	for _, secret := range m.Secrets {
		if strings.Contains(s, secret) {
			s = strings.ReplaceAll(s, secret, conceal(secret))
		}
	}
	return s
}

// body masks a body. REST bodies carry no credentials of their own. Every other
// body is read as SOAP. One that is not in UTF-8 becomes so, with a mark that says it,
// and one without a readable character set is hidden whole.
func (m Mask) body(protocol string, b client.Bytes, header client.Header) client.Bytes {
	mask := m.envelope
	switch {
	case protocol == client.REST:
		mask = m.maskKnown
	case m.Envelope != nil && (!utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0):
		if text := m.Envelope(b, header.Get("Content-Type")); utf8.Valid(text) {
			b = append(client.Bytes(byteOrderMark), text...)
		}
	}
	text := string(b)
	if masked := mask(text); masked != text {
		return client.Bytes(masked)
	}
	return b // most bodies have nothing to hide, and the entry and its view share them
}

// envelope masks an envelope.
func (m Mask) envelope(text string) string {
	if strings.IndexByte(text, 0) >= 0 {
		return hidden
	}
	return concealDigests(secretElement.ReplaceAllStringFunc(m.maskKnown(text), func(element string) string {
		tag, content, _ := strings.Cut(element, ">")
		return tag + ">" + concealContent(content)
	}))
}

// concealContent masks the content of an element. It hides content with leading markup,
// such as CDATA, whole.
func concealContent(content string) string {
	if content == "" {
		return ""
	}
	content = strings.TrimSpace(content)
	if content == "" || strings.HasPrefix(content, "<") {
		return hidden
	}
	return conceal(content)
}

// concealDigests conceals every word that is a hash in hex, md5 or longer.
func concealDigests(text string) string {
	var shown strings.Builder
	rest := 0 // what is not shown yet
	for at := 0; at+shortestDigest <= len(text); at++ {
		begin := at
		for at < len(text) && isHex(text[at]) {
			at++
		}
		if at-begin >= shortestDigest && !isLetter(text, begin-1) && !isLetter(text, at) {
			shown.WriteString(text[rest:begin] + conceal(text[begin:at]))
			rest = at
		}
	}
	return shown.String() + text[rest:]
}

func isHex(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f' }

// isLetter reports whether a text continues a word at a place.
func isLetter(text string, at int) bool {
	return at >= 0 && at < len(text) && (text[at] == '_' || 'a' <= text[at]|0x20 && text[at]|0x20 <= 'z')
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
