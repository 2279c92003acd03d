package scenario

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// The bounds of templates. A compiled expression takes kilobytes.
const (
	maxTemplateValues = 200     // of a scenario
	maxRendered       = 1 << 20 // bytes of an answer
)

// template is a text with values computed for each call, written {{ order.RefNo }}.
type template struct {
	texts  []string // before each value, and behind the last one
	values []*Condition
}

// templates are the templates of an answer.
type templates struct {
	body, message *template
	headers       map[string]*template
}

// late reports whether a value reads how the call ended.
func (t *templates) late() bool {
	late := func(of *template) bool {
		return of != nil && slices.ContainsFunc(of.values, func(c *Condition) bool { return c.late })
	}
	return late(t.body) || late(t.message) || slices.ContainsFunc(slices.Collect(maps.Values(t.headers)), late)
}

// templates reads the templates of an answer.
func (r *reader) templates(shape ruleShape, made *Answer, on []catalog.OperationID) *templates {
	answer := shape.Answer
	if !answer.Template.isPresent() || !r.only("template", answer.Template.word, "true") {
		return nil
	}
	read := func(w word) *template { return r.template(shape, w, on) }
	all := &templates{message: read(answer.Message), headers: map[string]*template{}}
	if made.Body != nil {
		all.body = read(word{*made.Body, cmp.Or(answer.Body.at, answer.File.at)})
	}
	for _, p := range answer.Headers.pairs {
		all.headers[textproto.CanonicalMIMEHeaderKey(p.key.text)] = read(p.value)
	}
	return all
}

// template reads one text, nil for one without values.
func (r *reader) template(shape ruleShape, w word, on []catalog.OperationID) *template {
	made := &template{}
	rest := w.text
	for {
		before, behind, found := strings.Cut(rest, "{{")
		if made.texts = append(made.texts, before); !found {
			break
		}
		inner, after, ends := strings.Cut(behind, "}}")
		if !ends {
			r.add(fault(w.at, "template: {{%s has no end; write {{ expression }}", phrase.Shorten(inner, 40)))
			return nil
		}
		if r.values++; r.values > maxTemplateValues {
			r.add(fault(w.at, "the templates of a scenario may have at most %d values together", maxTemplateValues))
			return nil
		}
		made.values, rest = append(made.values, r.templateValue(shape, w.at, strings.TrimSpace(inner), on)), after
	}
	if len(made.values) == 0 || slices.Contains(made.values, nil) {
		return nil
	}
	return made
}

// templateValue reads one value, nil for a faulty one.
func (r *reader) templateValue(shape ruleShape, at *token.Token, text string, on []catalog.OperationID) *Condition {
	key := fmt.Sprintf("template: {{ %s }}", phrase.Shorten(text, 40))
	value, err := compile(text, language{scope: ofRule, anyResult: true})
	var mistake *ConditionError
	if errors.As(err, &mistake) {
		err := fault(at, "%s: %s", key, mistake)
		if len(mistake.Nearest) > 0 {
			err = yamltext.Suggest(err, mistake.Nearest[0])
		}
		r.add(err)
		return nil
	}
	r.reads(shape, expressionAt{value, key, func(int) *token.Token { return at }}, on)
	return value
}

// renderAnswer returns an answer with its values for the call. A failing value is ""
// and leaves a note.
func (s *selection) renderAnswer(r *activeRule, a *Answer) *Answer {
	if a.templates == nil {
		return a
	}
	made, left := *a, maxRendered
	e := newEvaluation(s.ctx, s.call)
	render := func(t *template, escape func(any) string) string {
		text := t.render(e, left, escape, func(format string, args ...any) { s.note(r, "template: "+format, args...) })
		left -= len(text)
		return text
	}
	made.Headers = maps.Clone(a.Headers)
	for name, t := range a.templates.headers {
		if t != nil {
			made.Headers[name] = render(t, func(value any) string { // a header is one line
				return strings.Map(func(r rune) rune {
					if r < ' ' || r == 0x7f {
						return ' '
					}
					return r
				}, plainText(value))
			})
		}
	}
	if t := a.templates.message; t != nil {
		made.Message = render(t, plainText)
	}
	if t := a.templates.body; t != nil {
		made.Body = new(render(t, escapeFor(made.Headers["Content-Type"], *a.Body)))
	}
	return &made
}

// render returns the text of a template, at most so many bytes of it.
func (t *template) render(e *evaluation, most int, escape func(any) string, note func(format string, args ...any)) string {
	var b strings.Builder
	b.WriteString(t.texts[0])
	for i, value := range t.values {
		result, err := value.run(e)
		if err != nil {
			note("{{ %s }} is empty, because %v", phrase.Shorten(value.text, 40), err)
			result = ""
		}
		if text, _ := result.(string); len(text) > most {
			result = text[:most+1] // before escaping, because that may make it six times as long
		}
		b.WriteString(escape(result))
		b.WriteString(t.texts[i+1])
		if b.Len() > most {
			note("the answer ends here, because it may have %d bytes", maxRendered)
			return strings.ToValidUTF8(b.String()[:most], "")
		}
	}
	return b.String()
}

// escapeFor returns how values are written in a body of a media type. Without one the
// first character of the body decides.
func escapeFor(contentType, body string) func(any) string {
	kind, _, _ := mime.ParseMediaType(contentType)
	body = strings.TrimLeft(body, " \t\r\n")
	begins := func(with string) bool { return kind == "" && strings.HasPrefix(body, with) }
	switch {
	case strings.HasSuffix(kind, "json"), begins("{"), begins("["), begins(`"`):
		return jsonText
	case strings.HasSuffix(kind, "xml"), strings.HasSuffix(kind, "html"), begins("<"):
		return func(value any) string {
			var b bytes.Buffer
			_ = xml.EscapeText(&b, []byte(plainText(value))) // a buffer takes everything
			return b.String()
		}
	}
	return plainText
}

// plainText returns a value as text: lists and objects as JSON, null as nothing.
func plainText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case content.Number:
		return string(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any, map[string]any:
		text, _ := json.Marshal(v) // it was decoded from JSON
		return string(text)
	}
	return fmt.Sprint(value)
}

// jsonText returns a value as a part of JSON. A text has no quotes, because the template
// has them.
func jsonText(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		text := phrase.Quote(v)
		return text[1 : len(text)-1]
	}
	return plainText(value)
}
