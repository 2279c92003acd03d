package control

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// streamEvents sends everything that happens to the accounts of the query, or to all:
// first the event hello, then calls and changes in their order. The id of an event names
// the process and the event; after a broken connection a reader continues after the event
// in its header Last-Event-ID, or in the query name last. The event "missed" says how
// many events it lost because it was too slow.
func (api *API) streamEvents(c *gin.Context) (answer, error) {
	accounts, err := followedAccounts(c.Query("accounts"))
	if err != nil {
		return answer{}, err
	}
	lines, err := asksForLines(c)
	if err != nil {
		return answer{}, err
	}
	var accepts func(*journal.Entry) bool
	if q := c.Query("q"); q != "" {
		if accepts, err = api.matcher(q); err != nil {
			return answer{}, err
		}
	}
	hello := client.Hello{
		Instance: api.Events.Instance, Version: api.Version, Started: api.Events.Started, Last: api.Journal.Last(),
		Waiting: api.notOpened(accounts),
	}
	after, err := api.resume(c, &hello)
	if err != nil {
		return answer{}, err
	}
	if err := api.startStream(); err != nil {
		return answer{}, err
	}
	reader := api.Events.FollowAfter(after, accounts)
	return answer{stream: func(w http.ResponseWriter, r *http.Request) {
		defer api.streams.Add(-1)
		defer reader.Close()
		s := &stream{
			api: api, request: c, reader: reader, hello: hello, after: after, lines: lines, accepts: accepts,
			writer: w, control: http.NewResponseController(w), beat: heartbeat,
		}
		s.follow(r.Context())
	}}, nil
}

// resume returns the number of the last event of the reader, the present one for a new
// reader, and says in hello whether the reader missed some.
func (api *API) resume(c *gin.Context, hello *client.Hello) (after int64, err error) {
	last := cmp.Or(c.Request.Header.Get("Last-Event-ID"), c.Query("last"))
	if last == "" {
		return hello.Last, nil
	}
	instance, number, ok := events.ParseID(last)
	if !ok {
		return 0, badRequest("such as "+api.Events.ID(hello.Last), "Last-Event-ID and last must be the id of an event, got %.80q", last)
	}
	after, hello.Resumed, hello.Missed = api.Events.Resume(instance, number)
	return after, nil
}

// followedAccounts reads a list of vendor codes and client.NoAccount: nil for all. It
// accepts codes of unknown accounts, because they may be opened later.
func followedAccounts(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	var accounts []string
	for code := range strings.SplitSeq(list, ",") {
		if err := account.CheckCode(code); err != nil && code != client.NoAccount {
			return nil, badRequest("such as accounts=DEMO,none; without it, all accounts are followed", "accounts: %v", err)
		}
		if !slices.Contains(accounts, code) {
			accounts = append(accounts, code)
		}
	}
	return accounts, nil
}

// notOpened returns the unknown accounts.
func (api *API) notOpened(accounts []string) []string {
	return slices.DeleteFunc(slices.Clone(accounts), func(code string) bool {
		_, open := api.Registry.Find(code)
		return open || code == client.NoAccount
	})
}

// matcher returns which entries a query accepts. Moments such as -5m are relative to the
// clock of the entry's account, as it is now; for a later account, as it is at its first
// call. The function belongs to one goroutine.
func (api *API) matcher(text string) (func(*journal.Entry) bool, error) {
	fields := calls.Fields()
	if _, err := fields.Parse(text, api.Registry.Wall()); err != nil {
		return nil, err
	}
	byAccount := map[string]*calls.Query{}
	at := func(code string, a *account.Account) *calls.Query {
		byAccount[code], _ = fields.Parse(text, api.timeOf(a)) // it was parsed before
		return byAccount[code]
	}
	for _, a := range api.Registry.All() {
		at(a.Code, a)
	}
	return func(e *journal.Entry) bool {
		q, known := byAccount[e.Account]
		if !known {
			a, _ := api.Registry.Find(e.Account)
			q = at(e.Account, a)
		}
		return q.Matches(calls.Of(e.View(), nil))
	}, nil
}
