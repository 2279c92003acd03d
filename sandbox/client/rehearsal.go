package client

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Rehearsal is what a test suite did under the failures of a rehearsal.
type Rehearsal struct {
	Headline   string           `json:"headline"`             // the first line of each report
	Begun      time.Time        `json:"begun"`                // on the machine's clock
	Flags      []string         `json:"flags,omitempty"`      // without which a schedule does not repeat
	Command    []string         `json:"command"`              // with its arguments
	Good       GoodRun          `json:"good"`                 // the run without a failure
	Remarks    []string         `json:"remarks,omitempty"`    // about the command, each said once; no findings
	Answers    string           `json:"answers,omitempty"`    // which open questions it cares about, when their other answers were tried
	Days       string           `json:"days,omitempty"`       // on which moments it does another thing, when they were tried
	Planned    int              `json:"planned"`              // schedules of one fault
	Trials     []RehearsalTrial `json:"trials"`               // in the order of their schedules
	Findings   []RehearsalTrial `json:"findings"`             // the smallest schedule of each finding, the worst first
	NotReached int              `json:"not_reached"`          // trials whose fault no call met
	Unfinished int              `json:"unfinished,omitempty"` // schedules without time left for them
	Accepted   []Accepted       `json:"accepted,omitempty"`   // entries of the file of accepted results whose place is gone
	Took       time.Duration    `json:"took_ns"`
}

// GoodRun is the run of a suite without a failure, made twice.
type GoodRun struct {
	Calls    []string           `json:"calls"`              // such as create-upsell#1, in the order of their arrival
	Duration time.Duration      `json:"duration_ns"`        // of the longer of both
	Unstable []string           `json:"unstable,omitempty"` // calls of only one of both
	Spared   []string           `json:"spared,omitempty"`   // calls without a trial, because the first and the last one of their operation stand for them
	Ignored  []RecordDifference `json:"ignored,omitempty"`  // records left differently by both; the judge leaves them out

	// Questions are the open questions with a choice that its calls touch, and Untouched the
	// others, when their other answers are tried.
	Questions []string `json:"questions,omitempty"`
	Untouched []string `json:"untouched,omitempty"`
}

// Result is what a suite did under a schedule of faults.
type Result string

// The results, the worst first.
const (
	WrongInSilence  Result = "wrong-in-silence"   // the suite passed, and a write is doubled, missing or other
	Hung            Result = "hung"               // the suite did not end in time
	Stormed         Result = "stormed"            // the suite repeated a call very often, or before Retry-After
	RestsOnAGuess   Result = "rests-on-a-guess"   // the suite fails or leaves other records under another answer to an open question
	FailsOnADay     Result = "fails-on-a-day"     // the suite does another thing than on an ordinary day nearby
	NeedsTheDate    Result = "needs-the-date"     // the suite does another thing on every day but that of the machine
	NotRepeatable   Result = "not-repeatable"     // one of the above, seen once in three trials
	FailedAndLeft   Result = "failed-and-left"    // the suite failed, and left records written from the first fault on
	FailedInTheOpen Result = "failed-in-the-open" // the suite failed
	Recovered       Result = "recovered"          // the suite passed, with the records of the good run
	NotReached      Result = "not-reached"        // no call met all faults
)

// IsFinding reports whether the integration does not survive.
func (r Result) IsFinding() bool {
	switch r {
	case WrongInSilence, Hung, Stormed, RestsOnAGuess, FailsOnADay, NeedsTheDate:
		return true
	}
	return false
}

// RehearsalTrial is one execution of the suite under a schedule.
type RehearsalTrial struct {
	Schedule string             `json:"schedule"` // its name, for repeating it, such as create-upsell#1=lost-answer+search-upsell#1=503
	Result   Result             `json:"result"`
	Exit     int                `json:"exit"`               // code of the command
	Why      string             `json:"why"`                // in words
	Cause    string             `json:"cause,omitempty"`    // of a finding; trials with the same mistake have the same one
	Remarks  map[Remark]string  `json:"remarks,omitempty"`  // in words
	Records  []RecordDifference `json:"records,omitempty"`  // that differ from those of the good run
	Calls    []TrialCall        `json:"calls,omitempty"`    // of a finding, from the first fault on, at most 100
	Entries  []Entry            `json:"entries,omitempty"`  // of a finding whose report is kept by the sandbox: the same calls with what was sent, masked
	Output   string             `json:"output,omitempty"`   // its last 20 lines, unless it passed or output is left out
	Question string             `json:"question,omitempty"` // that a finding depends on: its id, its text and the address of its page
	Advice   string             `json:"advice,omitempty"`   // what code does that does not depend on the answer
	Accepted string             `json:"accepted,omitempty"` // the reason why the result is accepted
	Took     time.Duration      `json:"took_ns"`
}

// HasFault reports whether calls of the trial met faults. Otherwise the whole trial had
// another answer to an open question, or another moment of its clock.
func (t RehearsalTrial) HasFault() bool {
	return !strings.HasPrefix(t.Schedule, "answer:") && !strings.HasPrefix(t.Schedule, "day:")
}

// Remark is what a client does that is no finding.
type Remark string

// The remarks.
const (
	Flaky       Remark = "flaky"        // it does something once in three trials
	Hasty       Remark = "hasty"        // it repeats a call at once after an error of the server without Retry-After
	LeftRecords Remark = "left-records" // it fails, and records written from the first fault on are there
	NoTimeout   Remark = "no-timeout"   // it still waits for a silent call when patience is over
)

// TrialCall is a call of a trial.
type TrialCall struct {
	Name   string        `json:"name"`            // such as create-upsell#1
	At     time.Duration `json:"at_ns"`           // since the first call of the trial
	Status int           `json:"status"`          // 0 when no answer was sent
	Code   string        `json:"code,omitempty"`  // error code
	Fault  string        `json:"fault,omitempty"` // that it met
	Wrote  []string      `json:"wrote,omitempty"` // its effects on records, such as: created campaign 0A1B
}

// Accepted is a result accepted by a team.
type Accepted struct {
	Schedule string `json:"schedule"`
	Result   Result `json:"result"`
	Reason   string `json:"reason"`
}

// Failed returns the findings that are not accepted.
func (r Rehearsal) Failed() []RehearsalTrial {
	var failed []RehearsalTrial
	for _, t := range r.Findings {
		if t.Accepted == "" {
			failed = append(failed, t)
		}
	}
	return failed
}

// Count returns how many trials with faults had a result.
func (r Rehearsal) Count(of Result) (n int) {
	for _, t := range r.Trials {
		if t.Result == of && t.HasFault() {
			n++
		}
	}
	return n
}

// Mistakes counts the trials with a finding by its cause.
type Mistakes map[string]int

// Add counts a trial, unless it has no finding.
func (m Mistakes) Add(t RehearsalTrial) {
	if t.Result.IsFinding() {
		m[t.Cause]++
	}
}

// String returns the numbers, such as: 1 mistake, seen at 3 places.
func (m Mistakes) String() string {
	if len(m) == 0 {
		return "0 mistakes"
	}
	return plural(len(m), "mistake") + ", seen at " + plural(m.places(), "place")
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func (m Mistakes) places() (n int) {
	for _, seen := range m {
		n += seen
	}
	return n
}

// Summary returns the headline: how many trials recovered, failed in the open and were not
// survived, and the number of mistakes behind these, which is that of all reports.
func (r Rehearsal) Summary() string {
	mistakes, accepted := Mistakes{}, 0
	for _, t := range r.Trials {
		if t.HasFault() {
			mistakes.Add(t)
		}
		if t.Accepted != "" {
			accepted++
		}
	}
	text := fmt.Sprintf("%d recovered, %d failed in the open, %d not survived", r.Count(Recovered), r.Count(FailedInTheOpen)+r.Count(FailedAndLeft), mistakes.places())
	if len(mistakes) > 0 {
		text += ": " + mistakes.String()
	}
	for _, more := range []struct {
		n    int
		says string
	}{{accepted, "accepted"}, {r.Count(NotRepeatable), "not repeatable"}, {r.NotReached, "not reached"}, {r.Unfinished, "not tried"}} {
		if more.n > 0 {
			text += fmt.Sprintf("; %d %s", more.n, more.says)
		}
	}
	return text
}

// RehearsalOptions say how to rehearse. Client, Suite, Run, Jobs, Most, Patience and Storm
// are required.
type RehearsalOptions struct {
	Client *Client // of the sandbox

	// Suite runs the suite once against an account and ends it after limit. The error says
	// why it cannot be run at all.
	Suite func(ctx context.Context, account AccountState, limit time.Duration) (SuiteOutcome, error)

	Run      string        // name of the run of all trials' accounts
	Label    string        // of the accounts
	Jobs     int           // trials at a time
	For      time.Duration // no trial begins later, 0 for no bound
	Most     int           // trials, without those that try a finding again
	Patience time.Duration // how long a silent call waits before its connection is closed
	Timeout  time.Duration // of a trial, 0 for four times the good run and at least 10 s, and twice Patience
	Storm    int           // equal calls that are a storm
	Schedule string        // the only one to try, "" for all
	Faults   bool          // faults at calls; also when none of the three is asked for
	Answers  bool          // the other answers to the open questions that the good run touches
	Days     bool          // moments of the account's clock that break clients
	Every    bool          // faults at all calls of one operation, not at the first and the last only
	Quick    bool          // only faults of writes, and lost answers of other calls
	Accepted []Accepted    // results that are no failure
	Entries  bool          // findings have the entries of their calls

	// Record, unless it is nil, is called with each trial, for a log. Its error ends the
	// rehearsal. Keep, unless it is nil, is called with the account of each finding, and of
	// each that is not repeatable, before it is deleted; the schedule is repeated for this.
	Record func(t RehearsalTrial) error
	Keep   func(ctx context.Context, t RehearsalTrial, a *Account) error

	// Planned, unless it is nil, is called after the good run with the number of schedules
	// of one fault, and Tried after each trial, by one trial at a time.
	Planned func(good GoodRun, schedules int)
	Tried   func(t RehearsalTrial, done, planned int)
}

// SuiteOutcome is how an execution of a test suite ended.
type SuiteOutcome struct {
	Exit   int           // code of the command, 0 for a success
	Output string        // the end of it
	Hung   bool          // it was ended because it took longer than allowed
	Took   time.Duration // set by whoever rehearses
}

// GoodRunError says that a suite fails without a fault and cannot be rehearsed.
type GoodRunError struct {
	Outcome SuiteOutcome
	Refused []Entry // the calls that explain it
	Passed  bool    // the suite passed before
}

// Error says how the suite failed.
func (e *GoodRunError) Error() string {
	how := fmt.Sprintf("with exit code %d", e.Outcome.Exit)
	if e.Outcome.Hung {
		how = fmt.Sprintf("because it did not end within %s", e.Outcome.Took.Round(time.Second))
	}
	if e.Passed {
		return fmt.Sprintf("the command passed once and failed the second time without a fault, %s: it keeps something from run to run: a session, a file, a name", how)
	}
	return "the command fails without a fault, " + how
}
