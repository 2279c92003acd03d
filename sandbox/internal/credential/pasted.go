package credential

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Pasted is a claim copied from a terminal, a log, a source file or a chat. Copying often
// changes the text.
type Pasted struct {
	Claim
	Notes   []string // repairs made in order to read it
	Mistake Mistake  // a repair that the client must make too, because no call may be made without it
	Wrong   string   // the note of the mistake
}

// ReadPasted reads a copied credential header, with or without its name and with text
// around it. It repairs what copying changes, and says so in the notes. The error is that
// of Parse.
func ReadPasted(text string, headerNames []string) (Pasted, error) {
	var p Pasted
	text, named := afterName(strings.TrimSpace(text), headerNames)
	text = p.repair(text)
	flat := withoutBreaks(text)
	claim, err := Parse(flat)
	if err != nil && named {
		claim, err = parseWithin(flat, err)
	}
	if err != nil {
		return p, err
	}
	if asWritten, err := Parse(text); err != nil && !named || err == nil && asWritten != claim {
		p.note(brokenLines)
	}
	p.Claim = claim
	p.Date = datePasted(p.Date)
	return p, nil
}

// Unwrap returns a claim with parts copied one by one, without line breaks within them.
// The error names the missing part.
func Unwrap(c Claim) (Pasted, error) {
	p := Pasted{Claim: c}
	for _, part := range []*string{&p.Code, &p.Date, &p.Hash, &p.Algo} {
		*part = withoutBreaks(p.repair(strings.TrimSpace(*part)))
	}
	p.Date = datePasted(p.Date)
	if trimmed := (Claim{Code: strings.TrimSpace(c.Code), Date: strings.TrimSpace(c.Date), Hash: strings.TrimSpace(c.Hash), Algo: strings.TrimSpace(c.Algo)}); len(p.Notes) == 0 && p.Claim != trimmed {
		p.note(brokenLines)
	}
	return p, p.checkComplete()
}

const (
	brokenLines = "line breaks within it were removed; a terminal or a mail may have added them"
	escapes     = "backslashes and entities before quotes were removed; send the quotes alone"
	invisible   = "invisible characters were removed; make sure that your client does not send them"
	wholeBase64 = "the whole header is in base64; send it as text"
)

var typographicQuotes = Row{Typographic, "it has typographic quotes, which the interface does not accept", "send straight ones"}

func (p *Pasted) note(text string) { p.Notes = append(p.Notes, text) }

var (
	unescaped   = strings.NewReplacer(`\"`, `"`, `\'`, `'`, "&quot;", `"`, "&#34;", `"`, "&#39;", "'", "&apos;", "'")
	straight    = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`, "″", `"`, "‘", "'", "’", "'", "‚", "'", "‛", "'", "′", "'")
	visibleOnly = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "", "\u00ad", "")
)

// repair undoes what copying changes, and records each change.
func (p *Pasted) repair(text string) string {
	for _, change := range []struct {
		by      *strings.Replacer
		note    string
		mistake Mistake
	}{{visibleOnly, invisible, ""}, {unescaped, escapes, ""}, {straight, typographicQuotes.note(), Typographic}} {
		if changed := change.by.Replace(text); changed != text {
			text = changed
			p.note(change.note)
			if change.mistake != "" {
				p.Mistake, p.Wrong = change.mistake, change.note
			}
		}
	}
	if decoded, ok := fromBase64(text); ok {
		p.note(wholeBase64)
		p.Mistake, p.Wrong = Base64, wholeBase64
		return decoded
	}
	return text
}

// afterName returns the text behind the name of the header, and reports whether it has
// the name.
func afterName(text string, names []string) (string, bool) {
	for _, name := range names {
		// Lower case may have another length, so places in it are none in the text.
		inAnyCase := regexp.MustCompile("(?i)" + regexp.QuoteMeta(name))
		if found := inAnyCase.FindAllStringIndex(text, -1); found != nil {
			return strings.TrimLeft(text[found[len(found)-1][1]:], "\"' \t:=>,"), true
		}
	}
	return text, false
}

// fromBase64 decodes a whole header. A text with quotes is not in base64.
func fromBase64(text string) (string, bool) {
	compact := strings.Join(strings.Fields(strings.TrimPrefix(text, "Basic ")), "")
	for _, encoding := range base64Forms {
		decoded, err := encoding.DecodeString(compact)
		if err == nil && utf8.Valid(decoded) && pair.Match(decoded) {
			return string(decoded), true
		}
	}
	return "", false
}

var pair = regexp.MustCompile(`(?i)\b(code|date|hash|algo)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')`)

// parseWithin reads the pairs amid other text. It returns err when some are missing.
func parseWithin(text string, err error) (Claim, error) {
	var c Claim
	parts := map[string]*string{"code": &c.Code, "date": &c.Date, "hash": &c.Hash, "algo": &c.Algo}
	for _, found := range pair.FindAllStringSubmatch(text, -1) {
		if part := parts[strings.ToLower(found[1])]; *part == "" {
			*part = found[2] + found[3]
		}
	}
	if c.checkComplete() != nil {
		return Claim{}, err
	}
	return c, nil
}

var lineBreak = regexp.MustCompile(`[\r\n]+[ \t]*`)

func withoutBreaks(text string) string { return lineBreak.ReplaceAllString(text, "") }

var dateWithoutBlank = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(\d\d:\d\d:\d\d)$`)

// datePasted returns a date with the blank that a line break replaced.
func datePasted(date string) string { return dateWithoutBlank.ReplaceAllString(date, "$1 $2") }
