package browser_test

import (
	"cmp"
	"strings"

	"github.com/chromedp/cdproto/emulation"
)

// look is the way the user of a window looks at it. Zero values are most users' choices,
// except motion: tests do without, otherwise they would wait for it.
type look struct {
	scheme string // light or dark
	width  int64  // of the window in pixels
	height int64
	zoom   int64 // in percent
	motion bool
	forced bool // forced colours
	slower float64
}

// look changes how the user looks at the window.
func (w *window) look(l look) {
	w.t.Helper()
	motion, forced := "reduce", "none"
	if l.motion {
		motion = "no-preference"
	}
	if l.forced {
		forced = "active"
	}
	send(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: cmp.Or(l.scheme, "light")},
		{Name: "prefers-reduced-motion", Value: motion},
		{Name: "forced-colors", Value: forced},
	}})
	zoom := cmp.Or(l.zoom, 100)
	send(w, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: cmp.Or(l.width, 1280) * 100 / zoom, Height: cmp.Or(l.height, 900) * 100 / zoom, DeviceScaleFactor: float64(zoom) / 100,
	})
	send(w, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: cmp.Or(l.slower, 1)})
}

// fits fails the test when something is wider than the window. A part of the
// page may scroll sideways by itself. The note says how the window looks.
func (w *window) fits(note string) {
	w.t.Helper()
	var wide []string
	w.script(`(() => {
		const room = document.documentElement.clientWidth
		if (document.documentElement.scrollWidth <= room) return []
		const clipped = e => e !== document.body && (getComputedStyle(e).overflowX !== 'visible' || clipped(e.parentElement))
		return [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > room + 1 && !clipped(e.parentElement))
			.map(e => e.outerHTML.slice(0, 120)).slice(0, 5)
	})()`, &wide)
	if len(wide) > 0 {
		w.t.Errorf("%s %s: wider than the window: %q", w.url(), note, wide)
	}
}

// still fails the test when the layout has shifted by 0.02 or more since the page
// opened or walked to the screen, without being asked to.
func (w *window) still() {
	w.t.Helper()
	var shifted struct {
		Score   float64
		Sources []string
	}
	w.script(`new Promise(done => {
		let score = 0
		const sources = []
		const name = n => n?.nodeType === 1 ? n.outerHTML.slice(0, 80) : n?.nodeName + ' ' + n?.textContent.slice(0, 40)
		const box = r => [r.x, r.y, r.width, r.height].join(' ')
		const count = list => { for (const e of list) if (!e.hadRecentInput && e.startTime >= (window.walkedAt ?? 0)) {
			score += e.value
			sources.push(...e.sources.map(s => name(s.node) + ': ' + box(s.previousRect) + ' to ' + box(s.currentRect)))
		} }
		const observer = new PerformanceObserver(list => count(list.getEntries()))
		observer.observe({type: 'layout-shift', buffered: true})
		const end = () => { count(observer.takeRecords()); done({score, sources}) }
		requestAnimationFrame(() => setTimeout(end))
		setTimeout(end, 10_000) // because a window sometimes draws nothing for minutes
	})`, &shifted)
	if shifted.Score >= 0.02 {
		w.t.Errorf("%s: the layout shifted by %.3f, less than 0.02 is allowed:\n%s", w.url(), shifted.Score, strings.Join(shifted.Sources, "\n"))
	}
}
