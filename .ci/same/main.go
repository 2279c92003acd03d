// Command same shows whether two binaries of commerce-sandbox answer the same calls
// with the same bytes: same [-calls N] [-seed N] BEFORE AFTER.
//
// It runs both with one seed and a frozen clock, makes the same random calls of both
// protocols and of the control interface to both, one after the other, and then every
// GET of the control interface. It prints each kind of difference with its first
// example, in the order in which they were found: later ones may follow from earlier
// ones, because a call that only one program carried out changes what others answer.
// The exit code is 0 when there is none, 1 when there is one, and 2 when the
// binaries could not be compared.
//
// The calls follow from the first binary: from its catalogue, its recorded exchanges,
// its table of control routes, and the ids of its world. So an operation or a route
// needs no line here.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("same", flag.ContinueOnError)
	flags.SetOutput(stderr)
	calls := flags.Int("calls", 20000, "how many random calls")
	seed := flags.Uint64("seed", 0, "what the random calls follow from; 0 picks a seed and prints it")
	if flags.Parse(args) != nil || flags.NArg() != 2 {
		fmt.Fprintln(stderr, "same: name two binaries, the one before and the one after")
		return 2
	}
	var two [2]*program
	for i := range two {
		p, err := start(flags.Arg(i))
		if err != nil {
			fmt.Fprintln(stderr, "same:", err)
			return 2
		}
		defer p.stop()
		two[i] = p
	}
	return compare(two, *calls, cmp.Or(*seed, rand.Uint64N(1e6)+1), stdout, stderr)
}

// compare makes the calls and prints the differences, also when it cannot make all.
func compare(two [2]*program, calls int, seed uint64, stdout, stderr io.Writer) int {
	began := time.Now()
	fmt.Fprintf(stderr, "same: %d random calls with -seed %d\n", calls, seed)
	p := newPair(two, seed)
	err := p.all(calls)
	p.print(stdout)
	fmt.Fprintf(stderr, "same: %d calls in %s, %d answered below 300, %d below 500, %d other; %d kinds of difference\n",
		p.made, time.Since(began).Round(time.Second/10), p.answered[2], p.answered[4]+p.answered[3], p.answered[5]+p.answered[0], len(p.found))
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "same:", err)
		return 2
	case len(p.found) > 0:
		return 1
	}
	return 0
}

// all makes the calls whose answers are compared.
func (p *pair) all(calls int) error {
	w, err := p.learn()
	if err != nil {
		return err
	}
	for n := range calls {
		if n%500 == 0 && n > 0 {
			p.restore(w)
		}
		c := p.next(w)
		w.learnFrom(p.call(c))
		if c.method != "GET" && strings.HasPrefix(c.target, control) {
			p.readClock(w)
		}
		if p.err != nil {
			return p.err
		}
	}
	p.survey(w)
	return p.err
}
