package main

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// answeredQuestion is a question with the account's answer, "" if it has no choice.
type answeredQuestion struct {
	client.Question
	AccountAnswer string `json:"account_answer,omitempty"`
}

func questionsVerb() verb {
	return verb{
		use: "questions", short: "List what the interface leaves open and how an account answers it, or answer one",
		examples: []string{"questions", "questions --account DEMO --format json"},
		account:  firstAccount, fetch: withAccount(listQuestions),
		answer: listOf{"questions", answeredQuestion{}},
		text: "ID\tANSWER\tCHOICES\tQUESTION\n" + `{{range .questions}}{{if .has_choice}}{{.id}}	{{.account_answer}}	{{range $n, $choice := .choices}}{{if $n}}, {{end}}{{$choice.answer}}{{end}}{{if .duration}}{{if .choices}}, {{end}}a duration such as 90s{{end}}	{{.question}}
{{end}}{{end}}
Without a choice:
ID	QUESTION	ANSWER
{{range .questions}}{{if not .has_choice}}{{.id}}	{{.question}}	{{.answer}}
{{end}}{{end}}`,
		below: []verb{{
			use: "set ID ANSWER | set ID --default", short: "Answer an open question for an account",
			examples: []string{"questions set search-status 200", "questions set search-status --default"},
			needs:    "the id of a question and an answer, or --default in place of the answer",
			args:     []flag{{name: "id", complete: knownNames(answers)}, {name: "answer", optional: true}},
			account:  firstAccount, flags: []flag{{name: "default", usage: "answer as the start flags of the sandbox do", kind: value(toggle)}},
			fetch: answerQuestion, answer: client.Answer{}, text: `account {{in "account"}} answers {{.id}} with {{.answer}}` + "\n",
		}},
	}
}

func listQuestions(r *request, account *client.Account) (any, error) {
	questions, err := r.client().Questions(r.ctx)
	if err != nil {
		return nil, err
	}
	state, err := account.State(r.ctx)
	var rows []answeredQuestion
	for _, q := range questions {
		rows = append(rows, answeredQuestion{q, state.AnswerTo(q)})
	}
	return map[string]any{"questions": rows, "total": len(rows)}, err
}

func answerQuestion(r *request) (any, error) {
	id := r.args[0]
	if reset := r.in["default"] == true; reset == (len(r.args) == 2) {
		return nil, usage{fmt.Errorf("questions set needs %s; got %q", r.needs, r.args)}
	}
	account, err := r.account()
	switch {
	case err != nil:
	case len(r.args) == 1:
		err = account.ResetAnswer(r.ctx, id)
	default:
		err = account.SetAnswer(r.ctx, id, r.args[1])
	}
	if err != nil {
		return nil, err
	}
	answers, err := account.Answers(r.ctx)
	for _, a := range answers {
		if a.ID == id {
			return a, nil
		}
	}
	return nil, err
}
