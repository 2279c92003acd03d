package main

import (
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// replayedText returns a repeated call as lines of text: the call and its result, and
// how its answer differs.
func replayedText(call client.ReplayedCall) string {
	var b strings.Builder
	what := call.Operation
	if what == "" {
		what = call.Method + " " + call.URI
	}
	fmt.Fprintf(&b, "%-9s  %s  %s\n", call.Result, call.ID, what)
	if call.Why != "" {
		fmt.Fprintf(&b, "             %s\n", call.Why)
	}
	if d := call.Difference; d != nil {
		b.WriteString(differenceText(*d))
	}
	if len(call.Changes) > 0 {
		fmt.Fprintf(&b, "             records that differ: %s\n", strings.Join(call.Changes, ", "))
	}
	return b.String()
}

// mostDifferences is how many differences of an answer are printed.
const mostDifferences = 20

// differenceText returns how two answers differ: - was recorded, + came again.
func differenceText(d client.Comparison) string {
	var b strings.Builder
	left, more := mostDifferences, 0
	row := func(what string, a, b2 *string) {
		if left--; left < 0 {
			more++
			return
		}
		fmt.Fprintf(&b, "             %s\n", what)
		for _, side := range []struct {
			sign  string
			value *string
		}{{"-", a}, {"+", b2}} {
			if side.value != nil {
				fmt.Fprintf(&b, "               %s %s\n", side.sign, *side.value)
			}
		}
	}
	if d.Status.A != d.Status.B {
		row("status", new(fmt.Sprint(d.Status.A)), new(fmt.Sprint(d.Status.B)))
	}
	if d.Code.A != d.Code.B {
		row("code", &d.Code.A, &d.Code.B)
	}
	for _, h := range d.Header {
		row("header "+h.Name, h.A, h.B)
	}
	for _, f := range d.Body {
		row("body "+f.Path, f.A, f.B)
	}
	if more += d.More; more > 0 {
		fmt.Fprintf(&b, "             %d further differences; --format json has more\n", more)
	}
	for _, note := range d.Notes {
		fmt.Fprintf(&b, "             %s\n", note)
	}
	return b.String()
}
