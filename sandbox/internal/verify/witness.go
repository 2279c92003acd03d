package verify

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// witness is a recorded call that records which of its values a condition
// reads.
type witness struct {
	*call
	read map[string]string
}

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

// Answer records and returns the answer, of a long one the beginning.
func (w witness) Answer() (any, error) {
	answer, err := w.call.Answer()
	if err == nil {
		w.record("answer", inJSON(answer))
	}
	return answer, err
}

func (w witness) record(name, value string) string {
	w.read[name] = phrase.Shorten(value, longestGiven)
	return value
}

// inJSON returns a decoded value as text.
func inJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "" // what was read from JSON or XML can be written
	}
	return string(text)
}
