package oracle

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Result counts the cases by their end. Its numbers are never summed: an unasked case is
// neither.
type Result struct {
	Same     int
	Other    []Difference
	NotAsked int
	Reason   string // of the first unasked case
}

// Difference is a case with another answer than predicted.
type Difference struct {
	ID   string
	Call call
	How  string
}

// portion is how many cases share an account; a failure of it costs no more.
const portion = 400

// Ask makes the calls of a corpus to the sandbox at base, those of several portions at once.
func (f *file) Ask(base string) Result {
	via := &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
		Timeout:       time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer via.CloseIdleConnections()
	jobs := make(chan []record)
	var result Result
	var lock sync.Mutex
	var workers sync.WaitGroup
	for range 4 * runtime.NumCPU() {
		workers.Go(func() {
			for cases := range jobs {
				part := f.askPortion(via, strings.TrimSuffix(base, "/"), cases)
				lock.Lock()
				result.add(part)
				lock.Unlock()
			}
		})
	}
	byStart := map[string][]record{}
	for _, one := range f.cases {
		byStart[one.Start] = append(byStart[one.Start], one)
	}
	for _, cases := range byStart {
		for part := range slices.Chunk(cases, portion) {
			jobs <- part
		}
	}
	close(jobs)
	workers.Wait()
	slices.SortFunc(result.Other, func(a, b Difference) int { return strings.Compare(a.ID, b.ID) })
	return result
}

func (r *Result) add(part Result) {
	r.Same += part.Same
	r.Other = append(r.Other, part.Other...)
	r.NotAsked += part.NotAsked
	if r.Reason == "" {
		r.Reason = part.Reason
	}
}

// askPortion makes the calls of cases with one start.
func (f *file) askPortion(via *http.Client, base string, cases []record) (r Result) {
	c, err := open(via, base, &f.header, f.Starts[cases[0].Start])
	if err != nil {
		return Result{NotAsked: len(cases), Reason: err.Error()}
	}
	defer c.close()
	for i, one := range cases {
		how, made, changed, err := c.ask(one)
		if err == nil && changed {
			err = c.reset()
		}
		if err != nil {
			r.NotAsked += len(cases) - i
			r.Reason = fmt.Sprintf("case %q: %v", one.ID, err)
			return r
		}
		if how == "" {
			r.Same++
		} else {
			r.Other = append(r.Other, Difference{one.ID, made, how})
		}
	}
	return r
}

func writes(method string) bool { return !slices.Contains([]string{"GET", "HEAD", "OPTIONS"}, method) }

// ask makes the calls of a case and returns how the first wrong answer differs, and
// whether the account must be reset.
func (c *client) ask(one record) (how string, made call, changed bool, err error) {
	for i, s := range append([]step{{one.Call, one.Want}}, one.Then...) {
		response, body, err := c.send(s.Call)
		if err != nil {
			return "", call{}, false, err
		}
		changed = changed || writes(s.Call.Method) && response.StatusCode < 300
		if how = s.Want.differ(response, body); how != "" {
			if i > 0 {
				how = "afterwards, " + how
			}
			return how, s.Call, changed, nil
		}
	}
	return "", call{}, changed, nil
}
