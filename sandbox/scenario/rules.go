package scenario

import (
	"errors"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

func (r *reader) rule(shape ruleShape) rule {
	on := r.operations(shape)
	var err error
	made := rule{operations: on, when: r.when(shape.When), chance: r.chance(shape.Chance)}
	made.skip, err = shape.Skip.number(0)
	r.fail(err)
	made.times, err = shape.Times.number(1)
	r.fail(err)
	made.delay, err = shape.Delay.read()
	r.fail(err)
	r.oneEffect(shape)
	if shape.Fail.given() {
		made.effect.Fail = &Failure{Code: catalog.Code(shape.Fail.text), Message: shape.Message.text}
		made.operations = r.failing(shape, on)
	}
	if shape.Answer.at != nil {
		made.effect.Answer = r.answer(shape.Answer)
	}
	made.effect.Cut = r.cut(shape.Cut)
	return made
}

// operations returns the operations named by on, "*" meaning all.
func (r *reader) operations(shape ruleShape) []catalog.OperationID {
	on := shape.On
	if on.at == nil {
		r.fail(fault(shape.at, "a rule needs on: an operation, a list of operations, or \"*\""))
		return nil
	}
	var ids []catalog.OperationID
	for _, name := range on.names {
		id := catalog.OperationID(name.text)
		switch _, known := catalog.Find(id); {
		case name.text == everyOperation && len(on.names) > 1:
			r.fail(fault(name.at, "\"*\" is every operation and stands alone"))
		case name.text == everyOperation:
			return operationNames()
		case !known:
			r.fail(fault(name.at, "unknown operation %s%s", id, hint(nearest(id, operationNames()))))
		case slices.Contains(ids, id):
			r.fail(fault(name.at, "%s is named twice", id))
		default:
			ids = append(ids, id)
		}
	}
	return ids
}

const everyOperation = "*"

func operationNames() []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		ids = append(ids, op.ID)
	}
	return ids
}

// when points into the expression where it is written on one line without
// quotes, and at its beginning otherwise.
func (r *reader) when(w word) *Condition {
	if !w.given() {
		return nil
	}
	condition, err := Compile(w.text)
	var slip *ConditionError
	if errors.As(err, &slip) {
		at := w.at
		if at.Type == token.StringType && slip.Line == 1 {
			at = shifted(at, slip.Column-1)
		}
		r.fail(fault(at, "when: %s", slip))
	}
	return condition
}

// shifted is the token with its mark moved to the right.
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
		r.fail(fault(w.at, "a percentage above 0%% and up to 100%% was expected, such as 25%%, got %q", w.text))
		return 1
	}
	return share / 100
}

// oneEffect holds a rule to one effect at most and something to do at least.
func (r *reader) oneEffect(shape ruleShape) {
	var effects []*token.Token
	for _, at := range []*token.Token{shape.Fail.at, shape.Answer.at, shape.Cut.at} {
		if at != nil {
			effects = append(effects, at)
		}
	}
	if len(effects) > 1 {
		r.fail(fault(effects[1], "a rule has one of fail, answer and cut; this is the second"))
	}
	if len(effects) == 0 && shape.Delay.at == nil {
		r.fail(fault(shape.at, "the rule does nothing: it needs delay, fail, answer or cut"))
	}
	if shape.Message.given() && !shape.Fail.given() {
		r.fail(fault(shape.Message.at, "message goes with fail; an answer has a message of its own"))
	}
}

// failing returns the operations among on that can fail with the rule's code.
// A code must be documented for every operation that is named; with "*" the
// rule is on those for which it is.
func (r *reader) failing(shape ruleShape, on []catalog.OperationID) []catalog.OperationID {
	code := catalog.Code(shape.Fail.text)
	able := documenting(code)
	if len(able) == 0 {
		r.fail(fault(shape.Fail.at, "unknown error code %s%s", code, hint(nearest(code, documentedCodes()))))
		return on
	}
	if shape.On.names != nil && shape.On.names[0].text == everyOperation {
		return able
	}
	for _, id := range on {
		if !slices.Contains(able, id) {
			r.fail(fault(shape.Fail.at, "%s never fails with %s; it does with %s", id, code, oneOf(codesOf(id))))
		}
	}
	return on
}

func codesOf(id catalog.OperationID) []string {
	var codes []string
	if op, ok := catalog.Find(id); ok {
		for _, failure := range op.Failures() {
			codes = append(codes, string(failure.Code))
		}
	}
	return codes
}

func (r *reader) cut(w cutShape) Cut {
	if w.given() && !slices.Contains(cuts, Cut(w.text)) {
		r.fail(fault(w.at, "unknown cut %s: it is %s%s", w.text, oneOf(texts(cuts)), hint(nearest(w.text, cuts))))
	}
	return Cut(w.text)
}

// The statuses an answer may have. Those below 200 end no call, so a client
// would wait on.
const leastStatus, mostStatus = 200, 599

func (r *reader) answer(shape answerShape) *Answer {
	made := &Answer{Code: shape.ErrorCode.text, Message: shape.Message.text, Headers: r.headers(shape.Headers)}
	made.Status = r.status(shape.Status, shape.at)
	if shape.Body.given() {
		made.Body = &shape.Body.text
	}
	switch {
	case shape.Body.given() && (shape.ErrorCode.given() || shape.Message.given()):
		r.fail(fault(shape.Body.at, "an answer has either error_code and message, or a raw body"))
	case shape.Message.given() && !shape.ErrorCode.given():
		r.fail(fault(shape.Message.at, "message goes with error_code"))
	case (made.Status == 204 || made.Status == 304) && (shape.Body.given() || shape.ErrorCode.given()):
		r.fail(fault(shape.Status.at, "an answer of status %d has no body", made.Status))
	}
	return made
}

func (r *reader) status(w status, at *token.Token) int {
	if !w.given() {
		r.fail(fault(at, "an answer needs a status"))
		return 0
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < leastStatus || n > mostStatus {
		r.fail(fault(w.at, "a status from %d to %d was expected, got %q", leastStatus, mostStatus, w.text))
	}
	return n
}

// framing headers say how long a message is. One that lies belongs to cut,
// which does it the same way on every connection.
var framing = []string{"Connection", "Content-Length", "Transfer-Encoding"}

func (r *reader) headers(given headers) map[string]string {
	if len(given.pairs) == 0 {
		return nil
	}
	made := make(map[string]string, len(given.pairs))
	for _, p := range given.pairs {
		name := textproto.CanonicalMIMEHeaderKey(p.key.text)
		_, twice := made[name]
		switch {
		case !isHeaderName(name):
			r.fail(fault(p.key.at, "%q is no header name", p.key.text))
		case slices.Contains(framing, name):
			r.fail(fault(p.key.at, "%s cannot be set: use cut to break a message off", name))
		case twice:
			r.fail(fault(p.key.at, "%s is given twice", name))
		case strings.ContainsFunc(p.value.text, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }):
			r.fail(fault(p.value.at, "the value of header %s holds a control character", name))
		}
		made[name] = p.value.text
	}
	return made
}

func isHeaderName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return c <= ' ' || c >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}

func texts[T ~string](list []T) []string {
	made := make([]string, len(list))
	for i, item := range list {
		made[i] = string(item)
	}
	return made
}
