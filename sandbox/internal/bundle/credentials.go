package bundle

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Credential is a secret text of a call. In the call a marker stands for it, and the
// rest says how another sandbox makes one that passes or fails the same checks.
type Credential struct {
	Marker string             `json:"marker"`
	Kind   kind               `json:"kind"`
	Claim  *credential.Claim  `json:"claim,omitempty"`  // of a hash, without it
	Recipe *credential.Recipe `json:"recipe,omitempty"` // of a hash
	Issued time.Time          `json:"issued,omitzero"`  // of a session
	Epoch  uint64             `json:"epoch,omitempty"`  // of a session
	Signed bool               `json:"signed,omitempty"` // whether the account issued the session
	Text   string             `json:"text,omitempty"`   // what replaces an unreadable text: its letters and digits are others
}

// kind is what a secret text is.
type kind string

const (
	isSecret     kind = "secret" // of the account
	isHash       kind = "hash"
	isSession    kind = "session"
	isUnreadable kind = "unreadable"
	isText       kind = "text" // looks like a hash, where the interface has none
)

// LoginFunc reads the claim in the envelope of a login.
type LoginFunc func(envelope []byte) (credential.Claim, error)

// keys are what credentials of an account are made with.
type keys struct {
	secret  string
	headers []string // names of the credential header
	login   LoginFunc
}

// marked returns a call with a marker in place of each credential, and masks what
// else may be one. The changes of the call stay as they are. notes say what cannot be
// made again.
func (k keys) marked(e *journal.Entry) (call client.Entry, credentials []Credential, notes []string) {
	found := k.credentialsOf(e)
	replaced := e.Entry
	var pairs, short []string
	for i, secret := range slices.SortedStableFunc(slices.Values(found), func(x, y secretText) int { return cmp.Compare(len(y.text), len(x.text)) }) {
		secret.Marker = marker(i)
		if len(secret.text) < shortest {
			short = append(short, secret.text, secret.Marker)
		} else {
			pairs = append(pairs, secret.text, secret.Marker)
		}
		credentials = append(credentials, secret.Credential)
	}
	swap(&replaced, strings.NewReplacer(pairs...))
	k.swapShort(&replaced, short)
	masked := client.Mask{CredentialHeaders: k.headers, Secrets: e.Secrets}.Entry(replaced)
	masked.Changes = e.Changes
	for _, c := range credentials {
		if strings.Contains(textOf(replaced), c.Marker) && !strings.Contains(textOf(masked), c.Marker) {
			notes = append(notes, fmt.Sprintf("a %s of call %s is hidden with the text around it", c.Kind, e.ID))
		}
	}
	return masked, credentials, notes
}

// swapShort replaces texts in credential headers, and where one is the whole content of
// an element.
func (k keys) swapShort(call *client.Entry, pairs []string) {
	for i, f := range call.Request.Header {
		if k.isCredential(f.Name) {
			call.Request.Header[i].Value = strings.NewReplacer(pairs...).Replace(f.Value)
		}
	}
	if call.Protocol != client.SOAP {
		return
	}
	for i := 0; i < len(pairs); i += 2 {
		call.Request.Body = bytes.ReplaceAll(call.Request.Body, []byte(">"+pairs[i]+"<"), []byte(">"+pairs[i+1]+"<"))
	}
}

// shortest is the shortest text that gets a marker wherever it occurs. Shorter ones
// get it where credentials are, because elsewhere they may be harmless.
const shortest = 8

// marker returns a text that stands for a credential. Masks leave it as it is, because
// it looks like one that is masked already.
func marker(i int) string { return fmt.Sprintf("{%d}…", i+1) }

// secretText is a credential and its text.
type secretText struct {
	Credential
	text string
}

// credentialsOf returns the credentials of a call, each once.
func (k keys) credentialsOf(e *journal.Entry) []secretText {
	var found []secretText
	add := func(s secretText) {
		if s.text != "" && !slices.ContainsFunc(found, func(other secretText) bool { return other.text == s.text }) {
			found = append(found, s)
		}
	}
	claims := k.claimsOf(e)
	for _, f := range e.Request.Header {
		if k.isCredential(f.Name) {
			if _, err := credential.Parse(f.Value); err != nil {
				add(secretText{Credential{Kind: isUnreadable, Text: scrubbed(f.Value, e.Response.Body)}, f.Value})
			}
		}
	}
	for _, claim := range claims {
		if claim.Hash == k.secret {
			continue
		}
		recipe, bare := credential.RecipeOf(claim, k.secret), claim
		bare.Hash = ""
		add(secretText{Credential{Kind: isHash, Claim: &bare, Recipe: &recipe}, claim.Hash})
	}
	for _, text := range e.Secrets {
		switch s, signed, ok := credential.ReadSession(text, k.secret); {
		case text == k.secret:
			add(secretText{Credential{Kind: isSecret}, text})
		case ok:
			add(secretText{Credential{Kind: isSession, Issued: s.Issued, Epoch: s.Epoch, Signed: signed}, text})
		default:
			add(secretText{Credential{Kind: isUnreadable, Text: scrubbed(text, nil)}, text})
		}
	}
	if e.Protocol == client.SOAP && e.Operation != string(catalog.Login) {
		for _, digits := range digest.FindAll(e.Request.Body, mostTexts) {
			add(secretText{Credential{Kind: isText, Text: string(digits)}, string(digits)})
		}
	}
	return found
}

// digest matches what masks take for a hash. mostTexts is how many of them a call
// keeps.
var digest = regexp.MustCompile(`\b[0-9A-Fa-f]{32,}\b`)

const mostTexts = 100

// claimsOf returns the readable claims of a call.
func (k keys) claimsOf(e *journal.Entry) []credential.Claim {
	var claims []credential.Claim
	for _, f := range e.Request.Header {
		if !k.isCredential(f.Name) {
			continue
		}
		if claim, err := credential.Parse(f.Value); err == nil {
			claims = append(claims, claim)
		}
	}
	if e.Protocol == client.SOAP && len(e.Request.Body) > 0 {
		if claim, err := k.login(e.Request.Body); err == nil && claim.Hash != "" {
			claims = append(claims, claim)
		}
	}
	return claims
}

func (k keys) isCredential(header string) bool {
	return slices.ContainsFunc(k.headers, func(known string) bool { return strings.EqualFold(known, header) })
}

// scrubbed replaces letters and digits of a text that may hold a secret by others of
// the same length. Words that the answer repeats stay, because they are known.
func scrubbed(text string, answer []byte) string {
	var b strings.Builder
	isWord := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
	for text != "" {
		end := strings.IndexFunc(text, func(c rune) bool { return !isWord(c) })
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		switch {
		case slices.Contains([]string{"code", "date", "hash", "algo"}, strings.ToLower(word)), word != "" && strings.Contains(string(answer), word):
			b.WriteString(word)
		default:
			b.WriteString(strings.Repeat("z", len(word)))
		}
		rest := text[end:]
		next := strings.IndexFunc(rest, isWord)
		if next < 0 {
			next = len(rest)
		}
		b.WriteString(rest[:next])
		text = rest[next:]
	}
	return b.String()
}

// fresh returns the call with credentials that the keys make in place of the markers.
func (k keys) fresh(s Step, code string) client.Entry {
	call := *s.Call
	pairs := make([]string, 0, 2*len(s.Credentials))
	for _, c := range s.Credentials {
		pairs = append(pairs, c.Marker, k.make(c, code))
	}
	swap(&call, strings.NewReplacer(pairs...))
	return call
}

// make returns a credential of an account.
func (k keys) make(c Credential, code string) string {
	switch {
	case c.Kind == isSecret:
		return k.secret
	case c.Kind == isHash && c.Recipe != nil && c.Claim != nil:
		return c.Recipe.Make(*c.Claim, k.secret)
	case c.Kind == isSession && c.Signed:
		return credential.IssueSession(credential.Session{Code: code, Issued: c.Issued, Epoch: c.Epoch}, k.secret)
	case c.Kind == isSession:
		return credential.IssueSession(credential.Session{Code: code, Issued: c.Issued, Epoch: c.Epoch}, "the secret of nobody")
	}
	return c.Text
}

// swap replaces texts wherever a call can have credentials.
func swap(call *client.Entry, r *strings.Replacer) {
	header := func(h client.Header) client.Header {
		h = slices.Clone(h)
		for i := range h {
			h[i].Value = r.Replace(h[i].Value)
		}
		return h
	}
	body := func(b client.Bytes) client.Bytes {
		if len(b) == 0 {
			return b
		}
		return client.Bytes(r.Replace(string(b)))
	}
	call.Request.URI, call.Why = r.Replace(call.Request.URI), r.Replace(call.Why)
	call.Request.Header, call.Response.Header = header(call.Request.Header), header(call.Response.Header)
	call.Request.Body, call.Response.Body = body(call.Request.Body), body(call.Response.Body)
}

// textOf returns where a request can have markers.
func textOf(call client.Entry) string {
	var b strings.Builder
	b.WriteString(call.Request.URI)
	for _, f := range call.Request.Header {
		b.WriteString(f.Value)
	}
	b.Write(call.Request.Body)
	return b.String()
}
