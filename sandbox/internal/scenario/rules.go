package scenario

import (
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"
	"golang.org/x/net/http/httpguts"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

func (r *reader) rule(shape ruleShape) rule {
	on, paths := r.targets(shape)
	made := rule{operations: on, paths: paths, when: r.when(shape, on), chance: r.chance(shape.Chance)}
	if shape.Answer.at != nil {
		made.effect.Answer = r.answer(shape.Answer)
		made.effect.Answer.values = r.templates(shape, made.effect.Answer, on)
	}
	made.effect.after = r.after(shape)
	made.effect.late = made.readsEnd()
	made.skip, made.times, made.every = r.number("skip", shape.Skip.word, 0, anyNumber), r.number("times", shape.Times.word, 1, anyNumber), r.number("every", shape.Every.word, 1, anyNumber)
	made.nth, made.during = r.nth(shape.Nth), r.during(shape.During)
	made.delay = r.delay(shape.Delay)
	r.oneEffect(shape)
	if shape.Fail.isPresent() {
		made.effect.Fail = &Failure{Code: catalog.Code(shape.Fail.text), Message: shape.Message.text}
		if w := shape.Status; w.isPresent() {
			n, err := strconv.Atoi(w.text)
			if err != nil || n < minFailure || n > maxStatus {
				r.add(fault(w.at, "the status of fail must be from %d to %d, got %q", minFailure, maxStatus, w.text))
			}
			made.effect.Fail.Status = n
		}
		made.operations = r.failing(shape, on)
	}
	if shape.Place.isPresent() && shape.Before.isPresent() {
		r.unproven(shape, "place", shape.Place.at)
	}
	made.effect.Place = r.place(shape.Place, paths, len(on))
	made.effect.Cut, made.effect.At = r.cut(shape.Cut)
	made.limit = r.limit(shape.Limit, made.effect.late)
	made.edits = r.edits(shape.Change, on)
	made.early = r.before(shape)
	made.delivery = r.delivery(shape)
	made.moves = r.do(shape, on, made.effect.late)
	made.earlier, made.operations = r.earlier(shape, made.operations, made.effect.late)
	return made
}

// readsEnd reports whether the rule acts after the end of the call, because it reads how the
// call ended or answers with the operation's results.
func (r *rule) readsEnd() bool {
	late := r.when != nil && r.when.late
	if a := r.effect.Answer; a != nil && a.values != nil {
		late = late || r.effect.after
		for _, value := range a.values {
			late = late || value.late
		}
	}
	return late
}

// when compiles the condition. A fault points into the expression when it is
// written on one line without quotes, otherwise at its beginning.
func (r *reader) when(shape ruleShape, on []catalog.OperationID) *Condition {
	w := shape.When
	if !w.isPresent() {
		return nil
	}
	at := func(column int) *token.Token {
		if w.at.Type != token.StringType || strings.Contains(strings.TrimSpace(w.at.Origin), "\n") {
			return w.at
		}
		moved, position := *w.at, *w.at.Position
		position.Column += column - 1
		moved.Position = &position
		return &moved
	}
	behind := ""
	if next := w.at.Next; w.at.Type == token.StringType && next != nil && next.Type == token.CommentType && next.Position.Line == w.at.Position.Line {
		behind = "; what follows a blank and # is a comment, so write the condition in quotes"
	}
	condition := r.expression(shape, expressionAt{"when", w.text, language{scope: ofRule}, at}, on, behind)
	if condition == nil {
		return nil
	}
	for _, doubt := range condition.doubts {
		r.doubts = append(r.doubts, warning(at(doubt.Column), "when: %s%s", doubt.Message, hint(doubt.Nearest)))
	}
	for _, text := range Conjuncts(w.text) {
		if part, err := Compile(text); err == nil { // part of a right one, so a mistake makes it no part
			condition.parts = append(condition.parts, part)
		}
	}
	if r.instructions += condition.instructions; r.instructions > maxPattern {
		r.add(fault(w.at, "when: %s", errTooManyPatterns))
	}
	return condition
}

func (r *reader) chance(w percentage) float64 {
	if !w.isPresent() {
		return 1
	}
	number, isShare := strings.CutSuffix(w.text, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !isShare || err != nil || !(share > 0 && share <= 100) {
		r.add(fault(w.at, "chance must be above 0%% and at most 100%%, such as 25%%, got %q", w.text))
		return 1
	}
	return share / 100
}

// oneEffect checks that a rule has at most one effect, and does something.
func (r *reader) oneEffect(shape ruleShape) {
	var effects []*token.Token
	for _, at := range []*token.Token{shape.Fail.at, shape.Answer.at, shape.Place.at, shape.Cut.at, shape.Limit.at} {
		if at != nil {
			effects = append(effects, at)
		}
	}
	if len(shape.Change) > 0 {
		effects = append(effects, shape.Change[0].at)
	}
	if len(effects) > 1 {
		r.add(fault(effects[1], "a rule must have only one of fail, answer, place, change, limit and cut; this is another one"))
	}
	if len(effects) == 0 && shape.Delay.at == nil && shape.Do.at == nil && shape.Lag.at == nil && shape.Stale.at == nil && shape.deliveryKey() == nil {
		r.absent(fault(shape.at, "the rule does nothing: add delay, do, lag, stale, fail, answer, place, change, limit, cut, pace, length or keep_alive"))
	}
	if shape.Message.isPresent() && !shape.Fail.isPresent() {
		r.absent(fault(shape.Message.at, "message needs fail; an answer has its own message"))
	}
	if shape.Status.isPresent() && !shape.Fail.isPresent() {
		r.absent(fault(shape.Status.at, "status needs fail; write answer: {status: %s} or change: [{at: status, set: %[1]s}]", shape.Status.text))
	}
}

// failing returns the operations that fail with the rule's code. Every operation
// named by on must document the code; "*" means all operations with the code.
func (r *reader) failing(shape ruleShape, on []catalog.OperationID) []catalog.OperationID {
	code := catalog.Code(shape.Fail.text)
	documented := documenting(code)
	if _, err := strconv.Atoi(shape.Fail.text); err == nil {
		r.add(failedBy(shape.Fail, on))
		return on
	}
	if len(documented) == 0 {
		r.add(faultNear(shape.Fail.at, nearest(code, documentedCodes()), "unknown error code %s", code))
		return on
	}
	if shape.On.names != nil && shape.On.names[0].text == everyOperation {
		return documented
	}
	for _, id := range on {
		if id == catalog.UnknownPath || id == catalog.WSDL {
			r.add(fault(shape.Fail.at, "%s has no error codes to fail with; use answer with a status", id))
		} else if !slices.Contains(documented, id) {
			r.add(fault(shape.Fail.at, "%s does not fail with %s, only with %s", id, code, phrase.Or(codesOf("", id)...)))
		}
	}
	return on
}

// failedBy returns the fault of a status in place of an error code, with the
// operations' codes of this status.
func failedBy(w code, on []catalog.OperationID) error {
	codes := codesOf(w.text, on...)
	instead := "answer: {status: " + w.text + "}"
	if len(codes) == 0 {
		return fault(w.at, "fail must be an error code, got %q; for a status write %s", w.text, instead)
	}
	const maxCodes = 5
	err := fault(w.at, "fail must be an error code, such as %s, got %q; for a status write %s", phrase.Or(codes[:min(maxCodes, len(codes))]...), w.text, instead)
	return yamltext.Suggest(err, string(codes[0]))
}

// after reports whether the operation is carried out before the effect.
func (r *reader) after(shape ruleShape) bool {
	cut := Cut(shape.Cut.one.text)
	switch {
	case !shape.After.isPresent():
		return false
	case !r.only("after", shape.After.word, "true"):
	case shape.Answer.at == nil && cut != Reset && cut != Empty:
		r.absent(fault(shape.After.at, "after needs answer, cut: %s or cut: %s; every other effect leaves the operation in place or prevents it", Reset, Empty))
	}
	return true
}

// BeforeCredential is the only value of the key before of a rule.
const BeforeCredential = "credential"

// before reports whether the rule acts before the credential.
func (r *reader) before(shape ruleShape) bool {
	r.only("before", shape.Before.word, BeforeCredential)
	if shape.Before.isPresent() && shape.After.isPresent() {
		r.add(fault(shape.Before.at, "before: %s and after: true exclude each other, because nothing is carried out without a right credential", BeforeCredential))
	}
	return shape.Before.isPresent()
}

// The legal statuses of an answer. A status below 200 does not end a call, so
// the client would wait forever.
const minStatus, maxStatus = 200, 599

// minFailure is the lowest status of a failure.
const minFailure = 400

// maxCode bounds an error code in bytes, because lists never cut one and the journal
// keeps those of dropped calls.
const maxCode = 100

func (r *reader) answer(shape answerShape) *Answer {
	made := &Answer{Code: shape.ErrorCode.text, Message: shape.Message.text, Headers: r.headers(shape.Headers)}
	made.Status = r.status(shape)
	switch {
	case shape.Body.isPresent() && shape.File.isPresent():
		r.add(fault(shape.File.at, "an answer must have either body or file"))
	case shape.File.isPresent():
		shape.Body = word{r.file(shape.File), shape.File.at}
	}
	if shape.Body.isPresent() {
		made.Body = &shape.Body.text
	}
	switch {
	case len(made.Code) > maxCode:
		r.add(fault(shape.ErrorCode.at, "error_code must have at most %d bytes, got %d", maxCode, len(made.Code)))
	case shape.Body.isPresent() && (shape.ErrorCode.isPresent() || shape.Message.isPresent()):
		r.add(fault(shape.Body.at, "an answer must have either error_code and message, or a raw body"))
	case shape.Message.isPresent() && !shape.ErrorCode.isPresent():
		r.absent(fault(shape.Message.at, "message needs error_code"))
	case (made.Status == 204 || made.Status == 304) && (shape.Body.isPresent() || shape.ErrorCode.isPresent()):
		r.add(fault(shape.Status.at, "an answer with status %d must not have a body", made.Status))
	}
	return made
}

func (r *reader) status(shape answerShape) int {
	w := shape.Status
	if code := catalog.Code(shape.ErrorCode.text); !w.isPresent() && len(documenting(code)) > 0 {
		r.absent(fault(shape.at, "an answer must have a status; fail: %s answers with that of the code", code))
		return 0
	} else if !w.isPresent() {
		r.absent(fault(shape.at, "an answer must have a status"))
		return 0
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < minStatus || n > maxStatus {
		instead := ""
		if len(documenting(catalog.Code(w.text))) > 0 {
			instead = "; for an error code of the operation write fail: " + w.text
		}
		r.add(fault(w.at, "status must be from %d to %d, got %q%s", minStatus, maxStatus, w.text, instead))
	}
	return n
}

// framingHeaders say how long a message is. A scenario cannot set them, because
// cut breaks messages in the same way on every connection.
var framingHeaders = []string{"Connection", "Content-Length", "Transfer-Encoding"}

func (r *reader) headers(given headers) map[string]string {
	if len(given.pairs) == 0 {
		return nil
	}
	made := make(map[string]string, len(given.pairs))
	for _, p := range given.pairs {
		name := textproto.CanonicalMIMEHeaderKey(p.key.text)
		_, twice := made[name]
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			r.add(fault(p.key.at, "a header name must consist of letters, digits and hyphens, got %q", p.key.text))
		case slices.Contains(framingHeaders, name):
			r.add(fault(p.key.at, "headers must not set %s; use cut to break a message", name))
		case twice:
			r.add(fault(p.key.at, "headers name %s twice", name))
		case p.fault != nil:
			r.add(p.fault)
		case !httpguts.ValidHeaderFieldValue(p.value.text):
			r.add(fault(p.value.at, "the value of header %s must not have control characters", name))
		}
		made[name] = p.value.text
	}
	return made
}
