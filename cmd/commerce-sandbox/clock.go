package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// clockCmd is a command about a clock, with its flags.
type clockCmd struct {
	remote
	change client.ClockChange
	format format
}

// clock is the parent of the commands about clocks. By itself it shows a clock.
func (p *program) clock() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "clock",
		GroupID: groupRemote,
		Short:   "Show what the clock of an account shows, or change it",
		Example: examples(name+" clock", name+" clock advance 8d", name+" clock freeze '2026-10-09 12:00:00' --account DEMO"),
		Args:    noArguments,
		RunE:    k.run,
	}
	k.define(c, k.accountFlag(firstAccount), formatFlag(&k.format))
	c.AddCommand(p.clockShow(), p.clockSet(), p.clockAdvance(), p.clockFreeze(), p.clockReal())
	return c
}

func (k *clockCmd) freezeFlag() flag {
	return flag{name: "freeze", usage: "stop the clock there", set: toggle(&k.change.Freeze)}
}

func (k *clockCmd) dryFlag() flag {
	return flag{name: "dry-run", usage: "print what the change would do, and change nothing", set: toggle(&k.change.DryRun)}
}

func (k *clockCmd) run(c *cobra.Command, _ []string) error {
	account, err := k.account(c.Context())
	if err != nil {
		return err
	}
	if k.change.DryRun {
		return k.preview(c.Context(), account)
	}
	clock, err := k.readOrChange(c.Context(), account)
	if err != nil {
		return err
	}
	if k.format == asJSON {
		return k.program.writeJSON(clock)
	}
	_, err = fmt.Fprintf(k.program.stdout, "account %s: the clock is %s\n%s", account.Code, shownClock(clock), shownMove(clock))
	return err
}

// readOrChange makes the change of the flags, if any, and returns the clock.
func (k *clockCmd) readOrChange(ctx context.Context, account *client.Account) (client.Clock, error) {
	if (k.change == client.ClockChange{}) {
		return account.Clock(ctx)
	}
	return account.ChangeClock(ctx, k.change)
}

// shownMove returns the effects of a change of the clock and its note, "" for none.
func shownMove(clock client.Clock) (text string) {
	if p := clock.Progress; p != nil {
		text = "time completed " + shownProgress(*p) + " expired\n"
	}
	if clock.Note != "" {
		text += clock.Note + "\n"
	}
	return text
}

// shownProgress returns how many records time changes. The sentence ends with what the
// subscriptions do.
func shownProgress(p client.ClockProgress) string {
	return fmt.Sprintf("%s, canceled %d, reversed %d and approved %d; %s",
		count(p.Completed, "order"), p.Canceled, p.Reversed, p.Approved, count(p.Expired, "subscription"))
}

// preview prints the effects of a change of the clock.
func (k *clockCmd) preview(ctx context.Context, account *client.Account) error {
	p, err := account.PreviewClock(ctx, k.change)
	if err != nil {
		return err
	}
	if k.format == asJSON {
		return k.program.writeJSON(p)
	}
	fmt.Fprintf(k.program.stdout, "account %s: the clock would be %s; nothing has changed\n", account.Code, shownClock(p.Clock.After))
	return writeEffects(k.program.stdout, p)
}

// writeEffects writes the effects of a change of the clock as text.
func writeEffects(out io.Writer, p client.ClockPreview) error {
	fmt.Fprintf(out, "orders that leave a search without filters: %d, that enter it: %d\n", p.Orders.Leave, p.Orders.Enter)
	for _, turn := range p.Campaigns {
		fmt.Fprintf(out, "campaigns %s, then %s: %d\n", turn.From, turn.To, turn.Count)
	}
	fmt.Fprintf(out, "subscriptions that expire: %d, that are valid again: %d\n", p.Subscriptions.Expire, p.Subscriptions.Revive)
	if turn := p.Progress; turn != nil {
		end := ""
		if turn.More {
			end = "; more is due behind them"
		}
		fmt.Fprintf(out, "time would have completed %s expired%s\n", shownProgress(turn.ClockProgress), end)
	}
	_, err := fmt.Fprintf(out, "SOAP sessions that end: %d, that are valid again: %d\n", p.Sessions.Expire, p.Sessions.Revive)
	return err
}

func shownClock(c client.Clock) string { return c.Mode + " at " + inUTC(c.Now) + " UTC" }
