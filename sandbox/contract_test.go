package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// ending is one way in which a call can end, as the catalogue says.
type ending struct {
	protocol  catalog.Protocol
	operation catalog.OperationID // empty for a failure that belongs to none
	status    int
	code      catalog.Code // empty for a success
}

func (e ending) String() string {
	return fmt.Sprintf("%s %s %d %s", e.protocol, e.operation, e.status, e.code)
}

// TestContract verifies that an exchange shows every way in which a call can end,
// with every answer to the question of its status, and that every exchange ends
// in one of these ways.
func TestContract(t *testing.T) {
	t.Parallel()
	shown := shownEndings(t)
	possible := map[ending]bool{}
	for _, e := range allEndings() {
		possible[e] = true
		if shown[e] == "" && !beyondReach(e) {
			t.Errorf("no exchange shows %s", e)
		}
	}
	for e, where := range shown {
		if !possible[e] && !softened(e) {
			t.Errorf("%s ends in %s, which is not in the catalogue", where, e)
		}
	}
}

// beyondReach exempts the failures of the sandbox and of its disk, which no caller
// can cause, and that of an account that is busy, which takes 10 seconds.
func beyondReach(e ending) bool {
	return e.code == catalog.InternalError || e.code == catalog.InsufficientStorage || e.code == catalog.AccountBusy
}

// softened exempts the failure that an account may answer as a success (open
// question recommended-not-found).
func softened(e ending) bool {
	return e.operation == catalog.RecommendedUpsell && e.status == http.StatusNoContent
}

func allEndings() []ending {
	var list []ending
	for _, protocol := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		list = append(list, endings(protocol, "", catalog.GeneralFailures(protocol))...)
	}
	list = append(list, endings(catalog.REST, "", catalog.Outside().Failures())...)
	for _, op := range catalog.Operations() {
		list = append(list, endings(op.Protocol, op.ID, append(op.Failures(), op.Success))...)
	}
	return list
}

func endings(protocol catalog.Protocol, of catalog.OperationID, outcomes []catalog.Outcome) []ending {
	var list []ending
	for _, outcome := range outcomes {
		for _, status := range statuses(outcome) {
			list = append(list, ending{protocol, of, status, outcome.Code})
		}
	}
	return list
}

// statuses returns the status of an outcome for every answer to its question.
func statuses(o catalog.Outcome) []int {
	if o.StatusQuestion == "" {
		return []int{o.Status}
	}
	question, _ := catalog.FindQuestion(o.StatusQuestion)
	var list []int
	for _, choice := range question.Choices {
		answers, err := catalog.Defaults().With(o.StatusQuestion, choice.Answer)
		if err == nil {
			list = append(list, o.StatusFor(answers))
		}
	}
	return list
}

// shownEndings returns the endings of all exchanges, and where each one is.
func shownEndings(t *testing.T) map[ending]string {
	t.Helper()
	shown := map[ending]string{}
	for _, file := range storyFiles(t) {
		for i, st := range readStory(t, storyName(file), file).steps {
			if e, ok := st.ending(); ok {
				shown[e] = fmt.Sprintf("%s, step %d,", file, i+1)
			}
		}
	}
	return shown
}

// ending returns how a recorded call ends. It reports false if the answer does
// not say so, or if a scenario caused it, because that shows no rule.
func (st *step) ending() (ending, bool) {
	head, body, _ := strings.Cut(st.answer, "\n\n")
	fields := strings.Fields(head)
	if len(fields) < 2 || strings.Contains(head, "\nX-Sandbox-Scenario: ") {
		return ending{}, false
	}
	protocol, op := st.operation()
	e := ending{protocol: protocol}
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

var faultCode = regexp.MustCompile(`<(?:faultcode|env:Value|ns1:code)>([A-Z_]+)</`)

// failureCode returns the error code in a body of either protocol, or "".
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

// operation returns the operation that a request calls, nil for none. For SOAP it
// goes by the element in the body; for REST by method and path, where the path
// with the most literal segments wins.
func (st *step) operation() (catalog.Protocol, *catalog.Operation) {
	line, envelope, _ := strings.Cut(st.request, "\n")
	method, target, _ := strings.Cut(line, " ")
	target, _, _ = strings.Cut(target, "?")
	protocol := catalog.REST
	if strings.HasPrefix(target, soap.Path) {
		protocol = catalog.SOAP
	}
	var best *catalog.Operation
	most := -1
	for _, op := range catalog.Operations() {
		switch {
		case op.Protocol != protocol:
		case protocol == catalog.SOAP && method == http.MethodPost && calls(envelope, op.Action):
			return protocol, op
		case protocol == catalog.REST && op.Method == method:
			if n, fits := literals(op.Path, strings.TrimPrefix(target, rest.Base)); fits && n > most {
				best, most = op, n
			}
		}
	}
	return protocol, best
}

// calls reports whether an envelope has the element of an operation, under any
// prefix.
func calls(envelope, action string) bool {
	return regexp.MustCompile(`<(?:[\w.-]+:)?` + action + `[\s/>]`).MatchString(envelope)
}

// literals counts the segments of a path that are the same in the catalogue's
// path, and reports whether the others are parameters. It skips empty segments,
// except for the missing reference in /orders// and /orders//upload.
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
