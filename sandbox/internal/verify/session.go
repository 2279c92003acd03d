package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// session verifies expectations over the calls of a ring. Every call is evaluated
// once for all of them, to decode its answer at most once.
type session struct {
	Verifier
	ring         *journal.Ring
	since        int64 // number of the call before the first one
	expectations []*expectation
	selections   []*selection
	nothingElse  bool
	within       time.Duration

	entries []*journal.Entry    // the calls, in the order of arrival
	results map[string][]result // of the selections, by the id of the call
	tallies []Tally             // the dropped calls
	sight   journal.Sight       // the latest one
}

// session checks that expectations make sense.
func (v Verifier) session(all client.Expectations) (*session, error) {
	s := &session{Verifier: v, nothingElse: all.NothingElse, within: all.Within}
	if len(all.Expectations) > maxExpectations {
		return nil, invalid("verify the others in a further request", "there may be at most %d expectations, got %d", maxExpectations, len(all.Expectations))
	}
	if err := checkWait(all.Within); err != nil {
		return nil, err
	}
	for n, e := range all.Expectations {
		e.Within = cmp.Or(e.Within, all.Within)
		x, err := s.expectation(e)
		if err != nil && len(all.Expectations) > 1 {
			err = at(err, fmt.Sprintf("expectations[%d]", n))
		}
		if err != nil {
			return nil, err
		}
		s.expectations = append(s.expectations, x)
	}
	return s, nil
}

func checkWait(within time.Duration) error {
	if within < 0 || within > maxWait {
		return invalid("ask again when the time is over", "within must be from 0s to %s, got %s", maxWait, within)
	}
	return nil
}

// run evaluates the calls until every result is certain or its time is over. The
// error comes from the ring.
func (s *session) run(ctx context.Context) error {
	for _, x := range s.expectations {
		var cancel context.CancelFunc
		x.waiting, cancel = context.WithTimeout(ctx, x.Within)
		defer cancel()
	}
	waiting, cancel := context.WithTimeout(ctx, s.within)
	defer cancel()
	for ctx.Err() == nil {
		s.look(ctx)
		next := s.conclude(ctx, waiting)
		if next == nil {
			return nil
		}
		if s.sight.Removed {
			return journal.ErrRemoved
		}
		select {
		case <-s.sight.Changed:
		case <-next.Done():
		}
	}
	return nil
}

// look evaluates the new calls of the ring, and forgets those that the ring no
// longer has.
func (s *session) look(ctx context.Context) {
	s.sight = s.ring.Sight(s.since)
	s.readTallies(s.sight.Tallies)
	entries := slices.DeleteFunc(s.sight.Entries, func(e *journal.Entry) bool { return !e.IsCall() || e.Preview })
	// Numbers follow the order of the answers.
	slices.SortFunc(entries, func(a, b *journal.Entry) int {
		return cmp.Or(a.WallTime.Compare(b.WallTime), cmp.Compare(a.Number, b.Number))
	})
	results := make(map[string][]result, len(entries))
	for _, e := range entries {
		known, ok := s.results[e.ID]
		if !ok && ctx.Err() == nil {
			c := calls.Of(e.View(), s.XPath)
			known = make([]result, len(s.selections))
			for n, x := range s.selections {
				if ctx.Err() == nil {
					known[n] = x.evaluate(ctx, e, c)
				}
			}
		}
		results[e.ID] = known
	}
	s.entries, s.results = entries, results
}

// conclude records results that are certain or out of time. It returns the
// context that ends the next wait, nil when there is nothing to wait for.
func (s *session) conclude(ctx, waiting context.Context) context.Context {
	var next context.Context
	shortest := maxWait + 1
	for _, x := range s.expectations {
		if x.result != nil {
			continue
		}
		x.count(ctx)
		verified, certain := x.judge()
		var open []client.CallUnderWay
		if verified {
			open = x.openFor()
		}
		if certain && open == nil || x.waiting.Err() != nil {
			x.result = x.verification(ctx, verified, open)
		} else if x.Within < shortest {
			next, shortest = x.waiting, x.Within
		}
	}
	if s.within >= shortest || waiting.Err() != nil {
		return next
	}
	if s.AwaitAll && len(s.sight.UnderWay) > 0 || s.nothingElse && s.droppedOf(None) == 0 && len(s.unexpectedCalls()) == 0 {
		next = waiting
	}
	return next
}

// outcome returns the results of all expectations.
func (s *session) outcome() Outcome {
	o := Outcome{Calls: s.entries, Tallies: s.tallies, UnderWay: UnderWay(s.sight.UnderWay, s.Wall), matched: map[string]bool{}}
	o.Verified, o.Dropped, o.Results = true, s.sight.Dropped, []client.Verification{}
	var failed []string // messages
	for _, x := range s.expectations {
		if x.result == nil {
			return o // the ring was removed
		}
		o.Results = append(o.Results, *x.result)
		o.Verified, o.Uncertain = o.Verified && x.result.Verified, o.Uncertain || x.result.Uncertain
		if !x.result.Verified {
			failed = append(failed, x.result.Message)
		}
	}
	for _, e := range s.entries {
		o.matched[e.ID] = s.isExpected(e)
	}
	if s.nothingElse {
		s.judgeOthers(&o)
	}
	if o.ElseMessage != "" {
		failed = append(failed, o.ElseMessage)
	}
	o.Message = s.message(failed)
	return o
}

// judgeOthers judges whether nothing else was called. Dropped calls may leave it
// uncertain, because their endings say too little to know.
func (s *session) judgeOthers(o *Outcome) {
	unexpected := s.unexpectedCalls()
	dropped, doubtful := s.droppedOf(None), s.droppedOf(Unsure)
	total := len(unexpected) + dropped
	if total+doubtful == 0 {
		o.Verified, o.ElseMessage = o.Verified && o.UnderWay == "", o.UnderWay
		return
	}
	o.Verified, o.Uncertain = false, o.Uncertain || total == 0
	for _, e := range unexpected[:min(maxListed, len(unexpected))] {
		o.Unexpected = append(o.Unexpected, e.View().Line())
	}
	others := slices.DeleteFunc(slices.Clone(s.tallies), func(t Tally) bool { return t.Match != None })
	o.ElseMessage = unexpectedMessage(o.Unexpected, operationCounts(nil, others), total) + doubt(doubtful)
}

// message sums the results up.
func (s *session) message(failed []string) string {
	var parts []string
	switch {
	case len(failed) > 0:
		parts = failed
	case len(s.expectations) == 1:
		parts = []string{s.expectations[0].result.Message}
	case len(s.expectations) > 1:
		parts = []string{fmt.Sprintf("all %d expectations are verified", len(s.expectations))}
	}
	if s.nothingElse && len(failed) == 0 {
		parts = append(parts, "nothing else was called")
	}
	return strings.Join(parts, "; ")
}

// unexpectedCalls returns the calls without a matching expectation, in their order.
func (s *session) unexpectedCalls() []*journal.Entry {
	return slices.DeleteFunc(slices.Clone(s.entries), s.isExpected)
}

func (s *session) isExpected(e *journal.Entry) bool {
	return slices.ContainsFunc(s.results[e.ID], func(r result) bool { return r.matches })
}

// unexpectedMessage names the calls that match no expectation: the dropped ones by their
// operations, then the first of the others.
func unexpectedMessage(list []client.EntryLine, dropped []client.OperationCount, total int) string {
	if total == 0 {
		return "nobody knows whether nothing else was called"
	}
	var names []string
	more := total - len(list)
	for _, of := range dropped {
		names = append(names, fmt.Sprintf("%s of %s", phrase.Count(of.Calls, "dropped call"), cmp.Or(of.Operation, "no operation")))
		more -= of.Calls
	}
	for _, line := range list {
		names = append(names, callName(line.ID, line.Operation))
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	if total == 1 {
		return "1 call matches no expectation: " + names[0]
	}
	return fmt.Sprintf("%d calls match no expectation: %s", total, phrase.And(names...))
}

// identify identifies a call for people.
func identify(e *journal.Entry) string { return callName(e.ID, e.Operation) }

func callName(id, operation string) string {
	return fmt.Sprintf("%s (%s)", id, cmp.Or(operation, "no operation"))
}
