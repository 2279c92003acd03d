package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// clockCmd is a command about a clock, with its flags.
type clockCmd struct {
	remote
	change client.ClockChange
	real   bool
	format format
}

// clock is the parent of the commands about clocks. By itself it shows a clock, or
// changes it by its flags.
func (p *program) clock() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "clock",
		GroupID: groupRemote,
		Short:   "Show what the clock of an account shows, or change it",
		Long:    "Show what the clock of an account shows, or change it.\nThe flags do what the commands do.",
		Example: examples(name+" clock", name+" clock advance 8d", name+" clock freeze '2026-10-09 12:00:00' --account DEMO", name+" clock --advance 8d --dry-run"),
		Args:    all(noArguments, k.readFlags),
		RunE:    k.run,
	}
	k.addFlags(c)
	c.AddCommand(p.clockShow(), p.clockSet(), p.clockAdvance(), p.clockFreeze(), p.clockReal())
	return c
}

func (k *clockCmd) addFlags(c *cobra.Command) {
	k.define(c,
		k.accountFlag(firstAccount),
		flag{name: "to", value: "MOMENT", usage: "moment to move the clock to, such as 2026-10-09", set: text(&k.change.Now)},
		flag{name: "advance", value: "DURATION", usage: "how far to move the clock, such as 8d or -1d12h", set: text(&k.change.Advance)},
		k.freezeFlag(),
		flag{name: "real", usage: "show the time of the machine again", set: toggle(&k.real)},
		k.dryFlag(), formatFlag(&k.format),
	)
}

func (k *clockCmd) freezeFlag() flag {
	return flag{name: "freeze", usage: "stop the clock there", set: toggle(&k.change.Freeze)}
}

func (k *clockCmd) dryFlag() flag {
	return flag{name: "dry-run", usage: "print what the change would do, and change nothing", set: toggle(&k.change.DryRun)}
}

// readFlags checks the flags of clock itself.
func (k *clockCmd) readFlags(*cobra.Command, []string) error {
	switch {
	case k.change.Now != "" && k.change.Advance != "":
		return errors.New("--to and --advance exclude each other")
	case k.real && (k.change.Now != "" || k.change.Advance != "" || k.change.Freeze):
		return errors.New("--real excludes --to, --advance and --freeze")
	case k.real:
		k.change.Mode = realClock
	}
	return nil
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
