package edit

import (
	"regexp"
	"strings"
)

// reach describes the values of a body within reach of a path. Only they become nodes,
// because making nodes of a whole page takes longer than all the rest of the call.
type reach struct {
	steps []string // the plain steps at the start of the path: a name, or "" for any child
	whole bool     // the path has no other steps
}

// plainStep is a step of a path to the member of a name, one child by its number,
// or all children.
var plainStep = regexp.MustCompile(`^(?:\.([\pL_][\pL\pN_]*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]|\.\*|\[(?:\*|-?[0-9]+)\])`)

// reachOf returns the reach of a valid path. A filter with the root in it reaches everything.
func reachOf(path string) (r reach) {
	rest := path[1:] // without $
	for {
		step := plainStep.FindStringSubmatch(rest)
		if step == nil {
			if strings.Contains(rest, "$") {
				r.steps = nil
			}
			r.whole = rest == ""
			return r
		}
		r.steps = append(r.steps, step[1]+step[2]+step[3])
		rest = rest[len(step[0]):]
	}
}

// opens reports whether something within an object or a list matters. The
// object or list is the child of a name, "" for an element of a list, behind
// the steps.
func (r reach) opens(steps int, name []byte) bool {
	return (steps == 0 || r.enters(steps-1, name)) && !(r.whole && steps >= len(r.steps))
}

// enters reports whether the path enters the child of a name behind the steps.
func (r reach) enters(steps int, name []byte) bool {
	return steps >= len(r.steps) || r.steps[steps] == "" || r.steps[steps] == string(name)
}
