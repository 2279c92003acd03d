package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// draftScenario drafts a scenario from a recorded call. It saves nothing.
func (api *API) draftScenario(c *gin.Context) (answer, error) {
	e, err := api.entry(c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	op, known := catalog.Find(catalog.OperationID(e.Operation))
	if !known {
		return answer{}, conflict("choose a call of a known operation, because each rule is on one", "the call %s has no operation", e.ID)
	}
	d := draftOf(e, op)
	return ok(client.DraftedScenario{Name: api.freeName(d.name(e.Number)), YAML: d.yaml()}), nil
}

// draft is a scenario for calls like a recorded one.
type draft struct {
	call      string // the id of the call
	operation *catalog.Operation
	early     bool // a scenario affected the call before its first check
	path      []input
	query     []input

	// The answer to the call. A documented code is a failure. Without one, a status
	// of an error is an answer, 0 cuts the connection, and a success becomes a
	// likely failure.
	status  int
	code    catalog.Code
	message string
	headers []input
	body    string // without code, "" for none
}

// input is a named value of a call.
type input struct{ name, value string }

// draftOf returns the draft for a call of an operation. It takes everything from the
// masked entry, and leaves out masked values.
func draftOf(e *journal.Entry, op *catalog.Operation) draft {
	masked := e.View()
	d := draft{call: e.ID, operation: op, early: isEarly(e), status: e.Response.Status, code: catalog.Code(e.Response.Code)}
	d.path, d.query = inputsOf(e, masked, op)
	for _, name := range []string{"Content-Type", "Retry-After"} {
		if value := masked.Response.Header.Get(name); value != "" && value == e.Response.Header.Get(name) {
			d.headers = append(d.headers, input{name, value})
		}
	}
	if body := string(masked.Response.Body); !e.Response.Truncated && body == string(e.Response.Body) && utf8.ValidString(body) {
		// The message of a failure, or the whole body of another answer.
		var failure struct{ Message string }
		switch {
		case d.code == "":
			d.body = body
		case json.Unmarshal([]byte(body), &failure) == nil:
			d.message = failure.Message
		}
	}
	return d
}

// inputsOf returns the parameters without secrets of the path and the query of a call. A
// SOAP call has none.
func inputsOf(e *journal.Entry, masked *client.Entry, op *catalog.Operation) (path, query []input) {
	if op.Protocol != catalog.REST {
		return nil, nil
	}
	whole, shown := calls.Of(&e.Entry, nil), calls.Of(masked, nil)
	if outside := shown.Path(catalog.WholePath); outside != "" && outside == whole.Path(catalog.WholePath) {
		path = append(path, input{catalog.WholePath, outside})
	}
	for _, step := range strings.Split(op.Path, "/") {
		if name, isParameter := strings.CutPrefix(strings.TrimSuffix(step, "}"), "{"); isParameter && whole.Path(name) == shown.Path(name) {
			path = append(path, input{name, shown.Path(name)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(whole.Address().Query())) {
		if value := whole.Query(name); value == shown.Query(name) {
			query = append(query, input{name, value})
		}
	}
	return path, query
}

// freeName returns a name, with a number behind it if the library has it.
func (api *API) freeName(first string) string {
	name := first
	for n := 2; ; n++ {
		var unknown *scenario.UnknownError
		if _, err := api.Scenarios.Find(name); errors.As(err, &unknown) {
			return name
		}
		name = fmt.Sprintf("%s-%d", first, n)
	}
}

// name returns a name for the draft of the call with a number.
func (d draft) name(number int64) string {
	what := strings.ReplaceAll(strings.ToLower(string(d.failure())), "_", "-")
	switch {
	case what != "":
	case d.isCut():
		what = "cut"
	default:
		what = strconv.Itoa(d.status)
	}
	return fmt.Sprintf("%s-%s-%d", d.operation.ID, what, number)
}

// The bounds of a draft, so that it is a page of text and a legal scenario.
const (
	maxDraftInputs = 10
	maxDraftValue  = 200   // bytes of a name or a value; a longer one is left out
	maxDraftText   = 2_000 // bytes of a message or a body; a longer one is left out
)

// yaml returns the draft as the file of a scenario.
func (d draft) yaml() string {
	if d.isOutside() && d.code == catalog.OutsideInterface {
		d.status, d.code, d.headers, d.body = 200, "", []input{{"Content-Type", "application/json"}}, "{}"
	}
	act, what := d.act()
	lines := []string{"summary: " + yamltext.Quote(fmt.Sprintf("As %s: %s %s", d.call, d.operation.ID, what)), "rules:", "  - on: " + d.on()}
	if d.isOutside() || d.early {
		lines = append(lines, "    before: "+scenario.BeforeCredential)
	}
	if when := d.when(); when != "" {
		lines = append(lines, "    when: "+yamltext.Quote(when))
	}
	return strings.Join(append(lines, act...), "\n") + "\n"
}

// on returns the target of the rule: of a call outside of the interface its path,
// unless only its method is wrong.
func (d draft) on() string {
	if d.isOutside() && len(d.path) > 0 && catalog.OperationsAt(d.path[0].value) == nil {
		return strconv.Quote(catalog.PathPrefix + d.path[0].value)
	}
	return string(d.operation.ID)
}

// when returns a condition that compares the parameters of the operation with
// their values in this call, "" without any. It leaves other query names out,
// because the operation ignores them.
func (d draft) when() string {
	var terms []string
	add := func(word string, inputs []input) {
		for _, in := range inputs {
			if len(in.name)+len(in.value) <= maxDraftValue && in.value != "" && len(terms) < maxDraftInputs && utf8.ValidString(in.name+in.value) {
				terms = append(terms, word+scenario.Accessor(in.name)+" == "+strconv.Quote(in.value))
			}
		}
	}
	if d.on() == string(d.operation.ID) { // otherwise the rule is on the path
		add("path", d.path)
	}
	isOther := func(in input) bool {
		name, _, _ := strings.Cut(in.name, "[") // of a list such as Statuses[]
		isParameter := func(p catalog.Parameter) bool { return p.In == catalog.InQuery && p.Name == name }
		return !d.isOutside() && !slices.ContainsFunc(d.operation.Parameters(), isParameter)
	}
	add("query", slices.DeleteFunc(slices.Clone(d.query), isOther))
	when := strings.Join(terms, " and ")
	if _, err := scenario.Compile(when); err != nil {
		return ""
	}
	return when
}

// act returns the lines of the effect, and the effect in words.
func (d draft) act() (lines []string, what string) {
	code := d.failure()
	switch {
	case code == "" && d.isCut():
		return []string{"    cut: " + string(scenario.Reset)}, "gets no answer"
	case code == "":
		return d.answer(), fmt.Sprintf("is answered with status %d", d.status)
	case d.isSuccess():
		return []string{"    fail: " + string(code)}, "fails with " + string(code) + " instead of its success"
	}
	lines = []string{"    fail: " + string(code)}
	if d.message != "" && len(d.message) <= maxDraftText {
		lines = append(lines, "    message: "+yamltext.Quote(d.message))
	}
	return lines, "fails with " + string(code)
}

func (d draft) answer() []string {
	lines := []string{"    answer:", fmt.Sprintf("      status: %d", d.status)}
	if len(d.headers) > 0 {
		lines = append(lines, "      headers:")
		for _, h := range d.headers {
			lines = append(lines, "        "+h.name+": "+yamltext.Quote(h.value))
		}
	}
	switch {
	case d.code != "" && len(d.code) <= scenario.MaxCode:
		lines = append(lines, "      error_code: "+yamltext.Quote(string(d.code)))
		if d.message != "" && len(d.message) <= maxDraftText {
			lines = append(lines, "      message: "+yamltext.Quote(d.message))
		}
	case d.body != "" && len(d.body) <= maxDraftText:
		lines = append(lines, "      body: "+yamltext.Quote(d.body))
	}
	return lines
}

// failure returns the code of the draft's failure, "" for none.
func (d draft) failure() catalog.Code {
	if d.isOutside() {
		return ""
	}
	if d.isSuccess() {
		for _, f := range d.operation.Failures() {
			if !slices.Contains(unlikely, f.Code) { // a working client may meet it
				return f.Code
			}
		}
		return catalog.InternalError
	}
	if _, documented := d.operation.Failure(d.code); documented {
		return d.code
	}
	return ""
}

// unlikely are the codes of calls that a client has wrong from the start. A
// working client needs tests of the others first.
var unlikely = []catalog.Code{
	catalog.AuthenticationError, catalog.AuthenticationFailed, catalog.InvalidAcceptHeader, catalog.InvalidParameter,
	catalog.InvalidRequestBody, catalog.RequestTooLarge, catalog.InvalidLimit, catalog.InvalidPage,
	catalog.InternalError,
}

// isOutside reports whether the call is none of an operation, so that no failure is
// documented for it.
func (d draft) isOutside() bool { return !d.operation.IsOperation() }

func (d draft) isSuccess() bool { return d.status > 0 && d.status < 400 }

func (d draft) isCut() bool { return d.status < scenario.MinStatus || d.status > scenario.MaxStatus }
