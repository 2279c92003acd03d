package browser_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// record collects things that must not happen in a window, each as a line of text.
type record struct {
	base string

	mu       sync.Mutex
	lines    []string
	expected []string
	allowed  []string
	asked    map[network.RequestID]string // method and address of requests
	waits    map[network.RequestID]bool   // for the end of their answers
}

func newRecord(base string) *record {
	return &record{base: base, asked: map[network.RequestID]string{}, waits: map[network.RequestID]bool{}}
}

// expect allows matching lines, because the test provokes them. The test fails if there
// is none.
func (r *record) expect(patterns ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expected = append(r.expected, patterns...)
}

// allow allows matching lines, but does not require them.
func (r *record) allow(patterns ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.allowed = append(r.allowed, patterns...)
}

// underWay returns an unanswered request, other than the stream.
func (r *record) underWay() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.waits {
		if asked := r.asked[id]; !strings.HasPrefix(asked, "GET /_sandbox/stream") {
			return asked
		}
	}
	return ""
}

// faults returns the unexpected lines, and the patterns without a line.
func (r *record) faults() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []string
	matched := map[string]bool{}
	for _, line := range r.lines {
		known := slices.ContainsFunc(r.allowed, func(pattern string) bool { return matches(pattern, line) })
		for _, pattern := range r.expected {
			if matches(pattern, line) {
				known, matched[pattern] = true, true
			}
		}
		if !known {
			found = append(found, line)
		}
	}
	for _, pattern := range r.expected {
		if !matched[pattern] {
			found = append(found, "expected, but it did not happen: "+pattern)
		}
	}
	return found
}

// add records an event of the browser's protocol. It must not send commands.
func (r *record) add(event any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			r.say("console %s: %s", e.Type, printed(e.Args))
		}
	case *runtime.EventExceptionThrown:
		r.say("exception: %s", exception(e.ExceptionDetails))
	case *log.EventEntryAdded:
		// The browser's log of the network is recorded below.
		if (e.Entry.Level == log.EntryLevelWarning || e.Entry.Level == log.EntryLevelError) && e.Entry.Source != log.EntrySourceNetwork {
			r.say("log %s: %s", e.Entry.Source, e.Entry.Text)
		}
	case *audits.EventIssueAdded:
		// Names of fields are for forms that browsers fill in by themselves.
		if text := details(e.Issue.Details); !strings.Contains(text, "FormEmptyIdAndNameAttributesForInputError") {
			r.say("issue %s: %s", e.Issue.Code, text)
		}
	case *page.EventJavascriptDialogOpening:
		r.say("dialog: %s %s", e.Type, e.Message)
	case *inspector.EventTargetCrashed:
		r.say("the window crashed")
	default:
		r.addNetwork(event)
	}
}

func (r *record) addNetwork(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if e.Type == network.ResourceTypeDocument {
			clear(r.waits) // the browser reports no end of what the page before asked for
		}
		r.waits[e.RequestID] = true
		r.asked[e.RequestID] = e.Request.Method + " " + strings.TrimPrefix(e.Request.URL, r.base)
		if r.elsewhere(e.Request.URL) {
			r.say("request elsewhere: %s", r.asked[e.RequestID])
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			r.say("answer %d: %s", e.Response.Status, r.asked[e.RequestID])
		}
	case *network.EventLoadingFinished:
		delete(r.waits, e.RequestID)
	case *network.EventLoadingFailed:
		delete(r.waits, e.RequestID)
		// A page cancels requests it no longer needs, and reads again what did not arrive; open repeats a navigation.
		if !e.Canceled && !slices.Contains(interruptions, e.ErrorText) {
			r.say("failed: %s %s", r.asked[e.RequestID], e.ErrorText)
		}
	}
}

func (r *record) say(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *record) elsewhere(address string) bool {
	u, err := url.Parse(address)
	return err != nil || u.Host != "" && u.Scheme+"://"+u.Host != r.base
}

// printed returns the output of a call of console.
func printed(args []*runtime.RemoteObject) string {
	var texts []string
	for _, a := range args {
		var text string
		if json.Unmarshal(a.Value, &text) != nil {
			text = cmp.Or(a.Description, string(a.Value))
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

func exception(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return e.Text
}

func details(d *audits.InspectorIssueDetails) string {
	text, err := json.Marshal(d)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
