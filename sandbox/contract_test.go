package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/soap"
)

// ending is one way in which the catalogue says that a call can end.
type ending struct {
	wire      catalog.Protocol
	operation catalog.OperationID // empty for a failure that belongs to none
	status    int
	code      catalog.Code // empty for a success
}

func (e ending) String() string {
	return fmt.Sprintf("%s %s %d %s", e.wire, e.operation, e.status, e.code)
}

// TestContract wants every way in which a call can end, in all the answers to
// the question of its status, to be told by an exchange, and every exchange to
// end in one of these ways.
func TestContract(t *testing.T) {
	t.Parallel()
	told := toldEndings(t)
	possible := map[ending]bool{}
	for _, e := range allEndings() {
		possible[e] = true
		if told[e] == "" && !beyondReach(e) {
			t.Errorf("no exchange tells of %s", e)
		}
	}
	for e, where := range told {
		if !possible[e] && !softened(e) {
			t.Errorf("%s ends in %s, which the catalogue does not know", where, e)
		}
	}
}

// beyondReach exempts what no caller can bring about: the sandbox breaking
// down.
func beyondReach(e ending) bool { return e.code == catalog.InternalError }

// softened exempts the failure that an account may have told as a success
// (open question recommended-not-found).
func softened(e ending) bool {
	return e.operation == catalog.RecommendedUpsell && e.status == http.StatusNoContent
}

func allEndings() []ending {
	var list []ending
	for _, wire := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		list = append(list, endings(wire, "", catalog.GeneralFailures(wire))...)
	}
	for _, op := range catalog.Operations() {
		list = append(list, endings(op.Protocol, op.ID, append(op.Failures(), op.Success))...)
	}
	return list
}

func endings(wire catalog.Protocol, of catalog.OperationID, outcomes []catalog.Outcome) []ending {
	var list []ending
	for _, outcome := range outcomes {
		for _, status := range statuses(outcome) {
			list = append(list, ending{wire, of, status, outcome.Code})
		}
	}
	return list
}

// statuses are those that the answers to the outcome's question give it.
func statuses(o catalog.Outcome) []int {
	if o.StatusQuestion == "" {
		return []int{o.Status}
	}
	question, _ := catalog.FindQuestion(o.StatusQuestion)
	var list []int
	for _, token := range question.Choices {
		answers, err := catalog.Defaults().With(o.StatusQuestion, token.Answer)
		if err == nil {
			list = append(list, o.StatusFor(answers))
		}
	}
	return list
}

// toldEndings reads how the recorded calls end, and where.
func toldEndings(t *testing.T) map[ending]string {
	t.Helper()
	told := map[ending]string{}
	for _, file := range storyFiles(t) {
		for i, st := range readStory(t, storyName(file), file).steps {
			if e, ok := st.ending(); ok {
				told[e] = fmt.Sprintf("%s, step %d,", file, i+1)
			}
		}
	}
	return told
}

// ending reads how a recorded call ends; false when its answer does not tell,
// or when a scenario made it end so, which says nothing about the rules.
func (st *step) ending() (ending, bool) {
	head, body, _ := strings.Cut(st.answer, "\n\n")
	fields := strings.Fields(head)
	if len(fields) < 2 || strings.Contains(head, "\nX-Sandbox-Scenario: ") {
		return ending{}, false
	}
	wire, op := st.operation()
	e := ending{wire: wire}
	if op != nil {
		e.operation = op.ID
	}
	e.status, _ = strconv.Atoi(fields[1])
	if e.status < http.StatusBadRequest {
		return e, op != nil && e.status != 0
	}
	e.code = failureCode(body)
	if op != nil {
		if _, own := op.Failure(e.code); !own {
			e.operation = ""
		}
	}
	return e, e.code != "" // HEAD has no body, and other addresses have another shape
}

var faultCode = regexp.MustCompile(`<(?:faultcode|env:Value)>([A-Z_]+)</`)

// failureCode reads the code of a refusal on either wire.
func failureCode(body string) catalog.Code {
	if fault := faultCode.FindStringSubmatch(body); fault != nil {
		return catalog.Code(fault[1])
	}
	var failure struct {
		Code catalog.Code `json:"error_code"`
	}
	if json.Unmarshal([]byte(body), &failure) != nil {
		return ""
	}
	return failure.Code
}

// operation finds what a request calls: on SOAP by the element of its body, on
// REST by method and path, where of the paths that fit the one counts that says
// most literally. It is nil when the request calls none.
func (st *step) operation() (catalog.Protocol, *catalog.Operation) {
	line, envelope, _ := strings.Cut(st.request, "\n")
	method, target, _ := strings.Cut(line, " ")
	target, _, _ = strings.Cut(target, "?")
	wire := catalog.REST
	if strings.HasPrefix(target, soap.Path) {
		wire = catalog.SOAP
	}
	var best *catalog.Operation
	most := -1
	for _, op := range catalog.Operations() {
		switch {
		case op.Protocol != wire:
		case wire == catalog.SOAP && method == http.MethodPost && calls(envelope, op.Action):
			return wire, op
		case wire == catalog.REST && op.Method == method:
			if n, fits := literals(op.Path, strings.TrimPrefix(target, rest.Base)); fits && n > most {
				best, most = op, n
			}
		}
	}
	return wire, best
}

// calls reports whether an envelope has the element of an operation, under any
// prefix.
func calls(envelope, action string) bool {
	return regexp.MustCompile(`<(?:[\w.-]+:)?` + action + `[\s/>]`).MatchString(envelope)
}

// literals counts the segments of a path that are spelled as in the
// catalogue's, and reports whether the others are parameters. Empty segments
// are nothing, but for the reference missing in /orders// and /orders//upload.
func literals(pattern, given string) (count int, fits bool) {
	want, have := segments(pattern), segments(given)
	if before, after, missing := strings.Cut(given, "/orders//"); missing && (after == "" || after == "upload") {
		have = append(append(segments(before), "orders", ""), segments(after)...)
	}
	if len(want) != len(have) {
		return 0, false
	}
	for i, segment := range want {
		switch {
		case segment == have[i]:
			count++
		case !strings.HasPrefix(segment, "{"):
			return 0, false
		}
	}
	return count, true
}

func segments(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
}
