package client

import (
	"context"
	"net/http"
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
