package client

import (
	"context"
	"net/http"
	"time"
)

// The states that an account can be reset to, beside its snapshots.
const (
	ToWorld = "world" // its world again, dated by its clock
	ToEmpty = "empty" // products and partners only
)

// Part is a part of an account that a reset can keep.
type Part string

// The parts that a reset returns to the start flags of the sandbox unless it
// keeps them.
const (
	KeepScenarios Part = "scenarios"
	KeepJournal   Part = "journal"
	KeepClock     Part = "clock"
	KeepFeatures  Part = "features"
	KeepQuestions Part = "questions"
)

// Parts returns all parts that a reset can keep.
func Parts() []Part {
	return []Part{KeepScenarios, KeepJournal, KeepClock, KeepFeatures, KeepQuestions}
}

// Reset says how to reset an account.
type Reset struct {
	To   string `json:"to,omitempty"`   // ToWorld, ToEmpty or the name of a snapshot; ToWorld when empty
	Keep []Part `json:"keep,omitempty"` // what stays as it is
}

// Reset resets the account's data to ToWorld, ToEmpty or a snapshot, and all parts not
// kept to the start flags of the sandbox. It returns the state of the account after it. A
// reset that fails changes nothing. Only SaveSnapshot keeps a way back.
func (a *Account) Reset(ctx context.Context, to string, keep ...Part) (AccountState, error) {
	return ask[AccountState](ctx, a.client, http.MethodPost, a.at("reset"), Reset{To: to, Keep: keep})
}

// Snapshot is a saved state of an account's data.
type Snapshot struct {
	Name        string        `json:"name"`
	Time        time.Time     `json:"time,omitzero"`         // when it was saved, on the machine's clock
	AccountTime time.Time     `json:"account_time,omitzero"` // the same on the account's clock
	Counts      *RecordCounts `json:"counts,omitempty"`
}

// Snapshots lists the account's snapshots by their names.
func (a *Account) Snapshots(ctx context.Context) ([]Snapshot, error) {
	list, err := get[struct{ Snapshots []Snapshot }](ctx, a.client, a.at("snapshots"))
	return list.Snapshots, err
}

// SaveSnapshot saves the account's data under a name, for Reset, in place of an
// earlier snapshot of the name.
func (a *Account) SaveSnapshot(ctx context.Context, name string) (Snapshot, error) {
	return ask[Snapshot](ctx, a.client, http.MethodPut, a.at("snapshots", name), nil)
}

// DeleteSnapshot deletes a snapshot of the account.
func (a *Account) DeleteSnapshot(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("snapshots", name), nil, nil)
}
