package bundle

import (
	"encoding/json"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Step is a call, or a change that was made by hand between calls.
type Step struct {
	Call        *client.Entry `json:"call,omitempty"` // without its changes
	Hand        *account.Hand `json:"hand,omitempty"` // without its changes
	Changes     []Change      `json:"changes,omitempty"`
	Credentials []Credential  `json:"credentials,omitempty"` // that markers of the call stand for

	update uint64 // number of the update that stored the changes, 0 for none or in a bundle
}

// Change is a record before and after a step, as the store has it.
type Change struct {
	Kind      string       `json:"kind"`
	ID        string       `json:"id"`
	Before    client.Bytes `json:"before,omitempty"` // nil when the step created the record
	After     client.Bytes `json:"after,omitempty"`  // nil when the step deleted the record
	Truncated bool         `json:"truncated,omitempty"`
}

// callStep returns the step of a recorded call.
func callStep(e client.Entry) Step {
	s := Step{Call: &e}
	for _, c := range e.Changes {
		s.Changes = append(s.Changes, Change{c.Kind, c.ID, client.Bytes(c.Before), client.Bytes(c.After), c.Truncated})
	}
	e.Changes, e.Explain, e.Curl = nil, nil, ""
	return s
}

// handStep returns the step of a change by hand.
func handStep(h account.Hand) Step {
	s := Step{Hand: &h}
	for _, c := range h.Changes {
		s.Changes = append(s.Changes, Change{Kind: c.Kind, ID: c.ID, Before: c.Before, After: c.After})
		s.update = c.Update
	}
	h.Changes = nil
	return s
}

// readStep reads a line of the calls.
func readStep(line []byte) (Step, error) {
	var s Step
	err := json.Unmarshal(line, &s)
	return s, err
}

// entry returns the call as it was recorded, with its changes.
func (s Step) entry() client.Entry {
	e := *s.Call
	for _, c := range s.Changes {
		e.Changes = append(e.Changes, client.Change{Kind: c.Kind, ID: c.ID, Before: client.Record(c.Before), After: client.Record(c.After), Truncated: c.Truncated})
	}
	return e
}

// Entry returns the call of a step as it was recorded, false for a change by hand.
func (s Step) Entry() (client.Entry, bool) {
	if s.Call == nil {
		return client.Entry{}, false
	}
	return s.entry(), true
}

// stored returns the changes that the step stored: none for a call whose writes were
// discarded.
func (s Step) stored() []Change {
	if s.Call != nil && s.Call.Discarded {
		return nil
	}
	return s.Changes
}

// changes returns the stored changes that have images.
func (s Step) changes() []commerce.Change {
	var list []commerce.Change
	for _, c := range s.stored() {
		if !c.Truncated {
			list = append(list, commerce.Change{Kind: c.Kind, ID: c.ID, Before: c.Before, After: c.After})
		}
	}
	return list
}

// name returns what a step is called in messages.
func (s Step) name() string {
	if s.Call != nil {
		return "call " + s.Call.ID
	}
	return "the change of a " + string(s.Hand.Kind) + " by hand"
}
