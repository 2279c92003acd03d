package verify

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// witness is a recorded call that records the values read by a condition.
type witness struct {
	*call
	condition string
	read      map[string]string
}

// Method records and returns the method.
func (w witness) Method() string { return w.record("method", w.call.Method()) }

// Query records and returns the value.
func (w witness) Query(name string) string { return w.record("query."+name, w.call.Query(name)) }

// Path records and returns the value.
func (w witness) Path(name string) string { return w.record("path."+name, w.call.Path(name)) }

// Header records and returns the value.
func (w witness) Header(name string) string { return w.record("header."+name, w.call.Header(name)) }

// Body records and returns the body, of a long one the beginning.
func (w witness) Body() any {
	body := w.call.Body()
	w.record("body", inJSON(body))
	return body
}

// XPath records and returns the text.
func (w witness) XPath(expression string, spend func(nodes int) error) (string, error) {
	text, err := w.call.XPath(expression, spend)
	return w.record("xpath("+strconv.Quote(expression)+")", text), err
}

// Now records and returns the moment.
func (w witness) Now() time.Time {
	w.record("now", w.call.Now().Format(time.RFC3339))
	return w.call.Now()
}

// Status records and returns the status.
func (w witness) Status() int {
	w.record("status", strconv.Itoa(w.call.Status()))
	return w.call.Status()
}

// Code records and returns the code.
func (w witness) Code() string { return w.record("code", w.call.Code()) }

// Scenario records and returns the names.
func (w witness) Scenario() string { return w.record("scenario", w.call.Scenario()) }

// Milliseconds records and returns the time.
func (w witness) Milliseconds() float64 {
	w.record("duration_ms", strconv.FormatFloat(w.call.Milliseconds(), 'f', -1, 64))
	return w.call.Milliseconds()
}

// Answer records the parts of the answer named in the condition, or else the
// beginning of the whole, and returns the answer.
func (w witness) Answer() (any, error) {
	answer, err := w.call.Answer()
	if err != nil {
		return answer, err
	}
	paths := answerPath.FindAllString(w.condition, maxListed)
	for _, path := range paths {
		w.record(path, inJSON(partOf(answer, path)))
	}
	if len(paths) == 0 {
		w.record("answer", inJSON(answer))
	}
	return answer, nil
}

// answerPath matches a part of the answer as a condition names it.
var answerPath = regexp.MustCompile(`\banswer(\.[A-Za-z_]\w*|\[-?\d+\])+`)

// answerStep matches a step of such a path.
var answerStep = regexp.MustCompile(`\.\w+|-?\d+`)

// partOf returns the part of an answer at a path, nil when there is none.
func partOf(answer any, path string) any {
	for _, step := range answerStep.FindAllString(strings.TrimPrefix(path, "answer"), -1) {
		switch of := answer.(type) {
		case map[string]any:
			answer = of[strings.TrimPrefix(step, ".")]
		case []any:
			at, err := strconv.Atoi(step)
			if at < 0 {
				at += len(of)
			}
			if err != nil || at < 0 || at >= len(of) {
				return nil
			}
			answer = of[at]
		default:
			return nil
		}
	}
	return answer
}

func (w witness) record(name, value string) string {
	w.read[name] = phrase.Shorten(value, maxGiven)
	return value
}

// inJSON returns a decoded value as text.
func inJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "" // values read from JSON or XML can be written
	}
	return string(text)
}
