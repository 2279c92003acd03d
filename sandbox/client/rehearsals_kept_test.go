package client_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestRehearsalsKept keeps a report, reads it back, and deletes it.
func TestRehearsalsKept(t *testing.T) {
	t.Parallel()
	_, c, _ := start(t)
	list, err := c.Rehearsals(t.Context())
	check(t, list, err, client.RehearsalList{Rehearsals: []client.RehearsalLine{}})
	begun := time.Date(2026, time.November, 29, 12, 0, 0, 0, time.UTC)
	finding := client.RehearsalTrial{Schedule: "answer:nulls=omitted", Result: client.RestsOnAGuess, Took: time.Second, Entries: []client.Entry{{ID: "A-1", Request: client.Request{Body: []byte("{}")}}}}
	sent := client.Rehearsal{Headline: "answers: cares", Answers: "answers: cares", Begun: begun, Command: []string{"npm", "test"}, Trials: []client.RehearsalTrial{{Schedule: finding.Schedule, Result: finding.Result}}, Findings: []client.RehearsalTrial{finding}, Took: time.Minute}
	line, err := c.KeepRehearsal(t.Context(), sent)
	want := client.RehearsalLine{ID: "1", Begun: begun, Command: sent.Command, Headline: sent.Headline, Answers: sent.Answers, Findings: 1, Failed: 1}
	check(t, line, err, want)
	list, err = c.Rehearsals(t.Context())
	check(t, list, err, client.RehearsalList{Rehearsals: []client.RehearsalLine{want}, Total: 1})
	found, err := c.Rehearsal(t.Context(), "1")
	check(t, found, err, sent)
	done(t, c.DeleteRehearsal(t.Context(), "1"))
	for _, act := range []func() error{
		func() error { return c.DeleteRehearsal(t.Context(), "1") },
		func() error { _, err := c.Rehearsal(t.Context(), "1"); return err },
	} {
		var refused *client.Error
		if err := act(); !errors.As(err, &refused) || refused.Status != 404 || refused.Text != `no report of a rehearsal has the id "1"` || refused.Hint != "commerce-sandbox rehearse --url keeps its report here" {
			t.Errorf("got %v", err)
		}
	}
}

// TestRehearsalsKeptWithoutRoom drops the entries of the last findings of a long report.
func TestRehearsalsKeptWithoutRoom(t *testing.T) {
	t.Parallel()
	_, c, _ := start(t)
	long := client.RehearsalTrial{Schedule: "x#1=503", Entries: []client.Entry{{Request: client.Request{Body: []byte(strings.Repeat("x", 4<<20))}}}}
	sent := client.Rehearsal{Trials: []client.RehearsalTrial{}, Findings: []client.RehearsalTrial{long, long}}
	line, err := c.KeepRehearsal(t.Context(), sent)
	done(t, err)
	found, err := c.Rehearsal(t.Context(), line.ID)
	done(t, err)
	if len(found.Findings[0].Entries) != 1 || len(found.Findings[1].Entries) != 0 || len(sent.Findings[1].Entries) != 1 {
		t.Errorf("got %d and %d entries", len(found.Findings[0].Entries), len(found.Findings[1].Entries))
	}
}
