package control

import (
	"cmp"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// defaultRows is how many calls a list shows when nobody says otherwise.
const defaultRows = 100

// masked shows an entry without credentials, as lists and streams do.
func (i *API) masked(r *request, e *journal.Entry) client.Entry {
	return withCurl(r, e.Masked(i.CredentialHeaders...))
}

// withCurl adds the command that repeats the call. What was no request cannot
// be repeated.
func withCurl(r *request, e client.Entry) client.Entry {
	if e.Protocol != "" {
		e.Curl = journal.Curl(e, gate.Origin(r.Request))
	}
	return e
}

// accountRequests lists the calls of an account, newest first.
func (i *API) accountRequests(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	return i.listRequests(r, a.Ring, a.Code)
}

// strayRequests lists the calls that belong to no account.
func (i *API) strayRequests(r *request) (answer, error) {
	return i.listRequests(r, i.Journal.Ring(journal.None), journal.None)
}

// listRequests lists the entries of a ring, with how many meet the filter and
// how many were dropped because a cap was reached.
func (i *API) listRequests(r *request, ring *journal.Ring, name string) (answer, error) {
	f, err := readFilter(r, name, append(filterNames(), "limit"))
	if err != nil {
		return answer{}, err
	}
	entries, total := ring.List(f.accepts, f.since, cmp.Or(f.limit, defaultRows))
	rows := make([]client.Entry, len(entries))
	for n, e := range entries {
		rows[n] = i.masked(r, e)
	}
	return ok(map[string]any{"requests": rows, "total": total, "dropped": ring.Counts().Dropped}), nil
}

// latestRequest shows the call of an account that ended last.
func (i *API) latestRequest(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	e, found := a.Ring.Latest()
	if !found {
		return answer{}, refuse(http.StatusNotFound, "make one, or look for calls without an account at "+base+"/requests",
			"there is no call of account %s in the journal", a.Code)
	}
	return ok(i.masked(r, e)), nil
}

// clearRequests forgets the calls of an account.
func (i *API) clearRequests(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	a.Ring.Clear()
	return answer{}, nil
}

// oneRequest shows one call with all that explains it. Here alone secrets stand
// in full: the string that was signed and the hashes are what explains a wrong
// signature, and the command repeats the call as it was made.
func (i *API) oneRequest(r *request) (answer, error) {
	id := r.param("id")
	if e, found := i.Journal.Find(id); found {
		return ok(withCurl(r, e.Entry)), nil
	}
	hint := "an id is an account's code or " + journal.None + ", a hyphen and a number, as X-Sandbox-Request says it"
	if _, _, wellFormed := journal.ParseID(id); wellFormed {
		hint = "it was dropped because a cap was reached, or forgotten by a reset or on demand, or never was"
	}
	return answer{}, refuse(http.StatusNotFound, hint, "there is no request %q in the journal", id)
}
