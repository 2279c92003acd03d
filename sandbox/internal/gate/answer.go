package gate

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Answer is what a protocol answers. Headers that are "" or nil are left out.
type Answer struct {
	Status      int
	Outcome     catalog.Outcome // how the call ended
	ContentType string
	Location    string
	Headers     map[string]string // of an answer that a scenario gives
	Body        []byte
	Changes     []commerce.Change
}

// Answer writes an answer, or the part of it that a scenario lets through. Only
// this method writes to the writer of a call. It closes the entry before it
// writes, so that a client that has the answer finds its entry.
func (g *Gate) Answer(c *Call, r *http.Request, a Answer) {
	Discard(r, c.Recorder)
	cut := c.cut()
	body := garble(cut, a.Body)
	header := c.Writer.Header()
	g.describe(header, c, a.Outcome)
	g.recordCause(c, a)
	if a.ContentType != "" {
		header["Content-Type"] = []string{a.ContentType}
	}
	if a.Location != "" {
		header["Location"] = []string{a.Location}
	}
	for name, value := range a.Headers {
		header.Set(name, value)
	}
	for _, change := range a.Changes {
		c.Recorder.Change(change.Kind, change.ID, change.Before, change.After)
	}
	if HasAnswer(cut) {
		c.Recorder.ResponseHead(a.Status, string(a.Outcome.Code), header)
		c.Recorder.ResponseBody(written(cut, body))
	}
	g.close(r, c.Recorder)
	send(c.Writer, r, cut, a.Status, body)
}
