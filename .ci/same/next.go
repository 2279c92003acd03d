package main

import (
	"math/rand/v2"
	"strings"
)

// chance returns true in so many of a hundred cases.
func (p *pair) chance(percent int) bool { return p.random.IntN(100) < percent }

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// next returns a random call.
func (p *pair) next(w *world) *call {
	switch n := p.random.IntN(100); {
	case n < 72:
		return p.season(w, p.recordedCall(w))
	case n < 84:
		return p.oddCall(w)
	case n < 87:
		return p.brokenCall(w)
	default:
		return p.controlCall(w)
	}
}

// recordedCall returns a recorded request, as it is or changed a little.
func (p *pair) recordedCall(w *world) *call {
	text := pick(p.random, w.recorded)
	for strings.Contains(text, "{{fill 1") && !p.chance(2) { // up to 16 MiB take their time
		text = pick(p.random, w.recorded)
	}
	c := parse(w.fill(text))
	c.label = "REST recorded"
	if strings.HasPrefix(c.target, "/soap") {
		c.label = "SOAP recorded"
	}
	if p.chance(40) {
		return c
	}
	c.label += ", changed"
	path, query, _ := strings.Cut(c.target, "?")
	switch n := p.random.IntN(10); {
	case n < 6 && c.body != "":
		c.body = p.change(w, c.body)
	case n < 3: // a combination that nobody recorded
		for _, i := range p.random.Perm(len(w.recorded)) {
			other := parse(w.recorded[i])
			if more, found := strings.CutPrefix(other.target, path+"?"); found && other.method == c.method {
				c.target = path + "?" + query + "&" + w.fill(more)
				break
			}
		}
	case n < 5 && query == "": // another record of the world
		at := strings.LastIndexAny(strings.TrimRight(path, "/"), "/") + 1
		c.target = path[:at] + escape(pick(p.random, w.ids)) + "/"
	case n < 9 && query != "":
		c.target = path + "?" + p.change(w, query)
	default:
		p.oddLine(c)
	}
	return c
}

// parse reads a request in the form of the recorded exchanges.
func parse(text string) *call {
	head, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	method, target, _ := strings.Cut(lines[0], " ")
	return &call{method: method, target: target, lines: lines[1:], body: body}
}
