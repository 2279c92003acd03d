// Package verdict sums up the calls of an account: the refused ones with their
// causes, the unexpected refusals among them, the open questions behind the answers,
// the scenarios without an affected call, and the documented failures not covered.
//
// A verdict fails for few reasons, each with a sentence: an unsatisfied expectation, a call outside
// of all of them where nothing else may be called, an unexpected refusal, an undocumented spelling
// if the request asserts spelling, dropped calls that might be one of these, and too little
// coverage where a least one is required. All else is information. A refusal by a scenario is
// expected, because somebody activated the scenario, unless the request says otherwise.
//
// Runs keep the verdicts of the accounts of one execution of a test suite, and Rehearsals the
// reports of rehearsals; both outlive accounts and restarts.
//
// A Folder gets the verdicts of all accounts and runs at the end of a sandbox, each with
// its calls and its coverage.
//
// Package verify evaluates the expectations, package report writes a verdict as text and
// for CI, package control collects the parts of an asked one.
package verdict

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// maxIDs bounds the calls named in a row.
const maxIDs = 20

// Session holds the parts of a verdict.
type Session struct {
	Account  string
	Time     time.Time // on the machine's clock
	Request  client.VerdictRequest
	Outcome  verify.Outcome // of the expectations
	Active   []client.Activation
	Idle     []string                           // ended scenarios that affected no call
	Answer   func(id catalog.QuestionID) string // the account's answer to a question
	Coverage client.CoverageReport              // of the account
}

// Of returns the verdict of an account at a moment of the machine's clock.
func Of(a *account.Account, asked client.VerdictRequest, outcome verify.Outcome, at time.Time) client.Verdict {
	answers := a.Settings().Answers
	s := Session{
		Account: a.Code, Time: at, Request: asked, Outcome: outcome, Active: a.Director.Active(), Idle: a.Director.Idle(),
		Answer: answers.Get, Coverage: a.Coverage.Report(answers),
	}
	return s.Verdict()
}

// Judge judges accounts without expectations.
type Judge struct {
	Wall clock.Wall
}

// Verdict returns the verdict of an account, after its calls under way had a time to end. A
// negative time leaves them out.
func (j Judge) Verdict(a *account.Account, within time.Duration) (client.Verdict, error) {
	outcome, err := verify.Verifier{Wall: j.Wall, AwaitAll: true}.All(context.Background(), a.Ring, client.Expectations{Within: max(0, within)}, 0)
	if err != nil {
		return client.Verdict{}, err
	}
	if within < 0 {
		outcome.UnderWay = ""
	}
	return Of(a, client.VerdictRequest{}, outcome, j.Wall()), nil
}

// Verdict returns the verdict of the session.
func (s *Session) Verdict() client.Verdict {
	calls, duration := s.extent()
	v := client.Verdict{
		Account: s.Account, Time: s.Time.UTC(), Verified: s.Outcome.Verified, Message: s.Outcome.Message, Failures: []string{}, Calls: calls, Dropped: s.Outcome.Dropped, Duration: duration,
		Questions: s.questions(), Departures: s.departures(), IdleScenarios: s.idle(),
		Uncovered: s.uncoveredOutcomes(), Results: s.Outcome.Results, Unexpected: s.Outcome.Unexpected, NothingElse: s.Outcome.ElseMessage,
	}
	if v.Results == nil {
		v.Results = []client.Verification{}
	}
	var doubtful int64
	v.Refused, v.Unasserted, doubtful = s.refusals()
	v.Uncertain = s.uncertain(doubtful)
	if !strings.Contains(v.Message, s.Outcome.UnderWay) { // as every text has ""
		v.Failures = append(v.Failures, s.Outcome.UnderWay)
	}
	v.Failures = append(v.Failures, failures(v)...)
	v.Passed, v.Result = len(v.Failures) == 0, client.ResultPassed
	switch {
	case !v.Passed:
		v.Result = client.ResultFailed
	case calls == 0 && len(v.Results) == 0 && !s.Request.NothingElse:
		v.Result = client.NothingToJudge
	}
	return v
}

// failures returns the reasons for a failed verdict.
func failures(v client.Verdict) []string {
	var list []string
	for _, r := range v.Results {
		if !r.Verified {
			list = append(list, r.Message)
		}
	}
	if v.NothingElse != "" {
		list = append(list, v.NothingElse)
	}
	for _, r := range v.Unasserted {
		if r.Fails {
			list = append(list, report.RefusalLine(r))
		}
	}
	for _, d := range v.Departures {
		if d.Fails {
			list = append(list, report.DepartureLine(d))
		}
	}
	list = append(list, v.Uncertain...)
	if short := v.Uncovered.Shortfall(); short != "" {
		list = append(list, short)
	}
	return list
}

// uncertain returns the reasons to doubt the verdict because of dropped calls. doubtful
// counts refused calls that may be expected.
func (s *Session) uncertain(doubtful int64) (list []string) {
	add := func(calls int64, noun, format string) {
		if calls > 0 {
			list = append(list, fmt.Sprintf(format, phrase.Count(int(calls), noun))+": ask sooner or start with a larger --journal, the number of calls that it keeps")
		}
	}
	var unknown, misspelt int64
	for _, t := range s.Outcome.Tallies {
		switch {
		case t.Unknown:
			unknown += t.Calls
		case s.Request.AssertSpelling && t.Departures != 0 && !t.Certain:
			misspelt += t.Calls
		}
	}
	add(doubtful, "refused call", "the journal has dropped %s that may count or not")
	add(unknown, "call", "the journal has dropped %s and does not know how they ended, because others ended in too many ways")
	add(misspelt, "call", "the journal has dropped %s with undocumented spellings that may count or not")
	return list
}

// extent returns the number of calls, and the seconds from the first one to the end
// of the last one.
func (s *Session) extent() (calls int, seconds float64) {
	var first, last time.Time
	for _, t := range s.Outcome.Tallies {
		calls += int(t.Calls)
		if t.Certain && (first.IsZero() || t.Arrival.Before(first)) {
			first = t.Arrival
		}
	}
	for _, e := range s.Outcome.Calls {
		calls++
		if first.IsZero() || e.WallTime.Before(first) {
			first = e.WallTime
		}
		if end := e.WallTime.Add(e.Duration); end.After(last) {
			last = end
		}
	}
	return calls, max(0, last.Sub(first)).Round(time.Millisecond).Seconds()
}

// questions returns the open questions behind the answers.
func (s *Session) questions() []client.QuestionUse {
	list := []client.QuestionUse{}
	for _, e := range s.Outcome.Calls {
		for _, id := range e.Questions.List() {
			at := slices.IndexFunc(list, func(u client.QuestionUse) bool { return u.ID == id })
			if at < 0 {
				at = len(list)
				list = append(list, s.question(id))
			}
			list[at].Calls++
			if len(list[at].IDs) < maxIDs {
				list[at].IDs = append(list[at].IDs, e.ID)
			}
		}
	}
	slices.SortFunc(list, func(a, b client.QuestionUse) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func (s *Session) question(id string) client.QuestionUse {
	q, _ := catalog.FindQuestion(catalog.QuestionID(id))
	use := client.QuestionUse{ID: id, Question: q.Question, Answer: q.Answer, Default: true, IDs: []string{}}
	if q.HasChoice() {
		use.Answer = s.Answer(q.ID)
		use.Default = use.Answer == q.Default
	}
	return use
}

// idle returns the scenarios without an affected call.
func (s *Session) idle() []client.IdleScenario {
	acted := map[string]bool{}
	for _, e := range s.Outcome.Calls {
		for _, name := range e.Scenarios.List() {
			acted[name] = true
		}
	}
	list := []client.IdleScenario{}
	for _, a := range s.Active {
		if a.Affected == 0 && !acted[a.Name] {
			list = append(list, client.IdleScenario{Name: a.Name, Matched: a.Matched, Active: true})
		}
		acted[a.Name] = true // also if it was idle before
	}
	for _, name := range s.Idle {
		if !acted[name] {
			list = append(list, client.IdleScenario{Name: name})
		}
	}
	return list
}

func (s *Session) uncoveredOutcomes() client.UncoveredOutcomes {
	d := s.Coverage.Documented
	u := client.UncoveredOutcomes{Documented: d.Outcomes, Covered: d.Covered, Percent: d.Percent, Required: s.Request.MinCoverage, Missing: []client.CoverageOutcome{}}
	for _, o := range s.Coverage.Outcomes {
		if o.Documented && o.Code != "" && o.Count == 0 {
			u.Missing = append(u.Missing, o)
		}
	}
	return u
}
