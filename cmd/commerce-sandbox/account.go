package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// accountCommand is the parent of the commands about accounts. By itself it lists.
func (p *program) accountCommand() *cobra.Command {
	c := p.accountList()
	c.Use, c.GroupID = "account", groupRemote
	c.Short = "List the accounts of a sandbox, open, change or delete one"
	c.Long = c.Short + ".\nWithout a command it lists."
	c.AddCommand(p.accountList(), p.accountOpen(), p.accountSet(), p.accountDelete())
	return c
}

// accountListCmd is the command account list with its flags.
type accountListCmd struct {
	remote
	filter client.AccountFilter
	format format
}

func (p *program) accountList() *cobra.Command {
	a := &accountListCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the accounts, with what each was called and refused",
		Example: examples(name+" account list", name+" account list --q 'refused:>0' --sort -refused", name+" account list --format json"),
		RunE:    a.run,
	}
	a.define(c,
		flag{name: "q", short: "q", value: "QUERY", usage: "only accounts that match a query, such as 'refused:>0 scenario:*', in quotes for the shell", set: text(&a.filter.Query)},
		flag{name: "sort", value: "FIELD", preset: "code", usage: "code, calls, refused or last_call, with - in front from the greatest down", set: text(&a.filter.Sort)},
		formatFlag(&a.format),
	)
	return c
}

func (a *accountListCmd) run(c *cobra.Command, _ []string) error {
	list, err := a.client().FindAccounts(c.Context(), a.filter)
	if err != nil {
		return err
	}
	if a.format == asJSON {
		return a.program.writeJSON(list)
	}
	var t table
	t.add("CODE", "WORLD", "CALLS", "REFUSED", "CLOCK", "SCENARIOS", "RUN", "LABEL")
	for _, state := range list.Accounts {
		t.add(state.VendorCode, state.World, strconv.FormatInt(state.Calls, 10), strconv.FormatInt(state.Refused, 10),
			shownClock(state.Clock), orNone(strings.Join(state.Scenarios, ", ")), orNone(state.Run), orNone(state.Label))
	}
	return t.write(a.program.stdout)
}

// accountDeleteCmd is the command account delete with its flags.
type accountDeleteCmd struct {
	remote
	format format
}

func (p *program) accountDelete() *cobra.Command {
	a := &accountDeleteCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "delete CODE",
		Short:   "Delete an account with all that belongs to it",
		Example: examples(name + " account delete JOB-17"),
		Args:    oneArgument("the vendor code of an account"),
		RunE:    a.run,
	}
	a.define(c, formatFlag(&a.format))
	return c
}

func (a *accountDeleteCmd) run(c *cobra.Command, args []string) error {
	if err := a.client().Account(args[0]).Delete(c.Context()); err != nil {
		return err
	}
	return a.program.report(a.format, map[string]string{"deleted": args[0]}, "account %s is deleted", args[0])
}
