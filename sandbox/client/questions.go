package client

import (
	"cmp"
	"context"
)

// Question is a point left open by the interface, with the sandbox's default answer.
type Question struct {
	ID        string   `json:"id"`
	Section   string   `json:"section"` // of the documentation, several joined by ", ", or all
	Question  string   `json:"question"`
	Answer    string   `json:"answer"`            // the default, in prose
	Basis     string   `json:"basis"`             // how certain the answer is, such as known or chosen
	HasChoice bool     `json:"has_choice"`        // whether an account can choose the answer
	Default   string   `json:"default,omitempty"` // the default among the choices
	Choices   []Choice `json:"choices,omitempty"`
	Advice    string   `json:"advice,omitempty"`   // what code does that does not depend on the answer
	ShownBy   string   `json:"shown_by,omitempty"` // the calls to the service whose recording shows its answer, empty when none does
	Duration  bool     `json:"duration,omitempty"` // whether any positive duration is an answer too
}

// Choice is an answer that an account can choose.
type Choice struct {
	Answer  string `json:"answer"`
	Meaning string `json:"meaning"`
}

// Answer is how an account answers a question, scenarios aside.
type Answer struct {
	ID      string `json:"id"`
	Answer  string `json:"answer"`
	Default string `json:"default"` // the answer of an account without a choice
}

// Questions lists all open questions, those with a choice first.
func (c *Client) Questions(ctx context.Context) ([]Question, error) {
	list, err := get[struct{ Questions []Question }](ctx, c, at("questions"))
	return list.Questions, err
}

// Answers lists how the account answers the questions with a choice.
func (a *Account) Answers(ctx context.Context) ([]Answer, error) {
	questions, err := a.client.Questions(ctx)
	if err != nil {
		return nil, err
	}
	state, err := a.State(ctx)
	var list []Answer
	for _, q := range questions {
		if q.HasChoice {
			list = append(list, Answer{q.ID, state.AnswerTo(q), q.Default})
		}
	}
	return list, err
}

// AnswerTo returns how the account answers a question, scenarios aside, "" for one without a
// choice.
func (s AccountState) AnswerTo(q Question) string { return cmp.Or(s.Answers[q.ID], q.Default) }

// SetAnswer answers an open question for the account, from its next call on.
func (a *Account) SetAnswer(ctx context.Context, question, answer string) error {
	return a.change(ctx, AccountChange{Answers: map[string]*string{question: &answer}})
}

// ResetAnswer returns to the answer of the start flags.
func (a *Account) ResetAnswer(ctx context.Context, question string) error {
	return a.change(ctx, AccountChange{Answers: map[string]*string{question: nil}})
}
