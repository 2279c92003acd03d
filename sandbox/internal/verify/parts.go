package verify

import (
	"context"
	"errors"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// part is a condition of a selection. All parts must match.
type part interface {
	// matches reports whether a call satisfies the part.
	matches(ctx context.Context, e *journal.Entry, c *call) bool
	// matchesRow reports whether the call of a row satisfies the part. known is false
	// if the row has too little to know.
	matchesRow(ctx context.Context, r *journal.Row, c *call) (matches, known bool)
	// difference returns the values of a call that does not satisfy the part.
	difference(ctx context.Context, e *journal.Entry, c *call) client.Difference
}

// split splits the selection into its parts, because a call may match some of
// them. An indivisible condition is the only part.
func (x *selection) split() {
	for _, term := range x.terms {
		x.parts = append(x.parts, termPart{term})
	}
	if x.condition == nil {
		return
	}
	for _, text := range conjuncts(x.Where) {
		condition, err := scenario.CompileRecorded(text)
		if err != nil {
			x.parts = []part{conditionPart{x, x.condition}}
			return
		}
		x.parts = append(x.parts, conditionPart{x, condition})
	}
}

// termPart is a term of a query.
type termPart struct{ calls.Term }

func (p termPart) matches(_ context.Context, e *journal.Entry, _ *call) bool { return p.Matches(e) }

func (p termPart) matchesRow(_ context.Context, r *journal.Row, _ *call) (matches, known bool) {
	return p.MatchesRow(r)
}

func (p termPart) difference(_ context.Context, e *journal.Entry, _ *call) client.Difference {
	given := p.ValueOf(e)
	for name, value := range given {
		given[name] = phrase.Shorten(value, maxGiven)
	}
	return client.Difference{Expected: p.String(), Given: given}
}

// maxGiven bounds a value of a difference, in bytes.
const maxGiven = 500

// conditionPart is a part of a condition.
type conditionPart struct {
	of        *selection
	condition *scenario.Condition
}

func (p conditionPart) matches(ctx context.Context, _ *journal.Entry, c *call) bool {
	matches, _ := p.condition.Match(ctx, c)
	return matches
}

func (p conditionPart) matchesRow(ctx context.Context, _ *journal.Row, c *call) (matches, known bool) {
	c.unreadable = nil
	matches, err := p.condition.Match(ctx, c)
	return matches, c.unreadable == nil && !errors.Is(err, scenario.ErrLimit) && ctx.Err() == nil
}

func (p conditionPart) difference(ctx context.Context, e *journal.Entry, c *call) client.Difference {
	d := client.Difference{Expected: p.condition.String(), Given: map[string]string{}}
	if _, err := p.condition.Match(ctx, c); err != nil {
		d.Error = e.MaskedText(err.Error())
	}
	masked := e.Mask(p.of.of.CredentialHeaders...)
	_, _ = p.condition.Match(ctx, witness{p.of.of.call(&masked), p.condition.String(), d.Given})
	return d
}

// conjuncts splits an expression at its outermost "and" and "&&". It leaves an
// expression whole if a part alone could mean something else, because a looser
// operator joins the parts or a comment lies between.
func conjuncts(text string) []string {
	var parts []string
	depth, start := 0, 0
	for at := 0; at < len(text); {
		token := tokenAt(text, at)
		switch token {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case "//", "/*":
			return []string{text}
		}
		if depth == 0 && !isMember(text[:at]) {
			switch token {
			case "|", "?", ";", "or", "let", "if":
				return []string{text}
			case "&&", "and":
				parts = append(parts, strings.TrimSpace(text[start:at]))
				start = at + len(token)
			}
		}
		at += len(token)
	}
	return append(parts, strings.TrimSpace(text[start:]))
}

// isMember reports whether the name of a field follows.
func isMember(before string) bool { return strings.HasSuffix(strings.TrimSpace(before), ".") }

// tokenAt returns the token at a place: a string, a word, a mark of two
// characters, or else one character.
func tokenAt(text string, at int) string {
	rest := text[at:]
	switch c := rest[0]; {
	case c == '"' || c == '\'' || c == '`':
		return leadingString(rest)
	case isWord(c):
		end := 1
		for end < len(rest) && isWord(rest[end]) {
			end++
		}
		return rest[:end]
	}
	for _, mark := range []string{"&&", "//", "/*"} {
		if strings.HasPrefix(rest, mark) {
			return mark
		}
	}
	return rest[:1]
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// leadingString returns the string at the start of a text, all of the text when it
// does not end.
func leadingString(text string) string {
	for at := 1; at < len(text); at++ {
		switch {
		case text[at] == '\\' && text[0] != '`':
			at++
		case text[at] == text[0]:
			return text[:at+1]
		}
	}
	return text
}
