package sandbox_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// fileFence is a file in a page of the guide.
var fileFence = regexp.MustCompile("(?ms)^```yaml file=(\\S+)\n(.*?)^```$")

// rehearsal starts a sandbox with the files of the guide's rehearsals and activates
// one of them.
func rehearsal(t *testing.T, name string) *sandboxtest.Running {
	t.Helper()
	folder := t.TempDir()
	for file, text := range rehearsals(t) {
		if dir, base := filepath.Split(file); dir == "rehearsals/" {
			if err := os.WriteFile(filepath.Join(folder, base), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ScenarioFolder = folder })
	if name != "" {
		if err := controlled(s).Activate(t.Context(), name, client.ActivationLimits{}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// rehearsals returns the files of the page by their names.
func rehearsals(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../web/guide/rehearsals.md")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, match := range fileFence.FindAllStringSubmatch(string(page), -1) {
		files[match[1]] = match[2]
	}
	if len(files) != 63 {
		t.Fatalf("got %d files, want 63", len(files))
	}
	return files
}

// TestRehearsalOfOneField gets the real answers with one field changed.
func TestRehearsalOfOneField(t *testing.T) {
	t.Parallel()
	plain, s := rehearsal(t, ""), rehearsal(t, "one-field")
	for id, field := range map[catalog.OperationID]struct{ was, is *regexp.Regexp }{
		catalog.RetrieveOrder:               {regexp.MustCompile(`"Status":"COMPLETE"`), regexp.MustCompile(`"Status":"ON_HOLD"`)},
		catalog.UpgradePartnerSubscriptions: {regexp.MustCompile(`<TotalAmount>[0-9.]+<`), regexp.MustCompile(`<TotalAmount>0\.00<`)},
	} {
		real, changed := makeCall(t, plain, goodCall(t, plain, id), nil), makeCall(t, s, goodCall(t, s, id), nil)
		was, is := field.was.FindString(real.Body), field.is.FindString(changed.Body)
		if was == "" || is == "" || strings.Replace(real.Body, was, is, 1) != changed.Body {
			t.Errorf("%s: got %s\nwant %s with %s", id, changed.Body, real.Body, is)
		}
	}
}

// TestRehearsalOfALostAnswer repeats a write whose answer was lost: it meets what the
// first one did.
func TestRehearsalOfALostAnswer(t *testing.T) {
	t.Parallel()
	for id, again := range map[catalog.OperationID]catalog.Code{
		catalog.CreateUpsell:                "",
		catalog.UploadOrderForm:             "",
		catalog.CancelOrder:                 catalog.OrderCannotBeCanceled,
		catalog.UpgradePartnerSubscriptions: catalog.InvalidSubscription,
	} {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			s := rehearsal(t, "lost-once")
			call := goodCall(t, s, id)
			if got, err := tryCall(t, s, call, onNewConnection); err == nil {
				t.Fatalf("the first call: got %d, want no answer", got.Status)
			}
			lost := latest(t, s)
			if len(lost.Changes) == 0 || lost.Response.Status != 0 {
				t.Errorf("the first call: got %d changes and status %d", len(lost.Changes), lost.Response.Status)
			}
			if got := makeCall(t, s, call, nil); got.Code != again || again == "" && len(latest(t, s).Changes) == 0 {
				t.Errorf("the second call: got %d %s, want %q", got.Status, got.Code, again)
			}
		})
	}
}

// TestRehearsalOfAQuota exceeds the quota and waits as long as the answer says, on
// each protocol.
func TestRehearsalOfAQuota(t *testing.T) {
	t.Parallel()
	for _, id := range []catalog.OperationID{catalog.SearchOrders, catalog.Login} {
		s := rehearsal(t, "small-quota")
		call := goodCall(t, s, id)
		for range 3 {
			if got := makeCall(t, s, call, nil); got.Status >= 300 {
				t.Errorf("%s: got %d %s within the quota", id, got.Status, got.Body)
			}
		}
		refused := makeCall(t, s, call, nil)
		wait, err := strconv.Atoi(refused.Header.Get("Retry-After"))
		if err != nil || !strings.Contains(refused.Body, "TOO_MANY_REQUESTS") {
			t.Fatalf("%s: got %d %s %s", id, refused.Status, refused.Header, refused.Body)
		}
		for _, seconds := range []int{wait - 1, 1} {
			if _, err := controlled(s).ChangeClock(t.Context(), client.ClockChange{Advance: strconv.Itoa(seconds) + "s"}); err != nil {
				t.Fatal(err)
			}
			got := makeCall(t, s, goodCall(t, s, id), nil)
			if passes := seconds == 1; passes != (got.Status < 300) {
				t.Errorf("%s, after %d s more: got %d %s", id, seconds, got.Status, got.Body)
			}
		}
	}
}

// TestRehearsalOfAnOutage calls whatever a client may call: all is down.
func TestRehearsalOfAnOutage(t *testing.T) {
	t.Parallel()
	s := rehearsal(t, "whole-outage")
	wrong := func(r *http.Request) {
		r.Header.Set("X-Service-Authentication", `code="DEMO" date="2026-10-09 12:00:00" hash="00"`)
	}
	for name, call := range map[string]operationCall{
		"an unknown path":      {"GET", s.REST() + "/products/", ""},
		"the WSDL":             {"GET", s.URL() + soap.Path + "?wsdl", ""},
		"a wrong login":        {"POST", s.URL() + soap.Path, envelope("<login><merchantCode>DEMO</merchantCode><date>2026-10-09 12:00:00</date><hash>00</hash></login>")},
		"a session of nobody":  {"POST", s.URL() + soap.Path, envelope(upgradeCall("nobody", "1"))},
		"an ordinary call":     goodCall(t, s, catalog.SearchOrders),
		"an ordinary login":    goodCall(t, s, catalog.Login),
		"a call without parts": {"POST", s.REST() + "/upsell", "{"},
	} {
		for which, change := range map[string]func(*http.Request){"": nil, ", with a wrong signature": wrong} {
			got := makeCall(t, s, call, change)
			if got.Header.Get("Retry-After") != "30" || got.Status != http.StatusServiceUnavailable {
				t.Errorf("%s%s: got %d %s", name, which, got.Status, got.Body)
			}
		}
	}
}

// TestRehearsalOfChecks verifies the answers that a client got and their order, and
// fails when they differ.
func TestRehearsalOfChecks(t *testing.T) {
	t.Parallel()
	s := rehearsal(t, "")
	play := func(scenario string, calls ...operationCall) {
		t.Helper()
		for i, call := range calls {
			_, err := tryCall(t, s, call, func(r *http.Request) {
				onNewConnection(r)
				if i == 0 && scenario != "" {
					asking(scenario)(r)
				}
			})
			if (err != nil) != (i == 0 && scenario == "lost-once") {
				t.Errorf("%s: %v", scenario, err)
			}
		}
	}
	expect := func(file string, want bool) {
		t.Helper()
		expected, err := sandbox.ReadExpectations([]byte(rehearsals(t)["expected/"+file]))
		if err != nil {
			t.Fatal(err)
		}
		got, err := controlled(s).VerifyAll(t.Context(), expected)
		if err != nil || got.Verified != want {
			t.Errorf("%s: got %t, %v, want %t: %s", file, got.Verified, err, want, got.Message)
		}
	}
	expect("answers.yaml", false)
	play("one-field", goodCall(t, s, catalog.RetrieveOrder))
	play("throttled", goodCall(t, s, catalog.SearchOrders))
	expect("answers.yaml", true)
	list := operationCall{"GET", s.REST() + "/upsell?Limit=2", ""}
	play("", list)
	play("lost-once", twice(s), twice(s))
	expect("order.yaml", false)
	play("", list)
	expect("order.yaml", true)
	play("INTERNAL_ERROR", goodCall(t, s, catalog.Login))
	expect("answers.yaml", false)
}

// twice is a call that creates a campaign of the name.
func twice(s *sandboxtest.Running) operationCall {
	path, body := restCall(s, catalog.CreateUpsell)
	return operationCall{"POST", s.REST() + path, strings.Replace(body, `"Name":"Spring"`, `"Name":"Twice"`, 1)}
}
