package journal_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// answer records a call with the text as its answer's body and returns the body.
func answer(j *journal.Journal, r *journal.Ring, room int, text string) *journal.Body {
	d := j.Begin(httptest.NewRequest("GET", "/orders/", nil), noon)
	r.NextID(d)
	body := &journal.Body{}
	d.Lend(body, room)
	body.WriteString(text)
	d.ResponseHead(200, "", nil)
	d.ResponseBody(body.Bytes())
	d.Close(noon.Add(time.Millisecond))
	return body
}

// TestABodyBelongsToItsCallUntilItsRelease makes other calls while a body is still being
// sent: none writes into it, also when its entry is gone, and entries keep their answers.
func TestABodyBelongsToItsCallUntilItsRelease(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Entries = 2
	j := journal.New(limits)
	r := j.Ring("A")
	texts := []string{strings.Repeat("first ", 100), strings.Repeat("second ", 100), strings.Repeat("third ", 100), strings.Repeat("fourth ", 100)}
	for _, room := range []int{0, 700, 5000} { // it grows, fits, and leaves much unused
		sending := answer(j, r, room, texts[0])
		for range 50 {
			for _, text := range texts[1:] {
				answer(j, r, room, text).Release()
			}
			if got := sending.String(); got != texts[0] {
				t.Fatalf("with room for %d bytes: a body changed to %q while it was sent", room, got)
			}
		}
		sending.Release()
		entries, _ := r.List(nil, 0, 0)
		for i, want := range []string{texts[3], texts[2]} {
			if got := string(entries[i].Response.Body); got != want {
				t.Errorf("with room for %d bytes: entry %d has %q, want %q", room, i, got, want)
			}
		}
	}
}

// TestAnEntryKeepsWhatWasSent verifies the body of an entry when the answer's buffer
// has something else, or more than the limit.
func TestAnEntryKeepsWhatWasSent(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Body = 600
	j := journal.New(limits)
	r := j.Ring("A")
	for _, test := range []struct {
		text string
		sent func(whole []byte) []byte
		want string
	}{
		{strings.Repeat("x", 500), func(whole []byte) []byte { return whole[:250] }, strings.Repeat("x", 250)},
		{strings.Repeat("x", 500), func([]byte) []byte { return []byte(strings.Repeat("y", 500)) }, strings.Repeat("y", 500)},
		{strings.Repeat("x", 700), func(whole []byte) []byte { return whole }, strings.Repeat("x", 600)},
	} {
		d := j.Begin(httptest.NewRequest("GET", "/orders/", nil), noon)
		var body journal.Body
		d.Lend(&body, len(test.text))
		body.WriteString(test.text)
		d.ResponseBody(test.sent(body.Bytes()))
		r.NextID(d)
		d.Close(noon)
		body.Release()
		if e, _ := r.Latest(); string(e.Response.Body) != test.want {
			t.Errorf("got %q, want %q", e.Response.Body, test.want)
		}
	}
}

// TestEqualBodiesAreKeptOnce lets entries share the same body. Each keeps it as long as
// the entry, and a further piece changes no other entry.
func TestEqualBodiesAreKeptOnce(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Entries = 4
	j := journal.New(limits)
	r := j.Ring("A")
	same := strings.Repeat("same ", 200)
	for range 9 {
		answer(j, r, 2000, same).Release()
	}
	var both []*journal.Recorder
	for range 2 {
		d := j.Begin(httptest.NewRequest("GET", "/orders/", nil), noon)
		r.NextID(d)
		d.ResponseBody([]byte(same))
		both = append(both, d)
	}
	for i, further := range []string{"and more", "and else"} {
		both[i].ResponseBody([]byte(further))
		both[i].Close(noon)
	}
	for range 50 { // each of another length, in the unused memory
		answer(j, j.Ring("B"), 2000, strings.Repeat("other ", 190)).Release()
	}
	entries, _ := r.List(nil, 0, 0)
	for i, want := range []string{same + "and else", same + "and more", same, same} {
		if got := string(entries[i].Response.Body); got != want {
			t.Errorf("entry %d has %.30q of %d bytes, want %.30q of %d", i, got, len(got), want, len(want))
		}
	}
	if &entries[2].Response.Body[0] != &entries[3].Response.Body[0] {
		t.Error("two entries keep the same body twice")
	}
}
