package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// snapshot is the parent of the commands about snapshots. By itself it lists.
func (p *program) snapshot() *cobra.Command {
	c := p.snapshotList()
	c.Use, c.GroupID = "snapshot", groupRemote
	c.Short = "List the snapshots of an account, take one or delete one"
	c.Long = c.Short + ".\nWithout a command it lists. " + name + " reset --to SNAPSHOT goes back to one."
	c.AddCommand(p.snapshotList(), p.snapshotTake(), p.snapshotDelete())
	return c
}

// snapshotListCmd is the command snapshot list with its flags.
type snapshotListCmd struct {
	remote
	format format
}

func (p *program) snapshotList() *cobra.Command {
	s := &snapshotListCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the snapshots of an account",
		Example: examples(name+" snapshot list", name+" snapshot list --account DEMO --format json"),
		RunE:    s.run,
	}
	s.define(c, s.accountFlag(firstAccount), formatFlag(&s.format))
	return c
}

func (s *snapshotListCmd) run(c *cobra.Command, _ []string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	snapshots, err := account.Snapshots(c.Context())
	if err != nil {
		return err
	}
	if s.format == asJSON {
		return s.program.writeJSON(map[string]any{"snapshots": append([]client.Snapshot{}, snapshots...), "total": len(snapshots)})
	}
	var t table
	t.add("NAME", "SAVED", "ACCOUNT TIME", "ORDERS")
	for _, snapshot := range snapshots {
		t.add(cellsOf(snapshot)...)
	}
	return t.write(s.program.stdout)
}

func cellsOf(snapshot client.Snapshot) []string {
	saved, at, orders := "", "", ""
	if !snapshot.Time.IsZero() {
		saved, at = inUTC(snapshot.Time), inUTC(snapshot.AccountTime)
	}
	if snapshot.Counts != nil {
		orders = strconv.Itoa(snapshot.Counts.Orders)
	}
	return []string{snapshot.Name, orNone(saved), orNone(at), orNone(orders)}
}

// snapshotCmd is a command about one snapshot.
type snapshotCmd struct {
	remote
	format format
}

func (p *program) snapshotTake() *cobra.Command {
	s := &snapshotCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "take NAME",
		Short:   "Save the records of an account under a name, in place of an earlier snapshot of the name",
		Example: examples(name + " snapshot take before-migration"),
		Args:    oneArgument("a name for the snapshot"),
		RunE:    s.take,
	}
	s.define(c, s.accountFlag(firstAccount), formatFlag(&s.format))
	return c
}

func (s *snapshotCmd) take(c *cobra.Command, args []string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	saved, err := account.SaveSnapshot(c.Context(), args[0])
	if err != nil {
		return err
	}
	orders := ""
	if saved.Counts != nil {
		orders = " with " + count(saved.Counts.Orders, "order")
	}
	return s.program.report(s.format, saved, "snapshot %s of account %s is saved%s", saved.Name, account.Code, orders)
}

func (p *program) snapshotDelete() *cobra.Command {
	s := &snapshotCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "delete NAME",
		Short:   "Delete a snapshot of an account",
		Example: examples(name + " snapshot delete before-migration"),
		Args:    oneArgument("the name of a snapshot"),
		RunE:    s.delete,
	}
	s.define(c, s.accountFlag(firstAccount), formatFlag(&s.format))
	return c
}

func (s *snapshotCmd) delete(c *cobra.Command, args []string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	if err := account.DeleteSnapshot(c.Context(), args[0]); err != nil {
		return err
	}
	return s.program.report(s.format, map[string]string{"deleted": args[0], "account": account.Code}, "snapshot %s of account %s is deleted", args[0], account.Code)
}
