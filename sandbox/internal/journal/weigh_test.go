package journal

import (
	"net/http"
	"testing"
	"time"
	"unsafe"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestOverheadCoversTheStructs(t *testing.T) {
	t.Parallel()
	if size := unsafe.Sizeof(Recorder{}) + 2*unsafe.Sizeof(block{}); size > overhead {
		t.Errorf("a recorder takes %d bytes, more than the %d counted", size, overhead)
	}
	record := 2 * (unsafe.Sizeof(block{}) + unsafe.Sizeof((*block)(nil)))
	for name, size := range map[string]uintptr{
		"field": unsafe.Sizeof(client.Field{}), "check": unsafe.Sizeof(Check{}), "line": unsafe.Sizeof(client.Line{}),
		"change": unsafe.Sizeof(client.Change{}), "records of a change": record,
	} {
		if size > rowOverhead {
			t.Errorf("a %s takes %d bytes, more than the %d counted", name, size, rowOverhead)
		}
	}
}

// TestWeigh adds one part after the other and compares their weights.
func TestWeigh(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	j := New(Defaults())
	d := j.Begin(&http.Request{RequestURI: "/1234"}, at)
	last := int64(0)
	for _, step := range []struct {
		name string
		do   func()
		want int64
	}{
		{"bare, with the URI", func() {}, overhead + 5},
		{"id", func() { j.Ring("A").NextID(d) }, 3},
		{"response header", func() { d.ResponseHead(200, "", http.Header{"Ab": {"cde"}}) }, rowOverhead + 5},
		{"request body, its buffer", func() { d.RequestBody([]byte("x")) }, 512},
		{"more in the same buffer", func() { d.RequestBody([]byte("x")) }, 0},
		{"response body", func() { d.ResponseBody(make([]byte, 600)) }, 768},
		{"check", func() { d.Check(Check{Name: "a", Field: "b", Given: "c", Expected: "d", Message: "e"}) }, rowOverhead + 5},
		{"note", func() { d.Note("abc") }, rowOverhead + 3},
		{"line", func() { d.Line("abc", "d") }, rowOverhead + 4},
		{"secret", func() { d.Secret("abc") }, rowOverhead + 3},
		{"change", func() { d.Change("ab", "c", make([]byte, 513), []byte("x")) }, rowOverhead + 3 + 768 + 512},
		{"a note without room", func() { d.texts = maxTexts; d.Note("abc"); d.texts = 5*rowOverhead + 18 }, 0},
	} {
		step.do()
		if got := d.weigh() - last; got != step.want {
			t.Errorf("%s: got %d bytes, want %d", step.name, got, step.want)
		}
		last = d.weigh()
	}
	d.Close(at)
	if got := j.Bytes(); got != last {
		t.Errorf("stored: got %d bytes, want %d", got, last)
	}
}

// TestDroppedEntryHoldsNoOther keeps an entry in a reader's hands, without all later ones
// in memory.
func TestDroppedEntryHoldsNoOther(t *testing.T) {
	t.Parallel()
	limits := Defaults()
	limits.Entries = 1
	j := New(limits)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	held := j.Begin(&http.Request{RequestURI: "/"}, at)
	held.Close(at)
	j.Ring(None).Latest()
	for range 2 {
		j.Begin(&http.Request{}, at).Close(at)
	}
	if held.links != ([lanes]links{}) {
		t.Errorf("got %+v, want no neighbours", held.links)
	}
}
