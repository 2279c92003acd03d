// Command mutants plants faults in the code and demands a failing test for each.
//
//	mutants declared             each fault of declared.json, by the test that it names
//	mutants random [-seed N] [-count N] [-quick] [PACKAGE...]
//
// A declared fault replaces a text of a file. A missing text, or code that does not
// compile, is an error, so that the list follows the code.
//
// The random faults are chosen among all places of the packages where site.go can make
// one. All of them are in one build, and each run switches one on. The tests of the
// package run first; for surviving faults, a sample of the predicted cases, the recorded
// exchanges, the histories and all predicted cases do. It prints a fault found by none,
// unless equivalent.json says why no test can find it. The exit code is 1 when less than
// 95 of 100 die, or when one of commerce, record, ledger, scenario or boltstore survives.
//
// It builds faults by itself, because the maintained tools for Go compile the package
// again for each fault. This takes longer than its tests. They also count a hanging fault
// as neither found nor missed.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// target is a package for random faults.
type target struct {
	name   string
	strict bool // whether none may survive
}

// shop lists the packages of a run by default.
var shop = []target{
	{"commerce", true}, {"record", true}, {"ledger", true}, {"gate", false}, {"rest", false}, {"soap", false},
	{"scenario", true}, {"calls", false}, {"verify", false}, {"boltstore", true}, {"worlds", false},
	{"rehearse", false}, {"verdict", false}, {"report", false},
	{"account", false}, {"transfer", false},
}

// testedBy are the packages whose tests run for another one too, after its own: the
// operations of the shop are what its records are for, the control interface changes
// accounts and imports records, and verifications read calls.
var testedBy = map[string]string{"calls": "verify", "record": "commerce", "ledger": "commerce", "account": "control", "transfer": "control"}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if len(args) > 0 && args[0] == "declared" {
		return plantDeclared(scratch)
	}
	if len(args) == 0 || args[0] != "random" {
		return fmt.Errorf("say declared or random")
	}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	count := flags.Int("count", 200, "how many faults")
	seed := flags.Uint64("seed", 0, "what the choice follows from; 0 picks a seed and prints it")
	quick := flags.Bool("quick", false, "without all predicted cases, for a look within minutes")
	_ = flags.Parse(args[1:]) // it exits
	if *seed == 0 {
		*seed = rand.Uint64N(1e6) + 1
	}
	packages := flags.Args()
	if len(packages) == 0 {
		for _, p := range shop {
			packages = append(packages, p.name)
		}
	}
	return random(scratch, packages, *count, *seed, *quick)
}

// newCorpus builds the tests for every fault.
func newCorpus(scratch string, quick bool) (corpus []*program, err error) {
	for _, c := range []struct {
		dir, run string
		flags    []string
	}{
		{inside("oracle"), "Sample", nil},
		{"sandbox", "Exchange", nil},
		{inside("histories"), "TestHistories", []string{"-rapid.shrinktime=0s"}},
		{inside("oracle"), "Sample", []string{"-share=1"}},
	} {
		if quick && len(corpus) == 3 {
			break
		}
		p, err := newProgram(scratch, c.dir, c.run, c.flags...)
		if err != nil {
			return nil, err
		}
		corpus = append(corpus, p)
	}
	return corpus, nil
}

// random builds the packages with all their faults and switches chosen ones on.
func random(scratch string, packages []string, count int, seed uint64, quick bool) error {
	sites, err := plant(scratch, packages)
	if err != nil {
		return err
	}
	same, err := readEquivalents(sites)
	if err != nil {
		return err
	}
	fmt.Printf("mutants: %d of %d places, -seed %d\n", min(count, len(sites)), len(sites), seed)
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(sites))
	chosen := order[:min(count, len(order))]
	slices.Sort(chosen) // package by package, because each has its test program
	r := report{began: time.Now(), found: map[string]tally{}}
	var tests *program
	var others []*program
	corpus, err := newCorpus(scratch, quick)
	if err != nil {
		return err
	}
	for _, i := range chosen {
		s := sites[i]
		if tests == nil || tests.dir != inside(s.in) {
			if tests, err = newTests(scratch, s.in); err != nil {
				return err
			}
			if others, err = withNeighbour(scratch, s.in, corpus); err != nil {
				return err
			}
		}
		r.add(s, same[s.key], tests, others)
	}
	return r.verdict()
}

// withNeighbour returns the corpus behind the tests of testedBy.
func withNeighbour(scratch, name string, corpus []*program) ([]*program, error) {
	by, has := testedBy[name]
	if !has {
		return corpus, nil
	}
	tests, err := newTests(scratch, by)
	return append([]*program{tests}, corpus...), err
}

// inside is the folder of the packages.
func inside(name string) string { return filepath.Join("sandbox", "internal", name) }
