package journal_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// call makes a whole entry in the ring and returns its id.
func call(j *journal.Journal, r *journal.Ring, body string) string {
	d := j.Begin(httptest.NewRequest("GET", "/orders/", nil), noon)
	id := r.NextID(d)
	d.ResponseHead(200, "", nil)
	d.ResponseBody([]byte(body))
	d.Close(noon.Add(time.Millisecond))
	return id
}

// nobody hears of a clearing or a removal.
func nobody(int64) {}

// ids lists the ids of entries.
func ids(entries []*journal.Entry) []string {
	var list []string
	for _, e := range entries {
		list = append(list, e.ID)
	}
	return list
}

func kept(r *journal.Ring) []string {
	entries, _ := r.List(nil, 0, 0)
	return ids(entries)
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func equalList(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// weight is the weight of one entry made by call.
func weight(body string) int64 {
	j := journal.New(journal.Defaults())
	call(j, j.Ring("A"), body)
	return j.Bytes()
}

func TestCapOfEntries(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 3, Body: 100, Account: 1 << 20, Total: 1 << 20})
	r, other := j.Ring("A"), j.Ring("B")
	call(j, other, "x")
	for range 5 {
		call(j, r, "x")
	}
	equalList(t, "kept", kept(r), "A-5", "A-4", "A-3")
	equalList(t, "the other account's", kept(other), "B-1")
	w := weight("x")
	equal(t, "counts", r.Counts(), journal.Counts{Total: 5, Kept: 3, Dropped: 2, Bytes: 3 * w})
	equal(t, "bytes", j.Bytes(), 4*w)
}

// bodies lists the ids of the kept entries, newest first, each with how many
// bytes of its answer are kept.
func bodies(r *journal.Ring) []string {
	entries, _ := r.List(nil, 0, 0)
	var list []string
	for _, e := range entries {
		list = append(list, fmt.Sprintf("%s %d of %d %v", e.ID, len(e.Response.Body), e.Response.BodySize, e.Response.Truncated))
	}
	return list
}

func TestBodiesGoBeforeEntries(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("x", 4096)
	whole, line := weight(body), weight("")
	for _, test := range []struct {
		name    string
		account int64
		want    []string
	}{
		{"room for all", 3 * whole, []string{"A-3 4096 of 4096 false", "A-2 4096 of 4096 false", "A-1 4096 of 4096 false"}},
		{"the oldest body goes", 3*whole - 1, []string{"A-3 4096 of 4096 false", "A-2 4096 of 4096 false", "A-1 0 of 4096 true"}},
		{"the newest one stays", whole + 2*line, []string{"A-3 4096 of 4096 false", "A-2 0 of 4096 true", "A-1 0 of 4096 true"}},
		{"no body has room", 4 * line, []string{"A-3 0 of 4096 true", "A-2 0 of 4096 true", "A-1 0 of 4096 true"}},
		{"then the oldest entry", 3*line - 1, []string{"A-3 0 of 4096 true", "A-2 0 of 4096 true"}},
		{"no entry has room", line - 1, nil},
		{"keep nothing", 0, nil},
		{"negative", -1, nil},
	} {
		j := journal.New(journal.Limits{Entries: 100, Body: 1 << 20, Account: test.account, Total: 1 << 30})
		r := j.Ring("A")
		for range 3 {
			call(j, r, body)
		}
		equalList(t, test.name, bodies(r), test.want...)
		if counts := r.Counts(); counts.Bytes != j.Bytes() || counts.Bytes > max(test.account, 0) || counts.Kept+counts.Dropped != 3 {
			t.Errorf("%s: got %+v, %d bytes in all", test.name, counts, j.Bytes())
		}
	}
}

// TestTheLatestCallsKeepTheirBodies fills a journal with far more entries than
// have room even without their bodies.
func TestTheLatestCallsKeepTheirBodies(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("x", 4096)
	whole := weight(body)
	j := journal.New(journal.Limits{Entries: 1000, Body: 1 << 20, Account: 10 * whole, Total: 1 << 30})
	r := j.Ring("A")
	for range 500 {
		call(j, r, body)
	}
	equal(t, "the latest", bodies(r)[0], "A-500 4096 of 4096 false")
	equal(t, "the one before", bodies(r)[1], "A-499 4096 of 4096 false")
	equal(t, "all have room", r.Counts().Bytes <= 10*whole, true)
}

func TestCapOfTotalTakesFromTheOldestOfAll(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("x", 4096)
	whole, line := weight(body), weight("")
	j := journal.New(journal.Limits{Entries: 100, Body: 1 << 20, Account: 1 << 20, Total: 2*whole + 2*line})
	a, b := j.Ring("A"), j.Ring("B")
	for _, r := range []*journal.Ring{a, b, b, a} {
		call(j, r, body)
	}
	equalList(t, "A", bodies(a), "A-2 4096 of 4096 false", "A-1 0 of 4096 true")
	equalList(t, "B", bodies(b), "B-2 4096 of 4096 false", "B-1 0 of 4096 true")
	equal(t, "bytes", j.Bytes(), 2*whole+2*line)
	for range 20 {
		call(j, b, body)
	}
	equalList(t, "A, older than all of B", bodies(a))
	equal(t, "A counts", a.Counts(), journal.Counts{Total: 2, Dropped: 2})
	j.Drop("B", nobody)
	equal(t, "bytes", j.Bytes(), 0)
}

// TestReadersKeepBodies strips an entry in a reader's hands.
func TestReadersKeepBodies(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("x", 4096)
	j := journal.New(journal.Limits{Entries: 100, Body: 1 << 20, Account: 2*weight(body) + 2*weight(""), Total: 1 << 30})
	r := j.Ring("A")
	d := j.Begin(httptest.NewRequest("PUT", "/", nil), noon)
	r.NextID(d)
	d.RequestBody([]byte(body))
	d.Change("order", "1", []byte("1"), []byte("2"))
	d.Change("order", "2", nil, nil)
	d.Close(noon)
	read, _ := r.Latest()
	for range 2 {
		call(j, r, body)
	}
	stripped, _, _ := j.Find("A-1")
	equal(t, "body of the reader", string(read.Request.Body), body)
	equal(t, "record of the reader", string(read.Changes[0].After), "2")
	equal(t, "body", len(stripped.Request.Body), 0)
	equal(t, "request truncated", stripped.Request.Truncated, true)
	equal(t, "response truncated", stripped.Response.Truncated, false)
	equal(t, "record", stripped.Changes[0].Before == nil && stripped.Changes[0].After == nil && stripped.Changes[0].Truncated, true)
	equal(t, "record that was empty", stripped.Changes[1].Truncated, false)
	equal(t, "number", stripped.Number, 1)
}

func TestBodiesAreCutAtTheCap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		limit     int
		pieces    []string
		want      string
		truncated bool
	}{
		{"none", 4, nil, "", false},
		{"empty", 4, []string{""}, "", false},
		{"at the cap", 4, []string{"abcd"}, "abcd", false},
		{"one beyond", 4, []string{"abcde"}, "abcd", true},
		{"in pieces", 4, []string{"ab", "cd", "ef"}, "abcd", true},
		{"no room at all", 0, []string{"a"}, "", true},
		{"negative", -1, []string{"a"}, "", true},
		{"between characters", 4, []string{"abcü"}, "abc", true},
		{"binary stays", 4, []string{"ab\xff\xff\xff"}, "ab\xff\xff", true},
		{"growing", 5000, []string{strings.Repeat("a", 400), strings.Repeat("b", 4000), strings.Repeat("c", 4000)},
			strings.Repeat("a", 400) + strings.Repeat("b", 4000) + strings.Repeat("c", 600), true},
		{"large", 1 << 20, []string{strings.Repeat("a", 100_000), "b"},
			strings.Repeat("a", 100_000) + "b", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			limits := journal.Defaults()
			limits.Body = test.limit
			j := journal.New(limits)
			d := j.Begin(httptest.NewRequest("POST", "/upsell", nil), noon)
			for _, piece := range test.pieces {
				d.RequestBody([]byte(piece))
			}
			all := strings.Join(test.pieces, "")
			d.ResponseBody([]byte(all))
			size := int64(len(all))
			d.Close(noon)
			e, _ := j.Ring(journal.None).Latest()
			equal(t, "request", string(e.Request.Body), test.want)
			equal(t, "response", string(e.Response.Body), test.want)
			equal(t, "request size", e.Request.BodySize, size)
			equal(t, "response size", e.Response.BodySize, size)
			equal(t, "request truncated", e.Request.Truncated, test.truncated)
			equal(t, "response truncated", e.Response.Truncated, test.truncated)
		})
	}
}
