package journal_test

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// nothing is a reading of calls alone.
type nothing struct{}

func (nothing) Bound(_, last int64) int64 { return last }
func (nothing) Between(_, _ int64)        {}

// read reads a journal once after a sequence number.
func read(j *journal.Journal, sequence int64, names ...string) journal.Reading {
	p := j.Follow(sequence)
	defer p.Close()
	return p.Read(names, nothing{})
}

// listSequences lists the ids of a reading with their sequence numbers.
func listSequences(g journal.Reading) []string {
	var list []string
	for _, e := range g.Entries {
		list = append(list, fmt.Sprint(e.Sequence, " ", e.Entry.ID))
	}
	return list
}

func TestReadIsInOneOrder(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 3, Body: 10, Account: 1 << 20, Total: 1 << 20})
	a, b := j.Ring("A"), j.Ring("B")
	read := func(sequence int64, names ...string) journal.Reading { return read(j, sequence, names...) }
	call(j, a, "x")                                                                      // 1
	call(j, b, "x")                                                                      // 2
	j.Sequence(func(sequence int64) { equal(t, "sequence between calls", sequence, 3) }) // 3
	call(j, a, "x")                                                                      // 4
	equalList(t, "all", listSequences(read(0)), "1 A-1", "2 B-1", "4 A-2")
	equalList(t, "after a sequence", listSequences(read(1)), "2 B-1", "4 A-2")
	equalList(t, "one ring", listSequences(read(0, "A")), "1 A-1", "4 A-2")
	equalList(t, "two", listSequences(read(1, "B", "A")), "2 B-1", "4 A-2")
	equalList(t, "unknown ring", listSequences(read(0, "C")))
	equalList(t, "unknown rings", listSequences(read(0, "C", "D")))
	equal(t, "last", read(0).Last, 4)
	equal(t, "last", j.Last(), 4)
	call(j, a, "x") // 5
	call(j, a, "x") // 6, drops 1
	equal(t, "missed by a reader from the start", read(0).Missed, 1)
	equal(t, "missed in the ring", read(0, "A").Missed, 1)
	equal(t, "missed in the other", read(0, "B").Missed, 0)
	equal(t, "missed after the dropped one", read(1, "A").Missed, 0)
	a.Clear(func(sequence int64) { equal(t, "sequence of a clear", sequence, 7) }) // 7
	equalList(t, "cleared", listSequences(read(0)), "2 B-1")
	equal(t, "cleared ones are not missed", read(0).Missed, 0)
	j.Drop("B", func(sequence int64) { equal(t, "sequence of a drop", sequence, 8) })
	equalList(t, "removed", listSequences(read(0)))
	j.Drop("B", func(sequence int64) { equal(t, "sequence of another", sequence, 9) })
	call(j, j.Ring("B"), "x")
	equalList(t, "made again", listSequences(read(0, "B")), "10 B-2")
}

func TestReadWakes(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	for _, test := range []struct {
		name string
		do   func()
	}{
		{"a call", func() { call(j, j.Ring("A"), "x") }},
		{"what is no call", func() { j.Sequence(func(int64) {}) }},
		{"a clear", func() { j.Ring("A").Clear(nobody) }},
		{"a removal", func() { j.Drop("A", nobody) }},
	} {
		changed := read(j, j.Last()).Changed
		select {
		case <-changed:
			t.Errorf("%s: woken before it", test.name)
		default:
		}
		test.do()
		<-changed
	}
}

// TestSight has the channel that the next change of the ring closes.
func TestSight(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	r := j.Ring("A")
	for _, test := range []struct {
		name             string
		do               func()
		changed, removed bool
	}{
		{"nothing", func() {}, false, false},
		{"another ring", func() { call(j, j.Ring("B"), "x") }, false, false},
		{"an entry", func() { call(j, r, "x") }, true, false},
		{"a clear", func() { r.Clear(nobody) }, true, false},
		{"a removal", func() { j.Drop("A", nobody) }, true, true},
	} {
		before := r.Sight(0)
		test.do()
		changed := false
		select {
		case <-before.Changed:
			changed = true
		default:
		}
		equal(t, test.name, changed, test.changed)
		equal(t, test.name+", removed", r.Sight(0).Removed, test.removed)
	}
}

func TestMissedIsCountedAsFarAsItIsRemembered(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 1, Body: 10, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	for range 70_000 {
		call(j, r, "")
	}
	for _, test := range []struct{ after, want int64 }{{69_999, 0}, {69_998, 1}, {40_000, 29_999}} {
		equal(t, fmt.Sprint("after ", test.after), read(j, test.after).Missed, test.want)
	}
	if missed := read(j, 0).Missed; missed < 32<<10 || missed > 69_999 {
		t.Errorf("from the start: got %d, want from 32768 to 69999", missed)
	}
}

// TestReadersGetWhatIsClearedBeforeTheyReadIt clears and removes rings between two
// readings.
func TestReadersGetWhatIsClearedBeforeTheyReadIt(t *testing.T) {
	t.Parallel()
	w := weight("")
	j := journal.New(journal.Limits{Entries: 100, Body: 10, Account: 4*w + 8, Total: 1 << 20})
	a, b := j.Ring("A"), j.Ring("B")
	all, one, ended := j.Follow(0), j.Follow(0), j.Follow(0)
	next := func(p *journal.Position, names ...string) journal.Reading { return p.Read(names, nothing{}) }
	ended.Close()
	call(j, a, "") // 1
	equalList(t, "before", listSequences(next(all)), "1 A-1")
	call(j, a, "")      // 2
	call(j, b, "")      // 3
	a.Clear(nobody)     // 4
	call(j, a, "")      // 5
	j.Drop("B", nobody) // 6
	equalList(t, "all", listSequences(next(all)), "2 A-2", "3 B-1", "5 A-3")
	equalList(t, "all, again", listSequences(next(all)))
	equalList(t, "one ring", listSequences(next(one, "A")), "1 A-1", "2 A-2", "5 A-3")
	equalList(t, "who comes back", listSequences(read(j, 0)), "5 A-3")
	for range 6 {
		call(j, a, "") // 7 to 12; a limit drops 5, 7 and 8
	}
	a.Clear(nobody)
	call(j, a, "") // 14
	equalList(t, "four have room", listSequences(next(all)), "9 A-6", "10 A-7", "11 A-8", "12 A-9", "14 A-10")
	reading := next(one, "A")
	equal(t, "all that has room", len(reading.Entries), 5)
	for range 4 {
		call(j, a, "") // 15 to 18
		a.Clear(nobody)
	}
	call(j, a, "")
	call(j, a, "")
	a.Clear(nobody)
	reading = next(all)
	equalList(t, "what has room", listSequences(reading), "19 A-13", "21 A-14", "23 A-15", "24 A-16")
	equal(t, "missed", reading.Missed, 2)
	equal(t, "read by all", len(next(one, "A").Entries), 4)
	equal(t, "nothing is left", len(read(j, 0).Entries), 0)
}
