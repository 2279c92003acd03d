package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// questionsCmd is the command questions with its flags.
type questionsCmd struct {
	remote
	format format
}

func (p *program) questions() *cobra.Command {
	q := &questionsCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "questions",
		GroupID: groupRemote,
		Short:   "List what the interface leaves open and how an account answers it, or answer one",
		Example: examples(name+" questions", name+" questions --account DEMO --format json"),
		RunE:    q.run,
	}
	q.define(c, q.accountFlag(firstAccount), formatFlag(&q.format))
	c.AddCommand(p.questionsSet())
	return c
}

// answeredQuestion is a question with the account's answer, "" if the question
// has no choice.
type answeredQuestion struct {
	client.Question
	AccountAnswer string `json:"account_answer,omitempty"`
}

func (q *questionsCmd) run(c *cobra.Command, _ []string) error {
	questions, err := q.client().Questions(c.Context())
	if err != nil {
		return err
	}
	account, err := q.account(c.Context())
	if err != nil {
		return err
	}
	state, err := account.State(c.Context())
	if err != nil {
		return err
	}
	rows := addAnswers(questions, state)
	if q.format == asJSON {
		return q.program.writeJSON(map[string]any{"questions": rows, "total": len(rows)})
	}
	return writeQuestions(q.program.stdout, rows)
}

func addAnswers(questions []client.Question, state client.AccountState) (rows []answeredQuestion) {
	for _, question := range questions {
		rows = append(rows, answeredQuestion{question, state.AnswerTo(question)})
	}
	return rows
}

// writeQuestions writes the questions with a choice, then the others.
func writeQuestions(w io.Writer, rows []answeredQuestion) error {
	var open, closed table
	open.add("ID", "ANSWER", "CHOICES", "QUESTION")
	closed.add("ID", "QUESTION", "ANSWER")
	for _, row := range rows {
		if row.HasChoice {
			open.add(row.ID, row.AccountAnswer, strings.Join(row.choices(), ", "), row.Question.Question)
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

// choices returns the possible answers of an account.
func (q answeredQuestion) choices() []string {
	var answers []string
	for _, choice := range q.Choices {
		answers = append(answers, choice.Answer)
	}
	if q.Duration {
		answers = append(answers, "a duration such as 90s")
	}
	return answers
}
