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
	if size := unsafe.Sizeof(Recorder{}) + unsafe.Sizeof(row{}); size > overhead {
		t.Errorf("a recorder and its row take %d bytes, more than the %d counted", size, overhead)
	}
	for name, size := range map[string]uintptr{
		"field": unsafe.Sizeof(client.Field{}), "check": unsafe.Sizeof(Check{}), "line": unsafe.Sizeof(client.Line{}),
		"change": unsafe.Sizeof(client.Change{}),
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
		{"request body", func() { d.RequestBody(make([]byte, 512)) }, 512},
		{"response body", func() { d.ResponseBody(make([]byte, 768)) }, 768},
		{"check", func() { d.Check(Check{Name: "a", Field: "b", Given: "c", Expected: "d", Message: "e"}) }, rowOverhead + 5},
		{"note", func() { d.Note("abc") }, rowOverhead + 3},
		{"line", func() { d.Line("abc", "d") }, rowOverhead + 4},
		{"secret", func() { d.Secret("abc") }, rowOverhead + 3},
		{"change", func() { d.Change("ab", "c", make([]byte, 513), []byte("x")) }, rowOverhead + 3 + 513 + 1},
		{"a note without room", func() { d.texts = maxTexts; d.Note("abc") }, 0},
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
