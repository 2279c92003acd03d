package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// program is a test program with all faults, none of them on.
type program struct {
	dir     string
	binary  string
	args    []string // to select its tests
	scratch string
	reached map[int]bool  // faults reached by the tests
	took    time.Duration // without a fault
	tests   []single      // nil: each fault gets all tests
}

// single is one test of a program.
type single struct {
	name    string
	reached map[int]bool
	took    time.Duration
}

// newProgram builds the tests of a package and runs them without a fault.
func newProgram(scratch, dir, run string, flags ...string) (*program, error) {
	p, err := build(scratch, dir)
	if err == nil {
		p.args = append([]string{"-test.run", run}, flags...)
		p.reached, p.took, err = p.trace(p.args)
	}
	return p, err
}

// build builds the tests of a package with the overlay of scratch.
func build(scratch, dir string) (*program, error) {
	p := &program{dir: dir, scratch: scratch, binary: filepath.Join(scratch, filepath.Base(dir)+".test")}
	out, err := exec.Command("go", "test", "-c", "-overlay", filepath.Join(scratch, "overlay.json"), "-o", p.binary, "./"+dir).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s does not compile: %w\n%s", dir, err, out)
	}
	return p, err
}

// newTests builds the tests of a package and runs each alone without a fault, because a
// fault then needs only the tests that reach it, often a tenth of them.
func newTests(scratch, name string) (*program, error) {
	p, err := newProgram(scratch, inside(name), "^$")
	if err != nil {
		return nil, err
	}
	list := exec.Command(p.binary, "-test.list", "^Test")
	list.Dir = p.dir
	names, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("the list of the tests of %s: %w", name, err)
	}
	for test := range strings.FieldsSeq(string(names)) {
		reached, took, err := p.trace([]string{"-test.run", "^" + test + "$"})
		if err != nil {
			return nil, err
		}
		p.tests = append(p.tests, single{test, reached, took})
		maps.Copy(p.reached, reached)
	}
	return p, nil
}

// faultless is the time for tests without a fault, long because a busy machine once
// needed ten minutes for the predicted cases.
const faultless = 2 * time.Hour

// trace runs tests without a fault and returns the faults that they reach.
func (p *program) trace(args []string) (reached map[int]bool, took time.Duration, err error) {
	trace := filepath.Join(p.scratch, "trace")
	if err := os.WriteFile(trace, nil, 0o600); err != nil {
		return nil, 0, err
	}
	began := time.Now()
	if out, err := p.try(faultless, args, "MUTANT_TRACE="+trace); err != nil {
		return nil, 0, fmt.Errorf("%s in %s fails without a fault: %w\n%s", args, p.dir, err, out)
	}
	took = time.Since(began)
	numbers, err := os.ReadFile(trace)
	reached = map[int]bool{}
	for line := range strings.Lines(string(numbers)) {
		n, _ := strconv.Atoi(strings.TrimSpace(line))
		reached[n] = true
	}
	return reached, took, err
}

// selected returns the arguments for the tests that reach a fault, and their time.
func (p *program) selected(fault int) ([]string, time.Duration) {
	if p.tests == nil {
		return p.args, p.took
	}
	var names []string
	var took time.Duration
	for _, t := range p.tests {
		if t.reached[fault] {
			names, took = append(names, t.name), took+t.took
		}
	}
	return []string{"-test.run", "^(" + strings.Join(names, "|") + ")$"}, took
}

// memory is how many KiB of data a test program may have, because a fault can make it grow.
const memory = "4000000"

// try runs the tests, and kills what is left of them after the time.
func (p *program) try(limit time.Duration, args []string, environment ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit+10*time.Second)
	defer cancel()
	temp, err := os.MkdirTemp(p.scratch, "run")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", "ulimit -d " + memory + `; exec "$0" "$@"`, p.binary,
		"-test.failfast", "-test.parallel", "2", "-test.timeout", limit.String()}, args...)...)
	cmd.Dir = p.dir
	cmd.Env = append(append(os.Environ(), "TMPDIR="+temp), environment...)
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // because tests start processes, and a fault can leave them
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err = cmd.Start(); err != nil {
		return nil, err
	}
	err = cmd.Wait()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // the rest of the group, usually nothing
	return out.Bytes(), err
}

// end is the fate of a fault.
type end string

const (
	died      end = "died"   // by the tests of its package
	corpus    end = "corpus" // by the tests for every fault
	hung      end = "hung"
	survived  end = "survived"
	unreached end = "not reached"
	named     end = "equivalent" // no test can find it
)

// kill switches a fault on. A fault is found, too, if the tests hang.
func (p *program) kill(s site) end {
	if !p.reached[s.number] {
		return unreached
	}
	args, took := p.selected(s.number)
	out, err := p.try(30*time.Second+5*took, args, "MUTANT="+strconv.Itoa(s.number))
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived
	case !errors.As(err, &exit) || exit.ExitCode() < 0 || bytes.Contains(out, []byte("panic: test timed out")):
		return hung
	}
	return died
}

// tally counts the ends of faults.
type tally map[end]int

func (t tally) dead() int { return t[died] + t[corpus] + t[hung] }
func (t tally) all() int  { return t.dead() + t[survived] + t[unreached] }

// report is the result so far, by package.
type report struct {
	began time.Time
	found map[string]tally
}

// add tries a fault by the tests of its package and then by those for every fault.
func (r *report) add(s site, reason string, tests *program, others []*program) {
	if r.found[s.in] == nil {
		r.found[s.in] = tally{}
	}
	how := named
	if reason == "" {
		how = fate(s, tests, others)
	}
	r.found[s.in][how]++
	if how == survived || how == unreached {
		fmt.Printf("%s: %s\n", how, s)
	}
}

// fate is died, corpus or hung by the first program that finds the fault.
func fate(s site, tests *program, others []*program) end {
	how := tests.kill(s)
	for _, p := range others {
		if how == died || how == hung {
			return how
		}
		switch p.kill(s) {
		case died:
			return corpus
		case hung:
			return hung
		case survived:
			how = survived
		}
	}
	return how
}

// verdict prints a line for each package, and returns an error when too few died.
func (r *report) verdict() error {
	sum := tally{}
	var strict int
	fmt.Println("package    died  corpus  hung  survived  not reached  equivalent  of 100")
	for _, name := range slices.Sorted(maps.Keys(r.found)) {
		t := r.found[name]
		t.print(name)
		for how, n := range t {
			sum[how] += n
		}
		if slices.Contains(shop, target{name, true}) {
			strict += t[survived] + t[unreached]
		}
	}
	sum.print("all")
	fmt.Printf("mutants: %s\n", time.Since(r.began).Round(time.Second))
	if sum.dead()*100 < sum.all()*95 {
		return fmt.Errorf("less than 95 of 100 faults were found")
	}
	if strict > 0 {
		return fmt.Errorf("%d faults survived where none may: write a test, or name them in .ci/mutants/equivalent.json with a reason", strict)
	}
	return nil
}

func (t tally) print(name string) {
	fmt.Printf("%-10s %4d %7d %5d %9d %12d %11d %7.1f\n", name, t[died], t[corpus], t[hung], t[survived], t[unreached], t[named],
		100*float64(t.dead())/float64(max(t.all(), 1)))
}

// equivalents is the file of faults that no test can find.
const equivalents = ".ci/mutants/equivalent.json"

// readEquivalents returns the reason of each fault that no test can find.
func readEquivalents(sites []site) (map[key]string, error) {
	var named []struct {
		key
		Reason string
	}
	if err := readJSON(equivalents, &named); err != nil {
		return nil, err
	}
	var faults []error
	same := map[key]string{}
	for _, n := range named {
		there := slices.ContainsFunc(sites, func(s site) bool { return s.key == n.key })
		planted := slices.ContainsFunc(sites, func(s site) bool { return s.in == filepath.Dir(n.File) })
		if n.Reason == "" || planted && !there {
			faults = append(faults, fmt.Errorf("%s: %v has no reason or is no longer a fault of the code", equivalents, n.key))
		}
		same[n.key] = n.Reason
	}
	return same, errors.Join(faults...)
}
