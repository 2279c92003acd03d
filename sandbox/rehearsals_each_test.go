package sandbox_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestEachRehearsal plays the rehearsals of the guide's page: each scenario on an account,
// with the calls in its comments, which get the answers that stand behind them. Without the
// scenario the same calls must not all get them.
//
// A comment "# CALL → ANSWER" is a step. A call is the id of an operation, which makes its
// ordinary call, or a method and a path, in which {HANDLE} stands for the id of a record;
// "unsigned" before it gives it a wrong credential. An answer is a status or "no answer",
// and what must be in it: a text, "no TEXT" for one that must not, "N × TEXT" for a number
// of times, joined by " and ". "# advance 5s" moves the clock. "# verify EXPECTATION → ok"
// or "→ FAIL" verifies the calls so far.
func TestEachRehearsal(t *testing.T) {
	t.Parallel()
	names := slices.Sorted(maps.Keys(rehearsals(t)))
	next := make(chan string, len(names))
	for _, name := range names {
		if path.Dir(name) == "rehearsals" {
			next <- name
		}
	}
	close(next)
	const together = 4 // sandboxes
	var playing sync.WaitGroup
	for range together {
		playing.Go(func() {
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			for name := range next {
				playBoth(t, s, name, rehearsals(t)[name])
			}
		})
	}
	playing.Wait()
}

// TestRehearsalsAreListed finds each rehearsal of the page in its contents, and sixty.
func TestRehearsalsAreListed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../web/guide/rehearsals.md")
	must(t, err)
	titles := regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(string(text), -1)
	if len(titles) != 60 {
		t.Errorf("got %d rehearsals, want 60", len(titles))
	}
	contents, _, _ := strings.Cut(string(text), "\n## ")
	for _, title := range titles {
		if !strings.Contains(contents, "["+title[1]+"](#") {
			t.Errorf("the contents do not list %s", title[1])
		}
	}
}

// playBoth plays a rehearsal without its scenario and then with it, on fresh records.
func playBoth(t *testing.T, s *sandboxtest.Running, name, text string) {
	t.Helper()
	var steps []string
	for line := range strings.Lines(text) {
		if step, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		t.Errorf("%s has no calls", name)
	}
	fresh := func() {
		if _, err := controlled(s).Reset(t.Context(), client.ToWorld); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	fresh()
	if fault := play(t, s, steps); fault == "" {
		t.Errorf("%s: the calls get the same answers without the scenario", name)
	}
	fresh()
	if _, err := controlled(s).PutOwnScenario(t.Context(), strings.TrimSuffix(path.Base(name), ".yaml"), text); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if fault := play(t, s, steps); fault != "" {
		t.Errorf("%s: %s", name, fault)
	}
	if err := controlled(s).DeactivateAll(t.Context()); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// play makes the steps, and returns the first that does not get its answer.
func play(t *testing.T, s *sandboxtest.Running, steps []string) (fault string) {
	t.Helper()
	for _, step := range steps {
		by, isAdvance := strings.CutPrefix(step, "advance ")
		what, want, _ := strings.Cut(step, " → ")
		expectation, isCheck := strings.CutPrefix(what, "verify ")
		switch {
		case isAdvance:
			must(t, errorOf(controlled(s).ChangeClock(t.Context(), client.ClockChange{Advance: by})))
		case isCheck:
			if got := verdictOn(t, s, expectation); !strings.HasPrefix(got, want) {
				return fmt.Sprintf("%s: got %s", step, got)
			}
		default:
			got := gotBy(t, s, what)
			for _, part := range strings.Split(want, " and ") {
				if !has(got, part) {
					return fmt.Sprintf("%s: got %.2000s", step, got)
				}
			}
		}
	}
	return ""
}

// verdictOn verifies one expectation.
func verdictOn(t *testing.T, s *sandboxtest.Running, text string) string {
	t.Helper()
	expected, err := sandbox.ReadExpectations([]byte(text))
	if err != nil {
		return err.Error()
	}
	got, err := controlled(s).VerifyAll(t.Context(), expected)
	if err != nil {
		return err.Error()
	}
	return map[bool]string{true: "ok ", false: "FAIL "}[got.Verified] + got.Message
}

// gotBy makes a call, and returns its status, its headers and its body.
func gotBy(t *testing.T, s *sandboxtest.Running, what string) string {
	t.Helper()
	what, unsigned := strings.CutPrefix(what, "unsigned ")
	method, address, isPath := strings.Cut(what, " ")
	call := operationCall{method, s.REST() + withIDs(s, address), ""}
	if !isPath {
		call = goodCall(t, s, catalog.OperationID(what))
	}
	got, err := tryCall(t, s, call, func(r *http.Request) {
		onNewConnection(r)
		if unsigned {
			r.Header.Set("X-Service-Authentication", `code="DEMO" date="2026-10-09 12:00:00" hash="00"`)
		}
	})
	if err != nil {
		return "no answer"
	}
	var b strings.Builder
	fmt.Fprintln(&b, got.Status)
	_ = got.Header.Write(&b) // a builder takes everything
	return b.String() + got.Body
}

// handleInPath is a record in a path.
var handleInPath = regexp.MustCompile(`\{[a-z0-9-]+\}`)

// withIDs replaces handles by the ids of their records.
func withIDs(s *sandboxtest.Running, address string) string {
	return handleInPath.ReplaceAllStringFunc(address, func(handle string) string {
		handle = strings.Trim(handle, "{}")
		kinds := map[string]string{"order": "OrderReference", "customer": "CustomerReference", "campaign": "upsellCode"}
		return s.ID(handle, kinds[s.Handles()[handle].Kind])
	})
}

// has reports whether an answer is as a part of an expectation says.
func has(answer, part string) bool {
	if text, not := strings.CutPrefix(part, "no "); not && part != "no answer" {
		return !strings.Contains(answer, text)
	}
	if status, rest, _ := strings.Cut(part, " "); len(status) == len("200") && isNumber(status) {
		return strings.HasPrefix(answer, status+"\n") && (rest == "" || has(answer, rest))
	}
	if number, text, times := strings.Cut(part, " × "); times && isNumber(number) {
		return strconv.Itoa(strings.Count(answer, text)) == number
	}
	return strings.Contains(answer, part)
}

func isNumber(text string) bool { _, err := strconv.Atoi(text); return err == nil }

// TestReferenceIsShort holds the reference of the scenario language at 120 lines.
func TestReferenceIsShort(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../web/guide/scenarios.md")
	if lines := strings.Count(string(text), "\n"); err != nil || lines > 120 {
		t.Errorf("scenarios.md has %d lines, %v, want at most 120; examples belong to rehearsals.md", lines, err)
	}
}
