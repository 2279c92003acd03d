package browser_test

import (
	"flag"
	"os"
	"strings"
	"sync"
)

// axeSource is the accessibility checker.
var axeSource = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("../testdata/axe.min.js") })

// everyLook makes the checker look at narrow windows, at dark colours and at every row too.
// Without it the checker looks once at a screen, because it needs the most time of all.
var everyLook = flag.Bool("every-look", false, "check WCAG also in a narrow window, in dark colours, and in every row")

// accessible fails the test for each violation of WCAG 2.2, levels A and AA, and
// of the checker's best practices. The note says how the window looks.
func (w *window) accessible(note string) {
	w.t.Helper()
	part := fewRows
	if *everyLook {
		part = "document"
	}
	w.obeys(note, part, everyRule)
}

const everyRule = `['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']`

// fewRows is a page with the first rows of its lists and tables.
const fewRows = `{exclude: ['li:nth-child(n+13)', 'tr:nth-child(n+13)'].filter(rows => document.querySelector(rows))}`

// contrasts fails the test for each violation of the rules about colours, because another
// colour scheme can violate only these.
func (w *window) contrasts(note string) {
	w.t.Helper()
	w.obeys(note, fewRows, `{type: 'rule', values: ['color-contrast', 'link-in-text-block']}`)
}

// obeys runs the checker on a part of the page.
func (w *window) obeys(note, part, rules string) {
	w.t.Helper()
	source, err := axeSource()
	if err != nil {
		w.t.Fatal(err)
	}
	var loaded bool
	if w.script("!!window.axe", &loaded); !loaded {
		w.script(string(source)+"\n;0", nil)
	}
	w.script("scrollTo(0, 0)", nil) // otherwise a target half under the header counts as too small
	var violations []string
	// Reading style sheets ahead, for a rule about locked orientations, violates the policy.
	w.script(`axe.run(`+part+`, {
		preload: false, runOnly: `+rules+`, resultTypes: ['violations'],
	}).then(found => found.violations.map(v => v.id + ': ' + v.help + ', ' + v.nodes.length + ' times:' +
		v.nodes.slice(0, 3).map(n => '\n\t' + n.target.join(' ') + ' ' + n.html.slice(0, 200))))`, &violations)
	if len(violations) > 0 {
		w.t.Errorf("%s %s: %d violations:\n%s", w.url(), note, len(violations), strings.Join(violations, "\n"))
	}
}
