package account

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// Part is a part of an account that a reset can leave alone.
type Part string

// What a reset takes back to the baseline unless it is kept.
const (
	KeepScenarios Part = "scenarios"
	KeepJournal   Part = "journal"
	KeepClock     Part = "clock"
	KeepFeatures  Part = "features"
	KeepQuestions Part = "questions"
)

// Parts returns all parts that a reset can leave alone.
func Parts() []Part {
	return []Part{KeepScenarios, KeepJournal, KeepClock, KeepFeatures, KeepQuestions}
}

// The states that a reset can go back to beside snapshots.
const (
	ToWorld = "world" // a new world, of the flags that hold now, dated by the account's clock
	ToEmpty = "empty" // products and partners only
)

// Reset takes the data of the account back to its world, to nothing or to a
// snapshot, and everything that is not kept back to the baseline. Sessions and
// counters start again; secret and snapshots stay. When it fails nothing has
// changed. ErrNoSnapshot says that there is none of the name, a *WorldError that
// the world cannot be built.
func (a *Account) Reset(to string, keep []Part) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := func(k Part) bool { return slices.Contains(keep, k) }
	restart := func(d *Document) error { return a.resetDocument(d, kept, to) }
	if err := a.replace(restart, a.dataOf(to)); err != nil {
		return err
	}
	if kept(KeepScenarios) {
		a.Director.Restart()
	} else {
		a.Director.Reset()
	}
	if !kept(KeepJournal) {
		a.Ring.Clear()
	}
	return nil
}

// resetDocument takes the document back to the baseline, in what is not kept.
func (a *Account) resetDocument(d *Document, kept func(Part) bool, to string) error {
	d.Epoch++
	if !kept(KeepFeatures) {
		d.Features = nil
	}
	if !kept(KeepQuestions) {
		d.Answers = nil
	}
	if !kept(KeepClock) {
		d.Clock = nil
		if err := a.restoreClock(*d); err != nil {
			return err
		}
	}
	if to == ToWorld || to == ToEmpty {
		if !d.WorldChosen {
			d.World = ""
			*d = a.registry.withWorld(*d)
		}
		d.SeededAt = a.Clock.Now()
	}
	return nil
}

// dataOf returns what keeps the account with the data that it goes back to.
func (a *Account) dataOf(to string) func(Record) error {
	b := a.registry
	if to != ToWorld && to != ToEmpty {
		return func(r Record) error { return b.snapshots.RestoreSnapshot(r, to) }
	}
	return func(r Record) error {
		filling := a.document.seedRequest(a.Code)
		if to == ToEmpty {
			filling.World, filling.Orders = ToEmpty, 0
		}
		world, err := b.buildWorld(filling)
		if err != nil {
			return err
		}
		return b.store.ReplaceAccount(r, world.Write)
	}
}

// Add writes more records into the account, made by build from what it has.
func (a *Account) Add(build func(tx commerce.Tx, f SeedRequest) (commerce.World, error)) ([]commerce.Change, error) {
	f := a.Document().seedRequest(a.Code)
	f.Now = a.Clock.Now()
	return a.registry.store.Account(a.Code).Update(func(tx commerce.Tx) error {
		world, err := build(tx, f)
		if err != nil {
			return err
		}
		return world.Write(tx)
	})
}
