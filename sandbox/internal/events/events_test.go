package events_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newLog(limits journal.Limits, before events.End) (*journal.Journal, *events.Log) {
	j := journal.New(limits)
	return j, events.New(j, noon, before)
}

// call records a call of an account.
func call(j *journal.Journal, code string) {
	d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	j.Ring(code).NextID(d)
	d.Close(noon)
}

// shown lists what a reader gets next: calls by their ids, other events by their
// data.
func shown(t *testing.T, r *events.Reader) []string {
	t.Helper()
	batch, err := r.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if batch.Missed != (client.Missed{}) {
		list = append(list, fmt.Sprintf("%+v", batch.Missed))
	}
	for _, item := range batch.Items {
		if item.Call != nil {
			list = append(list, fmt.Sprint(item.Number, " ", item.Kind, " ", item.Account, " ", item.Call.ID))
			continue
		}
		text, err := item.Text()
		if err != nil {
			t.Error(err)
		}
		list = append(list, fmt.Sprint(item.Number, " ", item.Kind, " ", item.Account, " ", string(text)))
	}
	return list
}

func equalList(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// quiet expects the reader to wait. Its test is in a bubble, so that the reader reads first.
func quiet(t *testing.T, r *events.Reader) {
	t.Helper()
	over, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if batch, err := r.Next(over); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %+v, %v, want to wait", batch, err)
	}
}

func TestOneOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j, l := newLog(journal.Defaults(), events.End{})
		all, one, none := l.Follow(nil), l.Follow([]string{"A", "C"}), l.Follow([]string{journal.None})
		l.Publish(client.EventAccount, "A", client.AccountEvent{Account: "A", Change: client.ChangeOpened})
		call(j, "A")
		l.Publish(client.EventClock, "B", client.ClockEvent{Account: "B"})
		call(j, journal.None)
		call(j, "C")
		l.Publish(client.EventLibrary, "", client.LibraryEvent{Name: "mine", Change: client.ChangeSaved})
		const opened, mine = `1 account A {"account":"A","change":"opened"}`, `6 library  {"name":"mine","change":"saved"}`
		equalList(t, "all", shown(t, all), opened, "2 call A A-1",
			`3 clock B {"account":"B","clock":{"now":"0001-01-01T00:00:00Z","mode":""}}`, "4 call none none-1", "5 call C C-1", mine)
		equalList(t, "two accounts", shown(t, one), opened, "2 call A A-1", "5 call C C-1", mine)
		equalList(t, "without an account", shown(t, none), "4 call none none-1", mine)
		quiet(t, one)
		call(j, "D")
		quiet(t, one)
		if got := one.Last(); got != 7 {
			t.Errorf("got up to %d, want 7", got)
		}
		equalList(t, "all", shown(t, all), "7 call D D-1")
	})
}

func TestClearedAndDeletedAreInOrder(t *testing.T) {
	t.Parallel()
	j, l := newLog(journal.Defaults(), events.End{})
	call(j, "A")
	l.PublishClear(j.Ring("A"), client.EventCleared, "A", client.ClearedEvent{Account: "A"})
	call(j, "A")
	equalList(t, "cleared", shown(t, l.FollowAfter(0, nil)), `2 cleared A {"account":"A"}`, "3 call A A-2")
	l.PublishDrop(j, "A", client.AccountEvent{Account: "A", Change: client.ChangeDeleted})
	l.Publish(client.EventAccount, "A", client.AccountEvent{Account: "A", Change: client.ChangeOpened})
	call(j, "A")
	equalList(t, "opened again", shown(t, l.FollowAfter(3, []string{"A"})),
		`4 account A {"account":"A","change":"deleted"}`, `5 account A {"account":"A","change":"opened"}`, "6 call A A-3")
}

func TestSlowReaderGetsWhatItMissed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j, l := newLog(journal.Limits{Entries: 2, Account: 1 << 20, Total: 1 << 20}, events.End{})
		slow := l.Follow([]string{"A"})
		for range 5 {
			call(j, "A")
		}
		for range 10_000 {
			l.Publish(client.EventFeature, "B", nil)
		}
		batch, err := slow.Next(t.Context())
		if err != nil || len(batch.Items) != 2 || batch.Missed != (client.Missed{Calls: 3, Events: 4096}) {
			t.Errorf("got %d items, %+v, %v", len(batch.Items), batch.Missed, err)
		}
		quiet(t, slow)
	})
}

func TestResume(t *testing.T) {
	t.Parallel()
	j, l := newLog(journal.Defaults(), events.End{Instance: "before", Last: 10})
	call(j, "A")
	type resumed struct {
		after   int64
		resumed bool
		missed  *client.Missed
	}
	for _, test := range []struct {
		instance string
		number   int64
		want     resumed
	}{
		{l.Instance, 0, resumed{0, true, nil}},
		{l.Instance, 1, resumed{1, true, nil}},
		{l.Instance, 2, resumed{0, false, &client.Missed{Unknown: true}}},
		{"before", 10, resumed{0, false, nil}},
		{"before", 7, resumed{0, false, &client.Missed{Events: 3}}},
		{"before", 11, resumed{0, false, &client.Missed{Unknown: true}}},
		{"killed", 7, resumed{0, false, &client.Missed{Unknown: true}}},
	} {
		var got resumed
		got.after, got.resumed, got.missed = l.Resume(test.instance, test.number)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s-%d: got %+v, want %+v", test.instance, test.number, got, test.want)
		}
	}
	if end := l.End(); end != (events.End{Instance: l.Instance, Last: 1}) {
		t.Errorf("got %+v", end)
	}
}

func TestParseID(t *testing.T) {
	t.Parallel()
	_, l := newLog(journal.Defaults(), events.End{})
	if instance, number, ok := events.ParseID(l.ID(7)); instance != l.Instance || number != 7 || !ok {
		t.Errorf("got %q, %d, %v", instance, number, ok)
	}
	for _, id := range []string{"", "-", "-1", "x", "x-", "x-01", "x--1", "x-1-1", "x-y", "x-99999999999999999999"} {
		if _, _, ok := events.ParseID(id); ok {
			t.Errorf("%q: got an id", id)
		}
	}
}

// TestOneEncoding encodes a call once for all readers with the same form.
func TestOneEncoding(t *testing.T) {
	t.Parallel()
	_, l := newLog(journal.Defaults(), events.End{})
	count := 0
	encode := func() ([]byte, error) {
		count++
		return []byte(fmt.Sprint(count)), nil
	}
	for _, test := range []struct {
		number int64
		view   string
		want   string
	}{{1, "line", "1"}, {1, "line", "1"}, {1, "whole", "2"}, {2, "line", "3"}, {1, "whole", "2"}} {
		got, err := l.Encode(test.number, test.view, encode)
		if string(got) != test.want || err != nil {
			t.Errorf("%d %s: got %s, %v, want %s", test.number, test.view, got, err, test.want)
		}
	}
	for n := range int64(1000) {
		_, _ = l.Encode(n, "others", func() ([]byte, error) { return nil, nil })
	}
	if got, _ := l.Encode(1, "line", encode); string(got) != "4" {
		t.Errorf("got %s, want a new encoding, because another took its room", got)
	}
	var readers sync.WaitGroup
	for range 4 { // for the race detector
		readers.Go(func() {
			for n := range int64(1000) {
				_, _ = l.Encode(n, "raced", func() ([]byte, error) { return make([]byte, n), nil })
			}
		})
	}
	readers.Wait()
}

func TestNilLog(t *testing.T) {
	t.Parallel()
	var l *events.Log
	j := journal.New(journal.Defaults())
	call(j, "A")
	l.Publish(client.EventFeature, "A", nil)
	l.PublishClear(j.Ring("A"), client.EventCleared, "A", nil)
	if counts := j.Ring("A").Counts(); counts != (journal.Counts{}) {
		t.Errorf("got %+v after a clear", counts)
	}
	call(j, "A")
	l.PublishDrop(j, "A", nil)
	if got := j.Bytes(); got != 0 {
		t.Errorf("got %d bytes after a removal", got)
	}
}

// count is how many calls and events a reader got or missed.
type count struct{ calls, events int64 }

// readAll reads up to the event about the library, and expects one order.
func readAll(t *testing.T, r *events.Reader) (c count) {
	for last := int64(0); ; {
		batch, err := r.Next(t.Context())
		if err != nil {
			t.Error(err)
			return c
		}
		c.calls += batch.Missed.Calls
		c.events += batch.Missed.Events
		for _, item := range batch.Items {
			if item.Number <= last {
				t.Errorf("got number %d after %d", item.Number, last)
			}
			last = item.Number
			switch item.Kind {
			case client.EventLibrary:
				return c
			case client.EventCall:
				c.calls++
			default:
				c.events++
			}
		}
	}
}

// TestNothingIsLostBetweenManyAtOnce lets callers, publishers and readers meet: each
// reader gets its events, or counts them as missed.
func TestNothingIsLostBetweenManyAtOnce(t *testing.T) {
	t.Parallel()
	const writers, each = 4, 1500
	j, l := newLog(journal.Limits{Entries: 100, Account: 1 << 20, Total: 1 << 20}, events.End{})
	counts := make([]count, 6)
	var writing, reading sync.WaitGroup
	for i := range counts {
		r := l.Follow([][]string{nil, {"A"}}[i%2])
		reading.Go(func() { counts[i] = readAll(t, r) })
	}
	for range writers {
		writing.Go(func() {
			for n := range each {
				code := []string{"A", "B"}[n%2]
				call(j, code)
				l.Publish(client.EventFeature, code, client.FeatureEvent{Account: code})
			}
		})
	}
	writing.Wait()
	l.Publish(client.EventLibrary, "", client.LibraryEvent{})
	reading.Wait()
	for i, got := range counts {
		want := count{writers * each, writers * each}
		if i%2 == 1 {
			want = count{writers * each / 2, writers * each / 2}
		}
		if got != want {
			t.Errorf("reader %d: got %+v, want %+v", i, got, want)
		}
	}
}
