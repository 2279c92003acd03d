package control

import (
	"encoding/json"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// shownCalls are the calls shown by a stream, and their form.
type shownCalls struct {
	api     *API
	request *gin.Context
	lines   bool
	accepts func(*journal.Entry) bool // nil for all
}

// callsOf reads the filter and the form of the calls of a stream of everything.
func (api *API) callsOf(c *gin.Context) (*shownCalls, error) {
	lines, err := asksForLines(c)
	if err != nil {
		return nil, err
	}
	shown := &shownCalls{api: api, request: c, lines: lines}
	if q := c.Query("q"); q != "" {
		shown.accepts, err = api.matcher(q)
	}
	return shown, err
}

// text returns the data of an event, nil for a call outside the stream. Streams with the
// same form share it.
func (c *shownCalls) text(item events.Item) ([]byte, error) {
	if item.Call == nil {
		return item.Text()
	}
	if c.accepts != nil && !c.accepts(item.Call) {
		return nil, nil
	}
	if c.lines {
		return c.api.Events.Encode(item.Number, "line", func() ([]byte, error) { return json.Marshal(item.Call.View().Line()) })
	}
	view := "whole " + c.api.origin(c.request) // its curl has the origin
	return c.api.Events.Encode(item.Number, view, func() ([]byte, error) { return json.Marshal(c.api.mask(c.request, item.Call)) })
}
