package verdict

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
)

// List returns the runs in short, the one with the latest account at the end.
func (r *Runs) List(registry *account.Registry) client.RunList {
	names, dropped := r.Names()
	list := client.RunList{Runs: []client.RunLine{}, Total: len(names), Dropped: dropped}
	for _, name := range names {
		kept, present, found := r.at(name, registry)
		if !found { // deleted meanwhile
			continue
		}
		sum := r.sum(kept, present, registry, 0)
		list.Runs = append(list.Runs, client.RunLine{
			Name: name, Opened: kept.opened, Last: kept.last, Accounts: len(present), Deleted: len(kept.rows) + kept.dropped,
			Result: sum.Result, Failed: sum.Failed, Calls: sum.Calls, Refused: sum.Refused, Duration: sum.Duration, Covered: sum.Coverage.Documented,
		})
	}
	return list
}

// Names returns the names of the runs, and the number of dropped ones.
func (r *Runs) Names() (names []string, dropped int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.runs {
		names = append(names, k.name)
	}
	return names, r.dropped
}

// settling is how long the calls of a killed command have to end before its run is judged.
const settling = time.Second

// Find sums up a run beside the one before it. It waits a moment for calls under way.
func (r *Runs) Find(name string, registry *account.Registry) (client.Run, bool) {
	kept, present, found := r.at(name, registry)
	if !found {
		return client.Run{}, false
	}
	shown := r.sum(kept, present, registry, settling)
	if before := r.before(kept); before != "" {
		if kept, present, found := r.at(before, registry); found {
			shown.CompareWith(r.sum(kept, present, registry, 0))
		}
	}
	return shown, true
}

// before returns the name of the run that began before another one, "" for none.
func (r *Runs) before(than run) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var latest run
	for _, k := range r.runs {
		if k.opened.Before(than.opened) && k.opened.After(latest.opened) {
			latest = *k
		}
	}
	return latest.name
}

// sum sums up a run, and waits for calls under way.
func (r *Runs) sum(kept run, present []*account.Account, registry *account.Registry, wait time.Duration) client.Run {
	shown := client.Run{Name: kept.name, Opened: kept.opened, Accounts: append([]client.RunAccount{}, kept.rows...), Dropped: kept.dropped}
	reports := append([]client.CoverageReport{coverage.New().Report(registry.DefaultSettings().Answers)}, kept.past...)
	deadline := r.Wall().Add(wait)
	for _, a := range present {
		shown.Accounts = append(shown.Accounts, r.row(a, max(0, deadline.Sub(r.Wall()))))
		reports = append(reports, r.report(a))
	}
	slices.SortStableFunc(shown.Accounts, func(a, b client.RunAccount) int {
		return cmp.Or(a.Opened.Compare(b.Opened), cmp.Compare(a.VendorCode, b.VendorCode))
	})
	shown.Coverage = mergeReports(reports)
	shown.Sum()
	return shown
}

// at returns the kept part of a run, and its present accounts at the same moment.
func (r *Runs) at(name string, registry *account.Registry) (kept run, present []*account.Account, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.index(name)
	if at < 0 {
		return run{}, nil, false
	}
	kept = *r.runs[at]
	kept.rows, kept.past = slices.Clone(kept.rows), slices.Clone(kept.past)
	present = slices.DeleteFunc(registry.All(), func(a *account.Account) bool { return a.Document().Run != name })
	return kept, present, true
}

// Delete deletes a run and its accounts, except the one with the code first. When an
// account cannot be deleted, the run stays.
func (r *Runs) Delete(ctx context.Context, name, first string, registry *account.Registry) (client.DeletedRun, bool, error) {
	_, present, found := r.at(name, registry)
	deleted := client.DeletedRun{Name: name}
	for _, a := range present {
		if a.Code == first {
			deleted.Kept = first
			continue
		}
		gone, err := registry.Delete(ctx, a.Code)
		if err != nil {
			return deleted, found, err
		}
		if gone {
			deleted.Deleted++
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.index(name); at >= 0 {
		r.deleted -= len(r.runs[at].rows)
		r.remove(r.runs[at].rows...)
		r.runs = slices.Delete(r.runs, at, at+1)
	}
	return deleted, found, nil
}
