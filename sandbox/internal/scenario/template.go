package scenario

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"mime"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// The bounds of templates. A compiled expression takes kilobytes.
const (
	maxTemplateValues = 200     // of a scenario
	maxRendered       = 1 << 20 // bytes of an answer
)

// templates reads the values of an answer's texts, written {{ order.RefNo }}. It returns
// them by their expressions, nil when the texts are as they are written.
func (r *reader) templates(shape value, made *Answer, on []catalog.OperationID) map[string]*Condition {
	answer := shape.of["answer"]
	if !answer.has("template") {
		return nil
	}
	texts := append([]value{answer.of["message"]}, answer.of["headers"].list...)
	if made.Body != nil {
		texts = append(texts, value{text: *made.Body, at: answer.first("body", "file")})
	}
	values := map[string]*Condition{}
	for _, w := range texts {
		at := func(int) *token.Token { return w.at }
		for _, behind, found := strings.Cut(w.text, "{{"); found; _, behind, found = strings.Cut(behind, "{{") {
			text, rest, ends := strings.Cut(behind, "}}")
			if !ends {
				r.add(fault(w.at, "template: {{%s has no end; write {{ expression }}", phrase.Shorten(text, 40)))
				break
			}
			if r.values++; r.values > maxTemplateValues {
				r.add(fault(w.at, "the templates of a scenario may have at most %d values together", maxTemplateValues))
				break
			}
			text, behind = strings.TrimSpace(text), rest
			key := fmt.Sprintf("template: {{ %s }}", phrase.Shorten(text, 40))
			if value := r.expression(shape, expressionAt{key, text, language{scope: ofRule, anyResult: true}, at}, on, ""); value != nil {
				values[text] = value
			}
		}
	}
	return values
}

// renderAnswer returns an answer with its values for the call. A failing value is ""
// and leaves a note.
func (s *selection) renderAnswer(r *activeRule, a *Answer) *Answer {
	if a.values == nil {
		return a
	}
	made, left := *a, maxRendered
	e := newEvaluation(s.ctx, s.call)
	render := func(text string, escape func(any) string) string {
		if !strings.Contains(text, "{{") {
			return text
		}
		filled, whole := fill(text, left, func(expression string) string {
			result, err := a.values[expression].run(e)
			if err != nil {
				s.note(r, "template: {{ %s }} is empty, because %v", phrase.Shorten(expression, 40), err)
				result = ""
			}
			if text, _ := result.(string); len(text) > left {
				result = text[:left+1] // before escaping, because that may make it six times as long
			}
			return escape(result)
		})
		if !whole {
			s.note(r, "template: the answer ends here, because it may have %d bytes", maxRendered)
		}
		left -= len(filled)
		return filled
	}
	made.Headers = maps.Clone(a.Headers)
	for name, text := range a.Headers {
		made.Headers[name] = render(text, func(value any) string { // a header is one line
			return strings.Map(func(r rune) rune {
				if r < ' ' || r == 0x7f {
					return ' '
				}
				return r
			}, plainText(value))
		})
	}
	made.Message = render(a.Message, plainText)
	if a.Body != nil {
		made.Body = new(render(*a.Body, escapeFor(made.Headers["Content-Type"], *a.Body)))
	}
	return &made
}

// fill returns a template with the text of each value, at most so many bytes of it, and
// whether that is the whole.
func fill(template string, most int, value func(expression string) string) (filled string, whole bool) {
	var b strings.Builder
	before, rest, found := strings.Cut(template, "{{")
	b.WriteString(before)
	for found {
		expression, behind, _ := strings.Cut(rest, "}}")
		b.WriteString(value(strings.TrimSpace(expression)))
		before, rest, found = strings.Cut(behind, "{{")
		b.WriteString(before)
		if b.Len() > most {
			return strings.ToValidUTF8(b.String()[:most], ""), false
		}
	}
	return b.String(), true
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
