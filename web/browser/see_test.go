package browser_test

import (
	"fmt"
	"strings"
)

// text returns the text of the window, with single spaces between words.
func (w *window) text() string {
	w.t.Helper()
	var text string
	w.script("document.body?.innerText ?? ''", &text)
	return spaced(text)
}

// see waits until the window shows each text; … stands for any text.
func (w *window) see(texts ...string) {
	w.t.Helper()
	for _, text := range texts {
		w.until(func() string {
			if matches("…"+text+"…", w.text()) {
				return ""
			}
			return fmt.Sprintf("the window does not show %q", text)
		})
	}
}

// hasAsset reports whether an asset has arrived. The browser sometimes reports no end of
// one, for example of a module shared by two documents.
func (w *window) hasAsset(asked string) bool {
	_, path, _ := strings.Cut(asked, " ")
	if !strings.Contains(path, "/assets/") {
		return false
	}
	var arrived bool
	w.script(fmt.Sprintf("performance.getEntriesByType('resource').some(e => e.responseEnd > 0 && e.name.endsWith(%q))", path), &arrived)
	return arrived
}

// quiet waits until the window has every requested file and has drawn it.
func (w *window) quiet() {
	w.t.Helper()
	w.until(func() string {
		for range 3 { // an effect may ask for more after it was drawn
			var waits bool
			w.script(`new Promise(drawn => {
				requestAnimationFrame(() => setTimeout(drawn))
				setTimeout(drawn, 1000) // because a window sometimes draws nothing for minutes
			}).then(() => !!document.querySelector('.skeleton, [aria-busy=true]'))`, &waits)
			if waits {
				return "the window still waits for data"
			}
			if asked := w.underWay(); asked != "" && !w.hasAsset(asked) {
				return "the answer to " + asked + " is still missing"
			}
		}
		return ""
	})
}

// gone waits until the window no longer shows a text.
func (w *window) gone(text string) {
	w.t.Helper()
	w.until(func() string {
		if !matches("…"+text+"…", w.text()) {
			return ""
		}
		return fmt.Sprintf("the window still shows %q", text)
	})
}

// at waits until the address bar shows a path; … stands for any text.
func (w *window) at(path string) {
	w.t.Helper()
	w.until(func() string {
		if got := w.url(); !matches(path, got) {
			return fmt.Sprintf("the address is %s, want %s", got, path)
		}
		return ""
	})
}

// title waits until the tab has a title.
func (w *window) title(want string) {
	w.t.Helper()
	w.until(func() string {
		var got string
		if w.script("document.title", &got); !matches(want, got) {
			return fmt.Sprintf("the title is %q, want %q", got, want)
		}
		return ""
	})
}

// heading waits until the screen has a heading; … stands for any text.
func (w *window) heading(want string) {
	w.t.Helper()
	w.find("heading", want)
}

// copied waits until the page copied a matching text, and returns it.
func (w *window) copied(want string) string {
	w.t.Helper()
	var got string
	w.until(func() string {
		if w.script("window.copiedText ?? ''", &got); !matches(want, got) {
			return fmt.Sprintf("the copied text is %q, want %q", got, want)
		}
		return ""
	})
	return got
}

// value waits until a field has a value, with single spaces between words.
func (w *window) value(role, name, want string) {
	w.t.Helper()
	e := w.find(role, name)
	w.until(func() string {
		var got string
		if e.call("function () { return this.value ?? this.innerText }", &got); !matches(want, spaced(got)) {
			return fmt.Sprintf("the %s %s has the value %q, want %q", role, name, got, want)
		}
		return ""
	})
}
