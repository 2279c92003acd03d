package control

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
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
	show, err := api.callsOf(c)
	if err != nil {
		return answer{}, err
	}
	hello := client.Hello{
		Instance: api.Events.Instance, Version: api.Version, Started: api.Events.Started, Last: api.Journal.Last(),
		Waiting: api.notOpened(accounts),
	}
	after, err := api.resume(c, &hello)
	if err != nil {
		return answer{}, err
	}
	return api.follow(api.Events.FollowAfter(after, accounts), &eventForm{api.Events, hello, after, show})
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

// eventForm is the form of the stream of everything.
type eventForm struct {
	log   *events.Log
	hello client.Hello
	after int64 // the stream begins after this number
	show  *shownCalls
}

func (f *eventForm) begin(s *stream) error {
	return s.encodeEvent(f.log.ID(f.after), string(client.EventHello), f.hello)
}

func (f *eventForm) batch(s *stream, b events.Batch) error {
	if b.Missed.Calls > 0 {
		if err := s.encodeEvent("", string(client.EventMissed), client.Missed{Calls: b.Missed.Calls}); err != nil {
			return err
		}
	}
	if b.Missed.Events > 0 {
		if err := s.encodeEvent("", string(client.EventMissed), client.Missed{Events: b.Missed.Events}); err != nil {
			return err
		}
	}
	for _, item := range b.Items {
		text, err := f.show.text(item)
		if err == nil && text != nil {
			err = s.event(f.log.ID(item.Number), string(item.Kind), text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// alive also says how far the reader is, so that it can skip the events of others when it
// comes back.
func (f *eventForm) alive(s *stream, last int64) error {
	return s.comment(f.log.ID(last), "alive")
}
