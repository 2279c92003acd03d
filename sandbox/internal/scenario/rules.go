package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// failForm is an error code. Which are legal depends on the operations of the rule.
var failForm = wordOf(oneOf(documentedCodes()...).single)

// ruleForm is a rule.
var ruleForm = form{must: "a rule must be a mapping", keys: []key{
	{"on", onForm.require(), "The operations the rule is on. unknown-path is every path that the interface does not have; path:/products/* is some of them. wsdl is the descriptions of the SOAP endpoint."},
	{"when", word, ""}, // the description lists the names of conditions
	{"skip", number(0, anyNumber), "How many matching calls pass before the rule acts."},
	{"nth", nthForm, "The rule acts only while the latest call of an operation is the nth since the activation: on that call itself, or on calls of another operation after it."},
	{"every", number(1, anyNumber), "The rule acts on every nth matching call only: 3 means the third, the sixth and so on."},
	{"during", duringForm, "The rule acts only in the first part of each period on the account's clock, from the activation on."},
	{"chance", wordOf(`{"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?%$"}`), "The share of the matching calls on which the rule acts; the same calls in every run."},
	{"times", number(1, anyNumber), "How often the rule acts."},
	{"delay", delayForm, "How long the call waits before it goes on. The delays of several rules add up, to at most 1h."},
	{"fail", failForm, "The error code, documented for the operation, with which the call fails."},
	{"message", word, "The message of fail, instead of the ordinary one."},
	{"status", wordOf(statusSchema), "The HTTP status of fail, instead of the documented one."},
	{"answer", answerForm, "An answer of your own, as JSON on REST and as a fault on SOAP."},
	{"place", oneOf(catalog.PlacedStatuses()...), "The order of the JSON body is placed with this status, and answered as retrieve-order does. Only of stubs that POST or PUT."},
	{"lag", span(shortDuration(MaxLag), "5s"), "The operation reads records as they were so long ago on the account's clock, at most 1h; changes from before the activation are not remembered. Only of active scenarios, on operations that read."},
	{"stale", staleForm, "The operation reads a record as it was before its change, in the first reads after each change since the activation. Only of active scenarios, on operations that read."},
	{"do", doForm, "Moves of the shop, at most 8 a call: an order completes, is refunded, disputed or canceled, a record is removed, the clock advances. Only of active scenarios, never in previews."},
	{"change", form{must: "change must be a list", items: &editForm, most: maxEdits}, "Edits of the answer that the operation gives, one after the other. Those of several rules add up. What no edit names stays byte for byte."},
	{"limit", limitForm, "Lets so many calls through per period, and answers 429 to the others. All have the RateLimit headers."},
	{"after", yes, "true carries the operation out first; then the connection is cut (reset, empty), or the answer replaced."},
	{"before", only(BeforeCredential), "credential affects also calls that fail a check of their account, credential, session or Accept header, unknown paths, and ?wsdl."},
	{"cut", cutForm, "How the connection fails: reset or closed (empty) before the answer, closed in the middle of it (truncate) or behind so many bytes of its head or body, an unreadable body (garbage), or a slow one (drip)."},
	{"pace", paceForm, "How fast the body is sent, such as 1KB/s, which are 1000 bytes a second."},
	{"length", lengthForm, "What is added to the Content-Length, so that it is wrong. The connection is closed behind the body."},
	{"keep_alive", only(staleConnection), "stale leaves the connection open behind the answer, and closes it as the next request arrives."},
}}

// rule reads a rule.
func (r *reader) rule(shape value) rule {
	on, paths := r.targets(shape)
	made := rule{
		operations: on, paths: paths, when: r.when(shape, on), early: shape.has("before"),
		skip: shape.of["skip"].number, times: shape.of["times"].number, every: shape.of["every"].number, chance: r.chance(shape.of["chance"]),
		nth: r.nth(shape.of["nth"]), during: r.during(shape.of["during"]), delay: r.delay(shape.of["delay"]), delivery: r.delivery(shape),
	}
	r.oneEffect(shape)
	if shape.has("answer") {
		made.effect.Answer = r.answer(shape.of["answer"])
		made.effect.Answer.values = r.templates(shape, made.effect.Answer, on)
	}
	made.effect.after = r.after(shape)
	made.effect.late = made.readsEnd()
	if shape.has("fail") {
		made.effect.Fail, made.operations = r.failure(shape, on)
	}
	made.effect.Place = r.place(shape, paths, len(on))
	made.effect.Cut, made.effect.At = cutOf(shape.of["cut"])
	made.limit = r.limit(shape.of["limit"], made.effect.late)
	made.edits = r.edits(shape.of["change"].list, on)
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
func (r *reader) when(shape value, on []catalog.OperationID) *Condition {
	w := shape.of["when"]
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

func (r *reader) chance(w value) float64 {
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

// effectKeys are the keys of effects of which a rule has at most one.
var effectKeys = []string{"fail", "answer", "place", "cut", "limit", "change"}

// oneEffect checks that a rule has at most one effect, and does something.
func (r *reader) oneEffect(shape value) {
	var effects []*token.Token
	for _, key := range effectKeys {
		effect := shape.of[key]
		switch {
		case len(effect.list) > 0:
			effects = append(effects, effect.list[0].at)
		case effect.isPresent() && key != "change":
			effects = append(effects, effect.at)
		}
	}
	if len(effects) > 1 {
		r.add(fault(effects[1], "a rule must have only one of fail, answer, place, change, limit and cut; this is another one"))
	}
	if len(effects) == 0 && shape.first("delay", "do", "lag", "stale", "pace", "length", "keep_alive") == nil {
		r.absent(fault(shape.at, "the rule does nothing: add delay, do, lag, stale, fail, answer, place, change, limit, cut, pace, length or keep_alive"))
	}
	if shape.has("fail") {
		return
	}
	if message := shape.of["message"]; message.isPresent() {
		r.absent(fault(message.at, "message needs fail; an answer has its own message"))
	}
	if status := shape.of["status"]; status.isPresent() {
		r.absent(fault(status.at, "status needs fail; write answer: {status: %s} or change: [{at: status, set: %[1]s}]", status.text))
	}
}

// failure reads the failure of a rule, and its operations. Every operation named by on must
// document the code; "*" means all operations with the code.
func (r *reader) failure(shape value, on []catalog.OperationID) (*Failure, []catalog.OperationID) {
	fail := shape.of["fail"]
	code := catalog.Code(fail.text)
	made := &Failure{Code: code, Message: shape.of["message"].text}
	if w := shape.of["status"]; w.isPresent() {
		n, err := strconv.Atoi(w.text)
		if err != nil || n < minFailure || n > MaxStatus {
			r.add(fault(w.at, "the status of fail must be from %d to %d, got %q", minFailure, MaxStatus, w.text))
		}
		made.Status = n
	}
	documented := documenting(code)
	if _, err := strconv.Atoi(fail.text); err == nil {
		r.add(failedBy(fail, on))
		return made, on
	}
	if len(documented) == 0 {
		r.add(faultNear(fail.at, nearest(code, documentedCodes()), "unknown error code %s", code))
		return made, on
	}
	if isOnAll(shape) {
		return made, documented
	}
	for _, id := range on {
		if id == catalog.UnknownPath || id == catalog.WSDL {
			r.add(fault(fail.at, "%s has no error codes to fail with; use answer with a status", id))
		} else if !slices.Contains(documented, id) {
			r.add(fault(fail.at, "%s does not fail with %s, only with %s", id, code, phrase.Or(codesOf("", id)...)))
		}
	}
	return made, on
}

// failedBy returns the fault of a status in place of an error code, with the
// operations' codes of this status.
func failedBy(w value, on []catalog.OperationID) error {
	codes := codesOf(w.text, on...)
	instead := "answer: {status: " + w.text + "}"
	if len(codes) == 0 {
		return fault(w.at, "fail must be an error code, got %q; for a status write %s", w.text, instead)
	}
	const maxCodes = 5
	err := fault(w.at, "fail must be an error code, such as %s, got %q; for a status write %s", phrase.Or(codes[:min(maxCodes, len(codes))]...), w.text, instead)
	return yamltext.Suggest(err, string(codes[0]))
}

// BeforeCredential is the only value of the key before of a rule.
const BeforeCredential = "credential"

// after reports whether the operation is carried out before the effect.
func (r *reader) after(shape value) bool {
	after, cut := shape.of["after"], Cut(shape.of["cut"].text)
	switch before := shape.of["before"]; {
	case !after.isPresent():
		return false
	case before.isPresent():
		r.add(fault(before.at, "before: %s and after: true exclude each other, because nothing is carried out without a right credential", BeforeCredential))
	case after.text == "true" && !shape.has("answer") && cut != Reset && cut != Empty:
		r.absent(fault(after.at, "after needs answer, cut: %s or cut: %s; every other effect leaves the operation in place or prevents it", Reset, Empty))
	}
	return true
}
