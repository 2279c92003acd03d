package rehearse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// ownName is the name of the scenario of a trial.
const ownName = "rehearsed"

// rehearsal is a rehearsal under way.
type rehearsal struct {
	client.RehearsalOptions
	ends   time.Time
	moment time.Time // on the clocks of all accounts
	faults func(catalog.OperationID) []fault
	good   good

	ordinary map[string]string // what the suite did on ordinary days, by their names
	own      []*variant        // the moments of the account's own timeline
	said     []string          // remarks about what was not tried

	beside  sync.RWMutex // held for writing by a trial that must be alone
	mu      sync.Mutex   // guards the fields below
	planned int
	done    int
	report  client.Rehearsal
	failed  error // why no trial can be made any more
}

// good is the run without a fault.
type good struct {
	code  string                       // of its account; it stays
	calls []spot                       // common to both runs
	keyed map[catalog.OperationID]bool // operations with calls counted by record
	limit time.Duration                // of each trial
	usual map[string]int               // number of calls made in the same way, of the run with more
	most  map[string]int               // the largest such number of each operation
	loose map[string]bool              // calls made in the same way, but not as often in both runs

	answers map[string]string             // of its account, without the default ones
	ids     map[string]string             // of its calls, by the places of eachPlace
	touched map[catalog.QuestionID]string // with the id of a call
	others  [][]schedule                  // of the other answers to each of report.Good.Questions
	span    time.Duration                 // of its calls, on the account's clock
	did     string                        // to records, see passes
}

// trial is a tried schedule.
type trial struct {
	schedule schedule
	reaction string // equal for trials with the same behaviour of the client
	fresh    []spot // calls missing in the good run
	did      string // on a moment: what the suite did
	shown    client.RehearsalTrial
}

// open opens the account of a trial.
func (r *rehearsal) open(ctx context.Context, s schedule) (client.AccountState, error) {
	asked := client.NewAccount{Port: true, Run: r.Run, TTL: ttl, Label: r.Label, Clock: r.moment, ClockStep: time.Second}
	if v := s.variant(); v != nil {
		return r.openAs(ctx, v, asked)
	}
	if len(s) > 0 {
		text, err := s.scenario()
		if err != nil {
			return client.AccountState{}, err
		}
		asked.Own = map[string]string{ownName: text}
	}
	return r.Client.Open(ctx, asked)
}

// suite runs the suite once and measures it.
func (r *rehearsal) suite(ctx context.Context, account client.AccountState, limit time.Duration) (client.SuiteOutcome, error) {
	begun := clock.System()
	outcome, err := r.Suite(ctx, account, limit)
	outcome.Took = clock.System().Sub(begun)
	return outcome, err
}

// firstLimit bounds a good run when Timeout is 0.
const firstLimit = 10 * time.Minute

// compareTwins divides the calls of two good runs into common and unstable ones.
func (r *rehearsal) compareTwins(runs [2]client.Closed) error {
	r.good.chooseKeys(runs)
	first, second := r.good.spots(runs[0].Calls), r.good.spots(runs[1].Calls)
	if len(first)+len(second) == 0 {
		return ErrNoCalls
	}
	r.good.countUsual(runs)
	r.good.touch(runs[0].Calls)
	r.good.ids = map[string]string{}
	for place, e := range eachPlace(runs[0].Calls) {
		r.good.ids[place] = e.ID
	}
	g := &r.report.Good
	for _, s := range first {
		g.Calls = append(g.Calls, s.String())
		if has(second, s.place) {
			r.good.calls = append(r.good.calls, s)
		} else {
			g.Unstable = append(g.Unstable, s.String())
		}
	}
	for _, s := range second {
		if !has(first, s.place) {
			g.Unstable = append(g.Unstable, s.String())
		}
	}
	if len(r.good.calls) == 0 {
		return fmt.Errorf("two runs without a fault made no call in common, so that none can be repeated")
	}
	g.Ignored = runs[1].Records
	if r.good.limit = r.Timeout; r.good.limit == 0 {
		r.good.limit = max(10*time.Second, 4*g.Duration) + 2*r.Patience // a pair may be silent twice
	}
	return nil
}

// runGood runs the suite once without a fault. It keeps the account of the first run, because
// the records of all others are compared with it.
func (r *rehearsal) runGood(ctx context.Context) (client.Closed, error) {
	isFirst := r.good.code == ""
	account, err := r.open(ctx, nil)
	if err != nil {
		return client.Closed{}, err
	}
	outcome, err := r.suite(ctx, account, cmp.Or(r.Timeout, firstLimit))
	if err != nil {
		return client.Closed{}, err
	}
	closed, err := r.Client.Account(account.VendorCode).Close(ctx, client.Close{Keep: isFirst, Compare: r.good.code})
	switch {
	case err != nil:
		return client.Closed{}, err
	case closed.Dropped > 0:
		return client.Closed{}, fmt.Errorf("the journal had no room for %s of the command; a sandbox with a larger --journal or --journal-bytes has", phrase.Count(int(closed.Dropped), "call"))
	case outcome.Exit != 0 || outcome.Hung:
		refused := slices.DeleteFunc(closed.Calls, func(e client.Entry) bool { return !e.Refused() })
		return client.Closed{}, &client.GoodRunError{Outcome: outcome, Refused: refused, Passed: !isFirst}
	}
	if isFirst {
		r.good.code, r.good.answers = account.VendorCode, account.Answers
	}
	r.report.Good.Duration = max(r.report.Good.Duration, outcome.Took)
	return closed, nil
}

// countUsual counts the calls made in the same way.
func (g *good) countUsual(runs [2]client.Closed) {
	var counts [2]map[string]int
	for n, run := range runs {
		counts[n] = countEqual(run.Calls)
	}
	g.usual, g.most, g.loose = map[string]int{}, map[string]int{}, map[string]bool{}
	for n, run := range runs {
		for _, c := range run.Calls {
			key := c.Sameness()
			g.usual[key], g.loose[key] = max(counts[0][key], counts[1][key]), counts[0][key] != counts[1][key]
			g.most[c.Operation] = max(g.most[c.Operation], counts[n][key])
		}
	}
}

// chooseKeys chooses the operations with calls counted by record: those with calls
// for several records under the same names in both runs. A run makes up the names of
// others.
func (g *good) chooseKeys(runs [2]client.Closed) {
	g.keyed = map[catalog.OperationID]bool{}
	for _, op := range catalog.Operations() {
		var keys [2]map[string]bool
		for n, run := range runs {
			keys[n] = map[string]bool{}
			for _, e := range run.Calls {
				if e.Operation == string(op.ID) && !refusedEarly(e) {
					keys[n][keyOf(op, e)] = true
				}
			}
		}
		g.keyed[op.ID] = len(keys[0]) > 1 && !keys[0][""] && maps.Equal(keys[0], keys[1])
	}
}

// tryAll tries schedules, several at a time, and returns the trials in the order of the
// schedules. It stops when the time is over or ctx ends.
func (r *rehearsal) tryAll(ctx context.Context, schedules []schedule) []trial {
	trials := make([]trial, len(schedules))
	next := make(chan int)
	var working sync.WaitGroup
	for range r.Jobs {
		working.Go(func() {
			for i := range next {
				t, err := r.try(ctx, schedules[i])
				if err == nil {
					trials[i] = t
					continue
				}
				r.mu.Lock()
				if r.failed == nil && ctx.Err() == nil { // otherwise it follows from the end of ctx
					r.failed = err
				}
				r.mu.Unlock()
			}
		})
	}
	given := 0
	for ; given < len(schedules) && r.goesOn(ctx); given++ {
		next <- given
	}
	close(next)
	working.Wait()
	r.report.Unfinished += len(schedules) - given
	return slices.DeleteFunc(trials, func(t trial) bool { return t.schedule == nil })
}

// goesOn reports whether there is time and room for another trial.
func (r *rehearsal) goesOn(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Most == 0 || r.failed != nil || ctx.Err() != nil || r.For > 0 && !clock.System().Before(r.ends) {
		return false
	}
	r.Most--
	return true
}

// try tries a schedule: once, and a finding until it was seen twice, or another one, the worse of
// which counts, or once in three times. After a trial that did not end, it tries alone, because
// several at a time are slower than the good run.
func (r *rehearsal) try(ctx context.Context, s schedule) (trial, error) {
	var all []trial
	seen := map[string]int{} // by their causes
	for len(all) < 3 {
		var turn sync.Locker = r.beside.RLocker()
		if slices.ContainsFunc(all, func(t trial) bool { return t.shown.Result == client.Hung }) {
			turn = &r.beside
		}
		turn.Lock()
		t, err := r.tryOnce(ctx, s)
		turn.Unlock()
		if err != nil {
			return trial{}, err
		}
		cause := t.shown.Cause
		if seen[cause]++; cause != "" && seen[cause] == 2 || len(all) == 0 && cause == "" {
			return t, r.announce(t)
		}
		all = append(all, t)
	}
	if failed := slices.DeleteFunc(slices.Clone(all), func(t trial) bool { return t.shown.Cause == "" }); len(failed) > 1 {
		t := slices.MinFunc(failed, func(a, b trial) int { return compareResults(a.shown, b.shown) })
		return t, r.announce(t)
	}
	t := all[0]
	t.shown.Why = fmt.Sprintf("not repeatable (1 of 3), %s: %s", strings.ReplaceAll(string(t.shown.Result), "-", " "), t.shown.Why)
	t.shown.Result, t.shown.Cause, t.shown.Accepted = client.NotRepeatable, "", ""
	t.shown.Remarks[client.Flaky] = "the command is flaky: " + t.shown.Why
	return t, r.announce(t)
}

// tryOnce runs the suite once under a schedule and judges it.
func (r *rehearsal) tryOnce(ctx context.Context, s schedule) (trial, error) {
	var decisive string
	var keep func(*client.Account) error
	if v := s.variant(); v != nil && v.question != "" {
		keep = func(a *client.Account) (err error) {
			decisive, err = r.decide(ctx, v, a)
			return err
		}
	}
	outcome, closed, err := r.runUnder(ctx, s, keep)
	if err != nil {
		return trial{}, err
	}
	t := r.judge(s, outcome, closed)
	if t.shown.Result == client.RestsOnAGuess {
		t.shown.Why += decisive
	}
	return t, nil
}

// announce reports and logs a trial.
func (r *rehearsal) announce(t trial) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done++; r.Tried != nil {
		r.Tried(t.shown, r.done, r.planned)
	}
	if r.Record == nil {
		return nil
	}
	return r.Record(t.shown)
}

// runUnder runs the suite once under a schedule. It calls keep, unless it is nil, with the
// account before deleting it.
func (r *rehearsal) runUnder(ctx context.Context, s schedule, keep func(*client.Account) error) (outcome client.SuiteOutcome, closed client.Closed, err error) {
	opened, err := r.open(ctx, s)
	if err != nil {
		return outcome, closed, err
	}
	compared := r.good.code
	if v := s.variant(); v != nil && v.question == "" {
		untouched, err := r.open(ctx, s)
		if err != nil {
			return outcome, closed, err
		}
		compared = untouched.VendorCode
		defer func() { _ = r.Client.Account(compared).Delete(context.WithoutCancel(ctx)) }() // it ends with the rehearsal otherwise
	}
	outcome, err = r.suite(ctx, opened, r.good.limit)
	if err == nil {
		err = ctx.Err() // the suite was ended
	}
	account := r.Client.Account(opened.VendorCode)
	if err == nil && keep != nil {
		err = keep(account)
	}
	if err == nil {
		closed, err = account.Close(ctx, client.Close{Compare: compared})
	}
	return outcome, closed, err
}

// cleanUp deletes the accounts of the rehearsal.
func (r *rehearsal) cleanUp(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, _ = r.Client.DeleteRun(ctx, r.Run) // they end by their TTL otherwise
}
