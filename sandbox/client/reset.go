package client

import (
	"context"
	"net/http"
)

// The states an account can go back to beside its snapshots.
const (
	ToWorld = "world" // its world, made anew and dated by its clock
	ToEmpty = "empty" // products and partners only
)

// Part is a part of an account that a reset can leave as it is.
type Part string

// What a reset takes back to how the sandbox was started, unless it is kept.
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

// Reset takes the account's data back to ToWorld, ToEmpty or a snapshot, and
// all that is not kept to how the sandbox was started. It returns how the
// account stands then. A reset that fails changes nothing.
func (a *Account) Reset(ctx context.Context, to string, keep ...Part) (AccountState, error) {
	asked := struct {
		To   string `json:"to"`
		Keep []Part `json:"keep,omitempty"`
	}{to, keep}
	var state AccountState
	err := a.client.call(ctx, http.MethodPost, a.at("reset"), asked, &state)
	return state, err
}
