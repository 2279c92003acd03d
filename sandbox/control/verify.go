package control

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// longestWait is how long a verification may wait: less than the server gives
// any answer.
const longestWait = 30 * time.Second

// expectation is what a verification asks: how many calls of an operation there
// are that meet a condition. One of the three numbers is given.
type expectation struct {
	Operation string `json:"operation"`
	Where     string `json:"where"` // in the language of a scenario's when, empty for every call
	Count     *int   `json:"count"`
	AtLeast   *int   `json:"at_least"`
	AtMost    *int   `json:"at_most"`
	Within    string `json:"within"` // how long to wait, empty for not at all
}

// verification is the answer to an expectation.
type verification struct {
	Verified bool     `json:"verified"`
	Count    int      `json:"count"`   // calls that met it
	Dropped  int64    `json:"dropped"` // calls the journal could not keep, which are not counted
	Message  string   `json:"message"`
	Closest  *closest `json:"closest"` // null when verified, or when nothing came close
}

// verifyRequests says whether the calls that were expected of an account were
// made. Where it may wait, it answers as soon as the answer is certain: when
// there are enough calls for at_least, as many as count says or more, or more
// than at_most. Too few calls, calls within at_most and a count of 0 are
// certain only when the time is over.
func (i *API) verifyRequests(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	var e expectation
	if err := r.decode(&e); err != nil {
		return answer{}, err
	}
	v, within, err := e.verifier(i.XPath)
	if err != nil {
		return answer{}, err
	}
	waiting, cancel := context.WithTimeout(r.Context(), within)
	defer cancel()
	if err := v.wait(waiting, a.Ring); errors.Is(err, journal.ErrRemoved) {
		return answer{}, refuse(http.StatusNotFound, "it was deleted while the verification waited", "there is no account %q", a.Code)
	}
	verified, _ := v.judge()
	counts := a.Ring.Counts()
	found := verification{Verified: verified, Count: v.count, Dropped: counts.Dropped, Message: v.message(verified, counts.Dropped)}
	if !verified {
		found.Closest = v.closest(a.Ring, func(e *journal.Entry) client.Entry { return i.masked(r, e) }, i.CredentialHeaders)
	}
	return ok(found), nil
}

// verifier checks an expectation against the calls of a ring.
type verifier struct {
	expectation
	on    *catalog.Operation
	where *scenario.Condition // nil: every call
	xpath XPathFunc

	// A condition is worked out once for a call: met is what the last look
	// found, by the id of the call, and seen what the present one does.
	met, seen map[string]bool
	count     int // of the last look
}

// verifier checks that the expectation makes sense, and returns what judges it
// and how long that may wait.
func (e expectation) verifier(xpath XPathFunc) (*verifier, time.Duration, error) {
	v := &verifier{expectation: e, xpath: xpath}
	if e.Operation == "" {
		return nil, 0, refuse(http.StatusBadRequest, "such as \"operation\": \"retrieve-order\"", "operation is missing")
	}
	var err error
	if v.on, err = operation(e.Operation); err != nil {
		return nil, 0, err
	}
	if e.Where != "" {
		if v.where, err = scenario.Compile(e.Where); err != nil {
			return nil, 0, refuse(http.StatusBadRequest, "it is written like the when of a scenario, such as query.Page == \"2\"", "where: %v", err)
		}
	}
	given := 0
	for _, n := range []*int{e.Count, e.AtLeast, e.AtMost} {
		if n != nil {
			given++
		}
	}
	if given != 1 {
		return nil, 0, refuse(http.StatusBadRequest, "such as \"at_least\": 1", "one of count, at_least and at_most must be given, got %d of them", given)
	}
	if _, n := e.number(); n < 0 {
		return nil, 0, refuse(http.StatusBadRequest, "0 means none", "a number of calls must be at least 0, got %d", n)
	}
	within, err := e.within()
	return v, within, err
}

// number returns the number of calls that is expected, and how it is meant.
func (e expectation) number() (word string, n int) {
	switch {
	case e.AtLeast != nil:
		return "at least", *e.AtLeast
	case e.AtMost != nil:
		return "at most", *e.AtMost
	}
	return "exactly", *e.Count
}

func (e expectation) within() (time.Duration, error) {
	if e.Within == "" {
		return 0, nil
	}
	d, err := clock.ParseDuration(e.Within)
	switch {
	case err != nil:
		return 0, refuse(http.StatusBadRequest, "it is spelled like 500ms or 5s", "within: %v", err)
	case d < 0 || d > longestWait:
		return 0, refuse(http.StatusBadRequest, "ask again when the time is over", "within must be from 0s to %s, got %q", longestWait, e.Within)
	}
	return d, nil
}

// wait looks at the ring until the answer is certain or the context ends. The
// error is the one that ended the tail.
func (v *verifier) wait(ctx context.Context, ring *journal.Ring) error {
	tail := ring.Tail() // taken before the first look, so that nothing comes between
	for {
		v.look(ring)
		if _, certain := v.judge(); certain || ctx.Err() != nil {
			return nil
		}
		if _, _, err := tail.Next(ctx); err != nil {
			v.look(ring)
			return err
		}
	}
}

// look counts the calls that are there now, and forgets those that no longer
// are.
func (v *verifier) look(ring *journal.Ring) {
	v.seen = make(map[string]bool, len(v.met))
	_, v.count = ring.List(v.meets, 0, 1)
	v.met = v.seen
}

// meets reports whether an entry is of those expected. A condition that comes
// to nothing with a call is not met.
func (v *verifier) meets(e *journal.Entry) bool {
	if e.Operation != v.Operation {
		return false
	}
	met, known := v.met[e.ID]
	if !known {
		met = v.where == nil
		if !met {
			met, _ = v.where.Match(newRecorded(&e.Entry, v.on, v.xpath))
		}
	}
	v.seen[e.ID] = met
	return met
}

// judge says whether the count is as expected, and whether further calls can no
// longer change that.
func (v *verifier) judge() (met, certain bool) {
	switch {
	case v.AtLeast != nil:
		met = v.count >= *v.AtLeast
		return met, met
	case v.AtMost != nil:
		met = v.count <= *v.AtMost
		return met, !met
	case *v.Count == 0: // the same as at most none
		return v.count == 0, v.count > 0
	}
	return v.count == *v.Count, v.count >= *v.Count
}

// tooFew reports whether an expectation that failed needed more calls.
func (v *verifier) tooFew() bool {
	return v.AtLeast != nil || v.Count != nil && v.count < *v.Count
}

// message says in one sentence what was found. Calls that were dropped may be
// what is missing, or make a number wrong that looks right.
func (v *verifier) message(verified bool, dropped int64) string {
	word, n := v.number()
	text := fmt.Sprintf("%s: matched %d, expected %s %d", v.Operation, v.count, word, n)
	if dropped > 0 && !(verified && v.AtLeast != nil) {
		text += fmt.Sprintf("; the journal had no room for %d calls, which may have matched: verify sooner or start with a larger --journal", dropped)
	}
	return text
}
