package verdict

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
)

// storedRow is the row of an account as it is stored, with the outcomes that its calls covered.
type storedRow struct {
	Run     string                `json:"run"`
	Account client.RunAccount     `json:"account"`
	Covered client.CoverageReport `json:"covered"`
}

// key returns the name under which the row of an account is stored. An account that is opened
// again has another one.
func key(code string, opened time.Time) string {
	return strconv.FormatInt(opened.UnixMicro(), 10) + "/" + code
}

func keyOf(row client.RunAccount) string { return key(row.VendorCode, row.Opened) }

// save stores a row. A failure is only logged, because it must not keep an account from being
// judged or deleted.
func (r *Runs) save(row storedRow) {
	row.Covered.Outcomes = slices.DeleteFunc(slices.Clone(row.Covered.Outcomes), func(o client.CoverageOutcome) bool { return o.Count == 0 })
	text, err := json.Marshal(row)
	if err == nil {
		err = r.Store.Put(context.Background(), keyOf(row.Account), text)
	}
	logFault(r.Log, "cannot store the result of an account", err)
}

// remove removes stored rows.
func (r *Runs) remove(rows ...client.RunAccount) {
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = keyOf(row)
	}
	if len(names) > 0 {
		logFault(r.Log, "cannot remove the results of accounts", r.Store.Delete(context.Background(), names...))
	}
}

func logFault(log *slog.Logger, what string, err error) {
	if err != nil {
		log.Warn(what, slog.Any("error", err))
	}
}

// Save stores the rows of all present accounts, for a sandbox that stops.
func (r *Runs) Save(registry *account.Registry) {
	var all sync.WaitGroup // together they are stored at once
	for _, a := range registry.All() {
		all.Go(func() { r.RecordVerdict(a) })
	}
	all.Wait()
}

// Resume finds the stored runs after the registry has opened its accounts: a row of an account
// that is still there continues, and the others are those of deleted accounts.
func (r *Runs) Resume(registry *account.Registry) {
	texts, err := r.Store.All()
	logFault(r.Log, "the results of earlier runs cannot be read", err)
	var rows []storedRow
	for _, text := range texts {
		var row storedRow
		if err := json.Unmarshal(text, &row); err != nil {
			logFault(r.Log, "the result of an account cannot be read", err)
			continue
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b storedRow) int {
		return cmp.Or(a.end().Compare(b.end()), cmp.Compare(a.Account.VendorCode, b.Account.VendorCode))
	})
	blank := coverage.New().Report(registry.DefaultSettings().Answers)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, row := range rows {
		if a, present := registry.Find(row.Account.VendorCode); present && a.Document().OpenedAt().Equal(row.Account.Opened) {
			row.Account.Deleted = nil // the sandbox ended before it deleted the account
			r.earlier[keyOf(row.Account)] = row
			continue
		}
		row.Account.Deleted = new(row.end())
		r.begin(row.Run, row.Account.Opened).add(row.Account, row.report(blank))
		r.deleted++
	}
	slices.SortStableFunc(r.runs, func(a, b *run) int { return a.last.Compare(b.last) })
}

// end returns when the account was deleted, or when it was stored last.
func (s storedRow) end() time.Time {
	if s.Account.Deleted != nil {
		return *s.Account.Deleted
	}
	return s.Account.Verdict.Time
}

// report returns what the calls covered, with all outcomes of a report of today.
func (s storedRow) report(today client.CoverageReport) client.CoverageReport {
	report := client.CoverageReport{Outcomes: slices.Clone(today.Outcomes), Other: s.Covered.Other, Outside: s.Covered.Outside}
	for i := range report.Outcomes {
		o := &report.Outcomes[i]
		o.Count, o.Scenarios, o.Last = 0, nil, nil
		for _, c := range s.Covered.Outcomes {
			if c.Operation == o.Operation && c.Status == o.Status && c.Code == o.Code {
				*o = c
			}
		}
	}
	return report
}

// joinRows returns the row of an account with its calls before and after a clear or a restart.
// It passes when both pass.
func joinRows(before, now client.RunAccount) client.RunAccount {
	later := now.Calls
	now.Calls += before.Calls
	now.Refused += before.Refused
	ways := newRefusals()
	for _, f := range slices.Concat(before.Refusals, now.Refusals) {
		ways.add(f)
	}
	now.Refusals = firstRefusals(ways.list)
	now.LastCall = cmp.Or(now.LastCall, before.LastCall)
	own := now.Verdict
	switch {
	case own.Asked && before.Verdict.Passed:
		now.Verdict.Later += before.Verdict.Later
	case !own.Asked && (before.Verdict.Asked || later == 0):
		now.Verdict = before.Verdict
		now.Verdict.Later += later
	case !before.Verdict.Passed:
		now.Verdict = before.Verdict
		now.Verdict.Asked, now.Verdict.Later = own.Asked, own.Later+before.Verdict.Later
		now.Verdict.More += len(own.Failures) + own.More
	}
	return now
}
