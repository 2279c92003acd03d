// Package rehearse finds the failures that an integration does not survive, without being
// shown where to look. Given a way to run a test suite, it runs the suite well twice, then
// once under each fault at each of its calls, then under pairs of faults. The second fault
// of a pair is at a call made only because of the first: a retry or a look. It judges each
// trial by its exit code, its calls and its records, without a new test.
//
//   - faults: which effects of the scenario language a call can meet
//   - schedules: which faults a trial has; the name of one is all that repeats it
//   - trials: an account with a port of its own for each, several at a time
//   - the judge: recovered, failed in the open, or a finding
//
// A fault is a rule of a scenario of the trial's account alone, on the nth call of its
// operation, so calls of other accounts opened by the suite at the port count too.
//
// The package leaves running a suite to its callers, and the form of a report to client.
package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// ErrNoCalls is the error of a suite without calls.
var ErrNoCalls = errors.New("the command made no call of the interface to its account or its port; does it read COMMERCE_REST and COMMERCE_VENDOR_CODE?")

// errStopped is the error of a context that ends before the first trial.
var errStopped = errors.New("the rehearsal was stopped before the first trial")

// ttl bounds the life of a trial's account if the rehearsing process is killed.
const ttl = 30 * time.Minute

// Rehearse rehearses. When ctx ends, it returns the trials so far. The error is a
// *client.GoodRunError, ErrNoCalls, or says why there can be no rehearsal.
func Rehearse(ctx context.Context, o client.RehearsalOptions) (client.Rehearsal, error) {
	begun := clock.System()
	r := &rehearsal{RehearsalOptions: o, ends: begun.Add(o.For), moment: begun.UTC().Truncate(time.Second)}
	r.report.Begun = r.moment
	defer r.cleanUp(context.WithoutCancel(ctx))
	schedules, err := r.prepare(ctx)
	if err != nil && ctx.Err() != nil {
		err = errStopped
	}
	if err != nil {
		return r.report, err
	}
	r.planned, r.report.Planned = len(schedules), len(schedules)
	if r.Planned != nil {
		r.Planned(r.report.Good, len(schedules))
	}
	tried := r.tryFirst(ctx, schedules)
	if r.Schedule == "" {
		pairs := r.pairs(tried)
		r.planned += len(pairs)
		tried = append(tried, r.tryAll(ctx, pairs)...)
		tried = append(tried, r.shrink(ctx, tried)...)
	}
	r.finish(tried)
	r.report.Took = clock.System().Sub(begun)
	switch { // a rehearsal in which no call met a fault has shown nothing
	case r.failed != nil:
	case r.report.Planned == 0 && r.Answers && ctx.Err() == nil: // no call touches a question with another answer
	case r.report.NotReached < len(r.report.Trials):
		r.failed = r.keepFindings(ctx)
	case ctx.Err() != nil:
		r.failed = errStopped
	case len(r.report.Trials) == 0:
		r.failed = errors.New("the time was over before the first trial")
	default:
		r.failed = fmt.Errorf("no call met a fault; the calls of the good run are %s", phrase.Shorten(strings.Join(r.report.Good.Calls, ", "), 200))
	}
	return r.report, r.failed
}

// prepare runs the suite twice without a fault, and returns the schedules of one fault, other
// answers and moments.
func (r *rehearsal) prepare(ctx context.Context) ([]schedule, error) {
	var runs [2]client.Closed
	for n := range runs {
		var err error
		if runs[n], err = r.runGood(ctx); err != nil {
			return nil, err
		}
	}
	err := r.compareTwins(runs)
	if err == nil && (r.Days || strings.HasPrefix(r.Schedule, dayPrefix)) {
		r.own, err = r.timeline(ctx)
	}
	if err != nil {
		return nil, err
	}
	schedules, err := r.singles(ctx)
	if err != nil {
		return nil, err
	}
	more, err := r.variants(ctx)
	return append(schedules, more...), err
}

// tryFirst tries the schedules of one fault, other answers and ordinary days, and then the
// moments, which are compared with these.
func (r *rehearsal) tryFirst(ctx context.Context, schedules []schedule) []trial {
	var moments []schedule
	schedules = slices.DeleteFunc(schedules, func(s schedule) bool {
		isMoment := s.variant() != nil && s.variant().ordinary != nil
		if isMoment {
			moments = append(moments, s)
		}
		return isMoment
	})
	tried := r.tryAll(ctx, schedules)
	r.ordinary = map[string]string{}
	for _, t := range tried {
		r.ordinary[t.schedule.name()] = t.did
	}
	return append(tried, r.tryAll(ctx, moments)...)
}

// keepFindings repeats the schedule of each finding not accepted, and of each that is not
// repeatable, and hands its account out before deleting it, unless ctx has ended.
func (r *rehearsal) keepFindings(ctx context.Context) error {
	if r.Keep == nil || ctx.Err() != nil {
		return nil
	}
	flaky := slices.DeleteFunc(slices.Clone(r.report.Trials), func(t client.RehearsalTrial) bool { return t.Result != client.NotRepeatable })
	for _, t := range slices.Concat(r.report.Failed(), flaky) {
		s, err := r.parse(t.Schedule)
		if err != nil {
			return err
		}
		if _, _, err := r.runUnder(ctx, s, func(a *client.Account) error { return r.Keep(ctx, t, a) }); err != nil {
			return err
		}
	}
	return nil
}
