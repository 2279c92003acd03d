package client

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// RehearsalLine is a kept report of a rehearsal in a list.
type RehearsalLine struct {
	ID       string    `json:"id"`
	Begun    time.Time `json:"begun"`             // on the clock of the machine that rehearsed
	Command  []string  `json:"command"`           // with its arguments
	Headline string    `json:"headline"`          // the first line of the report
	Answers  string    `json:"answers,omitempty"` // as of the report
	Days     string    `json:"days,omitempty"`    // as of the report
	Findings int       `json:"findings"`
	Failed   int       `json:"failed"` // of these, not accepted
}

// RehearsalList is the kept reports of rehearsals.
type RehearsalList struct {
	Rehearsals []RehearsalLine `json:"rehearsals"` // the newest first
	Total      int             `json:"total"`
}

// maxKeptBytes bounds a report that is kept, so that no answer of the control interface is
// too large for a page.
const maxKeptBytes = 8 << 20

// KeepRehearsal keeps the report of a rehearsal in the sandbox until it is deleted, twenty newer
// ones are kept, or the sandbox ends. Of a very long report the last findings are kept without
// the entries of their calls.
func (c *Client) KeepRehearsal(ctx context.Context, r Rehearsal) (RehearsalLine, error) {
	r.Findings = append([]RehearsalTrial{}, r.Findings...)
	text, err := json.Marshal(r) // durations as in report.json
	for i := len(r.Findings) - 1; err == nil && len(text) > maxKeptBytes && i >= 0; i-- {
		r.Findings[i].Entries = nil
		text, err = json.Marshal(r)
	}
	var line RehearsalLine
	if err == nil {
		err = c.call(ctx, http.MethodPost, at("rehearsals"), json.RawMessage(text), &line)
	}
	return line, err
}

// Rehearsals lists the kept reports of rehearsals.
func (c *Client) Rehearsals(ctx context.Context) (RehearsalList, error) {
	return get[RehearsalList](ctx, c, at("rehearsals"))
}

// Rehearsal returns a kept report of a rehearsal.
func (c *Client) Rehearsal(ctx context.Context, id string) (Rehearsal, error) {
	return get[Rehearsal](ctx, c, at("rehearsals", id))
}

// DeleteRehearsal deletes a kept report of a rehearsal.
func (c *Client) DeleteRehearsal(ctx context.Context, id string) error {
	return c.call(ctx, http.MethodDelete, at("rehearsals", id), nil, nil)
}
