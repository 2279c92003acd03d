package control

import (
	"bytes"
	"cmp"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// defaultRows is how many rows a list has without a limit.
const defaultRows = 100

// mask shows an entry without credentials, as lists and streams do.
func (api *API) mask(c *gin.Context, e *journal.Entry) client.Entry {
	return api.withCurl(c, *e.View())
}

// withCurl adds the command that repeats the call. Only requests can be repeated.
func (api *API) withCurl(c *gin.Context, e client.Entry) client.Entry {
	if e.Protocol != "" {
		e.Curl = transcript.Repeat(e, api.repeatAt(c))
	}
	return e
}

// ofRing returns a handler of the calls of the account in the path, with nil for calls
// without an account.
func (api *API) ofRing(handle func(*gin.Context, *journal.Ring, *account.Account) (answer, error)) handler {
	one := api.forAccount(func(c *gin.Context, a *account.Account) (answer, error) { return handle(c, a.Ring, a) })
	return func(c *gin.Context) (answer, error) {
		if c.Param("code") == client.NoAccount {
			return handle(c, api.Journal.Ring(journal.None), nil)
		}
		return one(c)
	}
}

// listRequests lists the entries of a ring selected by the filter of the request, with
// their number and the number of dropped entries, or writes them as an HTTP Archive.
func (api *API) listRequests(c *gin.Context, ring *journal.Ring, a *account.Account) (answer, error) {
	f, err := api.readFilter(c, a)
	if err != nil {
		return answer{}, err
	}
	if f.archive {
		return api.archive(c, ring, f)
	}
	found, err := f.find(c.Request.Context(), ring, cmp.Or(f.limit, defaultRows))
	if err != nil {
		return answer{}, err
	}
	about := client.ListedCalls{Total: found.total, Dropped: ring.Counts().Dropped, DroppedMatching: f.countDropped(ring), Facets: found.facets, UnderWay: api.underWay(ring, c.Query("operation"))}
	if f.lines {
		lines := client.EntryLines{Requests: make([]client.EntryLine, len(found.page)), ListedCalls: about}
		for i, e := range found.page {
			lines.Requests[i] = e.View().Line()
		}
		return ok(lines), nil
	}
	whole := func(e *journal.Entry) client.Entry { return api.mask(c, e) }
	return answer{stream: compressed(wholeCalls{found.page, whole, about})}, nil
}

// underWay returns the calls of a ring that are under way, of an operation unless it is "".
func (api *API) underWay(ring *journal.Ring, operation string) (list []client.CallUnderWay) {
	for _, call := range ring.Sight(0).UnderWay {
		if operation == "" || operation == call.Operation {
			call.Text = verify.Describe(call, api.Registry.Wall)
			list = append(list, call)
		}
	}
	return list
}

// wholeCalls are client.Entries. It writes one call at a time, because all of them together
// may be very long.
type wholeCalls struct {
	page  []*journal.Entry
	show  func(*journal.Entry) client.Entry
	about client.ListedCalls
}

// ServeHTTP writes the calls.
func (l wholeCalls) ServeHTTP(answer http.ResponseWriter, _ *http.Request) {
	answer.Header().Set("Content-Type", jsonType)
	w := patientWriter{answer, http.NewResponseController(answer)}
	_, err := io.WriteString(w, `{"requests":[`)
	for n, e := range l.page {
		if err != nil {
			return // the client went away, or stopped to read
		}
		if n > 0 {
			_, _ = io.WriteString(w, ",") // the next one fails too
		}
		text, _ := encode(l.show(e)) // a call and its notes always encode
		_, err = w.Write(bytes.TrimSpace(text))
	}
	about, _ := encode(l.about)
	_, _ = io.WriteString(w, "],"+string(about[1:]))
}

// clearRequests deletes the recorded calls of an account; nil stands for calls without
// one.
func (api *API) clearRequests(_ *gin.Context, ring *journal.Ring, a *account.Account) (answer, error) {
	if a != nil {
		a.ClearCalls()
	} else {
		api.Events.PublishClear(ring, client.EventCleared, client.NoAccount, client.ClearedEvent{Account: client.NoAccount})
	}
	return answer{}, nil
}

// showRequest shows one call with its explanation. Only here secrets are shown in full,
// because the hashes explain a wrong signature, and the command repeats the original
// call.
func (api *API) showRequest(c *gin.Context) (answer, error) {
	e, err := api.entry(c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	format, err := formatOf(c, callFormats()...)
	if err != nil {
		return answer{}, err
	}
	masked, err := queryFlag(c, "masked", false)
	if err != nil {
		return answer{}, err
	}
	shown := e.Entry
	if masked {
		shown = e.WithExplanation()
	}
	switch format {
	case client.AsJSON:
		shown.Altered = alteration(shown)
		return ok(api.withCurl(c, shown)), nil
	case client.AsText:
		return textAnswer(plain, transcript.Explain(api.withCurl(c, shown))), nil
	}
	text, err := api.copyOf(c, e, shown, format)
	return textAnswer(plain, text), err
}

// alteration returns how an answer differs from the one that a scenario changed, nil for no
// such answer.
func alteration(e client.Entry) *client.Comparison {
	if e.Original == nil || e.Response.Status == 0 {
		return nil
	}
	e.Request.Header, e.Request.Body = nil, nil // the request is one
	before := e
	before.Response = *e.Original
	before.Response.Header = e.Response.Header // the journal keeps none of an original
	return new(difference.Calls(before, e))
}

// entry returns the recorded call of an id.
func (api *API) entry(id string) (*journal.Entry, error) {
	e, why, last := api.Journal.Find(id)
	if e != nil {
		return e, nil
	}
	if name, _, _ := journal.ParseID(id); why == journal.UnderWay {
		for _, call := range api.underWay(api.Journal.Ring(name), "") {
			if call.ID == id {
				return nil, problem(http.StatusNotFound, "it is recorded when it ends", "call %s is under way: %s", id, call.Text)
			}
		}
	}
	return nil, absent(id, why, last)
}

// absent returns the problem of an id without a kept call.
func absent(id string, why journal.Absence, last string) error {
	text, hint := "call %s is no longer kept", ""
	switch why {
	case journal.NoID:
		text, hint = "unknown request %q", "an id is a vendor code or "+journal.None+", a hyphen and a number; the header X-Sandbox-Request has it"
	case journal.NoRing:
		text, hint = "unknown request %q", "no account has the vendor code, or it was deleted with its calls"
	case journal.NotYet:
		text, hint = "call %s has not come yet", "nothing has called the account since the sandbox started"
		if last != "" {
			hint = "the last call is " + last
		}
	case journal.UnderWay:
		text, hint = "call %s is under way", "it is recorded when it ends"
	case journal.Earlier:
		hint = "it came before the sandbox started, or before the account was opened; calls do not outlive either"
	case journal.Deleted:
		hint = "a reset or a clearing deleted it"
	case journal.Dropped:
		hint = "the journal had no room for it; a start with a larger --journal keeps more"
	}
	return problem(http.StatusNotFound, hint, text, id)
}

// compareRequests compares the answers to two recorded calls.
func (api *API) compareRequests(c *gin.Context) (answer, error) {
	var asked client.Compare
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if asked.A == "" || asked.B == "" {
		return answer{}, badRequest(`send {"a": "DEMO-1", "b": "DEMO-2"}`, "a and b are required: the ids of two calls")
	}
	a, err := api.entry(asked.A)
	if err != nil {
		return answer{}, err
	}
	b, err := api.entry(asked.B)
	if err != nil {
		return answer{}, err
	}
	return ok(difference.Calls(*a.View(), *b.View())), nil
}
