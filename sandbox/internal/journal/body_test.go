package journal_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestEqualBodiesAreKeptOnce lets entries share the body of the one before, and changes the
// sender's bytes afterwards.
func TestEqualBodiesAreKeptOnce(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Body = 600
	j := journal.New(limits)
	r := j.Ring("A")
	sent := make([]byte, 0, 2000)
	texts := []string{strings.Repeat("x", 500), strings.Repeat("x", 500), strings.Repeat("x", 501), strings.Repeat("y", 501), strings.Repeat("y", 501), strings.Repeat("z", 700), strings.Repeat("z", 700)}
	for _, text := range texts {
		d := j.Begin(httptest.NewRequest("GET", "/orders/", nil), noon)
		r.NextID(d)
		sent = append(sent[:0], text...)
		d.ResponseBody(sent)
		d.Close(noon)
	}
	var before []byte
	var shared []bool
	for n, e := range r.Entries() {
		body := []byte(e.Response.Body)
		if want := texts[n]; string(body) != want[:min(len(want), 600)] || e.Response.BodySize != int64(len(want)) {
			t.Errorf("entry %d: got %.30q of %d bytes, want %.30q of %d", n, body, e.Response.BodySize, want, len(want))
		}
		shared = append(shared, before != nil && &before[0] == &body[0])
		before = body
	}
	want := []bool{false, true, false, false, true, false, false} // a cut body is equal to none
	if !slices.Equal(shared, want) {
		t.Errorf("got shared bodies %v, want %v", shared, want)
	}
}
