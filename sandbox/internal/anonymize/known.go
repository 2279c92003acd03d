package anonymize

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// known has the personal data of a record, for finding it in texts.
type known struct{ parts []part }

// maxParts bounds the time for a text. A record of one person has some thirty.
const maxParts = 200

// part is a text to find, in lower case, and its replacement.
type part struct {
	text  string
	with  string
	exact string // in the required case, "" for any
	kind  Kind
}

// collect returns the personal data of the leaves, the longest parts first.
func (r *Run) collect(leaves []leaf) *known {
	k := &known{}
	for _, l := range leaves {
		if !l.quoted || l.is.shortest == 0 {
			continue
		}
		other := l.is.other(r, l.text)
		k.add(l.text, other, l.is)
		switch l.is.kind {
		case Names:
			from, to := strings.Fields(l.text), strings.Fields(other)
			for i := range min(len(from), len(to)) {
				if from[i] != to[i] {
					k.add(from[i], to[i], l.is)
				}
			}
		case Telephones:
			k.add(digitsOf(l.text), digitsOf(other), l.is)
		}
	}
	slices.SortStableFunc(k.parts, func(a, b part) int { return len(b.text) - len(a.text) })
	return k
}

// add adds a value, and its spellings in addresses of the web. It leaves short
// values out, because other words have them too.
func (k *known) add(text, with string, is *sort) {
	length := utf8.RuneCountInString(text)
	if length < is.shortest || len(k.parts) >= maxParts {
		return
	}
	for _, spelled := range []string{text, url.QueryEscape(text), url.PathEscape(text)} {
		lower := strings.ToLower(spelled)
		if slices.ContainsFunc(k.parts, func(p part) bool { return p.text == lower }) {
			continue
		}
		p := part{text: lower, with: with, kind: is.kind}
		if spelled != text {
			p.with = url.QueryEscape(with)
		}
		if length == 2 {
			p.exact = text
		}
		k.parts = append(k.parts, p)
	}
}

// replace replaces the parts in a text, as whole words in any case.
func (k *known) replace(r *Run, text string) string {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // a letter with another length in lower case
		lower = text
	}
	if !slices.ContainsFunc(k.parts, func(p part) bool { return strings.Contains(lower, p.text) }) {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		if p := k.at(text, lower, at); p != nil {
			b.WriteString(p.with)
			r.counts[p.kind]++
			at += len(p.text)
			continue
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		b.WriteString(text[at : at+size])
		at += size
	}
	return b.String()
}

// at returns the part at a place as a whole word, nil for none.
func (k *known) at(text, lower string, at int) *part {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	for i := range k.parts {
		p := &k.parts[i]
		if !strings.HasPrefix(lower[at:], p.text) || p.exact != "" && !strings.HasPrefix(text[at:], p.exact) {
			continue
		}
		first, _ := utf8.DecodeRuneInString(p.text)
		last, _ := utf8.DecodeLastRuneInString(p.text)
		after, _ := utf8.DecodeRuneInString(text[at+len(p.text):])
		if !(joins(before) && joins(first)) && !(joins(after) && joins(last)) {
			return p
		}
	}
	return nil
}

// joins reports whether a character belongs to a word with the next one. Scripts
// without blanks between words have no such characters.
func joins(c rune) bool {
	return (unicode.IsLetter(c) || unicode.IsDigit(c)) && !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// patterns find the e-mail and IP addresses in a text, and some other texts. IPv6 comes last,
// because an address of it may end with one of IPv4.
var patterns = []*regexp.Regexp{
	regexp.MustCompile(`[\pL\pN._+'\-]+(?:@|%40)[\pL\pN.\-]+\.\pL{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b`),
	regexp.MustCompile(`(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}`),
}

// patterns replaces the e-mail and IP addresses in a text.
func (r *Run) patterns(text string) string {
	if strings.Contains(text, "@") || strings.Contains(text, "%40") || strings.Count(text, ".") >= 3 {
		text = patterns[0].ReplaceAllStringFunc(text, r.address)
	}
	if strings.Contains(text, "::") || strings.Count(text, ":") >= 7 {
		text = patterns[1].ReplaceAllStringFunc(text, r.address)
	}
	return text
}

// address replaces a found address. It returns other texts unchanged.
func (r *Run) address(found string) string {
	if plain := strings.Replace(found, "%40", "@", 1); strings.Contains(plain, "@") {
		r.counts[Emails]++
		other := r.email(plain)
		if plain != found {
			other = strings.Replace(other, "@", "%40", 1)
		}
		return other
	}
	if _, err := netip.ParseAddr(found); err != nil {
		return found
	}
	r.counts[IPs]++
	return r.ip(found)
}
