package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// pair makes the same calls to two programs and collects how their answers differ.
type pair struct {
	programs [2]*program
	random   *rand.Rand
	found    []found        // in the order in which they were found
	kinds    map[string]int // how many differences of each kind
	made     int
	ahead    map[string]int // by how much the calls of an account are numbered otherwise
	last     [2]answer
	sessions [2]string // of DEMO, by program, because they contain when it opened the account
	answered [10]int   // by the first digit of the status
	err      error     // the first; a program ended
}

func newPair(two [2]*program, seed uint64) *pair {
	return &pair{programs: two, random: rand.New(rand.NewPCG(seed, seed)), kinds: map[string]int{}, ahead: map[string]int{}}
}

// call makes a call to both programs, compares their answers and returns the first.
func (p *pair) call(c *call) answer {
	if p.err != nil {
		return answer{}
	}
	p.made++
	text, other := c.String(), c.replacing(p.sessions[0], p.sessions[1]).String()
	var answers [2]answer
	var errs [2]error
	done := make(chan struct{})
	go func() {
		defer close(done)
		answers[1], errs[1] = p.programs[1].exchange(c, other)
	}()
	answers[0], errs[0] = p.programs[0].exchange(c, text)
	<-done
	for _, err := range errs {
		if err != nil {
			p.err = fmt.Errorf("call %d: %w\n%s", p.made, err, excerpt(text, 0))
			return answer{}
		}
	}
	p.last = answers
	for i, a := range answers {
		p.sessions[i] = cmp.Or(a.session(), p.sessions[i])
	}
	p.answered[answers[0].code/100%10]++
	p.note(c, text, answers[0], answers[1])
	return answers[0]
}

// note adds what differs between two answers. Calls whose answers differ in the same
// parts, or from one status to another, are of one kind.
func (p *pair) note(c *call, text string, a, b answer) {
	p.number(a, &b)
	if !bytes.Equal(a.body, b.body) {
		// The length follows from the body, and the tag from its content.
		for _, follows := range []string{"header Content-Length", "header Etag"} {
			delete(a.parts, follows)
			delete(b.parts, follows)
		}
		a.parts["body"], b.parts["body"] = a.decoded(), b.decoded()
	}
	both := maps.Clone(a.parts)
	maps.Copy(both, b.parts)
	var names, shown []string
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if x, y := steady(p.programs[0].unnamed(a.parts[name]), p.programs[1].unnamed(b.parts[name])); x != y {
			at := 0
			for at < min(len(x), len(y)) && x[at] == y[at] {
				at++
			}
			names = append(names, name)
			shown = append(shown, name+", before and after:\n"+excerpt(x, at)+"\n"+excerpt(y, at))
		}
	}
	if names == nil {
		return
	}
	kind := fmt.Sprintf("%s: %d, %s", c.label, a.code, strings.Join(names, ", "))
	if a.code != b.code {
		kind = fmt.Sprintf("%s: %d, now %d", c.label, a.code, b.code)
	}
	if p.kinds[kind] == 0 {
		p.found = append(p.found, found{kind, fmt.Sprintf("call %d:\n%s\n%s", p.made, excerpt(text, 0), strings.Join(shown, "\n"))})
	}
	p.kinds[kind]++
}

// number gives the second answer the number of the first in the journal, when they
// differ as before: what one program records and the other does not is reported once.
func (p *pair) number(a answer, b *answer) {
	const name = "header X-Sandbox-Request"
	x, y := a.parts[name], b.parts[name]
	of, n, _ := strings.Cut(x, "-")
	other, m, _ := strings.Cut(y, "-")
	if x == y || of != other {
		return
	}
	first, _ := strconv.Atoi(n)
	second, _ := strconv.Atoi(m)
	b.body = bytes.ReplaceAll(b.body, []byte(y), []byte(x))
	if p.ahead[of] == first-second {
		b.parts[name] = x
	}
	p.ahead[of] = first - second
}

// found is a kind of difference, with its first example.
type found struct{ kind, example string }

func (p *pair) print(to io.Writer) {
	for _, f := range p.found {
		fmt.Fprintf(to, "%d × %s\n    %s\n", p.kinds[f.kind], f.kind, strings.ReplaceAll(strings.TrimSpace(f.example), "\n", "\n    "))
	}
}
