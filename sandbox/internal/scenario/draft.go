package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Draft is a scenario for calls like an earlier one. It has no secrets: the
// caller leaves them out.
type Draft struct {
	Call      string // id of the call, for the summary
	Operation *catalog.Operation
	Early     bool    // a scenario affected it before its first check
	Path      []Input // parameters of the path
	Query     []Input

	// The answer to the call. A documented Code is a failure. Without one, a status
	// of an error is an answer, 0 cuts the connection, and a success becomes a
	// likely failure.
	Status  int
	Code    catalog.Code
	Message string
	Headers []Input
	Body    string // without Code, "" for none
}

// Input is a named value of a call.
type Input struct{ Name, Value string }

// The bounds of a draft, so that it is a page of text and a legal condition.
const (
	maxDraftInputs = 10
	maxDraftValue  = 200   // bytes of a name or a value; a longer one is left out
	maxDraftText   = 2_000 // bytes of a message or a body; a longer one is left out
)

// YAML returns the draft as a file for Parse.
func (d Draft) YAML() string {
	if d.isOutside() && d.Code == catalog.OutsideInterface {
		d.Status, d.Code, d.Headers, d.Body = 200, "", []Input{{"Content-Type", "application/json"}}, "{}"
	}
	act, what := d.act()
	lines := []string{"summary: " + quotedYAML(fmt.Sprintf("As %s: %s %s", d.Call, d.Operation.ID, what)), "rules:", "  - on: " + d.on()}
	if d.isOutside() || d.Early {
		lines = append(lines, "    before: "+BeforeCredential)
	}
	if when := d.when(); when != "" {
		lines = append(lines, "    when: "+quotedYAML(when))
	}
	return strings.Join(append(lines, act...), "\n") + "\n"
}

// on returns the target of the rule: of a call outside of the interface its path,
// unless only its method is wrong.
func (d Draft) on() string {
	if d.isOutside() && len(d.Path) > 0 && catalog.OperationsAt(d.Path[0].Value) == nil {
		return strconv.Quote(catalog.PathPrefix + d.Path[0].Value)
	}
	return string(d.Operation.ID)
}

// Name returns a name for the draft of the call with a number.
func (d Draft) Name(number int64) string {
	what := strings.ReplaceAll(strings.ToLower(string(d.failure())), "_", "-")
	switch {
	case what != "":
	case d.isCut():
		what = "cut"
	default:
		what = strconv.Itoa(d.Status)
	}
	return fmt.Sprintf("%s-%s-%d", d.Operation.ID, what, number)
}

// failure returns the code of the draft's failure, "" for none.
func (d Draft) failure() catalog.Code {
	if d.isOutside() {
		return ""
	}
	if d.isSuccess() {
		for _, f := range d.Operation.Failures() {
			if !slices.Contains(unlikely, f.Code) { // a working client may meet it
				return f.Code
			}
		}
		return catalog.InternalError
	}
	if _, documented := d.Operation.Failure(d.Code); documented {
		return d.Code
	}
	return ""
}

// isOutside reports whether the call is none of an operation, so that no failure is
// documented for it.
func (d Draft) isOutside() bool { return !d.Operation.IsOperation() }

func (d Draft) isSuccess() bool { return d.Status > 0 && d.Status < 400 }

func (d Draft) isCut() bool { return d.Status < minStatus || d.Status > maxStatus }

// when returns a condition that compares the parameters of the operation with
// their values in this call, "" without any. It leaves other query names out,
// because the operation ignores them.
func (d Draft) when() string {
	var terms []string
	if d.on() != string(d.Operation.ID) {
		d.Path = nil // the rule is on it
	}
	for _, of := range []struct {
		word   string
		inputs []Input
	}{{pathWord, d.Path}, {queryWord, d.Query}} {
		for _, in := range of.inputs {
			if !d.isOutside() && !hasParameter([]catalog.OperationID{d.Operation.ID}, places[of.word], in.Name) {
				continue
			}
			if len(in.Name)+len(in.Value) <= maxDraftValue && in.Value != "" && len(terms) < maxDraftInputs && utf8.ValidString(in.Name+in.Value) {
				terms = append(terms, of.word+accessor(in.Name)+" == "+strconv.Quote(in.Value))
			}
		}
	}
	when := strings.Join(terms, " and ")
	if _, err := Compile(when); err != nil {
		return ""
	}
	return when
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// accessor returns how an expression names an input.
func accessor(name string) string {
	if identifier.MatchString(name) {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
}

// act returns the lines of the effect, and the effect in words.
func (d Draft) act() (lines []string, what string) {
	code := d.failure()
	switch {
	case code == "" && d.isCut():
		return []string{"    cut: " + string(Reset)}, "gets no answer"
	case code == "":
		return d.answer(), fmt.Sprintf("is answered with status %d", d.Status)
	case d.isSuccess():
		return []string{"    fail: " + string(code)}, "fails with " + string(code) + " instead of its success"
	}
	lines = []string{"    fail: " + string(code)}
	if d.Message != "" && len(d.Message) <= maxDraftText {
		lines = append(lines, "    message: "+quotedYAML(d.Message))
	}
	return lines, "fails with " + string(code)
}

func (d Draft) answer() []string {
	lines := []string{"    answer:", fmt.Sprintf("      status: %d", d.Status)}
	if len(d.Headers) > 0 {
		lines = append(lines, "      headers:")
		for _, h := range d.Headers {
			lines = append(lines, "        "+h.Name+": "+quotedYAML(h.Value))
		}
	}
	switch {
	case d.Code != "" && len(d.Code) <= maxCode:
		lines = append(lines, "      error_code: "+quotedYAML(string(d.Code)))
		if d.Message != "" && len(d.Message) <= maxDraftText {
			lines = append(lines, "      message: "+quotedYAML(d.Message))
		}
	case d.Body != "" && len(d.Body) <= maxDraftText:
		lines = append(lines, "      body: "+quotedYAML(d.Body))
	}
	return lines
}

// unlikely are the codes of calls that a client has wrong from the start. A
// working client needs tests of the others first.
var unlikely = []catalog.Code{
	catalog.AuthenticationError, catalog.AuthenticationFailed, catalog.InvalidAcceptHeader, catalog.InvalidParameter,
	catalog.InvalidRequestBody, catalog.RequestTooLarge, catalog.InvalidLimit, catalog.InvalidPage,
	catalog.InternalError,
}

// quotedYAML returns a text as a YAML scalar in quotes.
func quotedYAML(text string) string {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
