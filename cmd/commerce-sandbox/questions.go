package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// answering is the verb questions with its settings.
type answering struct {
	remote remote
	format format
}

func (p *program) questions() verb {
	a := &answering{remote: p.remote()}
	return verb{
		name:     "questions",
		summary:  "Lists what the interface leaves open, and how an account answers it",
		examples: []string{name + " questions", name + " questions --account DEMO --format json"},
		flags:    a.remote.flags(a.remote.accountFlag(firstAccount), formatFlag(&a.format)),
		accept:   a.remote.complete,
		run:      a.run,
	}
}

// answered is a question with the token that answers it for the account, ""
// where there is no choice.
type answered struct {
	client.Question
	InForce string `json:"in_force,omitempty"`
}

func (a *answering) run(ctx context.Context) error {
	questions, err := a.remote.client().Questions(ctx)
	if err != nil {
		return err
	}
	account, err := a.remote.account(ctx)
	if err != nil {
		return err
	}
	answers, err := account.Answers(ctx)
	if err != nil {
		return err
	}
	tokens := map[string]string{}
	for _, answer := range answers {
		tokens[answer.ID] = answer.Answer
	}
	var rows []answered
	for _, q := range questions {
		rows = append(rows, answered{q, tokens[q.ID]})
	}
	if a.format == asJSON {
		return a.remote.target.program.writeJSON(map[string]any{"questions": rows, "total": len(rows)})
	}
	return tabulate(a.remote.target.program.stdout, rows)
}

// tabulate shows first what can be switched, then the rest.
func tabulate(w io.Writer, rows []answered) error {
	var open, closed table
	open.add("ID", "ANSWER", "TOKENS", "QUESTION")
	closed.add("ID", "QUESTION", "ANSWER")
	for _, row := range rows {
		if row.HasChoice {
			open.add(row.ID, row.InForce, strings.Join(row.tokens(), ", "), row.Question.Question)
		} else {
			closed.add(row.ID, row.Question.Question, row.Answer)
		}
	}
	if err := open.write(w); err != nil {
		return err
	}
	if _, err := fmt.Fprint(w, "\nWithout a choice:\n"); err != nil {
		return err
	}
	return closed.write(w)
}

// tokens are the words that answer the question.
func (a answered) tokens() []string {
	var words []string
	for _, token := range a.Choices {
		words = append(words, token.Answer)
	}
	if a.Duration {
		words = append(words, "a duration such as 90s")
	}
	return words
}
