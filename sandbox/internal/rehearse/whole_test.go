package rehearse_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rehearse"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var update = flag.Bool("update", false, "rewrite the rehearsals of testdata")

// suite is one run of the rehearsed client.
type suite struct {
	context.Context
	account client.AccountState
	run     int // from 1, the good runs included
	output  string
}

// call makes a call on a connection of its own and returns the status, 0 for none.
func (s *suite) call(method, path, body string) int {
	signature, err := sandbox.Credentials{VendorCode: s.account.VendorCode, Secret: s.account.Secret}.Sign(s.account.Clock.Now)
	if err != nil {
		panic(err)
	}
	request, err := http.NewRequestWithContext(s, method, s.account.Port+"/rest/6.0"+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set(sandbox.AuthHeader, signature.Header())
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0
	}
	return response.StatusCode
}

const campaign = `{"Name":%q,"Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`

// create creates a campaign.
func (s *suite) create(name string) int {
	return s.call("POST", "/upsell", fmt.Sprintf(campaign, name))
}

// again repeats a call at once unless it succeeded or is refused.
func again(call func() int) bool {
	status := call()
	if status == 0 || status >= 500 {
		status = call()
	}
	return status >= 200 && status < 300
}

// exit returns the exit code of a run that is right or not.
func exit(right bool) int {
	if right {
		return 0
	}
	return 3
}

// options returns how a client is rehearsed, one trial after the other.
func options(t *testing.T, run func(s *suite) client.SuiteOutcome) client.RehearsalOptions {
	t.Helper()
	var runs atomic.Int64
	return client.RehearsalOptions{
		Client: sandboxtest.Start(t, func(o *sandbox.Options) { o.World = "empty" }).Control(), Run: "rehearsal", Label: "a client", Jobs: 1, Most: 500, Timeout: 10 * time.Second, Patience: time.Millisecond, Storm: 3,
		Suite: func(ctx context.Context, account client.AccountState, _ time.Duration) (client.SuiteOutcome, error) {
			return run(&suite{Context: ctx, account: account, run: int(runs.Add(1))}), nil
		},
	}
}

// moments matches what differs from run to run.
var moments = regexp.MustCompile(`\d+(\.\d+)?(ms|µs)`)

// shown returns what a rehearsal found, without moments, and without haste, because a busy
// machine is slow.
func shown(r client.Rehearsal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nplanned %d, not reached %d, unfinished %d, gone %v\ngood: %s; spared %s; unstable %s; ignored %d\n", r.Headline, r.Planned, r.NotReached, r.Unfinished, r.Accepted,
		strings.Join(r.Good.Calls, " "), strings.Join(r.Good.Spared, " "), strings.Join(r.Good.Unstable, " "), len(r.Good.Ignored))
	for _, remark := range r.Remarks {
		if !strings.Contains(remark, "was repeated at once") {
			fmt.Fprintf(&b, "remark: %s\n", remark)
		}
	}
	trial := func(t client.RehearsalTrial) {
		delete(t.Remarks, client.Hasty)
		fmt.Fprintf(&b, "%s: %s, exit code %d, %s; %v; cause %q; accepted %q; output %q\n", t.Schedule, t.Result, t.Exit, t.Why, t.Remarks, t.Cause, t.Accepted, t.Output)
		for _, c := range t.Calls {
			fmt.Fprintf(&b, "\t%s %d %s; %s; %s\n", c.Name, c.Status, c.Code, c.Fault, strings.Join(c.Wrote, ", "))
		}
	}
	for _, t := range r.Trials {
		trial(t)
	}
	b.WriteString("findings\n")
	for _, t := range r.Findings {
		trial(t)
	}
	return regexp.MustCompile(`(campaign|order) [0-9a-f-]{36}`).ReplaceAllString(moments.ReplaceAllString(b.String(), "…"), "$1 …")
}

// TestWhole rehearses clients, and compares all that is said about them.
func TestWhole(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		run    func(s *suite) client.SuiteOutcome
		change func(o *client.RehearsalOptions)
	}{
		"blind": {func(s *suite) client.SuiteOutcome {
			right := again(func() int { return s.create("Summer") })
			s.output = fmt.Sprintln("created:", right)
			return client.SuiteOutcome{Exit: exit(right), Output: s.output}
		}, func(o *client.RehearsalOptions) {
			o.Accepted = []client.Accepted{{Schedule: "create-upsell#1=lost-answer", Result: client.WrongInSilence, Reason: "known"}, {Schedule: "create-upsell#1=503", Result: client.WrongInSilence}, {Schedule: "login#1=503", Result: client.Hung}}
		}},
		"looks": {func(s *suite) client.SuiteOutcome {
			status := s.create("Summer")
			if status == 0 || status >= 500 { // it looks, and says what it does not know
				status = s.call("GET", "/upsell?Name=Summer", "")
			}
			return client.SuiteOutcome{Exit: exit(status >= 200 && status < 300)}
		}, func(o *client.RehearsalOptions) { o.Quick = true }},
		"many": {func(s *suite) client.SuiteOutcome {
			right := true
			for range 4 {
				right = again(func() int { return s.call("GET", "/orders/?Limit=1", "") }) && right
			}
			return client.SuiteOutcome{Exit: exit(right)}
		}, func(o *client.RehearsalOptions) { o.Most, o.Quick = 12, true }},
		"hangs": {func(s *suite) client.SuiteOutcome {
			first := s.create("A")
			return client.SuiteOutcome{Exit: exit(first == 201 && s.create("B") == 201), Hung: first != 201}
		}, func(o *client.RehearsalOptions) { o.Most = 8 }},
		"later": {func(s *suite) client.SuiteOutcome {
			for n := range 4 {
				if s.call("GET", fmt.Sprint("/orders/?Page=", n+1), "") != 201 && n > 0 {
					return client.SuiteOutcome{Exit: 1, Hung: true}
				}
			}
			again(func() int { return s.create("Summer") })
			return client.SuiteOutcome{}
		}, func(o *client.RehearsalOptions) { o.Quick = true }},
		"names": {func(s *suite) client.SuiteOutcome {
			return client.SuiteOutcome{Exit: exit(again(func() int { return s.create(fmt.Sprint("Run ", s.run)) }))}
		}, func(o *client.RehearsalOptions) { o.Most = 6 }},
		"uneven": {func(s *suite) client.SuiteOutcome {
			if s.run == 1 {
				s.call("GET", "/upsell", "")
			}
			if s.create("Summer"); s.run == 2 {
				s.create("Autumn")
				s.call("GET", "/orders/", "")
			}
			return client.SuiteOutcome{}
		}, func(o *client.RehearsalOptions) { o.Most = 3 }},
		"flaky": {func(s *suite) client.SuiteOutcome {
			if s.create("Summer"); s.run%3 == 0 {
				s.create("Summer")
			}
			return client.SuiteOutcome{}
		}, func(o *client.RehearsalOptions) { o.Schedule = "create-upsell#1=late-504" }},
		"varied": {func(s *suite) client.SuiteOutcome { // each trial ends in another way, and none well
			switch s.create("Summer"); s.run {
			case 4:
				s.create("Summer")
			case 5:
				s.create("Winter")
			}
			return client.SuiteOutcome{Hung: s.run == 3}
		}, func(o *client.RehearsalOptions) { o.Schedule = "create-upsell#1=late-504" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t, test.run)
			test.change(&o)
			r, err := rehearse.Rehearse(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			path, got := filepath.Join("testdata", name+".txt"), shown(r)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil || got != string(want) {
				t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}

// TestProgress reports and records each trial, and keeps findings.
func TestProgress(t *testing.T) {
	t.Parallel()
	var planned, tried, kept []string
	var log []client.RehearsalTrial
	run := func(s *suite) client.SuiteOutcome {
		return client.SuiteOutcome{Exit: exit(again(func() int { return s.create("Summer") }))}
	}
	o := options(t, run)
	o.Jobs = 2
	o.Planned = func(good client.GoodRun, schedules int) {
		planned = append(planned, fmt.Sprint(good.Calls, schedules > 10))
	}
	o.Tried = func(trial client.RehearsalTrial, done, of int) {
		tried = append(tried, fmt.Sprint(done, " ", trial.Schedule, " ", of > 10))
	}
	o.Record = func(trial client.RehearsalTrial) error { log = append(log, trial); return nil }
	o.Keep = func(ctx context.Context, trial client.RehearsalTrial, a *client.Account) error {
		_, total, err := a.Records(ctx, "campaigns", client.Page{})
		kept = append(kept, fmt.Sprint(trial.Schedule, " ", total))
		return err
	}
	first, err := rehearse.Rehearse(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(planned, []string{"[create-upsell#1] true"}) || len(tried) != len(first.Trials) || tried[0] != "1 "+log[0].Schedule+" true" || len(log) != len(tried) {
		t.Errorf("got planned %q, tried %q, %d recorded", planned, tried, len(log))
	}
	if first.Begun.IsZero() || first.Took <= 0 || first.Good.Duration <= 0 {
		t.Errorf("got begun %s, took %s, the good run %s", first.Begun, first.Took, first.Good.Duration)
	}
	if want := first.Findings[0].Schedule + " 2"; !slices.Equal(kept, []string{want}) {
		t.Errorf("got kept %q, want %s", kept, want)
	}
	if runs, err := o.Client.Runs(t.Context()); err != nil || runs.Total != 0 {
		t.Errorf("got %+v, %v, want no run left", runs, err)
	}
	o.Keep, o.Accepted = nil, []client.Accepted{{Schedule: first.Findings[0].Schedule, Result: client.WrongInSilence, Reason: "known"}}
	second, err := rehearse.Rehearse(t.Context(), o)
	if err != nil || !slices.ContainsFunc(second.Trials, func(trial client.RehearsalTrial) bool { return trial.Accepted == "known" }) {
		t.Errorf("got %v, %+v", err, second.Trials)
	}
	o.Accepted, o.Most = nil, 1
	failed := errors.New("the disk is full")
	o.Record = func(client.RehearsalTrial) error { return failed }
	if _, err := rehearse.Rehearse(t.Context(), o); !errors.Is(err, failed) {
		t.Errorf("a log that cannot be written: got %v", err)
	}
	o.Record, o.Keep = nil, func(context.Context, client.RehearsalTrial, *client.Account) error { return failed }
	if _, err := rehearse.Rehearse(t.Context(), o); !errors.Is(err, failed) {
		t.Errorf("an account that cannot be kept: got %v", err)
	}
}

// TestHungBesideOthers tries again alone what did not end beside another trial.
func TestHungBesideOthers(t *testing.T) {
	t.Parallel()
	var both sync.WaitGroup
	var running atomic.Int64
	both.Add(2)
	o := options(t, func(s *suite) client.SuiteOutcome {
		defer running.Add(-1)
		if beside := running.Add(1); s.run > 4 && beside > 1 {
			t.Errorf("run %d is not alone", s.run)
		}
		if s.call("GET", "/orders/", ""); s.run == 3 || s.run == 4 {
			both.Done()
			both.Wait()
			return client.SuiteOutcome{Hung: true}
		}
		return client.SuiteOutcome{}
	})
	o.Jobs, o.Most = 2, 2
	if r, err := rehearse.Rehearse(t.Context(), o); err != nil || r.Count(client.NotRepeatable) != 2 || len(r.Findings) > 0 {
		t.Errorf("got %s, %v", r.Headline, err)
	}
}

// TestNoRehearsal says why a client cannot be rehearsed.
func TestNoRehearsal(t *testing.T) {
	t.Parallel()
	broken := errors.New("no such command")
	for name, test := range map[string]struct {
		run    func(s *suite) client.SuiteOutcome
		change func(o *client.RehearsalOptions)
		want   string
	}{
		"no call":   {func(*suite) client.SuiteOutcome { return client.SuiteOutcome{} }, nil, rehearse.ErrNoCalls.Error()},
		"fails":     {func(*suite) client.SuiteOutcome { return client.SuiteOutcome{Exit: 2} }, nil, (&client.GoodRunError{Outcome: client.SuiteOutcome{Exit: 2}}).Error()},
		"hangs":     {func(*suite) client.SuiteOutcome { return client.SuiteOutcome{Hung: true} }, nil, (&client.GoodRunError{Outcome: client.SuiteOutcome{Hung: true}}).Error()},
		"no time":   {nil, func(o *client.RehearsalOptions) { o.For = time.Nanosecond }, "the time was over before the first trial"},
		"no trial":  {nil, func(o *client.RehearsalOptions) { o.Most = 0 }, "the time was over before the first trial"},
		"not met":   {nil, func(o *client.RehearsalOptions) { o.Schedule = "create-upsell#7=503" }, "no call met a fault; the calls of the good run are create-upsell#1"},
		"no suite":  {nil, func(o *client.RehearsalOptions) { o.Schedule = "create-upsell#1=505" }, "schedule create-upsell#1=505: create-upsell has no fault \"505\"; did you mean 503?"},
		"unshared":  {func(s *suite) client.SuiteOutcome { return uncommon(s) }, nil, "two runs without a fault made no call in common, so that none can be repeated"},
		"no runner": {nil, func(o *client.RehearsalOptions) { o.Suite = failing(broken, 1) }, broken.Error()},
		"no trials": {nil, func(o *client.RehearsalOptions) { o.Suite = failing(broken, 2) }, broken.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := test.run
			if run == nil {
				run = func(s *suite) client.SuiteOutcome { return client.SuiteOutcome{Exit: exit(s.create("Summer") == 201)} }
			}
			o := options(t, run)
			if test.change != nil {
				test.change(&o)
			}
			if _, err := rehearse.Rehearse(t.Context(), o); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if runs, err := o.Client.Runs(t.Context()); err != nil || runs.Total != 0 {
				t.Errorf("got %+v, %v, want no run left", runs, err)
			}
		})
	}
}

// uncommon makes another call in each run.
func uncommon(s *suite) client.SuiteOutcome {
	if s.run == 1 {
		s.create("Summer")
	} else {
		s.call("GET", "/orders/", "")
	}
	return client.SuiteOutcome{}
}

// failing returns a suite that cannot be run from one of its runs on.
func failing(err error, from int) func(context.Context, client.AccountState, time.Duration) (client.SuiteOutcome, error) {
	n := 0
	return func(ctx context.Context, account client.AccountState, _ time.Duration) (client.SuiteOutcome, error) {
		if n++; n >= from {
			return client.SuiteOutcome{}, err
		}
		(&suite{Context: ctx, account: account}).create("Summer")
		return client.SuiteOutcome{}, nil
	}
}

// TestStopped returns the trials so far, and an error without one.
func TestStopped(t *testing.T) {
	t.Parallel()
	for after, want := range map[int]int{1: 0, 2: 0, 5: 3} { // runs, the good ones included
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := options(t, func(s *suite) client.SuiteOutcome {
			if s.run > after {
				cancel()
			}
			return client.SuiteOutcome{Exit: exit(s.create("Summer") == 201)}
		})
		o.Keep = func(context.Context, client.RehearsalTrial, *client.Account) error {
			return errors.New("nothing is kept")
		}
		r, err := rehearse.Rehearse(ctx, o)
		if want > 0 && r.Unfinished == 0 {
			t.Errorf("after %d runs: got no unfinished trial", after)
		}
		if want == 0 && (err == nil || err.Error() != "the rehearsal was stopped before the first trial") || want > 0 && err != nil || len(r.Trials) != want {
			t.Errorf("after %d runs: got %d trials, %v, want %d", after, len(r.Trials), err, want)
		}
	}
}

// TestStoppedBeforeKeeping keeps no account of a run that was stopped.
func TestStoppedBeforeKeeping(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(t, func(s *suite) client.SuiteOutcome {
		right := again(func() int { return s.create("Summer") })
		if s.run == 5 { // after two good runs and two of the finding
			cancel()
		}
		return client.SuiteOutcome{Exit: exit(right)}
	})
	o.Schedule = "create-upsell#1=lost-answer"
	o.Keep = func(context.Context, client.RehearsalTrial, *client.Account) error {
		t.Error("the account is kept")
		return nil
	}
	if _, err := rehearse.Rehearse(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
