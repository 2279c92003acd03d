package oracle

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

const small = `{"format":1,"interface":"6.0","counts":{"retrieve-order":1},"starts":{"default":{}}}
{"id":"retrieve-order","operation":"retrieve-order","start":"default","call":{"method":"GET","path":"/rest/6.0/orders/1"},"want":{"outcomes":["200"]}}
`

// TestBadCorpus refuses an unusable corpus in one sentence.
func TestBadCorpus(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                 "the first line of the corpus is no header: EOF",
		`{"format":2}`:                     "the corpus has format 2, but this program reads format 1",
		`{"format":1,"interface":"7.0"}`:   `the corpus is of interface "7.0", but this program knows "6.0"`,
		strings.SplitAfter(small, "\n")[0]: "the corpus ends after 0 of 1 cases",
		small[:len(small)-9]:               "the corpus ends after 0 of 1 cases",
		strings.Replace(small, "[\"200\"]", "[]", 1):  `case "retrieve-order" of the corpus has no outcome or an unknown start`,
		strings.Replace(small, "\n{", "\n[]\n{", 1):   "line 2 of the corpus cannot be read: json: cannot unmarshal array into Go value of type oracle.record",
		strings.Replace(small, `"default":{}`, "", 1): `case "retrieve-order" of the corpus has no outcome or an unknown start`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// TestEnds lets the sandbox end in the middle: the remaining cases count as not asked,
// and never as the same.
func TestEnds(t *testing.T) {
	t.Parallel()
	lines := strings.SplitAfter(strings.Replace(small, `order":1}`, `order":3}`, 1), "\n")
	f, err := Read(strings.NewReader(lines[0] + strings.Repeat(lines[1], 3)))
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/_sandbox/accounts"):
			_, _ = w.Write([]byte(`{"vendor_code":"A"}`))
		case asked.Add(1) == 1:
			_, _ = w.Write([]byte(`{}`))
		default:
			panic(http.ErrAbortHandler)
		}
	}))
	result := f.Ask(s.URL)
	if result.Same != 1 || len(result.Other) != 0 || result.NotAsked != 2 || !strings.Contains(result.Reason, "EOF") {
		t.Errorf("got %+v, want two cases that were not asked, because of the end", result)
	}
	s.Close()
	if result := f.Ask(s.URL); result.NotAsked != 3 || !strings.Contains(result.Reason, "connection refused") {
		t.Errorf("without a sandbox: got %+v, want three cases that were not asked", result)
	}
}
