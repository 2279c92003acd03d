package corpus

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

func every(*Case) bool { return true }

// TestBadCorpus refuses an unusable corpus in one sentence.
func TestBadCorpus(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                 "the first line of the corpus is no header: EOF",
		`{"format":2}`:                     "the corpus has format 2, but this program reads format 1",
		`{"format":1,"interface":"7.0"}`:   `the corpus is of interface "7.0", but this program knows "6.0"`,
		strings.SplitAfter(small, "\n")[0]: "the corpus ends after 0 of 1 cases",
		small[:len(small)-9]:               "the corpus ends after 0 of 1 cases",
		strings.Replace(small, "[\"200\"]", "[]", 1): `case "retrieve-order" of the corpus has no outcome or an unknown start`,
		strings.Replace(small, "\n{", "\n[]\n{", 1):  "line 2 of the corpus cannot be read: json: cannot unmarshal array into Go value of type corpus.Case",
		"\x1f\x8bno": "the corpus cannot be unpacked: unexpected EOF",
		strings.Replace(small, `"default":{}`, "", 1): `case "retrieve-order" of the corpus has no outcome or an unknown start`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// TestNoSandbox refuses an endpoint without a sandbox.
func TestNoSandbox(t *testing.T) {
	t.Parallel()
	c, err := Read(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	for answer, why := range map[string]string{
		"": "404 Not Found", "<html>": "200 OK", `{"version":"1"}`: "200 OK",
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if answer == "" {
				http.NotFound(w, r)
			}
			_, _ = w.Write([]byte(answer))
		}))
		_, err = Run(s.URL, c, every)
		if want := "there is no sandbox at " + s.URL + ": GET /_sandbox/about is answered " + why + " without an instance"; err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		s.Close()
		if _, err = Run(s.URL, c, every); err == nil || !strings.HasPrefix(err.Error(), "there is no sandbox at "+s.URL+": ") {
			t.Errorf("after its end: got %v", err)
		}
	}
}

// TestEnds lets the sandbox end in the middle: the remaining cases count as not asked,
// and never as the same.
func TestEnds(t *testing.T) {
	t.Parallel()
	lines := strings.SplitAfter(strings.Replace(small, `order":1}`, `order":3}`, 1), "\n")
	c, err := Read(strings.NewReader(lines[0] + strings.Repeat(lines[1], 3)))
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/_sandbox/about":
			_, _ = w.Write([]byte(`{"instance":"one"}`))
		case strings.HasPrefix(r.URL.Path, "/_sandbox/accounts"):
			_, _ = w.Write([]byte(`{"vendor_code":"A"}`))
		case asked.Add(1) == 1:
			_, _ = w.Write([]byte(`{}`))
		default:
			panic(http.ErrAbortHandler)
		}
	}))
	defer s.Close()
	result, err := Run(s.URL, c, every)
	if err != nil {
		t.Fatal(err)
	}
	if result.Same != 1 || len(result.Other) != 0 || result.NotAsked != 2 || !strings.Contains(result.Reason, "EOF") {
		t.Errorf("got %+v, want two cases that were not asked, because of the end", *result)
	}
}
