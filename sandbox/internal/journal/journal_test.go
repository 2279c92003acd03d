package journal_test

import (
	"bytes"
	"fmt"
	"net/http"
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

// weight is what one entry made by call counts for.
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

func TestCapOfAccount(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("x", 4096)
	w := weight(body)
	for _, test := range []struct {
		account int64
		want    int64
	}{{3*w + 1, 3}, {3 * w, 3}, {3*w - 1, 2}, {w, 1}, {w - 1, 0}, {0, 0}, {-1, 0}} {
		j := journal.New(journal.Limits{Entries: 100, Body: 1 << 20, Account: test.account, Total: 1 << 30})
		r := j.Ring("A")
		for range 5 {
			call(j, r, body)
		}
		want := journal.Counts{Total: 5, Kept: test.want, Dropped: 5 - test.want, Bytes: test.want * w}
		equal(t, fmt.Sprint("counts under ", test.account), r.Counts(), want)
	}
}

func TestCapOfTotalDropsTheOldestOfAll(t *testing.T) {
	t.Parallel()
	w := weight("x")
	j := journal.New(journal.Limits{Entries: 100, Body: 100, Account: 1 << 20, Total: 4 * w})
	a, b, c := j.Ring("A"), j.Ring("B"), j.Ring("C")
	for _, r := range []*journal.Ring{a, b, a, b, c, c} {
		call(j, r, "x")
	}
	equalList(t, "A", kept(a), "A-2")
	equalList(t, "B", kept(b), "B-2")
	equalList(t, "C", kept(c), "C-2", "C-1")
	equal(t, "A counts", a.Counts(), journal.Counts{Total: 2, Kept: 1, Dropped: 1, Bytes: w})
	equal(t, "bytes", j.Bytes(), 4*w)

	j.Drop("C")
	call(j, b, "x")
	equalList(t, "A after a drop made room", kept(a), "A-2")
	equal(t, "bytes", j.Bytes(), 3*w)
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
		{"larger than any pooled buffer", 1 << 20, []string{strings.Repeat("a", 100_000), "b"},
			strings.Repeat("a", 100_000) + "b", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			limits := journal.Defaults()
			limits.Body = test.limit
			j := journal.New(limits)
			d := j.Begin(httptest.NewRequest("POST", "/upsell", nil), noon)
			size := int64(0)
			for _, piece := range test.pieces {
				d.RequestBody([]byte(piece))
				d.ResponseBody([]byte(piece))
				size += int64(len(piece))
			}
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

// TestReadersKeepTheirEntries holds entries while their places are used again
// many times over.
func TestReadersKeepTheirEntries(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 2, Body: 1 << 10, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	record := make([]byte, 600)
	fill := func(n int) {
		in := httptest.NewRequest("POST", fmt.Sprintf("/%d", n), nil)
		in.Header = http.Header{"X-N": {fmt.Sprint(n)}}
		d := j.Begin(in, noon)
		r.NextID(d)
		content := bytes.Repeat([]byte{byte('a' + n%26)}, 600)
		copy(record, content)
		d.RequestBody(content)
		d.ResponseBody(content)
		d.ResponseHead(200, "", in.Header)
		d.Check(journal.Check{Name: "n", Given: fmt.Sprint(n)})
		d.Note(fmt.Sprint(n))
		d.Line("n", fmt.Sprint(n))
		d.Change("order", fmt.Sprint(n), nil, record)
		d.Close(noon)
	}
	check := func(e *journal.Entry, n int) {
		t.Helper()
		text, content := fmt.Sprint(n), strings.Repeat(string(rune('a'+n%26)), 600)
		if e.Request.URI != "/"+text || e.Request.Header.Get("x-n") != text || string(e.Request.Body) != content ||
			string(e.Response.Body) != content || e.Response.Header.Get("X-N") != text ||
			e.Checks[0].Given != text || e.Notes[0] != text || e.Explain[0].Value != text ||
			e.Changes[0].ID != text || string(e.Changes[0].After) != content {
			t.Errorf("entry %d has changed: %+v", n, e)
		}
	}
	held := map[int]*journal.Entry{}
	for n := range 200 {
		fill(n)
		if n%7 == 0 {
			held[n], _ = r.Latest()
		}
	}
	for n, e := range held {
		check(e, n)
	}
}
