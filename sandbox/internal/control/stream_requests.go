package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
)

// streamRequests sends the calls of an account as they end, as server-sent
// events: each is one event, its id that of the call. The event "missed" has the
// number of calls that the journal dropped before a slow reader could get them, or
// says that a restart lost calls; the event "deleted" ends the stream when the
// account is deleted. A reader whose connection broke continues after the call
// that its header Last-Event-ID names.
func (api *API) streamRequests(c *gin.Context, a *account.Account) (answer, error) {
	f, err := api.readFilter(c, a)
	if err != nil {
		return answer{}, err
	}
	since := f.since
	if last := c.Request.Header.Get("Last-Event-ID"); last != "" {
		if since, err = numberIn(a.Code, "Last-Event-ID", last); err != nil {
			return answer{}, err
		}
	}
	after, lost := api.Journal.Last(), false
	if since > 0 {
		after, lost = a.Ring.After(since)
	}
	if now, open := api.Registry.Find(a.Code); !open || now != a {
		return answer{}, account.ErrUnknown // otherwise the stream would wait for an event that was before it
	}
	form := &callForm{show: &shownCalls{api: api, request: c, accepts: f.accepts}, lost: lost}
	return api.follow(api.Events.FollowAfter(after, []string{a.Code}), form)
}

// callForm is the form of the stream of an account's calls.
type callForm struct {
	show *shownCalls
	lost bool // an earlier process had calls that nobody can get
}

func (f *callForm) begin(s *stream) error {
	if err := s.comment("", "following"); err != nil || !f.lost {
		return err
	}
	return s.encoded("", string(client.EventMissed), client.MissedCalls{Restarted: true})
}

func (f *callForm) batch(s *stream, b events.Batch) error {
	if b.Missed.Calls > 0 {
		if err := s.encoded("", string(client.EventMissed), client.MissedCalls{Missed: b.Missed.Calls}); err != nil {
			return err
		}
	}
	for _, item := range b.Items {
		if err := f.item(s, item); err != nil {
			return err
		}
	}
	return nil
}

// item adds a call, or the end of the stream with its account.
func (f *callForm) item(s *stream, item events.Item) error {
	if item.Call == nil {
		return endOfAccount(s, item.Data)
	}
	text, err := f.show.text(item)
	if err != nil || text == nil {
		return err
	}
	return s.event(item.Call.ID, "", text)
}

// endOfAccount ends the stream of an account that was deleted. One of its code that
// is opened later is another.
func endOfAccount(s *stream, data any) error {
	if e, ok := data.(client.AccountEvent); !ok || e.Change != client.ChangeDeleted {
		return nil
	}
	if err := s.event("", "deleted", []byte("{}")); err != nil {
		return err
	}
	return account.ErrUnknown
}

func (f *callForm) alive(s *stream, _ int64) error {
	return s.comment("", "alive")
}
