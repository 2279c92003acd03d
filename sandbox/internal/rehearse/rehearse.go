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
	begun := now()
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
	r.finish(r.tryPlanned(ctx, schedules))
	r.report.Took = since(begun)
	if r.failed == nil {
		r.failed = r.conclude(ctx)
	}
	return r.report, r.failed
}

// tryPlanned tries the schedules of one fault, and further ones that follow from their trials.
func (r *rehearsal) tryPlanned(ctx context.Context, schedules []schedule) []trial {
	r.report.Planned = len(schedules)
	if r.Planned != nil {
		r.Planned(r.report.Good, len(schedules))
	}
	r.planned = len(schedules)
	tried := r.tryFirst(ctx, schedules)
	if r.Schedule == "" {
		pairs := r.pairs(tried)
		r.planned += len(pairs)
		tried = append(tried, r.tryAll(ctx, pairs)...)
		tried = append(tried, r.shrink(ctx, tried)...)
	}
	return tried
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

// conclude keeps the findings of a rehearsal with faults that calls met. Any other one is
// an error.
func (r *rehearsal) conclude(ctx context.Context) error {
	switch {
	case r.report.Planned == 0 && r.Answers && ctx.Err() == nil: // no call touches a question with another answer
	case r.report.NotReached == len(r.report.Trials):
		return r.notReached(ctx)
	case ctx.Err() == nil:
		return r.keepFindings(ctx)
	}
	return nil
}

// notReached says why no call met a fault, because such a rehearsal has shown nothing.
func (r *rehearsal) notReached(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return errStopped
	case len(r.report.Trials) == 0:
		return errors.New("the time was over before the first trial")
	}
	calls := phrase.Shorten(strings.Join(r.report.Good.Calls, ", "), 200)
	return fmt.Errorf("no call met a fault; the calls of the good run are %s", calls)
}

// prepare runs the suite well, and returns the schedules of one fault.
func (r *rehearsal) prepare(ctx context.Context) ([]schedule, error) {
	if err := r.runWell(ctx); err != nil {
		return nil, err
	}
	if r.Days || strings.HasPrefix(r.Schedule, dayPrefix) {
		var err error
		if r.own, err = r.timeline(ctx); err != nil {
			return nil, err
		}
	}
	schedules, err := r.singles(ctx)
	if err != nil {
		return nil, err
	}
	more, err := r.variants(ctx)
	if err != nil {
		return nil, err
	}
	return append(schedules, more...), r.resume()
}
