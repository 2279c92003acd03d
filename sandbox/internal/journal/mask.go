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

// sensitive are the headers to mask beside the credential headers of the account. Cookie
// is one because browsers send the cookies of every other server on the same host.
var sensitive = []string{"Authorization", "Proxy-Authorization", "Cookie"}

// Sensitive reports whether the value of a header is a secret beside the
// credential headers of the account: Authorization, Proxy-Authorization, Cookie.
func Sensitive(header string) bool {
	return slices.ContainsFunc(sensitive, func(h string) bool { return strings.EqualFold(h, header) })
}

// hashPair is the hash of a credential header (section 5), in any of the quotings
// that clients send.
var hashPair = regexp.MustCompile(`(?i)(\bhash\s*=\s*)(?:"([^"]*)|'([^']*)|([^\s,"']+))`)

// Mask hides credentials. Hashes, session ids and tokens keep their first
// characters only, so that two can be distinguished.
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
	k := m.masker(e.Request.Header)
	e.Explain, e.Curl = nil, ""
	e.Why = k.text(e.Why)
	e.Request.URI = k.maskKnown(e.Request.URI)
	e.Request.Body = k.body(e.Protocol, e.Request.Body, e.Request.Header)
	e.Request.Header = each(e.Request.Header, k.requestField)
	e.Response = k.response(e.Protocol, e.Response)
	if e.Original != nil {
		original := k.response(e.Protocol, *e.Original)
		e.Original = &original
	}
	e.Checks = each(e.Checks, k.check)
	e.Notes = each(e.Notes, k.text)
	return e
}

// masker returns the masker of an entry with these request headers.
func (m Mask) masker(headers client.Header) masker {
	for _, f := range headers {
		if m.isCredential(f.Name) {
			for _, pair := range hashPair.FindAllStringSubmatch(f.Value, -1) {
				m.Secrets = append(slices.Clip(m.Secrets), pair[2]+pair[3]+pair[4])
			}
		}
	}
	return masker{m, searchable(m.Secrets)}
}

func (m Mask) isCredential(header string) bool {
	return slices.ContainsFunc(m.CredentialHeaders, func(h string) bool { return strings.EqualFold(h, header) })
}

// Text returns a text without the Secrets.
func (m Mask) Text(text string) string {
	return masker{secrets: searchable(m.Secrets)}.maskKnown(text)
}

// searchable returns the secrets to mask everywhere, the longest first, because
// one may begin with another.
func searchable(secrets []string) []string {
	long := slices.DeleteFunc(slices.Clone(secrets), func(s string) bool { return len(s) < shortestSecret })
	slices.SortFunc(long, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(long) // a hash is among the secrets and in its header
}

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

// masker masks the parts of one entry.
type masker struct {
	Mask
	secrets []string // to look for
}

// response masks an answer.
func (k masker) response(protocol string, r client.Response) client.Response {
	r.Body = k.body(protocol, r.Body, r.Header)
	r.Header = each(r.Header, func(f client.Field) client.Field { return client.Field{Name: f.Name, Value: k.text(f.Value)} })
	return r
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
	case k.isCredential(f.Name):
		readable := false
		value := hashPair.ReplaceAllStringFunc(k.maskKnown(f.Value), func(pair string) string {
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
	return concealDigests(k.maskKnown(s))
}

// maskKnown masks the known secrets of the call.
func (k masker) maskKnown(s string) string {
	for _, secret := range k.secrets {
		if strings.Contains(s, secret) {
			s = strings.ReplaceAll(s, secret, conceal(secret))
		}
	}
	return s
}

// body masks a body. REST bodies carry no credentials of their own. Every other
// body is read as SOAP. One that is not in UTF-8 becomes so, with a mark that says it,
// and one without a readable character set is hidden whole.
func (k masker) body(protocol string, b client.Bytes, header client.Header) client.Bytes {
	mask := k.envelope
	switch {
	case protocol == client.REST:
		mask = k.maskKnown
	case k.Envelope != nil && (!utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0):
		if text := k.Envelope(b, header.Get("Content-Type")); utf8.Valid(text) {
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
func (k masker) envelope(text string) string {
	if strings.IndexByte(text, 0) >= 0 {
		return hidden
	}
	return concealDigests(concealElements(k.maskKnown(text)))
}

// concealElements conceals the content of the elements of an envelope with a credential,
// each up to its end tag or the cut of the body.
func concealElements(envelope string) string {
	var shown strings.Builder
	rest := 0 // what is not shown yet
	for at := 0; at < len(envelope); {
		from := at + strings.IndexByte(envelope[at:], '<') + 1
		tag, _, closed := strings.Cut(envelope[from:], ">")
		if from == at || !closed {
			break
		}
		at = from
		if isSecret(tag) {
			from += len(tag) + 1
			content, _, _ := strings.Cut(envelope[from:], "</")
			shown.WriteString(envelope[rest:from] + concealContent(content))
			at = from + len(content)
			rest = at
		}
	}
	return shown.String() + envelope[rest:]
}

// isSecret reports whether a tag begins an element with a credential.
func isSecret(tag string) bool {
	name := tag
	if end := strings.IndexAny(tag, " \t\r\n\f"); end >= 0 {
		name = tag[:end]
	}
	name = name[strings.LastIndexByte(name, ':')+1:]
	return !strings.HasSuffix(tag, "/") &&
		(strings.EqualFold(name, "sessionID") || strings.EqualFold(name, "hash") || strings.EqualFold(name, "loginReturn"))
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
