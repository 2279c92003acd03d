package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// questionsSetCmd is the command questions set with its flags.
type questionsSetCmd struct {
	remote
	reset  bool
	format format
}

func (p *program) questionsSet() *cobra.Command {
	q := &questionsSetCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "set ID ANSWER | set ID --default",
		Short:             "Answer an open question for an account",
		Example:           examples(name+" questions set search-status 200", name+" questions set search-status --default"),
		Args:              q.check,
		ValidArgsFunction: firstArgument(knownNames(answers)),
		RunE:              q.run,
	}
	q.define(c, q.accountFlag(firstAccount),
		flag{name: "default", usage: "answer as the start flags of the sandbox do", set: toggle(&q.reset)}, formatFlag(&q.format))
	return c
}

func (q *questionsSetCmd) check(_ *cobra.Command, args []string) error {
	if want := 2; q.reset && len(args) == 1 || !q.reset && len(args) == want {
		return nil
	}
	return fmt.Errorf("questions set needs the id of a question and an answer, or --default in place of the answer; got %q", args)
}

func (q *questionsSetCmd) run(c *cobra.Command, args []string) error {
	account, err := q.account(c.Context())
	if err != nil {
		return err
	}
	if err := q.answer(c.Context(), account, args); err != nil {
		return wrongName(err)
	}
	answers, err := account.Answers(c.Context())
	for _, a := range answers {
		if a.ID == args[0] {
			return q.program.report(q.format, a, "account %s answers %s with %s", account.Code, a.ID, a.Answer)
		}
	}
	return err
}

func (q *questionsSetCmd) answer(ctx context.Context, account *client.Account, args []string) error {
	if q.reset {
		return account.ResetAnswer(ctx, args[0])
	}
	return account.SetAnswer(ctx, args[0], args[1])
}

// wrongName returns the refusal of a name in the arguments as an error of usage, unless
// the account is unknown.
func wrongName(err error) error {
	var refused *client.Error
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound && !unknownAccount.MatchString(refused.Text) {
		return usage{inOwnWords(err, refused)}
	}
	return err
}
