package scenario

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// The operations and the questions, which the catalogue copies for each caller.
var (
	targets   = sync.OnceValue(catalog.Targets)
	questions = sync.OnceValue(catalog.Questions)
)

// Effects returns the scenario's effects on each operation, in the order of the catalogue:
// first its rules, then its features and answers. It is never nil, and Text stays empty.
func (s *Scenario) Effects() []client.Effect {
	all := []client.Effect{}
	if s == nil {
		return all
	}
	for _, op := range targets() {
		for i := range s.rules {
			if slices.Contains(s.rules[i].operations, op.ID) {
				all = append(all, s.rules[i].effectOn(op))
			}
		}
		if on, given := s.Features[op.Feature]; given {
			e := client.Effect{Operation: string(op.ID), Act: client.ActFeature, Feature: string(op.Feature), Enabled: &on}
			if !on { // then the operation fails
				outcome, _ := op.Failure(catalog.Forbidden)
				e.Status, e.Code = outcome.Status, string(outcome.Code)
			}
			all = append(all, e)
		}
		for _, q := range questions() {
			answer, given := s.Assume[q.ID]
			decides := func(o catalog.Outcome) bool { return slices.Contains(o.DependsOn(), q.ID) }
			if given && slices.ContainsFunc(append(op.Failures(), op.Success), decides) {
				all = append(all, client.Effect{Operation: string(op.ID), Act: client.ActQuestion, Question: string(q.ID), Answer: answer})
			}
		}
	}
	return all
}

// effectOn returns the effect of the rule on the calls of an operation.
func (r *rule) effectOn(op *catalog.Operation) client.Effect {
	e := client.Effect{
		Operation: string(op.ID), Act: client.ActDelay, When: r.condition(op.ID), Skip: r.skip, Times: r.times, Every: r.every,
		Earlier: r.earlier.text(), Delivery: r.delivery.texts(), After: r.effect.After(),
	}
	for _, m := range r.moves {
		when := "before: "
		if m.After {
			when = "after: "
		}
		e.Moves = append(e.Moves, when+m.String())
	}
	if r.chance < 1 {
		e.Share = r.chance
	}
	if r.early {
		e.Before = BeforeCredential
	}
	if r.nth != nil {
		e.Nth = r.nth.String()
	}
	if r.during != nil {
		e.During = r.during.String()
	}
	if r.delay != nil {
		e.Delay = r.delay.String()
	}
	switch f := r.effect; {
	case f.Fail != nil:
		outcome, _ := op.Failure(f.Fail.Code) // the operation documents it
		e.Act, e.Status, e.Code = client.ActFail, cmp.Or(f.Fail.Status, outcome.Status), string(f.Fail.Code)
	case f.Answer != nil:
		e.Act, e.Status, e.Code = client.ActAnswer, f.Answer.Status, f.Answer.Code
	case f.Place != "":
		e.Act, e.Status = client.ActPlace, http.StatusCreated
	case f.Cut != "":
		e.Act, e.Cut = client.ActCut, string(f.Cut)
		if slices.Contains(answerParts, f.Cut) {
			e.Cut = fmt.Sprintf("after %d bytes of the %s", f.At, f.Cut)
		}
	case r.limit != nil:
		e.Act, e.Limit, e.Status, e.Code = client.ActLimit, r.limit.String(), http.StatusTooManyRequests, tooManyRequests
	case len(r.edits) > 0:
		e.Act = client.ActChange
		for _, one := range r.edits {
			e.Changes = append(e.Changes, one.String())
		}
	case e.Delay != "":
	case e.Earlier != "":
		e.Act = client.ActEarlier
	case e.Moves != nil:
		e.Act = client.ActDo
	default:
		e.Act = client.ActDelivery
	}
	return e
}

// String returns the delay as people read it.
func (d delay) String() string {
	switch {
	case d.median > 0:
		return "median " + shortDuration(d.median) + ", p99 " + shortDuration(d.p99)
	case d.from != d.to:
		return shortDuration(d.from) + " to " + shortDuration(d.to)
	}
	return shortDuration(d.from)
}

// shortDuration returns a duration without zero parts: 1h instead of 1h0m0s.
func shortDuration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// group returns the group of a scenario of a source.
func (s *Scenario) group(source Source) client.Group {
	switch {
	case source == FromOwn || source == FromFolder || source == FromAccount:
		return client.GroupOwn
	case source == FromCode:
		return client.GroupCodes
	case len(s.rules) == 0:
		return client.GroupAnswers
	}
	fails := func(r rule) bool { return r.effect.Fail != nil }
	if len(s.Operations()) == 1 && slices.ContainsFunc(s.rules, fails) {
		return client.GroupFailures
	}
	return client.GroupConnection
}
