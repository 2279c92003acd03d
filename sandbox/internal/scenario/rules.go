package scenario

import (
	"errors"
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
	var err error
	made := rule{operations: on, paths: paths, when: r.when(shape.When), chance: r.chance(shape.Chance)}
	r.inputs(shape.When, made.when, on)
	made.skip, err = shape.Skip.number("skip", 0)
	r.add(err)
	made.times, err = shape.Times.number("times", 1)
	r.add(err)
	if made.delay, err = shape.Delay.read(); !r.isPartial(r.path + ".delay") {
		r.add(err)
	}
	r.oneEffect(shape)
	if shape.Fail.given() {
		made.effect.Fail = &Failure{Code: catalog.Code(shape.Fail.text), Message: shape.Message.text}
		made.operations = r.failing(shape, on)
	}
	if shape.Answer.at != nil {
		made.effect.Answer = r.answer(shape.Answer)
	}
	made.effect.Cut = r.cut(shape.Cut)
	made.limit = r.limit(shape.Limit)
	made.effect.Edits = r.edits(shape.Change, on)
	made.effect.After = r.after(shape)
	made.early = r.before(shape)
	return made
}

// when compiles the condition. A fault points into the expression when it is
// written on one line without quotes, otherwise at its beginning.
func (r *reader) when(w expression) *Condition {
	if !w.given() {
		return nil
	}
	condition, err := Compile(w.text)
	var mistake *ConditionError
	if errors.As(err, &mistake) {
		err := fault(within(w.word, mistake.Line, mistake.Column), "when: %s", mistake)
		if len(mistake.Nearest) > 0 {
			err = yamltext.Suggest(err, mistake.Nearest[0])
		}
		r.add(err)
		return nil
	}
	if r.instructions += condition.instructions; r.instructions > maxPattern {
		r.add(fault(w.at, "when: %s", errTooManyPatterns))
	}
	return condition
}

// within returns the place of a line and a column of an expression, as far as it
// is written on one line without quotes, otherwise its beginning.
func within(w word, line, column int) *token.Token {
	if w.at.Type == token.StringType && line == 1 {
		return shifted(w.at, column-1)
	}
	return w.at
}

// shifted returns a copy of the token that points further to the right.
func shifted(at *token.Token, by int) *token.Token {
	moved, position := *at, *at.Position
	position.Column += by
	moved.Position = &position
	return &moved
}

func (r *reader) chance(w percentage) float64 {
	if !w.given() {
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
	for _, at := range []*token.Token{shape.Fail.at, shape.Answer.at, shape.Cut.at, shape.Limit.at} {
		if at != nil {
			effects = append(effects, at)
		}
	}
	if len(shape.Change) > 0 {
		effects = append(effects, shape.Change[0].at)
	}
	if len(effects) > 1 {
		r.add(fault(effects[1], "a rule must have only one of fail, answer, change, limit and cut; this is another one"))
	}
	if len(effects) == 0 && shape.Delay.at == nil {
		r.absent(fault(shape.at, "the rule does nothing: add delay, fail, answer, change, limit or cut"))
	}
	if shape.Message.given() && !shape.Fail.given() {
		r.absent(fault(shape.Message.at, "message needs fail; an answer has its own message"))
	}
}

// failing returns the operations that fail with the rule's code. Every operation
// that on names must document the code; "*" means those that do.
func (r *reader) failing(shape ruleShape, on []catalog.OperationID) []catalog.OperationID {
	code := catalog.Code(shape.Fail.text)
	documented := documenting(code)
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
			r.add(fault(shape.Fail.at, "%s does not fail with %s, only with %s", id, code, phrase.Or(codesOf(id)...)))
		}
	}
	return on
}

func codesOf(id catalog.OperationID) []catalog.Code {
	var codes []catalog.Code
	if op, ok := catalog.Find(id); ok {
		for _, failure := range op.Failures() {
			codes = append(codes, failure.Code)
		}
	}
	return codes
}

func (r *reader) cut(w cutShape) Cut {
	cut := Cut(w.text)
	if w.given() && !slices.Contains(cuts, cut) {
		r.add(faultNear(w.at, nearest(cut, cuts), "cut must be %s, got %q", phrase.Or(cuts...), cut))
	}
	return cut
}

// only checks that a key, if given, has the only value that it can have.
func (r *reader) only(key string, w word, value string) bool {
	if !w.given() || w.text == value {
		return true
	}
	r.add(yamltext.Suggest(fault(w.at, "%s must be %s, got %q", key, value, w.text), value))
	return false
}

// after reports whether the operation is carried out before the effect.
func (r *reader) after(shape ruleShape) bool {
	cut := Cut(shape.Cut.text)
	switch {
	case !shape.After.given():
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
	if shape.Before.given() && shape.After.given() {
		r.add(fault(shape.Before.at, "before: %s and after: true exclude each other, because nothing is carried out without a right credential", BeforeCredential))
	}
	return shape.Before.given()
}

// The statuses that an answer may have. A status below 200 does not end a call,
// so the client would wait forever.
const minStatus, maxStatus = 200, 599

func (r *reader) answer(shape answerShape) *Answer {
	made := &Answer{Code: shape.ErrorCode.text, Message: shape.Message.text, Headers: r.headers(shape.Headers)}
	made.Status = r.status(shape)
	if shape.Body.given() {
		made.Body = &shape.Body.text
	}
	switch {
	case shape.Body.given() && (shape.ErrorCode.given() || shape.Message.given()):
		r.add(fault(shape.Body.at, "an answer must have either error_code and message, or a raw body"))
	case shape.Message.given() && !shape.ErrorCode.given():
		r.absent(fault(shape.Message.at, "message needs error_code"))
	case (made.Status == 204 || made.Status == 304) && (shape.Body.given() || shape.ErrorCode.given()):
		r.add(fault(shape.Status.at, "an answer with status %d must not have a body", made.Status))
	}
	return made
}

func (r *reader) status(shape answerShape) int {
	w := shape.Status
	if code := catalog.Code(shape.ErrorCode.text); !w.given() && len(documenting(code)) > 0 {
		r.absent(fault(shape.at, "an answer must have a status; fail: %s answers with that of the code", code))
		return 0
	} else if !w.given() {
		r.absent(fault(shape.at, "an answer must have a status"))
		return 0
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < minStatus || n > maxStatus {
		r.add(fault(w.at, "status must be from %d to %d, got %q", minStatus, maxStatus, w.text))
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
