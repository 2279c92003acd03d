package journal_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// next reads the tail, and fails where it would have to wait for ever.
func next(t *testing.T, tail *journal.Tail) ([]string, int64) {
	t.Helper()
	entries, missed, err := tail.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ids(entries), missed
}

// idle expects nothing in the tail.
func idle(t *testing.T, tail *journal.Tail) {
	t.Helper()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if entries, missed, err := tail.Next(over); !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %d missed, %v, want to wait", ids(entries), missed, err)
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 3, Body: 10, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	call(j, r, "x")
	tail := r.Tail()
	idle(t, tail)
	call(j, r, "x")
	call(j, r, "x")
	got, missed := next(t, tail)
	equalList(t, "oldest first", got, "A-2", "A-3")
	equal(t, "missed", missed, 0)
	idle(t, tail)

	for range 5 {
		call(j, r, "x")
	}
	got, missed = next(t, tail)
	equalList(t, "a slow reader", got, "A-6", "A-7", "A-8")
	equal(t, "missed", missed, 2)

	call(j, r, "x")
	r.Clear()
	idle(t, tail)
	call(j, r, "x")
	got, missed = next(t, tail)
	equalList(t, "after a clear", got, "A-10")
	equal(t, "cleared ones are not missed", missed, 0)
}

func TestTailAfter(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 4, Body: 10, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	slow := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	r.NextID(slow)
	for range 4 {
		call(j, r, "x")
	}
	slow.Close(noon) // drops A-2
	for _, test := range []struct {
		since int64
		want  []string
	}{
		{0, []string{"A-3", "A-4", "A-5", "A-1"}},
		{2, []string{"A-3", "A-4", "A-5", "A-1"}},
		{4, []string{"A-5", "A-1"}},
		{5, []string{"A-1"}},
	} {
		got, missed := next(t, r.TailAfter(test.since))
		equalList(t, "entries", got, test.want...)
		equal(t, "missed", missed, 0)
	}
	idle(t, r.TailAfter(1))
	idle(t, r.TailAfter(99))
}

func TestTailWaits(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	r := j.Ring("A")
	tail := r.Tail()
	done := make(chan []string)
	go func() {
		entries, _, _ := tail.Next(t.Context())
		done <- ids(entries)
	}()
	call(j, r, "x")
	equalList(t, "woken", <-done, "A-1")

	ended := make(chan error)
	go func() {
		_, _, err := tail.Next(t.Context())
		ended <- err
	}()
	j.Drop("A")
	if err := <-ended; err != journal.ErrRemoved {
		t.Errorf("got %v, want %v", err, journal.ErrRemoved)
	}
	select {
	case <-r.NextChange():
	default:
		t.Error("a removed ring makes its followers wait")
	}
}

func TestChanged(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	r := j.Ring("A")
	isClosed := func(c <-chan struct{}) bool {
		select {
		case <-c:
			return true
		default:
			return false
		}
	}
	for _, test := range []struct {
		name string
		do   func()
		want bool
	}{
		{"nothing", func() {}, false},
		{"another ring", func() { call(j, j.Ring("B"), "x") }, false},
		{"an entry", func() { call(j, r, "x") }, true},
		{"a clear", r.Clear, true},
		{"a removal", func() { j.Drop("A") }, true},
	} {
		changed := r.NextChange()
		test.do()
		equal(t, test.name, isClosed(changed), test.want)
	}
}
