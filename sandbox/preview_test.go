package sandbox_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// previewing asks for a preview.
func previewing(r *http.Request) { r.Header.Set(gate.PreviewHeader, "1") }

// onNewConnection gives a call its own connection, because otherwise the client would
// repeat a call whose connection a scenario cuts.
func onNewConnection(r *http.Request) { r.Close = true }

// callID is the id of a call in the journal, which no two calls share.
var callID = regexp.MustCompile(`\b(DEMO|OTHER|none)-\d+\b`)

// withoutIDs returns an answer without what differs by nature.
func withoutIDs(a callAnswer, err error) string {
	header := maps.Clone(a.Header)
	for _, name := range []string{"X-Sandbox-Request", gate.PreviewHeader, "Date", "Content-Length", "Connection"} {
		delete(header, name)
	}
	return callID.ReplaceAllString(fmt.Sprint(a.Status, header, a.Body, err != nil), "ID")
}

// stored returns all that a preview must not change: the records, the active
// scenarios with their counters, and the coverage.
func stored(t *testing.T, s *sandboxtest.Running) map[string]string {
	t.Helper()
	all := map[string]string{}
	keep := func(name string, value any, err error) {
		text, wrong := json.Marshal(value)
		if err != nil || wrong != nil {
			t.Fatal(name, err, wrong)
		}
		all[name] = string(text)
	}
	keep("records", records(t, controlled(s)), nil)
	active, err := controlled(s).ActiveScenarios(t.Context())
	keep("scenarios", active, err)
	coverage, err := controlled(s).Coverage(t.Context())
	keep("coverage", coverage, err)
	accounts, err := s.Control().Accounts(t.Context())
	keep("accounts", len(accounts), err)
	return all
}

// TestPreviewEqualsTheCall previews random calls under random scenarios, and makes
// each right afterwards: the preview stores nothing, and both get the same answer.
func TestPreviewEqualsTheCall(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 20 })
			random := rand.New(rand.NewPCG(seed, 0))
			calls := randomCalls(t, s)
			scenarios := putScenarios(t, s)
			for range 20 {
				if name := scenarios[random.IntN(len(scenarios))]; random.IntN(3) == 0 {
					limits := client.ActivationLimits{Times: random.IntN(4), For: time.Duration(random.IntN(2)) * time.Hour}
					must(t, controlled(s).Activate(t.Context(), name, limits))
				}
				call, oneCall := calls[random.IntN(len(calls))], ""
				if random.IntN(4) == 0 {
					oneCall = scenarios[random.IntN(len(scenarios))]
				}
				compareWithPreview(t, s, call, oneCall)
			}
		})
	}
}

// compareWithPreview previews a call and makes it.
func compareWithPreview(t *testing.T, s *sandboxtest.Running, call operationCall, oneCall string) {
	t.Helper()
	naming := func(r *http.Request) {
		onNewConnection(r)
		if oneCall != "" {
			asking(oneCall)(r)
		}
	}
	before := stored(t, s)
	preview, err := tryCall(t, s, call, func(r *http.Request) { naming(r); previewing(r) })
	if after := stored(t, s); !reflect.DeepEqual(after, before) {
		for name := range after {
			if after[name] != before[name] {
				t.Errorf("%s %s: the preview changed %s:\n%s\n%s", call.method, call.url, name, before[name], after[name])
			}
		}
	}
	if marked := preview.Header.Get(gate.PreviewHeader); err == nil && marked != "1" {
		t.Errorf("%s %s: the preview has the header %q", call.method, call.url, marked)
	}
	real, realErr := tryCall(t, s, call, naming)
	if got, want := withoutIDs(preview, err), withoutIDs(real, realErr); got != want {
		t.Errorf("%s %s %s under %q:\npreview %s\ncall    %s", call.method, call.url, call.body, oneCall, got, want)
	}
}

// randomCalls returns a good call of every operation, and some that fail.
func randomCalls(t *testing.T, s *sandboxtest.Running) []operationCall {
	t.Helper()
	calls := []operationCall{
		{"GET", s.REST() + "/orders/?Limit=500", ""},
		{"GET", s.REST() + "/orders/?Nothing=1", ""},
		{"GET", s.REST() + "/orders/nothing/", ""},
		{"DELETE", s.REST() + "/upsell/nothing", ""},
		{"POST", s.REST() + "/upsell", `{"Name":1}`},
		{"PATCH", s.REST() + "/nothing", ""},
		{"POST", s.SOAP(), envelope("<nothing/>")},
		{"POST", s.SOAP(), envelope(upgradeCall("nothing", "1"))},
	}
	for _, op := range catalog.Operations() {
		calls = append(calls, goodCall(t, s, op.ID))
	}
	return calls
}

// putScenarios adds scenarios of every effect and returns the names to choose from.
func putScenarios(t *testing.T, s *sandboxtest.Running) []string {
	t.Helper()
	names := []string{"FORBIDDEN", "feature-off", "rest-skew-off", "session-expired", "connection-reset", "truncated", "garbage"}
	for name, rules := range map[string]string{
		"half-fails": `rules: [{on: "*", fail: INTERNAL_ERROR, chance: 50%}]`,
		"third":      `rules: [{on: "*", skip: 2, times: 1, answer: {status: 200, body: hello}}, {on: "*", delay: 1ms}]`,
		"delays":     `rules: [{on: "*", delay: {from: 1ms, to: 2ms}}]`,
		"fine":       `rules: [{on: "*", answer: {status: 200}}]`,
		"teapot":     `rules: [{on: "*", answer: {status: 418, error_code: TEAPOT, message: No coffee}}]`,
		"drips":      `rules: [{on: retrieve-order, cut: drip}]`, // not among the names, because it takes two seconds
	} {
		must(t, s.Control().PutScenario(t.Context(), name, "summary: of a test\n"+rules+"\n"))
	}
	return append(names, "half-fails", "third", "delays", "teapot", "fine")
}

// TestPreviewOfAnUnknownCode previews calls of an unknown vendor code: the answers are
// those of the account that the calls would open, which they do not.
func TestPreviewOfAnUnknownCode(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 20 })
	other := s.As("OTHER")
	var previews []string
	calls := randomCalls(t, s)
	signed := func(change func(*http.Request)) func(*http.Request) {
		return func(r *http.Request) {
			if r.Header.Get("X-Service-Authentication") != "" {
				r.Header.Set("X-Service-Authentication", other.Sign())
			}
			if change != nil {
				change(r)
			}
		}
	}
	calls = append([]operationCall{goodCall(t, other, catalog.Login)}, calls...) // a session says which opening it belongs to
	for _, call := range calls {
		a, err := tryCall(t, s, call, signed(previewing))
		previews = append(previews, withoutIDs(a, err))
	}
	accounts, err := s.Control().Accounts(t.Context())
	if err != nil || len(accounts) != 1 {
		t.Fatalf("got %d accounts %v, want DEMO alone", len(accounts), err)
	}
	for i, call := range calls {
		_ = s.Control().Account("OTHER").Delete(t.Context()) // fails where the call before opened none
		a, err := tryCall(t, s, call, signed(nil))
		if got := withoutIDs(a, err); got != previews[i] {
			t.Errorf("%s %s:\npreview %s\ncall    %s", call.method, call.url, previews[i], got)
		}
	}
}

// TestPreviewOfAnAccountThatIsTooLarge verifies that a preview builds no large world
// in memory.
func TestPreviewOfAnAccountThatIsTooLarge(t *testing.T) {
	t.Parallel()
	data := sandboxtest.Lasting(filepath.Join(t.TempDir(), "data.db"))
	t.Run("the first account is small", func(t *testing.T) { sandboxtest.Start(t, sandboxtest.Frozen, data, sandboxtest.World("empty")) })
	s := sandboxtest.Start(t, sandboxtest.Frozen, data, func(o *sandbox.Options) { o.Orders = 4_000 })
	call := goodCall(t, s, catalog.SearchOrders)
	got := makeCall(t, s, call, func(r *http.Request) {
		r.Header.Set("X-Service-Authentication", s.As("OTHER").Sign())
		previewing(r)
	}).effect()
	if want := (effect{Status: http.StatusBadRequest, Code: catalog.SandboxPreview}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestPreviewedLogin verifies that the session of a previewed login can be used.
func TestPreviewedLogin(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	login := makeCall(t, s, goodCall(t, s, catalog.Login), previewing)
	_, session, _ := strings.Cut(login.Body, "<loginReturn>")
	session, _, _ = strings.Cut(session, "<")
	call := operationCall{"POST", s.SOAP(), envelope(upgradeCall(session, s.ID("subscription-upgradable", "SubscriptionReference")))}
	if got, want := makeCall(t, s, call, nil).effect(), (effect{Status: http.StatusOK}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
