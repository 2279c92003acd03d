// Package runs keeps the runs of a sandbox. A run is the accounts of one execution
// of a test suite: each was opened with the name of the run, and with the name of
// its test as label. A deleted account stays as a short row with its last verdict,
// and the run keeps the coverage of its calls.
//
// All of it is in memory and bounded: the oldest rows and the oldest runs are dropped,
// and counted. A restart knows the runs of the remaining accounts.
//
// Package account reports opened and deleted accounts, package verdict judges
// accounts without a verdict so far, package client writes a run, and package control
// shows it.
package runs

import (
	"slices"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// The bounds of kept runs and rows.
const (
	MaxRuns    = 100
	MaxDeleted = 10_000 // deleted accounts of all runs together
)

// Runs are the runs of a process. They are safe for concurrent use.
type Runs struct {
	judge func(*account.Account, time.Duration) (client.Verdict, error)
	wall  func() time.Time

	mu      sync.Mutex
	runs    []*run // the one with the latest account is the last
	deleted int    // rows of all runs
	dropped int    // runs
}

// run keeps the rows and the coverage of the deleted accounts of a run.
type run struct {
	name         string
	opened, last time.Time
	rows         []client.RunAccount // in the order of deletion
	dropped      int
	past         []client.CoverageReport // one report at most, of all deleted accounts
}

// New returns no runs. judge returns the verdict of an account without expectations, and waits
// for calls under way as long as it may.
func New(wall func() time.Time, judge func(*account.Account, time.Duration) (client.Verdict, error)) *Runs {
	return &Runs{wall: wall, judge: judge}
}

// RecordOpening records the run of a newly opened account.
func (r *Runs) RecordOpening(a *account.Account) {
	d := a.Document()
	if d.Run == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	opened := d.OpenedAt()
	kept := &run{name: d.Run, opened: opened, last: opened}
	if at := r.index(d.Run); at >= 0 {
		kept = r.runs[at]
		r.runs = slices.Delete(r.runs, at, at+1)
	}
	if opened.Before(kept.opened) { // accounts of a restart come in the order of their codes
		kept.opened = opened
	}
	if opened.After(kept.last) {
		kept.last = opened
	}
	r.runs = append(r.runs, kept)
	if len(r.runs) > MaxRuns {
		r.deleted -= len(r.runs[0].rows)
		r.dropped++
		r.runs = slices.Delete(r.runs, 0, 1)
	}
}

// RecordDeletion records a deleted account as a row of its run, and calls remove.
func (r *Runs) RecordDeletion(a *account.Account, remove func()) {
	name := a.Document().Run
	if name == "" {
		remove()
		return
	}
	row, covered := r.row(a, 0), report(a)
	now := r.wall().UTC()
	row.Deleted = &now
	r.mu.Lock()
	defer r.mu.Unlock()
	remove()
	if at := r.index(name); at >= 0 {
		kept := r.runs[at]
		kept.rows = append(kept.rows, row)
		kept.past = []client.CoverageReport{mergeReports(append(kept.past, covered))}
		r.deleted++
		r.dropRow()
	}
}

// dropRow drops the oldest row of the oldest run when there are too many.
func (r *Runs) dropRow() {
	if r.deleted <= MaxDeleted {
		return
	}
	at := slices.IndexFunc(r.runs, func(k *run) bool { return len(k.rows) > 0 })
	oldest := r.runs[at]
	oldest.rows = slices.Delete(oldest.rows, 0, 1)
	oldest.dropped++
	r.deleted--
}

func (r *Runs) index(name string) int {
	return slices.IndexFunc(r.runs, func(k *run) bool { return k.name == name })
}

// row returns an account of a run, with its verdict, and waits for its calls under way.
func (r *Runs) row(a *account.Account, within time.Duration) client.RunAccount {
	d := a.Document()
	row := client.RunAccount{VendorCode: a.Code, Label: d.Label, Opened: d.OpenedAt()}
	asked := a.Judgement()
	if asked == nil {
		v, err := r.judge(a, within)
		if err != nil {
			v.Failures = []string{"no verdict: " + err.Error()}
		}
		row.Verdict = v.Short()
	}
	counts := a.Ring.Counts()
	row.Calls, row.Refused = counts.Total, counts.Refused
	if asked != nil {
		row.Verdict = asked.Verdict
		row.Verdict.Later = max(0, counts.Total-asked.Calls)
	}
	return row
}

// report returns the coverage of an account's calls.
func report(a *account.Account) client.CoverageReport {
	return a.Coverage.Report(a.Settings().Answers)
}

// mergeReports adds up reports. All have the outcomes of the catalogue.
func mergeReports(reports []client.CoverageReport) client.CoverageReport {
	sum, _ := client.MergeCoverage(reports...)
	return sum
}
