package control

import (
	"cmp"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// defaultRows is how many rows a list has without a limit.
const defaultRows = 100

// masked shows an entry without credentials, as lists and streams do.
func (api *API) masked(c *gin.Context, e *journal.Entry) client.Entry {
	return api.withCurl(c, e.Masked(api.CredentialHeaders...))
}

// withCurl adds the command that repeats the call. What was no request cannot
// be repeated.
func (api *API) withCurl(c *gin.Context, e client.Entry) client.Entry {
	if e.Protocol != "" {
		e.Curl = journal.Curl(e, api.repeatAt(c))
	}
	return e
}

// line shows an entry in short.
func (api *API) line(e *journal.Entry) client.EntryLine {
	return e.MaskedLine(api.CredentialHeaders...)
}

// listRequests lists the calls of an account, newest first.
func (api *API) listRequests(c *gin.Context, a *account.Account) (answer, error) {
	return api.listRing(c, a.Ring, a)
}

// listRequestsWithoutAccount lists the calls that belong to no account.
func (api *API) listRequestsWithoutAccount(c *gin.Context) (answer, error) {
	return api.listRing(c, api.Journal.Ring(journal.None), nil)
}

// listRing lists the entries of a ring that the filter of the request selects,
// with their number and the number of entries that were dropped.
func (api *API) listRing(c *gin.Context, ring *journal.Ring, a *account.Account) (answer, error) {
	f, err := api.readFilter(c, a)
	if err != nil {
		return answer{}, err
	}
	found, err := f.find(c.Request.Context(), ring, cmp.Or(f.limit, defaultRows))
	if err != nil {
		return answer{}, err
	}
	about := client.ListedCalls{Total: found.total, Dropped: ring.Counts().Dropped, Facets: found.facets}
	if f.lines {
		return ok(client.EntryLines{Requests: each(found.page, api.line), ListedCalls: about}), nil
	}
	whole := func(e *journal.Entry) client.Entry { return api.masked(c, e) }
	return ok(client.Entries{Requests: each(found.page, whole), ListedCalls: about}), nil
}

// each returns what show makes of each element, never nil.
func each[A, B any](list []A, show func(A) B) []B {
	shown := make([]B, len(list))
	for i, element := range list {
		shown[i] = show(element)
	}
	return shown
}

// showLatestRequest shows the call of an account that ended last.
func (api *API) showLatestRequest(c *gin.Context, a *account.Account) (answer, error) {
	e, found := a.Ring.Latest()
	if !found {
		return answer{}, problem(http.StatusNotFound, "make a call, or look for calls without an account at "+base+"/requests",
			"the journal has no call of account %s", a.Code)
	}
	return ok(api.masked(c, e)), nil
}

// clearRequests deletes the recorded calls of an account.
func (api *API) clearRequests(_ *gin.Context, a *account.Account) (answer, error) {
	a.ClearCalls()
	return answer{}, nil
}

// clearRequestsWithoutAccount deletes the recorded calls that belong to no
// account.
func (api *API) clearRequestsWithoutAccount(*gin.Context) (answer, error) {
	api.Events.PublishClear(api.Journal.Ring(journal.None), client.EventCleared, client.NoAccount, client.ClearedEvent{Account: client.NoAccount})
	return answer{}, nil
}

// showRequest shows one call with all that explains it. Only here secrets are
// shown in full, because the string that was signed and the hashes explain a
// wrong signature, and the command repeats the call as it was made.
func (api *API) showRequest(c *gin.Context) (answer, error) {
	e, err := api.entry(c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	return ok(api.withCurl(c, e.Entry)), nil
}

// entry returns the recorded call of an id.
func (api *API) entry(id string) (*journal.Entry, error) {
	if e, found := api.Journal.Find(id); found {
		return e, nil
	}
	hint := "an id is a vendor code or " + journal.None + ", a hyphen and a number; the header X-Sandbox-Request has it"
	if _, _, wellFormed := journal.ParseID(id); wellFormed {
		hint = "the journal had no room for it, a reset deleted it, or there was no such call"
	}
	return nil, problem(http.StatusNotFound, hint, "unknown request %q", id)
}
