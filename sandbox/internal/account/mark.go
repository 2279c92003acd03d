package account

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Mark is an account at a moment from which its calls can be repeated. It has
// everything but the records.
type Mark struct {
	Why       string // the account is marked, such as: the account was reset
	Snapshot  string // that has the records, "" when they follow from the changes since
	Wall      time.Time
	Clock     clock.State
	Document  Document
	Settings  *Settings
	Scenarios scenario.State
	Library   any // the version of the library of scenarios
	Sequences map[commerce.Sequence]uint64
	Ring      journal.Mark
}

// Name returns what happened at the mark.
func (m Mark) Name() string {
	if m.Snapshot != "" {
		return "snapshot " + m.Snapshot + " was saved"
	}
	return m.Why
}

// PreviewRecords calls fn with a transaction whose writes are lost.
func (a *Account) PreviewRecords(fn func(commerce.Tx) error) error {
	_, err := a.registry.store.Account(a.Code).Preview(fn)
	return err
}

// ViewSnapshot calls fn with the records of a snapshot. The error is
// ErrUnknownSnapshot when there is none of the name.
func (a *Account) ViewSnapshot(ctx context.Context, name string, fn func(commerce.Tx) error) error {
	return a.registry.snapshots.ViewSnapshot(ctx, a.Code, name, fn)
}

// MarkIn returns the present state of the account, with the numbers of a
// transaction of its records.
func (a *Account) MarkIn(tx commerce.Tx) Mark {
	m := Mark{
		Wall: a.registry.wall(), Clock: a.Clock.State(), Document: a.Document(), Settings: a.Settings(),
		Scenarios: a.Director.State(), Library: a.registry.library.Version(), Ring: a.Ring.Mark(), Sequences: map[commerce.Sequence]uint64{},
	}
	for _, s := range commerce.AllSequences() {
		m.Sequences[s] = tx.Last(s)
	}
	return m
}

func (a *Account) markNow(why string) (m Mark, err error) {
	err = a.Shop.View(func(tx commerce.Tx) error {
		m = a.MarkIn(tx)
		return nil
	})
	m.Why = why
	return m, err
}

// setMark marks the account. From then on its calls can be repeated. Without its
// numbers, which a damaged file may hide, it has no mark.
func (a *Account) setMark(why string) {
	a.marking.Lock()
	defer a.marking.Unlock()
	a.history.clear(&a.registry.handBytes)
	m, err := a.markNow(why)
	if err != nil {
		a.mark = nil
		return
	}
	a.mark = &m
}

// Marks returns the marks of the account, the first one first: the latest one that
// needs the changes of the calls since, and those of snapshots after it.
func (a *Account) Marks() []Mark {
	a.marking.Lock()
	defer a.marking.Unlock()
	var marks []Mark
	if a.mark != nil {
		marks = append(marks, *a.mark)
	}
	for _, name := range slices.Sorted(maps.Keys(a.snapshotMarks)) {
		if m := a.snapshotMarks[name]; a.mark == nil || m.Ring.Place >= a.mark.Ring.Place {
			marks = append(marks, m)
		}
	}
	slices.SortStableFunc(marks, func(x, y Mark) int { return int(x.Ring.Place - y.Ring.Place) })
	return marks
}

// markSnapshot marks the account at a snapshot that was saved just now.
func (a *Account) markSnapshot(name string) {
	a.marking.Lock()
	defer a.marking.Unlock()
	m, err := a.markNow("")
	if err != nil {
		delete(a.snapshotMarks, name)
		return
	}
	m.Snapshot = name
	a.snapshotMarks[name] = m
}

// forgetSnapshot removes the mark of a snapshot.
func (a *Account) forgetSnapshot(name string) {
	a.marking.Lock()
	defer a.marking.Unlock()
	delete(a.snapshotMarks, name)
}
