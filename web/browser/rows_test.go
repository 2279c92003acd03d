package browser_test

import (
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRowsOfCalls names SOAP calls by their operations, and keeps rows of several days in line.
func TestRowsOfCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	w := open(t, s, "/ui/a/DEMO/calls")
	rows := func() (lefts []float64) {
		w.script(`[...document.querySelectorAll('.calls-what')].map(e => e.getBoundingClientRect().left)`, &lefts)
		return lefts
	}
	upgrade(t, s)
	w.see("SOAP upgrade-partner-subscriptions", "SOAP login")
	before := rows()
	_, err := account.Advance(t.Context(), -49*time.Hour)
	try(t, err)
	s.Get("/orders/?Limit=500")
	w.see("UTC GET /orders/?Limit=500")
	if got := append(rows(), before...); len(slices.Compact(got)) != 1 {
		t.Errorf("rows begin at %v", got)
	}
	var title string
	w.look(look{width: 390})
	w.see("SOAP login")
	w.script(`(() => {
		const why = [...document.querySelectorAll('.calls-why')].find(e => e.textContent.includes('got 500'))
		why.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))
		return why.title
	})()`, &title)
	if want := "400 PAGINATION_LIMIT_PARAMETER_INVALID client: Limit must be from 1 to 200, got 500"; title != want {
		t.Errorf("the tooltip: got %q, want %q", title, want)
	}
	w.open("/ui/a/DEMO/")
	w.see("SOAP upgrade-partner-subscriptions")
}

// TestWordsStayWhole opens tables in narrow windows: no word of them breaks inside, and no
// table is wider than the window.
func TestWordsStayWhole(t *testing.T) {
	t.Parallel()
	s := busy(t)
	account := s.Control().Account(s.Code())
	name := "Maria"
	try(t, account.ChangeCustomer(t.Context(), "@customer-without-orders", client.CustomerChange{FirstName: &name}))
	w := open(t, s, "/ui/accounts")
	for path, words := range map[string][]string{
		"/ui/accounts": {"test_nothing", "Created"}, "/ui/a/DEMO/differences?from=before-lunch": {"FirstName", `"Maria"`},
		"/ui/a/DEMO/scenarios/outage": {"SERVICE_UNAVAILABLE", "customer-orders"},
		"/ui/runs":                    {"ci-17", "failed"}, "/ui/runs/ci-17": {"test_paging", "draw"},
		"/ui/a/DEMO/coverage": {"search-orders"},
	} {
		for _, width := range []int64{390, 1024} {
			w.look(look{width: width})
			w.open(path)
			w.see(words...)
			var broken []string
			w.script(`[...document.querySelectorAll('table')].filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.className)
				.concat([...document.querySelectorAll('td, th[scope=row]')].filter(e => e.offsetParent).flatMap(cell => {
					const range = document.createRange(), found = []
					const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
					while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[A-Za-z]{2,12}/g)) {
						range.setStart(texts.currentNode, word.index)
						range.setEnd(texts.currentNode, word.index + word[0].length)
						if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) found.push(word[0])
					}
					return found
				}))`, &broken)
			if len(broken) > 0 {
				t.Errorf("%s at %d: broken or too wide: %q", path, width, broken)
			}
		}
	}
}

// TestRunsOfOthers shows the run of an account that a suite opens while somebody looks at
// another one.
func TestRunsOfOthers(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/runs")
	w.see("No account names a run.")
	_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OTHER", Label: "test_other", Run: "ci-9"})
	try(t, err)
	w.see("ci-9", "nothing to judge")
}
