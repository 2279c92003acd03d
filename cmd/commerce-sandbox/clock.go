package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// clockCmd is the command clock with its flags.
type clockCmd struct {
	remote
	change client.ClockChange
	real   bool
}

func (p *program) clock() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "clock",
		GroupID: groupRemote,
		Short:   "Show what the clock of an account shows, or change it",
		Example: examples(
			name+" clock",
			name+" clock --advance 8d",
			name+" clock --account DEMO --to '2026-10-09 12:00:00' --freeze",
			name+" clock --advance 8d --dry-run",
			name+" clock --real",
		),
		RunE: k.run,
	}
	k.define(c,
		k.accountFlag(firstAccount),
		flag{name: "to", value: "MOMENT", usage: "moment to move the clock to, such as 2026-10-09", set: text(&k.change.Now)},
		flag{name: "advance", value: "DURATION", usage: "how far to move the clock, such as 8d or -1d12h", set: text(&k.change.Advance)},
		flag{name: "freeze", usage: "stop the clock there", set: toggle(&k.change.Freeze)},
		flag{name: "real", usage: "show the time of the machine again", set: toggle(&k.real)},
		flag{name: "dry-run", usage: "print what the change would do, and change nothing", set: toggle(&k.change.DryRun)},
	)
	return c
}

func (k *clockCmd) run(c *cobra.Command, _ []string) error {
	switch {
	case k.change.Now != "" && k.change.Advance != "":
		return errors.New("--to and --advance exclude each other")
	case k.real && (k.change.Now != "" || k.change.Advance != "" || k.change.Freeze):
		return errors.New("--real excludes --to, --advance and --freeze")
	case k.real:
		k.change.Mode = "real"
	}
	account, err := k.account(c.Context())
	if err != nil {
		return err
	}
	if k.change.DryRun {
		return k.preview(c.Context(), account)
	}
	var clock client.Clock
	if (k.change == client.ClockChange{}) {
		clock, err = account.Clock(c.Context())
	} else {
		clock, err = account.ChangeClock(c.Context(), k.change)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(k.program.stdout, "account %s: the clock is %s\n%s", account.Code, shownClock(clock), shownMove(clock))
	return err
}

// shownMove returns what a change of the clock did and did not do, "" for nothing.
func shownMove(clock client.Clock) (text string) {
	if p := clock.Progress; p != nil {
		text = fmt.Sprintf("time completed %s, canceled %d, reversed %d and approved %d; %s expired\n",
			count(p.Completed, "order"), p.Canceled, p.Reversed, p.Approved, count(p.Expired, "subscription"))
	}
	if clock.Note != "" {
		text += clock.Note + "\n"
	}
	return text
}

// preview prints what a change of the clock would do.
func (k *clockCmd) preview(ctx context.Context, account *client.Account) error {
	p, err := account.PreviewClock(ctx, k.change)
	if err != nil {
		return err
	}
	out := k.program.stdout
	fmt.Fprintf(out, "account %s: the clock would be %s; nothing has changed\n", account.Code, shownClock(p.Clock.After))
	fmt.Fprintf(out, "orders that leave a search without filters: %d, that enter it: %d\n", p.Orders.Leave, p.Orders.Enter)
	for _, turn := range p.Campaigns {
		fmt.Fprintf(out, "campaigns %s, then %s: %d\n", turn.From, turn.To, turn.Count)
	}
	fmt.Fprintf(out, "subscriptions that expire: %d, that are valid again: %d\n", p.Subscriptions.Expire, p.Subscriptions.Revive)
	_, err = fmt.Fprintf(out, "SOAP sessions that end: %d, that are valid again: %d\n", p.Sessions.Expire, p.Sessions.Revive)
	return err
}
