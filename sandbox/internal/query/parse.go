package query

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// bare is the field of a word without a name.
const bare = "text"

// Parse reads a query over the fields. Moments such as -5m are relative to now.
// The error is an *Error.
func (f Fields[T]) Parse(text string, now time.Time) (*Query[T], error) {
	return f.ParseNamed(text, now, nil)
}

// Resolve returns the id of a handle of a kind of records. Without one, the message
// and the hint give the reason.
type Resolve func(kind, handle string) (id, message, hint string)

// ParseNamed parses a query as Parse does, and replaces handles by their ids. A nil
// resolve replaces none.
func (f Fields[T]) ParseNamed(text string, now time.Time, resolve Resolve) (*Query[T], error) {
	p := &parser[T]{fields: f, text: text, now: now, resolve: resolve}
	if err := p.check(); err != nil {
		return nil, err
	}
	var terms []*Term[T]
	for p.skipBlanks(); p.at < len(text); p.skipBlanks() {
		start := p.at
		t, err := p.term()
		if err != nil {
			return nil, err
		}
		if terms = append(terms, t); len(terms) > MaxTerms {
			return nil, wrong(text, span{start, p.at}, "use fewer terms, or alternatives separated by commas", "the query has more than %d terms", MaxTerms)
		}
	}
	return newQuery(terms), nil
}

// ParseTerm reads one term from its name and the text after the colon. The error
// is an *Error without a place.
func (f Fields[T]) ParseTerm(name, values string, now time.Time) (*Query[T], error) {
	q, err := f.Parse(name+":"+values, now)
	var bad *Error
	switch {
	case errors.As(err, &bad):
		return nil, &Error{Message: bad.Message, Hint: bad.Hint}
	case len(q.terms) != 1:
		return nil, &Error{Message: fmt.Sprintf("%s has blanks, got %q", name, phrase.Shorten(values, maxShown)), Hint: "write it in double quotes"}
	}
	return q, nil
}

// parser reads a query from left to right.
type parser[T any] struct {
	fields Fields[T]
	text   string
	now    time.Time
	at     int
	values int // read so far

	resolve Resolve // nil for none
}

// check accepts texts of a bounded length in UTF-8.
func (p *parser[T]) check() error {
	if len(p.text) > MaxBytes {
		return &Error{Offset: 0, Length: len(p.text), Column: 1, Message: "the query is too long", Hint: fmt.Sprintf("it may have %d bytes at most", MaxBytes)}
	}
	for at, r := range p.text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(p.text[at:]); size == 1 {
				return wrong(p.text, span{at, at + 1}, "write it in UTF-8, percent-encoded in a URL", "byte 0x%02x is not UTF-8", p.text[at])
			}
		}
	}
	return nil
}

func (p *parser[T]) skipBlanks() {
	p.at = len(p.text) - len(strings.TrimLeftFunc(p.text[p.at:], unicode.IsSpace))
}

// term reads one term.
func (p *parser[T]) term() (*Term[T], error) {
	start := p.at
	t := &Term[T]{}
	if t.negated = p.text[p.at] == '-'; t.negated {
		p.at++
	}
	named, err := p.name(t)
	if err != nil {
		return nil, err
	}
	if !named {
		if err := p.operator(start); err != nil {
			return nil, err
		}
	}
	if err := p.alternatives(t); err != nil {
		return nil, err
	}
	return t, p.compile(t)
}

// name reads the name of a term up to its colon, and finds its field. A term
// without a name is about the bare field.
func (p *parser[T]) name(t *Term[T]) (named bool, err error) {
	start, end := p.at, p.findEndOfName()
	name := bare
	if named = end < len(p.text) && p.text[end] == ':'; named {
		name, p.at = p.text[start:end], end+1
	}
	field, known := p.fields.find(name)
	switch {
	case known:
		t.field, t.name = field, field.termName(name)
		return named, nil
	case !named:
		return false, wrong(p.text, span{start, max(end, start+1)}, "write name:value; "+p.fields.suggest(""), "a word without a field")
	}
	return true, wrong(p.text, span{start, end}, p.fields.suggest(name), "unknown field %q", phrase.Shorten(name, maxShown))
}

// findEndOfName returns where the next name would end.
func (p *parser[T]) findEndOfName() int {
	for end, r := range p.text[p.at:] {
		if r == ':' || r == '"' || r == ',' || r == '*' || unicode.IsSpace(r) {
			return p.at + end
		}
	}
	return len(p.text)
}

// maxShown bounds a name or value in a message.
const maxShown = 60

// comparison matches a word for a comparison in another language.
var comparison = regexp.MustCompile(`^([A-Za-z_.-]+)(=+|[<>]=?)(.*)$`)

// operator rejects operators of other languages, because here they would be
// texts to look for.
func (p *parser[T]) operator(start int) error {
	word := p.text[p.at:]
	if end := strings.IndexFunc(word, unicode.IsSpace); end >= 0 {
		word = word[:end]
	}
	at := span{start, p.at + len(word)}
	switch word {
	case "AND", "and", "OR", "or", "NOT", "&&", "||":
		return wrong(p.text, at, `terms are joined by a blank, alternatives by a comma (status:400,404), and - negates; to look for the text, write "`+word+`"`, "%s is no operator", word)
	case "":
		return wrong(p.text, at, "write it before a term, such as -status:404", "- without a term")
	}
	if m := comparison.FindStringSubmatch(word); m != nil {
		if field, known := p.fields.find(m[1]); known {
			term := p.text[start:p.at] + field.termName(m[1]) + ":" + strings.TrimLeft(m[2], "=") + m[3]
			return wrong(p.text, at, `write `+term+`; to look for the text, write it in double quotes`, "%s is no term", phrase.Shorten(word, maxShown))
		}
	}
	if strings.HasPrefix(word, "(") {
		return wrong(p.text, at, `alternatives are written with a comma, such as status:400,404; to look for the text, write it in double quotes`, "no parenthesis may be used")
	}
	return nil
}

// alternatives reads the values of a term.
func (p *parser[T]) alternatives(t *Term[T]) error {
	for {
		v, err := p.value()
		if err != nil {
			return err
		}
		if v.parts == nil {
			return wrong(p.text, v.at, p.missing(t), "%s has no value", t.name)
		}
		t.values = append(t.values, v)
		if p.values++; len(t.values) > MaxValues || p.values > maxValues {
			return wrong(p.text, v.at, "use a * or fewer alternatives", "the query has more than %d alternatives in a term, or %d in all", MaxValues, maxValues)
		}
		if p.at == len(p.text) || p.text[p.at] != ',' {
			return nil
		}
		p.at++
	}
}

// missing describes the possible values of a term.
func (p *parser[T]) missing(t *Term[T]) string {
	hint := `write "" for an empty one and * for any`
	if len(t.field.Examples) > 0 {
		hint = "such as " + t.field.Examples[0] + "; " + hint
	}
	return hint
}

// value reads a value up to a blank or a comma. It has no parts when there is
// nothing to read.
func (p *parser[T]) value() (value, error) {
	v := value{at: span{start: p.at}}
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		switch {
		case r == ',' || unicode.IsSpace(r):
			v.at.end = p.at
			return v, nil
		case r == '*':
			v.star()
			p.at++
		case r == '"':
			text, err := p.quotedText()
			if err != nil {
				return v, err
			}
			v.add(text)
		default:
			v.add(p.text[p.at : p.at+size])
			p.at += size
		}
	}
	v.at.end = p.at
	return v, nil
}

// quotedText reads a text in quotes.
func (p *parser[T]) quotedText() (string, error) {
	start := p.at
	var text strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return text.String(), nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			text.WriteByte(p.text[p.at])
		default:
			text.WriteByte(c)
		}
	}
	return "", wrong(p.text, span{start, len(p.text)}, `write " at its end, or \" for a quote in it`, "the quote is not closed")
}

// compile makes the matchers of a term.
func (p *parser[T]) compile(t *Term[T]) error {
	t.cost = t.field.cost
	for _, v := range t.values {
		v, err := p.resolveHandle(t.field, v)
		if err != nil {
			return err
		}
		matches, bad := t.field.compile(t.name, v, p.now)
		if bad != nil {
			return wrong(p.text, v.at, bad.hint, "%s", bad.message)
		}
		t.meant, t.matchers = append(t.meant, v), append(t.matchers, matches)
	}
	return nil
}

// handlePrefix begins a handle.
const handlePrefix = "@"

// resolveHandle replaces a handle by its id.
func (p *parser[T]) resolveHandle(field Field[T], v value) (value, error) {
	text, isLiteral := v.literal()
	name, isHandle := strings.CutPrefix(text, handlePrefix)
	if p.resolve == nil || field.names == "" || !isLiteral || !isHandle {
		return v, nil
	}
	id, message, hint := p.resolve(field.names, name)
	if message != "" {
		return v, wrong(p.text, v.at, hint, "%s", message)
	}
	return value{parts: []string{id}, at: v.at}, nil
}
