package calls

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// secrets say what masking may change in the texts of a call. Masking takes long, so a
// text is masked only if it may change.
type secrets struct {
	read  bool
	texts []string // to hide wherever they occur
	other bool     // whether a credential header may have further secrets
}

// secrets returns the secrets of the call.
func (c *Call) secrets() secrets {
	if c.known.read {
		return c.known
	}
	c.known = secrets{read: true, texts: c.entry.Secrets}
	for _, f := range c.entry.Request.Header {
		if c.isCredential(f.Name) && hasOtherHash(f.Value, c.entry.Secrets) {
			c.known.other = true
		}
	}
	return c.known
}

func (c *Call) isCredential(header string) bool {
	return slices.ContainsFunc(c.view.CredentialHeaders, func(h string) bool { return strings.EqualFold(h, header) })
}

// hasOtherHash reports whether a credential header may have a hash beside the
// known secrets. A header as clients send it has its hash in double quotes, once.
func hasOtherHash(value string, known []string) bool {
	for _, secret := range known {
		if secret != "" {
			value = strings.ReplaceAll(value, secret, "")
		}
	}
	before, after, found := strings.Cut(value, `hash=""`)
	return !found || mentionsHash(before) || mentionsHash(after)
}

func mentionsHash(text string) bool { return strings.Contains(strings.ToLower(text), "hash") }

// isPlain reports whether masking known secrets does not change a text.
func (c *Call) isPlain(text string) bool {
	s := c.secrets()
	return !s.other && !slices.ContainsFunc(s.texts, func(secret string) bool { return secret != "" && strings.Contains(text, secret) })
}

// uri returns the address, masked.
func (c *Call) uri() string {
	if uri := c.entry.Request.URI; c.isPlain(uri) {
		return uri
	}
	return c.mask(func(e *client.Entry) { e.Request.URI = c.entry.Request.URI }).Request.URI
}

// requestField returns the value of a request header, masked.
func (c *Call) requestField(f client.Field) string {
	if !c.isCredential(f.Name) && !journal.Sensitive(f.Name) && c.isPlain(f.Value) {
		return f.Value
	}
	header := c.mask(func(e *client.Entry) { e.Request.Header = append(e.Request.Header, f) }).Request.Header
	return header[len(header)-1].Value
}

// responseText returns a text by the sandbox, masked.
func (c *Call) responseText(text string) string {
	if c.isPlain(text) && !mayHaveDigest(text) {
		return text
	}
	return c.mask(func(e *client.Entry) { e.Why = text }).Why
}

// shortestDigest is the length of the shortest text that masking takes for a hash.
const shortestDigest = 32

// mayHaveDigest reports whether a text has a run of hexadecimal digits as long as
// a hash.
func mayHaveDigest(text string) bool {
	run := 0
	for i := range len(text) {
		switch b := text[i] | 0x20; {
		case '0' <= text[i] && text[i] <= '9' || 'a' <= b && b <= 'f':
			if run++; run == shortestDigest {
				return true
			}
		default:
			run = 0
		}
	}
	return false
}

// text returns a body as text: a SOAP envelope in UTF-8. The body of an unreadable
// request may be an envelope too.
func (c *Call) text(body client.Bytes, contentType string) client.Bytes {
	if c.entry.Protocol == client.REST || c.view.Envelope == nil || utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 {
		return body
	}
	return c.view.Envelope(body, contentType)
}

// body returns a text from a body, masked.
func (c *Call) body(text client.Bytes) client.Bytes {
	if c.isPlain(string(text)) && (c.entry.Protocol == client.REST || !mayHaveCredential(text)) {
		return text
	}
	return c.mask(func(e *client.Entry) { e.Response.Body = text }).Response.Body
}

// mayHaveCredential reports whether an envelope may have an element that masking hides.
func mayHaveCredential(envelope []byte) bool {
	lower := bytes.ToLower(envelope)
	for _, element := range []string{"hash", "sessionid", "loginreturn", "\u017f"} { // the long s is an s in any case
		if bytes.Contains(lower, []byte(element)) {
			return true
		}
	}
	return mayHaveDigest(string(envelope)) || bytes.IndexByte(envelope, 0) >= 0
}

// mask masks the parts of the call added to an entry by add.
func (c *Call) mask(add func(*client.Entry)) client.Entry {
	part := client.Entry{Protocol: c.entry.Protocol}
	for _, f := range c.entry.Request.Header {
		if c.isCredential(f.Name) {
			part.Request.Header = append(part.Request.Header, f)
		}
	}
	add(&part)
	return journal.Mask{CredentialHeaders: c.view.CredentialHeaders, Secrets: c.entry.Secrets}.Entry(part)
}
