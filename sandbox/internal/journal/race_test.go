package journal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestManyAtOnce lets callers, readers, followers, clears and removals meet,
// and then expects every count to add up.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	const writers, calls = 8, 300
	limits := journal.Limits{Entries: 20, Body: 2 << 10, Account: 60 << 10, Total: 100 << 10}
	j := journal.New(limits)
	rings := []*journal.Ring{j.Ring("A"), j.Ring("B"), j.Ring("C")}
	ctx, stop := context.WithCancel(t.Context())
	var writing, reading sync.WaitGroup

	followed := make([]int64, len(rings))
	for i, r := range rings {
		position, name := j.Follow(0), []string{"A", "B", "C"}[i]
		reading.Go(func() {
			defer position.Close()
			for over := false; ; {
				reading := position.Read([]string{name}, nothing{})
				followed[i] += reading.Missed + int64(len(reading.Entries))
				for _, e := range reading.Entries {
					verify(t, e.Entry)
				}
				if reading.More {
					continue
				}
				if over {
					return
				}
				select {
				case <-reading.Changed:
				case <-ctx.Done():
					over = true // but there may be calls that it has not read
				}
			}
		})
		reading.Go(func() {
			for ctx.Err() == nil {
				entries, _ := r.List(nil, 0, 5)
				for _, e := range entries {
					verify(t, e)
					if _, err := json.Marshal(e.View()); err != nil {
						t.Error(err)
					}
				}
				if j.Bytes() > limits.Total || r.Counts().Bytes > limits.Account {
					t.Errorf("caps passed: %d in all, %+v", j.Bytes(), r.Counts())
				}
			}
		})
	}
	seen := make([]map[string]bool, writers)
	for w := range writers {
		seen[w] = map[string]bool{}
		writing.Go(func() {
			for n := range calls {
				r := rings[(w+n)%len(rings)]
				d := j.Begin(httptest.NewRequest("GET", fmt.Sprintf("/%d", w*calls+n), nil), noon)
				seen[w][r.NextID(d)] = true
				d.ResponseBody([]byte(strings.Repeat(d.Request.URI, 1+n%200)))
				d.Note(d.Request.URI)
				d.Close(noon)
				switch {
				case w == 0 && n%100 == 50:
					rings[2].Clear(nobody)
				case w == 1 && n%50 == 25:
					call(j, j.Ring("D"), "x")
					j.Drop("D", nobody)
				}
			}
		})
	}
	writing.Wait()
	stop()
	reading.Wait()

	total := int64(0)
	for _, r := range rings {
		counts := r.Counts()
		total += counts.Bytes
		equal(t, "kept and dropped", counts.Kept+counts.Dropped, counts.Total)
	}
	equal(t, "bytes", j.Bytes(), total)
	all := map[string]bool{}
	for _, ids := range seen {
		for id := range ids {
			all[id] = true
		}
	}
	equal(t, "different ids", len(all), writers*calls)
	for i, name := range []string{"A", "B", "C"} {
		for n := 1; n <= writers*calls/len(rings); n++ {
			if !all[fmt.Sprintf("%s-%d", name, n)] {
				t.Errorf("id %s-%d was never handed out", name, n)
			}
		}
		if name != "C" { // a call that was under way at a clearing leaves no entry
			equal(t, "entries the reader had or missed", followed[i], rings[i].Counts().Total)
		}
	}
}

// verify expects an entry to be of one piece.
func verify(t *testing.T, e *journal.Entry) {
	body, want := string(e.Response.Body), e.Request.URI
	if strings.ReplaceAll(body, want, "") != "" && !e.Response.Truncated || len(e.Notes) != 1 || e.Notes[0] != want {
		t.Errorf("entry %s is mixed up: %s, %q, %q", e.ID, want, e.Notes, body)
	}
}
