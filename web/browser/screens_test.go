package browser_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// screen has the texts of a screen in each of its states. A text is found on it; … stands
// for any text.
type screen struct {
	path    string // below /ui
	heading string
	filled  []string // in a busy sandbox
	empty   []string // in an empty world without calls
	fails   string   // paths of the control interface; without them it has nothing to show
}

// screens returns every screen. IDs are those of a busy sandbox.
func screens(s *sandboxtest.Running) map[string]screen {
	order := s.ID("order-complete", "OrderReference")
	return map[string]screen{
		"overview":    {path: "/a/DEMO", heading: "…", filled: []string{"/rest/6.0", "/soap/6.0"}, empty: []string{"Nothing has called yet", "/rest/6.0"}, fails: "accounts/DEMO/sign"},
		"accounts":    {path: "/accounts", heading: "Accounts", filled: []string{"DEMO"}, empty: []string{"DEMO"}, fails: "accounts"},
		"calls":       {path: "/a/DEMO/calls", heading: "Calls", filled: []string{"/orders/none/"}, empty: []string{"No calls yet", "/rest/6.0"}, fails: "accounts/DEMO/requests"},
		"call":        {path: "/a/DEMO/calls/DEMO-3", heading: "…", filled: []string{"Limit must be from 1 to 200, got 500"}, empty: []string{"Call DEMO-3 has not come yet"}, fails: "requests/DEMO-3"},
		"signature":   {path: "/a/DEMO/signature", heading: "Signature…", filled: []string{"No signature yet", "secret"}},
		"wrong":       {path: "/a/DEMO/signature?call=DEMO-8", heading: "Signature…", filled: []string{"Sandbox 4 DEMO 19 2026-01-01 00:00:00", "Sign it like this"}, empty: []string{"call DEMO-8 has not come yet"}, fails: "signature"},
		"make":        {path: "/a/DEMO/signature?tab=make&code=Zo%C3%AB", heading: "Signature…", filled: []string{"The sandbox does not accept it now", "4Zoë19", "4 bytes"}, fails: "accounts/DEMO/sign"},
		"scenarios":   {path: "/a/DEMO/scenarios", heading: "Scenarios", filled: []string{"cancel-order authentication-error", "customer-orders 401 AUTHENTICATION_ERROR"}, fails: "scenarios"},
		"scenario":    {path: "/a/DEMO/scenarios/outage", heading: "…", filled: []string{"outage"}, fails: "accounts/DEMO/scenarios/outage"},
		"editor":      {path: "/a/DEMO/scenarios/new", heading: "…", filled: []string{"Save", "No faults"}, fails: "scenarios/check"},
		"data":        {path: "/a/DEMO/data/orders", heading: "Data", filled: []string{order}, empty: []string{"The account has no orders."}, fails: "accounts/DEMO/orders"},
		"add":         {path: "/a/DEMO/data/add", heading: "Add a record", filled: []string{"No faults"}, empty: []string{"No faults"}, fails: "accounts/DEMO/handles"},
		"short":       {path: "/c/DEMO-3", heading: "…", filled: []string{"Limit must be from 1 to 200, got 500"}, empty: []string{"Call DEMO-3 has not come yet"}},
		"record":      {path: "/a/DEMO/data/orders/" + order, heading: "…", filled: []string{order, "COMPLETE", "More fields"}, fails: "accounts/DEMO/orders/" + order},
		"time":        {path: "/a/DEMO/time", heading: "Time", filled: []string{"Freeze", "leave the default search", "Search window", "snapshot before-lunch"}, empty: []string{"Nothing changes."}, fails: "accounts/DEMO/timeline"},
		"operations":  {path: "/a/DEMO/operations", heading: "Operations", filled: []string{"search-orders"}, fails: "catalog"},
		"operation":   {path: "/a/DEMO/operations/search-orders", heading: "…", filled: []string{"search-orders", "Filled", "Limit is outside 1 to 200", "not covered"}, empty: []string{"Try it"}, fails: "operations/search-orders"},
		"coverage":    {path: "/a/DEMO/coverage", heading: "Coverage", filled: []string{"search-orders"}, fails: "accounts/DEMO/coverage"},
		"verdict":     {path: "/a/DEMO/verdict", heading: "Verdict", filled: []string{"Failed", "refused, and nobody expected it", "Limit must be from 1 to 200, got 500", "Nobody expected it", "Documented failures that no call covered"}, empty: []string{"Nothing to judge.", "Nothing has called yet", "No call was refused"}, fails: "accounts/DEMO/verdict"},
		"questions":   {path: "/a/DEMO/questions", heading: "Questions", filled: []string{"search-status"}, fails: "questions"},
		"account":     {path: "/a/DEMO/account", heading: "…", filled: []string{"before-lunch"}, fails: "accounts/DEMO/snapshots"},
		"runs":        {path: "/runs", heading: "Runs", filled: []string{"ci-17 failed 3 1 2 1 1 of 36", "ci-16 failed 1 1 1 1 1 of 36"}, empty: []string{"No account names a run"}, fails: "runs"},
		"run":         {path: "/runs/ci-17", heading: "Run…", filled: []string{"Failed. 1 of 3 tests failed; 2 calls, 1 refused; 1 of 36 documented outcomes covered; it took", "New since ci-16", "Outcomes no longer covered", "order-by-invoice: 400 INVALID_INVOICE_ID", "test_paging", "test_nothing", "nothing to judge", "Limit must be from 1 to 200, got 0", "400 PAGINATION_LIMIT_PARAMETER_INVALID ×1"}, empty: []string{"unknown run"}, fails: "runs/ci-17"},
		"compare":     {path: "/a/DEMO/compare/DEMO-1/DEMO-3", heading: "Two calls", filled: []string{"DEMO-1", "DEMO-3", "How the requests differ", "The answers differ in"}, empty: []string{"has not come yet"}, fails: "compare"},
		"drawn":       {path: "/a/DEMO/drawn", heading: "Drawn in time", filled: []string{"search-orders", "400 PAGINATION_LIMIT_PARAMETER_INVALID"}, empty: []string{"No call to draw."}, fails: "accounts/DEMO/requests"},
		"differences": {path: "/a/DEMO/differences?from=before-lunch", heading: "How records differ", filled: []string{"Both have the same records"}, empty: []string{"unknown snapshot"}, fails: "accounts/DEMO/differences"},
		"rehearsal":   {path: "/rehearsal", heading: "Rehearsal", filled: []string{"No report is open", "rehearse --report"}, empty: []string{"No report is open"}},
		"guide":       {path: "/guide", heading: "…", filled: []string{"Signing"}},
	}
}

// TestScreens shows every screen of a busy sandbox in every look.
func TestScreens(t *testing.T) {
	t.Parallel()
	full := busy(t)
	for name, sc := range screens(full) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, full, "/ui"+sc.path)
			w.shows(sc.heading, sc.filled)
			w.look(look{width: 390})
			w.open("/ui" + sc.path)
			w.shows(sc.heading, nil) // not every text has room
			w.everywhere()
		})
	}
}

// TestEmptyScreens walks through the screens of a sandbox with nothing to show.
func TestEmptyScreens(t *testing.T) {
	t.Parallel()
	bare := sandboxtest.Start(t, sandboxtest.World("empty"), func(o *sandbox.Options) { o.VendorCode = "DEMO" })
	w := open(t, bare, "/ui/guide")
	w.allow("answer 404: …") // a missing record or call
	all := screens(sandboxtest.Start(t))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w.walk(all[name].path)
		w.shows("…", all[name].empty)
		w.sparse(name)
		w.walk("/guide") // keeps nothing of the screen
		w.heading("Guide")
	}
}

// TestManyOrders shows the screens of an account with 20,000 orders in a narrow window:
// nothing moves. It runs weekly, because it takes a quarter of a minute.
func TestManyOrders(t *testing.T) {
	if !*everyLook {
		t.Skip("it needs -every-look")
	}
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Orders = 20_000 })
	s.Get("/orders/")
	w := open(t, s, "/ui/")
	w.allow("answer 404: …") // a missing call or snapshot
	w.look(look{width: 390})
	for _, sc := range screens(s) {
		w.open("/ui" + sc.path)
		w.shows(sc.heading, nil)
		w.fits("20,000 orders")
	}
}

// TestBadAnswers walks through the screens, in one page for each third. The requests of
// a screen fail, and then get answers that no sandbox gives; the screen says so. Then it becomes
// whole without a reload.
func TestBadAnswers(t *testing.T) {
	t.Parallel()
	const windows = 3
	full := busy(t)
	all := screens(full)
	const first = "scenarios" // because other screens keep its list
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool { return name == first || all[name].fails == "" })
	names = slices.Insert(names, 0, first)
	for n := range windows {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			w := openSpoiled(t, full)
			for i := n; i < len(names); i += windows {
				w.visit(names[i], all[names[i]], bad()[i%len(bad())])
			}
			var old bool
			if w.script("!!window.old", &old); !old {
				t.Error("the page was loaded again")
			}
		})
	}
}

// spoiled is a window whose requests can get other answers than those of the sandbox.
type spoiled struct {
	*window
	answer atomic.Pointer[http.HandlerFunc] // nil answers as the sandbox does
	paths  atomic.Pointer[regexp.Regexp]
	asked  atomic.Int64
}

func openSpoiled(t *testing.T, full *sandboxtest.Running) *spoiled {
	t.Helper()
	var s spoiled
	s.window = openHandler(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if instead := s.answer.Load(); instead != nil && s.paths.Load().MatchString(r.URL.Path) {
			s.asked.Add(1)
			(*instead)(rw, r)
			return
		}
		full.Sandbox().Handler().ServeHTTP(rw, r)
	}), "/ui/guide")
	s.allow("answer 500: …", "answer 502: …", "failed: …")
	s.quiet()
	s.script("window.old = true", nil)
	return &s
}

// visit shows a screen whose requests fail, get a bad answer, and then right ones.
func (s *spoiled) visit(name string, sc screen, bad http.HandlerFunc) {
	s.t.Helper()
	// A screen tries again by itself too, so the button may be gone.
	const tryAgain = "[...document.querySelectorAll('button')].find(b => b.textContent === 'Try again')?.click()"
	fails := http.HandlerFunc(fail)
	s.paths.Store(regexp.MustCompile(`^/_sandbox/(` + sc.fails + `)$`))
	s.answer.Store(&fails)
	s.walk(sc.path)
	s.shows("…", []string{"the disk is full <b>", "free some space"})
	s.sparse(name)
	s.walk("/guide")
	s.heading("Guide")
	s.answer.Store(&bad)
	s.asked.Store(0)
	s.walk(sc.path)
	s.heading(sc.heading)
	s.script(tryAgain, nil)
	s.until(func() string {
		if s.asked.Load() == 0 {
			return "the screen " + name + " did not ask"
		}
		return ""
	})
	s.see("The sandbox does not answer.")
	s.answer.Store(nil)
	s.asked.Store(0)
	s.script(tryAgain, nil)
	s.see(sc.filled...)
	s.gone("The sandbox does not answer.")
	s.walk("/guide") // keeps nothing of the screen
	s.heading("Guide")
}

// walk goes to a screen without loading the page again. The screen is judged as a page is that
// begins with it.
func (w *window) walk(path string) {
	w.t.Helper()
	w.script(fmt.Sprintf("history.replaceState(null, '', %q); dispatchEvent(new PopStateEvent('popstate')); window.walkedAt = performance.now()", "/ui"+path), nil)
}

func (w *window) shows(heading string, texts []string) {
	w.t.Helper()
	w.heading(heading)
	w.see(texts...)
	w.quiet()
	w.still()
}

// everywhere looks at a screen in a wide and a narrow window, with larger text and, if
// asked to, in dark colours.
func (w *window) everywhere() {
	w.t.Helper()
	w.look(look{})
	w.quiet()
	w.accessible("wide")
	narrow := look{width: 390}
	w.look(narrow)
	w.quiet()
	w.whole(narrow)
	w.fits("narrow")
	if *everyLook {
		w.accessible("narrow")
		w.look(look{scheme: "dark"})
		w.contrasts("dark")
	}
	for _, l := range []look{{width: 320}, {zoom: 200}, {forced: true}} {
		w.look(l)
		w.quiet()
		w.fits(fmt.Sprintf("%+v", l))
	}
	w.look(look{})
}

// once looks at a screen with little to show: in a wide window, and whether it fits a
// narrow one.
func (w *window) once() {
	w.t.Helper()
	w.accessible("wide")
	w.look(look{width: 320})
	w.quiet()
	w.fits("320")
	w.look(look{})
}

// sparse looks at a screen that has nothing to show, as once does. The checker looks at one of
// them, because they share their parts, unless it is asked to look at all.
func (w *window) sparse(name string) {
	w.t.Helper()
	if *everyLook || name == "calls" {
		w.once()
		return
	}
	w.look(look{width: 320})
	w.quiet()
	w.fits("320")
	w.look(look{})
}

// whole makes the window as high as the screen, because otherwise the bar at the lower
// edge of a narrow window may cover half a button. A screen may grow when more of it is
// in sight, but a list with the height of the window grows for ever.
func (w *window) whole(l look) {
	w.t.Helper()
	const most, times = 30000, 4
	for range times {
		before := l.height
		w.script(fmt.Sprintf("Math.max(900, Math.min(document.documentElement.scrollHeight, %d))", most), &l.height)
		if l.height == before {
			return
		}
		w.look(l)
		w.quiet()
	}
}
