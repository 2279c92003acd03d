package scenario_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// noon is the time of the frozen clocks of these tests.
var noon = time.Date(2026, time.May, 13, 12, 0, 0, 0, time.UTC)

func atNoon() time.Time { return noon }

// call is a call made of plain values.
type call struct {
	operation   catalog.OperationID
	query, path map[string]string
	header      http.Header
	body        string
	envelope    map[string]string // expression -> text
	after       time.Duration     // noon
	method      string
	records     scenario.Records
}

func (c *call) Operation() catalog.OperationID { return c.operation }
func (c *call) Method() string                 { return c.method }
func (c *call) Records() scenario.Records      { return c.records }
func (c *call) Query(name string) string       { return c.query[name] }
func (c *call) Path(name string) string        { return c.path[name] }
func (c *call) Header(name string) string      { return c.header.Get(name) }
func (c *call) Now() time.Time                 { return noon.Add(c.after) }

func (c *call) Body() any {
	body, _ := content.JSON([]byte(c.body))
	return body
}

func (c *call) XPath(expression string, _ func(int) error) (string, error) {
	if expression == "//[" {
		return "", errors.New("//[ is not XPath")
	}
	return c.envelope[expression], nil
}

// ended is a call with its answer.
type ended struct {
	call
	status int
	code   string
	answer any
}

func (c *ended) Status() int          { return c.status }
func (c *ended) Code() string         { return c.code }
func (c *ended) Answer() (any, error) { return c.answer, nil }

func newDirector(t testing.TB, library *scenario.Library, baseline ...string) *scenario.Director {
	t.Helper()
	director, err := scenario.NewDirector(scenario.DirectorOptions{Library: library, Baseline: baseline, Seed: 1, Wall: atNoon, Clock: atNoon})
	must(t, err)
	return director
}

// libraryOf returns a library with scenarios of its own, by name.
func libraryOf(t testing.TB, own map[string]string) *scenario.Library {
	t.Helper()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	for name, text := range own {
		put(t, library, name, text)
	}
	return library
}

func put(t testing.TB, library *scenario.Library, name, text string) {
	t.Helper()
	_, err := library.Put(name, []byte(text))
	must(t, err)
}

func decide(t testing.TB, director *scenario.Director, operation catalog.OperationID, oneCall ...string) scenario.Decision {
	t.Helper()
	return decideOn(t, director, &call{operation: operation}, oneCall...)
}

// decideOn begins the decision about a call, and completes it.
func decideOn(t testing.TB, director *scenario.Director, of scenario.Call, oneCall ...string) scenario.Decision {
	t.Helper()
	begun, err := director.Begin(of.Operation(), oneCall)
	must(t, err)
	return director.Decide(t.Context(), of, begun)
}

// match reports whether a condition is true for a call.
func match(t testing.TB, condition string, of scenario.Call) (bool, error) {
	t.Helper()
	compiled, err := scenario.Compile(condition)
	must(t, err)
	return compiled.Match(t.Context(), of)
}

// refuse compares the error of reading rules with a part of it, "" for none.
func refuse(t testing.TB, rules, want string) {
	t.Helper()
	_, err := scenario.Parse("x", []byte("rules:\n"+rules+"\n"))
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%.80s: got %v, want %q", rules, err, want)
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, faults ...error) {
	t.Helper()
	if err := errors.Join(faults...); err != nil {
		t.Fatal(err)
	}
}

func activate(t testing.TB, director *scenario.Director, names ...string) {
	t.Helper()
	for _, name := range names {
		must(t, director.Activate(name, client.ActivationLimits{}))
	}
}
