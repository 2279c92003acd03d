package client

import (
	"context"
	"fmt"
	"time"
)

// Rehearsal is what a test suite did under the failures of a rehearsal.
type Rehearsal struct {
	Begun      time.Time     `json:"begun"`                // on the machine's clock
	Command    []string      `json:"command"`              // with its arguments
	Good       GoodRun       `json:"good"`                 // the run without a failure
	Planned    int           `json:"planned"`              // schedules of one fault
	Trials     []Trial       `json:"trials"`               // in the order of their schedules
	Findings   []Trial       `json:"findings"`             // the smallest schedule of each finding, the worst first
	NotReached int           `json:"not_reached"`          // trials whose fault no call met
	Unfinished int           `json:"unfinished,omitempty"` // schedules without time left for them
	Accepted   []Accepted    `json:"accepted,omitempty"`   // entries of the file of accepted results whose place is gone
	Took       time.Duration `json:"took_ns"`
}

// GoodRun is the run of a suite without a failure, made twice.
type GoodRun struct {
	Calls    []string           `json:"calls"`              // such as create-upsell#1, in the order of their arrival
	Duration time.Duration      `json:"duration_ns"`        // of the longer of both
	Unstable []string           `json:"unstable,omitempty"` // calls of only one of both
	Ignored  []RecordDifference `json:"ignored,omitempty"`  // records left differently by both; the judge leaves them out
}

// Result is what a suite did under a schedule of faults.
type Result string

// The results, the worst first.
const (
	WrongInSilence  Result = "wrong-in-silence"   // the suite passed, and a write is doubled, missing or other
	Hung            Result = "hung"               // the suite did not end in time
	Stormed         Result = "stormed"            // the suite repeated a call very often, again at once, or before Retry-After
	FailedInTheOpen Result = "failed-in-the-open" // the suite failed
	Recovered       Result = "recovered"          // the suite passed, with the records of the good run
	NotReached      Result = "not-reached"        // no call met all faults
)

// IsFinding reports whether the integration does not survive.
func (r Result) IsFinding() bool { return r == WrongInSilence || r == Hung || r == Stormed }

// Trial is one execution of the suite under a schedule.
type Trial struct {
	Schedule string             `json:"schedule"` // its name, for repeating it, such as create-upsell#1=lost-answer+search-upsell#1=503
	Result   Result             `json:"result"`
	Exit     int                `json:"exit"`               // code of the command
	Why      string             `json:"why"`                // in words
	Records  []RecordDifference `json:"records,omitempty"`  // that differ from those of the good run
	Calls    []TrialCall        `json:"calls,omitempty"`    // of a finding, from the first fault on, at most 100
	Output   string             `json:"output,omitempty"`   // its last 20 lines, unless it passed or output is left out
	Accepted string             `json:"accepted,omitempty"` // the reason why the result is accepted
	Took     time.Duration      `json:"took_ns"`
}

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
func (r Rehearsal) Failed() []Trial {
	var failed []Trial
	for _, t := range r.Findings {
		if t.Accepted == "" {
			failed = append(failed, t)
		}
	}
	return failed
}

// Count returns how many trials had a result.
func (r Rehearsal) Count(of Result) (n int) {
	for _, t := range r.Trials {
		if t.Result == of {
			n++
		}
	}
	return n
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
	Most     int           // trials
	Patience time.Duration // how long a silent call waits before its connection is closed
	Timeout  time.Duration // of a trial, 0 for four times the good run and at least 10 s, and twice Patience
	Storm    int           // equal calls that are a storm
	Schedule string        // the only one to try, "" for all
	Every    bool          // faults at all calls of one operation, not at the first and the last only
	Accepted []Accepted    // results that are no failure

	// Resumed has the trials of an earlier rehearsal of the suite, nil for none. They are
	// not made again.
	Resumed *RehearsalLog

	// Record, unless it is nil, is called with each trial, for a log. Its error ends the
	// rehearsal. Keep, unless it is nil, is called with the account of each finding before it
	// is deleted; the schedule is repeated for this.
	Record func(t LoggedTrial) error
	Keep   func(ctx context.Context, t Trial, a *Account) error

	// Planned, unless it is nil, is called after the good run with the number of schedules
	// of one fault, and Tried after each trial, by one trial at a time.
	Planned func(good GoodRun, schedules int)
	Tried   func(t Trial, done, planned int)
}

// RehearsalLog has the trials of a rehearsal, for another one to go on with.
type RehearsalLog struct {
	Calls  []string // of the good run
	Trials []LoggedTrial
}

// LoggedTrial is a trial with the facts for choosing further schedules.
type LoggedTrial struct {
	Trial    Trial     `json:"trial"`
	Reaction string    `json:"reaction"`      // equal for trials in which the client did the same
	New      []NewCall `json:"new,omitempty"` // calls missing in the good run
}

// NewCall is a call that exists because of a fault.
type NewCall struct {
	Name  string   `json:"name"`            // such as create-upsell#2
	Unfit []string `json:"unfit,omitempty"` // documented failures it cannot end with
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
}

// Error says how the suite failed.
func (e *GoodRunError) Error() string {
	if e.Outcome.Hung {
		return fmt.Sprintf("the command does not end without a fault: it was ended after %s", e.Outcome.Took.Round(time.Second))
	}
	return fmt.Sprintf("the command fails without a fault, with exit code %d", e.Outcome.Exit)
}
