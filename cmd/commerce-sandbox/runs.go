package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
)

// runs is the parent of the commands about runs. By itself it lists.
func (p *program) runs() *cobra.Command {
	c := p.runsList()
	c.Use, c.GroupID = "runs", groupRemote
	c.Short = "List the runs of a sandbox, or delete one; a run is the accounts of one execution of a test suite"
	c.Long = c.Short + ".\nWithout a command it lists. verdict --run sums one up."
	c.AddCommand(p.runsList(), p.runsDelete())
	return c
}

// runsListCmd is the command runs list with its flags.
type runsListCmd struct {
	remote
	format format
}

func (p *program) runsList() *cobra.Command {
	r := &runsListCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the runs, the one that opened an account last at the end",
		Example: examples(name+" runs list", name+" runs list --format json"),
		RunE:    r.run,
	}
	r.define(c, formatFlag(&r.format))
	return c
}

func (r *runsListCmd) run(c *cobra.Command, _ []string) error {
	list, err := r.client().Runs(c.Context())
	if err != nil {
		return err
	}
	if r.format == asJSON {
		return r.program.writeJSON(list)
	}
	var t table
	t.add("RUN", "OPENED (UTC)", "LAST (UTC)", "ACCOUNTS", "DELETED")
	for _, line := range list.Runs {
		t.add(line.Name, inUTC(line.Opened), inUTC(line.Last), strconv.Itoa(line.Accounts), strconv.Itoa(line.Deleted))
	}
	if err := t.write(r.program.stdout); err != nil || list.Dropped == 0 {
		return err
	}
	_, err = fmt.Fprintf(r.program.stdout, "\n%s gone, because the sandbox keeps the last ones only\n", count(list.Dropped, "older run"))
	return err
}

// runsDeleteCmd is the command runs delete.
type runsDeleteCmd struct {
	remote
	format format
}

func (p *program) runsDelete() *cobra.Command {
	r := &runsDeleteCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "delete RUN",
		Short:   "Delete a run with its accounts, never the first account of the sandbox",
		Example: examples(name + " runs delete ci-17"),
		Args:    oneArgument("the name of a run"),
		RunE:    r.run,
	}
	r.define(c, formatFlag(&r.format))
	return c
}

func (r *runsDeleteCmd) run(c *cobra.Command, args []string) error {
	deleted, err := r.client().DeleteRun(c.Context(), args[0])
	if err != nil {
		return unknownRun(err)
	}
	kept := ""
	if deleted.Kept != "" {
		kept = "; account " + deleted.Kept + " stays, because the sandbox was started with it"
	}
	return r.program.report(r.format, deleted, "run %s is deleted with %s%s", deleted.Name, count(deleted.Deleted, "account"), kept)
}

// runFlag selects a run.
func (r *remote) runFlag(field *string) flag {
	return flag{name: "run", value: "RUN", usage: "all accounts of a run, deleted ones too, in place of one account", set: text(field)}
}
