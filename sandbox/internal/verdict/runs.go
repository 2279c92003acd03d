package verdict

import (
	"context"
	"log/slog"
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

// Store keeps texts by their names over a restart.
type Store interface {
	All() (map[string][]byte, error)
	Put(ctx context.Context, name string, text []byte) error
	Delete(ctx context.Context, names ...string) error
}

// RunsOptions configure Runs.
type RunsOptions struct {
	Wall  func() time.Time
	Store Store
	Log   *slog.Logger
	// Judge returns the verdict of an account without expectations, and waits for calls under
	// way as long as it may. A negative time leaves them out.
	Judge func(*account.Account, time.Duration) (client.Verdict, error)
}

// Runs are the runs of a sandbox. A run is the accounts of one execution of a test suite: each
// was opened with the name of the run, and with the name of its test as label. A deleted
// account stays as a short row with its last verdict, and the run keeps the coverage of its
// calls.
//
// The rows are stored when an account is judged, cleared or deleted and when the sandbox stops,
// so a run has its result after a reset and a restart, although the calls are gone. Their
// number is bounded: the oldest rows and the oldest runs are dropped, and counted. Runs are
// safe for concurrent use.
type Runs struct {
	RunsOptions

	mu      sync.Mutex
	runs    []*run               // the one with the latest account is the last
	deleted int                  // rows of all runs
	dropped int                  // runs
	earlier map[string]storedRow // of the calls before a clear, with the coverage of those before a restart
}

// run keeps the rows and the coverage of the deleted accounts of a run.
type run struct {
	name         string
	opened, last time.Time
	rows         []client.RunAccount // in the order of deletion
	dropped      int
	past         []client.CoverageReport // one report at most, of all deleted accounts
}

// NewRuns returns no runs. Resume finds the stored ones.
func NewRuns(o RunsOptions) *Runs { return &Runs{RunsOptions: o, earlier: map[string]storedRow{}} }

// RecordOpening records the run of a newly opened account.
func (r *Runs) RecordOpening(a *account.Account) {
	if d := a.Document(); d.Run != "" {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.begin(d.Run, d.OpenedAt())
	}
}

// begin records that an account of a run was opened, and returns the run. The caller holds the
// lock.
func (r *Runs) begin(name string, opened time.Time) *run {
	kept := &run{name: name, opened: opened, last: opened}
	if at := r.index(name); at >= 0 {
		kept = r.runs[at]
		r.runs = slices.Delete(r.runs, at, at+1)
	}
	if opened.Before(kept.opened) { // after a restart the accounts come in another order
		kept.opened = opened
	}
	if opened.After(kept.last) {
		kept.last = opened
	}
	r.runs = append(r.runs, kept)
	if len(r.runs) > MaxRuns {
		oldest := r.runs[0]
		r.deleted -= len(oldest.rows)
		r.dropped++
		r.runs = slices.Delete(r.runs, 0, 1)
		r.remove(oldest.rows...)
	}
	return kept
}

// RecordVerdict stores the row of an account whose verdict was asked for.
func (r *Runs) RecordVerdict(a *account.Account) {
	if name := a.Document().Run; name != "" {
		r.save(storedRow{name, r.row(a, 0), r.report(a)})
	}
}

// RecordClear records the row of an account, and calls leave to take its calls out of the journal.
// Those under way then are nobody's.
func (r *Runs) RecordClear(a *account.Account, leave func()) {
	name := a.Document().Run
	if name == "" || a.Ring.Counts().Total == 0 && a.Judgement() == nil {
		leave()
		return
	}
	row := r.row(a, -1)
	r.mu.Lock()
	leave()
	r.earlier[keyOf(row)] = storedRow{name, row, r.earlier[keyOf(row)].Covered}
	r.mu.Unlock()
	r.save(storedRow{name, row, r.report(a)})
}

// RecordDeletion records a deleted account as a row of its run, and calls remove. When there are
// too many rows, it drops the oldest one of the oldest run.
func (r *Runs) RecordDeletion(a *account.Account, remove func()) {
	name := a.Document().Run
	if name == "" {
		remove()
		return
	}
	row, covered := r.row(a, 0), r.report(a)
	row.Deleted = new(r.Wall().UTC())
	r.save(storedRow{name, row, covered})
	r.mu.Lock()
	defer r.mu.Unlock()
	remove()
	delete(r.earlier, keyOf(row))
	at := r.index(name)
	if at < 0 { // the run was dropped, or deleted
		r.remove(row)
		return
	}
	r.runs[at].add(row, covered)
	if r.deleted++; r.deleted <= MaxDeleted {
		return
	}
	oldest := r.runs[slices.IndexFunc(r.runs, func(k *run) bool { return len(k.rows) > 0 })]
	r.remove(oldest.rows[0])
	oldest.rows = slices.Delete(oldest.rows, 0, 1)
	oldest.dropped++
	r.deleted--
}

// add adds the row of a deleted account.
func (k *run) add(row client.RunAccount, covered client.CoverageReport) {
	k.rows = append(k.rows, row)
	k.past = []client.CoverageReport{mergeReports(append(k.past, covered))}
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
		v, err := r.Judge(a, within)
		if err != nil {
			v = client.Verdict{Time: r.Wall().UTC(), Result: client.ResultFailed, Failures: []string{"no verdict: " + err.Error()}}
		}
		asked = &account.Judgement{Verdict: v.Short(), Refused: v.Refused}
	}
	counts := a.Ring.Counts()
	row.Calls, row.Refused = counts.Total, counts.Refused
	row.Verdict, row.Refusals = asked.Verdict, firstRefusals(asked.Refused)
	if row.Verdict.Asked {
		row.Verdict.Later = max(0, counts.Total-asked.Calls)
	}
	if newest, _ := a.Ring.List(nil, 0, 1); len(newest) > 0 {
		row.LastCall = new(newest[0].WallTime.Add(newest[0].Duration).UTC())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, known := r.earlier[keyOf(row)]; known {
		row = joinRows(before.Account, row)
	}
	return row
}

// maxRefusals bounds the refusals in a row.
const maxRefusals = 5

// firstRefusals returns the first refusals, each with its first call.
func firstRefusals(all []client.Refusal) []client.Refusal {
	first := append([]client.Refusal{}, all[:min(len(all), maxRefusals)]...)
	for i := range first {
		first[i].IDs = first[i].IDs[:min(len(first[i].IDs), 1)]
	}
	return first
}

// report returns the coverage of an account's calls.
func (r *Runs) report(a *account.Account) client.CoverageReport {
	now := a.Coverage.Report(a.Settings().Answers)
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, known := r.earlier[key(a.Code, a.Document().OpenedAt())]; known {
		return mergeReports([]client.CoverageReport{now, before.report(now)})
	}
	return now
}

// mergeReports adds up reports. All have the outcomes of the catalogue.
func mergeReports(reports []client.CoverageReport) client.CoverageReport {
	sum, _ := client.MergeCoverage(reports...)
	return sum
}
