package client

import (
	"context"
	"net/http"
)

// Question is something that the interface leaves open, with the sandbox's
// answer.
type Question struct {
	ID        string   `json:"id"`
	Section   string   `json:"section"` // of the interface, several joined by ", ", or all
	Question  string   `json:"question"`
	Answer    string   `json:"answer"` // the default, in prose
	Basis     string   `json:"basis"`  // how sure it is, such as known or chosen
	HasChoice bool     `json:"switchable"`
	Default   string   `json:"default,omitempty"` // token of the default
	Choices   []Choice `json:"choices,omitempty"`
	Duration  bool     `json:"duration,omitempty"` // any positive duration is a token too
}

// Answer is an answer that an account can choose.
type Choice struct {
	Answer  string `json:"answer"`
	Meaning string `json:"meaning"`
}

// Answer is how an account answers a question, scenarios aside.
type Answer struct {
	ID      string `json:"id"`
	Answer  string `json:"answer"`  // a token
	Default string `json:"default"` // the token without any choice
}

// Questions lists all open questions, those with a choice first.
func (c *Client) Questions(ctx context.Context) ([]Question, error) {
	var list struct{ Questions []Question }
	err := c.get(ctx, at("questions"), &list)
	return list.Questions, err
}

// Answers lists how the account answers the questions with a choice.
func (a *Account) Answers(ctx context.Context) ([]Answer, error) {
	var list struct{ Questions []Answer }
	err := a.client.get(ctx, a.at("questions"), &list)
	return list.Questions, err
}

// Assume answers an open question for the account, from its next call on.
func (a *Account) Assume(ctx context.Context, question, token string) error {
	return a.answer(ctx, question, &token)
}

// ResetAnswer goes back to how the sandbox was started to answer a question.
func (a *Account) ResetAnswer(ctx context.Context, question string) error {
	return a.answer(ctx, question, nil)
}

func (a *Account) answer(ctx context.Context, question string, token *string) error {
	return a.client.call(ctx, http.MethodPut, a.at("questions", question), map[string]*string{"answer": token}, nil)
}
