package gate

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Answer is what a protocol answers. Headers that are "" or nil are left out.
type Answer struct {
	Status      int
	Outcome     catalog.Outcome // how the call ended
	ContentType string
	Location    string
	Headers     map[string]string  // of an answer that a scenario gives
	Edited      map[string]*string // headers that a scenario sets, or leaves out where they are nil
	Body        []byte
	Changes     []commerce.Change
	Original    *Original // nil unless a scenario changed or withheld what the operation answered
}

// Original is what an operation answered.
type Original struct {
	Status int
	Code   catalog.Code // "" for a success
	Body   []byte
}

// original returns the answer as the operation gave it.
func (a *Answer) original() *Original {
	return &Original{Status: a.Status, Code: a.Outcome.Code, Body: a.Body}
}

// Apply applies the scenario's effect on the answer of an operation that was
// carried out: replaced is the answer of the scenario, if it has one, and edit
// changes an answer by the edits and returns remarks.
func (a *Answer) Apply(c *Call, replaced func(*scenario.Answer) Answer, change func(edit.List, *edit.Answer) []string) {
	effect := c.Decision.Effect
	switch {
	case effect.After && effect.Answer != nil:
		original, changes := a.original(), a.Changes
		*a = replaced(effect.Answer)
		a.Original, a.Changes = original, changes
	case effect.After:
		a.Original = a.original()
	case len(effect.Edits) > 0:
		original := a.original()
		edited := edit.Answer{Status: a.Status, Body: a.Body}
		notes := change(effect.Edits, &edited)
		for _, note := range notes {
			c.Recorder.Note("scenario " + phrase.List(c.Decision.Acted()...) + ", " + note)
		}
		if len(notes) < len(effect.Edits) {
			a.Original = original
		}
		a.Status, a.Body, a.Edited = edited.Status, edited.Body, edited.Headers
	}
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
		header["Content-Type"] = c.values.one(a.ContentType)
	}
	if a.Location != "" {
		header["Location"] = c.values.one(a.Location)
	}
	if a.Outcome.Code == catalog.AccountBusy {
		header["Retry-After"] = []string{"1"}
	}
	for name, value := range c.Decision.Headers {
		header.Set(name, value)
	}
	for name, value := range a.Headers {
		header.Set(name, value)
	}
	for name, value := range a.Edited {
		header[name] = nil // which the server does not fill in either
		if value != nil {
			header[name] = []string{*value}
		}
	}
	if o := a.Original; o != nil {
		c.Recorder.OriginalAnswer(o.Status, string(o.Code), o.Body)
	}
	if len(a.Changes) > 0 && c.own.DiscardWrites {
		c.Recorder.Discarded = true
		header[DiscardedHeader] = []string{"1"}
	}
	for _, change := range a.Changes {
		c.Recorder.Update = change.Update
		if change.Kind == commerce.FormKind {
			continue // the request has its bytes
		}
		c.Recorder.Change(change.Kind, change.ID, change.Before, change.After)
	}
	if HasAnswer(cut) {
		c.Recorder.ResponseHead(a.Status, string(a.Outcome.Code), header)
		c.Recorder.ResponseBody(written(cut, body))
	}
	g.close(r, c.Recorder)
	send(c, r, cut, a.Status, body)
}
