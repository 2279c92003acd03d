package browser_test

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// click clicks the element of a role and a name. With the keyboard it goes there
// by Tab and the arrows, and presses Enter or Space, unless the arrows have chosen it.
func (w *window) click(role, name string) {
	w.t.Helper()
	w.clicks++
	if w.keyboard {
		w.reach(role, name)
		var chosen bool
		if w.script("document.activeElement?.matches('[type=radio]:checked')", &chosen); chosen {
			return // a further key would count as the first one after Undo came
		}
		w.press(map[string]string{"checkbox": "Space", "switch": "Space", "radio": "Space"}[role])
		return
	}
	w.clickOn(role, name)
}

// clickOn clicks an element by the mouse. It tries again when the element moved between
// the look at its place and the click, because a growing screen moves it; nothing else on
// the page gets such a click.
func (w *window) clickOn(role, name string) {
	w.t.Helper()
	w.until(func() string {
		x, y := w.point(role, name)
		w.clickAt(x, y)
		var missed string
		answer, err := call(w, runtime.Evaluate, runtime.EvaluateParams{Expression: "window.missedClick ?? ''"})
		if err != nil || json.Unmarshal(answer.Result.Value, &missed) != nil {
			return "" // the click opened another page
		}
		return missed
	})
}

// point returns the middle of an element, once the mouse can reach it there.
func (w *window) point(role, name string) (x, y float64) {
	w.t.Helper()
	w.until(func() string {
		e := w.find(role, name)
		var at struct {
			X, Y    float64
			Covered string
		}
		e.call(aim, &at)
		x, y = at.X, at.Y
		return at.Covered
	})
	return x, y
}

// aim returns the middle of an element in the window, and what covers it. The next click
// reaches nothing but the element.
const aim = `function () {
	if (!this.isConnected) return {covered: 'the element is gone'}
	this.scrollIntoView({block: 'nearest', inline: 'nearest'})
	const box = [...this.getClientRects()].find(r => r.width && r.height)
	if (!box) return {covered: 'the element has no size'}
	const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2, y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
	const hit = document.elementFromPoint(x, y)
	const isMine = hit => this.contains(hit) || hit.shadowRoot?.contains(this) || [...(this.labels ?? [])].some(l => l.contains(hit))
	const mine = hit && isMine(hit)
	if (mine) {
		window.missedClick = 'no click came'
		const listening = new AbortController()
		for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) addEventListener(kind, event => {
			if (kind === 'pointerdown') window.missedClick = isMine(event.composedPath()[0]) ? '' : 'the element moved before the click'
			if (kind === 'click' && !isMine(event.composedPath()[0])) window.missedClick = 'the element moved during the click'
			if (kind === 'click' || window.missedClick && kind === 'mouseup') setTimeout(() => listening.abort())
			if (!window.missedClick) return
			event.preventDefault()
			event.stopImmediatePropagation()
		}, {capture: true, signal: listening.signal})
	}
	return {x, y, covered: mine ? '' : 'the element is covered by ' + (hit?.outerHTML.slice(0, 200) ?? 'the edge of the window')}
}`

func (w *window) clickAt(x, y float64) {
	w.t.Helper()
	if err := w.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y)); err != nil {
		w.t.Fatal(err)
	}
}

// furthest is how many keys a user presses at most to reach an element.
const furthest = 250

// reach moves the focus to an element by Tab, and by the arrows within a menu, a
// list or a group of tabs.
func (w *window) reach(role, name string) {
	w.t.Helper()
	e := w.find(role, name)
	for range furthest {
		switch e.focus() {
		case "here":
			return
		case "gone":
			e = w.find(role, name)
		case "beside":
			w.press("ArrowDown")
		case "along":
			w.press("ArrowRight")
		default:
			w.press("Tab")
		}
	}
	w.t.Fatalf("no key reaches the %s %q", role, name)
}

// focus says where the focus is, seen from the element.
func (e *element) focus() (where string) {
	e.t.Helper()
	e.call(`function () {
		if (!this.isConnected) return 'gone'
		let active = document.activeElement
		while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
		if (active === this || active?.getAttribute('aria-activedescendant') === this.id && this.id) return 'here'
		const list = document.getElementById(active?.getAttribute('aria-controls'))
		if (list?.contains(this)) return 'beside'
		const group = active?.closest('[role=menu],[role=listbox],[role=radiogroup],[role=tablist],[role=toolbar],fieldset')
		if (active?.type === 'radio' && this.name === active.name) return 'beside'
		if (!group?.contains(this) || group.matches('fieldset')) return 'elsewhere'
		return group.matches('[role=tablist],[role=toolbar]') ? 'along' : 'beside'
	}`, &where)
	return where
}

// press presses keys one after the other: a letter, a named key such as Enter or
// ArrowDown, or either with modifiers, such as Ctrl+s. "" is Enter.
func (w *window) press(keys ...string) {
	w.t.Helper()
	named := map[string]string{
		"": kb.Enter, "Enter": kb.Enter, "Tab": kb.Tab, "Escape": kb.Escape, "Space": " ", "Backspace": kb.Backspace,
		"ArrowDown": kb.ArrowDown, "ArrowUp": kb.ArrowUp, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight,
		"Home": kb.Home, "End": kb.End, "PageDown": kb.PageDown, "PageUp": kb.PageUp, "Delete": kb.Delete,
	}
	modifiers := map[string]chromedp.Modifier{"Ctrl": chromedp.ModifierCtrl, "Shift": chromedp.ModifierShift, "Alt": chromedp.ModifierAlt, "Meta": chromedp.ModifierMeta}
	for _, key := range keys {
		var held chromedp.Modifier
		for {
			before, after, ok := strings.Cut(key, "+")
			if !ok || after == "" {
				break
			}
			held, key = held|modifiers[before], after
		}
		if code, ok := named[key]; ok {
			key = code
		}
		w.strike(key, held)
	}
}

// write types a text where the focus is.
func (w *window) write(text string) {
	w.t.Helper()
	w.strike(text, 0)
}

// strike presses keys, each as one event with its character. Otherwise a page that handles
// a key by moving the focus into a field sometimes gets the character there.
func (w *window) strike(keys string, held chromedp.Modifier) {
	w.t.Helper()
	for _, key := range keys {
		events := kb.Encode(key)
		down, up := events[0], events[len(events)-1]
		if len(events) == 3 && held&^chromedp.ModifierShift == 0 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		for _, event := range []*input.DispatchKeyEventParams{down, up} {
			event.Modifiers |= int64(held)
			send(w, input.DispatchKeyEvent, *event)
		}
	}
}

// fill replaces the content of a field.
func (w *window) fill(role, name, text string) {
	w.t.Helper()
	if w.keyboard {
		w.reach(role, name)
	} else {
		w.clickOn(role, name)
	}
	w.press("Ctrl+a", "Delete")
	w.write(text)
}
