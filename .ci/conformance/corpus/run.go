package corpus

import (
	"encoding/json"
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
	Call Call
	How  string
}

// portion is how many cases share an account; a failure of it costs no more.
const portion = 400

// Run makes the calls of the cases accepted by keep to the sandbox at base. The error is
// one sentence; then the result counts no case.
func Run(base string, c *Corpus, keep func(*Case) bool) (*Result, error) {
	client := &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
		Timeout:       time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	base = strings.TrimSuffix(base, "/")
	if err := greet(client, base); err != nil {
		return nil, err
	}
	result := runPortions(client, base, c, c.groupByStart(keep))
	slices.SortFunc(result.Other, func(a, b Difference) int { return strings.Compare(a.ID, b.ID) })
	return result, nil
}

func (c *Corpus) groupByStart(keep func(*Case) bool) map[string][]*Case {
	byStart := map[string][]*Case{}
	for i := range c.Cases {
		if one := &c.Cases[i]; keep(one) {
			byStart[one.Start] = append(byStart[one.Start], one)
		}
	}
	return byStart
}

// runPortions runs the cases, several portions at once.
func runPortions(client *http.Client, base string, c *Corpus, byStart map[string][]*Case) *Result {
	jobs := make(chan []*Case)
	var result Result
	var lock sync.Mutex
	var workers sync.WaitGroup
	for range 4 * runtime.NumCPU() {
		workers.Go(func() {
			for cases := range jobs {
				r := runPortion(client, base, c, cases)
				lock.Lock()
				result.add(r)
				lock.Unlock()
			}
		})
	}
	sendPortions(byStart, jobs)
	workers.Wait()
	return &result
}

// sendPortions sends the cases in portions with one start each, and closes the channel.
func sendPortions(byStart map[string][]*Case, to chan<- []*Case) {
	for _, cases := range byStart {
		for part := range slices.Chunk(cases, portion) {
			to <- part
		}
	}
	close(to)
}

func (r *Result) add(part Result) {
	r.Same += part.Same
	r.Other = append(r.Other, part.Other...)
	r.NotAsked += part.NotAsked
	if r.Reason == "" {
		r.Reason = part.Reason
	}
}

// greet verifies that a sandbox is at base.
func greet(client *http.Client, base string) error {
	response, err := client.Get(base + "/_sandbox/about")
	if err != nil {
		return fmt.Errorf("there is no sandbox at %s: %w", base, err)
	}
	defer response.Body.Close()
	var about struct{ Instance, Version string }
	if response.StatusCode != http.StatusOK || json.NewDecoder(response.Body).Decode(&about) != nil || about.Instance == "" {
		return fmt.Errorf("there is no sandbox at %s: GET /_sandbox/about is answered %s without an instance", base, response.Status)
	}
	return nil
}

// runPortion makes the calls of cases with one start.
func runPortion(client *http.Client, base string, c *Corpus, cases []*Case) (r Result) {
	a, err := open(client, base, &c.Header, c.Starts[cases[0].Start])
	if err != nil {
		return Result{NotAsked: len(cases), Reason: err.Error()}
	}
	defer a.close()
	for i, one := range cases {
		how, call, changed, err := a.ask(one)
		if err == nil && changed {
			err = a.reset()
		}
		if err != nil {
			r.NotAsked += len(cases) - i
			r.Reason = fmt.Sprintf("case %q: %v", one.ID, err)
			return r
		}
		if how == "" {
			r.Same++
		} else {
			r.Other = append(r.Other, Difference{one.ID, call, how})
		}
	}
	return r
}

func writes(method string) bool { return !slices.Contains([]string{"GET", "HEAD", "OPTIONS"}, method) }

// ask makes the calls of a case and returns how the first wrong answer differs, and
// whether the account must be reset.
func (a *account) ask(one *Case) (how string, call Call, changed bool, err error) {
	for i, step := range append([]Step{one.Step}, one.Then...) {
		response, body, err := a.send(step.Call)
		if err != nil {
			return "", Call{}, false, err
		}
		changed = changed || writes(step.Call.Method) && response.StatusCode < 300
		if how = step.Want.differ(response, body); how != "" {
			if i > 0 {
				how = "afterwards, " + how
			}
			return how, step.Call, changed, nil
		}
	}
	return "", Call{}, changed, nil
}
