package scenario

import (
	"net/textproto"
	"strconv"

	"golang.org/x/net/http/httpguts"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
)

// answerForm is an answer of a scenario's own.
var answerForm = form{must: "answer must be a mapping", single: noSingle, keys: []key{
	{"status", wordOf(statusSchema).require(), "HTTP status, 200 to 599."},
	{"headers", namesForm, "Response headers."},
	{"error_code", word, "error_code of the body, or the code of the fault, at most 100 bytes."},
	{"message", word, "The message beside error_code."},
	{"body", word, "A raw body instead of error_code and message."},
	{"file", word, "The name of a file beside this one, in the folder of scenarios, that has the body: UTF-8, at most 1 MiB."},
	{"template", yes, "true computes {{ expression }} in the body, the message and the headers for each call."},
}, check: func(text string) (int64, string) {
	if _, err := strconv.Atoi(text); err == nil {
		return 0, "a mapping: write {status: " + text + "}"
	}
	return 0, "a mapping with a status; for an error code of the operation write fail: " + text
}}

// MinStatus and MaxStatus bound the status of an answer. One below 200 does not end a call, so
// the client would wait forever.
const MinStatus, MaxStatus = 200, 599

// statusSchema is the JSON Schema of a status.
const statusSchema = `{"type": "integer", "minimum": 200, "maximum": 599}`

// minFailure is the lowest status of a failure.
const minFailure = 400

// MaxCode bounds an error code in bytes, because lists never cut one and the journal
// keeps those of dropped calls.
const MaxCode = 100

func (r *reader) answer(shape value) *Answer {
	code, message, body, file := shape.of["error_code"], shape.of["message"], shape.of["body"], shape.of["file"]
	made := &Answer{Code: code.text, Message: message.text, Headers: r.headers(shape.of["headers"].list)}
	made.Status = r.status(shape)
	switch {
	case body.isPresent() && file.isPresent():
		r.add(fault(file.at, "an answer must have either body or file"))
	case file.isPresent():
		body = value{text: r.file(file), at: file.at}
	}
	if body.isPresent() {
		made.Body = &body.text
	}
	switch {
	case len(made.Code) > MaxCode:
		r.add(fault(code.at, "error_code must have at most %d bytes, got %d", MaxCode, len(made.Code)))
	case body.isPresent() && (code.isPresent() || message.isPresent()):
		r.add(fault(body.at, "an answer must have either error_code and message, or a raw body"))
	case message.isPresent() && !code.isPresent():
		r.absent(fault(message.at, "message needs error_code"))
	case (made.Status == 204 || made.Status == 304) && (body.isPresent() || code.isPresent()):
		r.add(fault(shape.of["status"].at, "an answer with status %d must not have a body", made.Status))
	}
	return made
}

func (r *reader) status(shape value) int {
	w := shape.of["status"]
	if code := catalog.Code(shape.of["error_code"].text); !w.isPresent() && len(documenting(code)) > 0 {
		r.absent(fault(shape.at, "an answer must have a status; fail: %s answers with that of the code", code))
		return 0
	} else if !w.isPresent() {
		r.absent(fault(shape.at, "an answer must have a status"))
		return 0
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < MinStatus || n > MaxStatus {
		instead := ""
		if len(documenting(catalog.Code(w.text))) > 0 {
			instead = "; for an error code of the operation write fail: " + w.text
		}
		r.add(fault(w.at, "status must be from %d to %d, got %q%s", MinStatus, MaxStatus, w.text, instead))
	}
	return n
}

func (r *reader) headers(given []value) map[string]string {
	if len(given) == 0 {
		return nil
	}
	made := make(map[string]string, len(given))
	for _, v := range given {
		name := textproto.CanonicalMIMEHeaderKey(v.name.Value)
		_, twice := made[name]
		switch err := edit.CheckHeaderName("headers", v.name.Value); {
		case err != nil:
			r.add(fault(v.name, "%s", err))
		case twice:
			r.add(fault(v.name, "headers name %s twice", name))
		case !httpguts.ValidHeaderFieldValue(v.text):
			r.add(fault(v.at, "the value of header %s must not have control characters", name))
		}
		made[name] = v.text
	}
	return made
}
