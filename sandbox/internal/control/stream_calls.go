package control

import (
	"encoding/json"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// shownCalls are the calls of a stream: which ones it shows, and how.
type shownCalls struct {
	api     *API
	request *request
	lines   bool
	accepts func(*journal.Entry) bool
}

// callsOf reads which calls a stream of everything shows.
func (api *API) callsOf(r *request) (*shownCalls, error) {
	lines, err := r.inLines()
	if err != nil {
		return nil, err
	}
	accepts, err := api.matcher(r.query.Get("q"))
	return &shownCalls{api: api, request: r, lines: lines, accepts: accepts}, err
}

// text returns the data of an event, nil for a call that the stream does not
// show. Streams that show calls alike share it.
func (c *shownCalls) text(item events.Item) ([]byte, error) {
	if item.Call == nil {
		return item.Text()
	}
	if !c.accepts(item.Call) {
		return nil, nil
	}
	if c.lines {
		return c.api.Events.Encode(item, "line", func() ([]byte, error) { return json.Marshal(c.api.line(item.Call)) })
	}
	view := "whole " + c.api.origin(c.request) // its curl has the origin
	return c.api.Events.Encode(item, view, func() ([]byte, error) { return json.Marshal(c.api.masked(c.request, item.Call)) })
}
