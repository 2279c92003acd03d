package credential

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Claim is a vendor code with its signature, from the header of a REST call or the
// arguments of a SOAP login (section 5).
type Claim struct {
	Code string // vendor code
	Date string // GMT, Y-m-d H:i:s
	Hash string // hex in either case
	Algo string // name of the algorithm; empty means any with the length of the hash

	Spelling Spelling // of the header
}

// Spelling says how a header is written otherwise than the document says. The values may be
// joined with |.
type Spelling uint8

// The spellings accepted all the same.
const (
	SingleQuoted Spelling = 1 << iota // values in single quotes
	OtherCase                         // names in capitals
	Separated                         // commas or semicolons between the pairs
)

const (
	separators = " \t\r\n,;"
	pairs      = `code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HEX", and algo="sha256" if you like`
	sendPairs  = "send " + pairs
)

// The mistakes of a wholly unreadable header.
var (
	bareKey   = Row{BareKey, "it looks like a bare key", "send code, date and hash"}
	misplaced = Row{Misplaced, "they are in %s", "send them in %s"}
)

// MisplacedIn returns the refusal of a call with credentials in another header than the
// right one.
func MisplacedIn(other, right string) *Refusal {
	r := unreadable("", "%s", misplaced.note(other, right))
	r.Mistake = Misplaced
	return r
}

var pairNames = [...]string{"code", "date", "hash", "algo"}

// Parse reads the value of the credential header (section 5). Clients write it in many
// ways, so the pairs may come in any order, with blanks, commas, semicolons or nothing
// between them, names in any case and values in single or double quotes. The error is a
// *Refusal of kind Unreadable that names the wrong part. It repeats no value, because
// some people send secrets there.
func Parse(header string) (Claim, error) {
	var values [len(pairNames)]string
	var seen [len(pairNames)]bool
	var spelling Spelling
	rest := afterSeparators(header, &spelling)
	if rest == "" {
		return Claim{}, unreadable("", "there are none; %s", sendPairs)
	}
	for rest != "" {
		name, value, after, err := cutPair(rest, 1+len(header)-len(rest))
		switch {
		case err != nil && !strings.Contains(header, "="): // named by its form alone: it may be a secret
			r := unreadable("", "%s: %s", bareKey.note(), pairs)
			r.Mistake = BareKey
			return Claim{}, r
		case err != nil:
			return Claim{}, err
		}
		i := slices.IndexFunc(pairNames[:], func(known string) bool { return strings.EqualFold(known, name) })
		switch {
		case i < 0:
			return Claim{}, unreadable("", "%q is not one of code, date, hash and algo; %s", shorten(name), sendPairs)
		case seen[i]:
			return Claim{}, unreadable(pairNames[i], "%s must be given once, got it twice", pairNames[i])
		}
		values[i], seen[i] = value, true
		if name != pairNames[i] {
			spelling |= OtherCase
		}
		if rest[len(rest)-len(after)-1] == '\'' {
			spelling |= SingleQuoted
		}
		rest = afterSeparators(after, &spelling)
	}
	claim := Claim{Code: values[0], Date: values[1], Hash: values[2], Algo: values[3], Spelling: spelling}
	return claim, claim.checkComplete()
}

// afterSeparators returns text without leading separators.
func afterSeparators(text string, spelling *Spelling) string {
	for text != "" && strings.IndexByte(separators, text[0]) >= 0 {
		if text[0] == ',' || text[0] == ';' {
			*spelling |= Separated
		}
		text = text[1:]
	}
	return text
}

// cutPair cuts the first name="value" off text. The text is not empty and begins at the
// given byte of the header.
func cutPair(text string, at int) (name, value, after string, err error) {
	name, quoted, found := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !found {
		return "", "", "", unreadable("", `from byte %d on there is no name="value" pair; %s`, at, sendPairs)
	}
	quoted = strings.TrimLeft(quoted, " \t")
	if quoted == "" || quoted[0] != '"' && quoted[0] != '\'' {
		if first, _ := utf8.DecodeRuneInString(quoted); straight.Replace(string(first)) != string(first) {
			r := unreadable("", "%s (the pair from byte %d on)", typographicQuotes.note(), at)
			r.Mistake = Typographic
			return "", "", "", r
		}
		for _, escaped := range []string{`\"`, `\'`, "&quot;", "&#34;", "&#39;", "&apos;", "%22", "%27", "`"} {
			if strings.HasPrefix(quoted, escaped) {
				return "", "", "", unreadable("", "the pair from byte %d on has %s in place of a quote; write straight quotes", at, escaped)
			}
		}
		return "", "", "", unreadable("", `the pair from byte %d on has no quotes around its value; %s`, at, sendPairs)
	}
	end := strings.IndexByte(quoted[1:], quoted[0])
	if end < 0 {
		return "", "", "", unreadable("", "the pair from byte %d on has no closing %c", at, quoted[0])
	}
	return name, quoted[1 : 1+end], quoted[end+2:], nil
}

// checkComplete returns a refusal that names every missing part, nil without one.
func (c Claim) checkComplete() error {
	if c.Code != "" && c.Date != "" && c.Hash != "" {
		return nil
	}
	var missing []string
	for i, value := range []string{c.Code, c.Date, c.Hash} {
		if value == "" {
			missing = append(missing, pairNames[i])
		}
	}
	return unreadable(missing[0], "without %s; %s", phrase.And(missing...), sendPairs)
}

// shorten returns the part of a sent text that a message repeats.
func shorten(s string) string {
	const maxGiven = 43
	return phrase.Shorten(s, maxGiven)
}

func unreadable(field, format string, args ...any) *Refusal {
	return &Refusal{Kind: Unreadable, Field: field, Message: "Unreadable credentials: " + fmt.Sprintf(format, args...) + "."}
}
