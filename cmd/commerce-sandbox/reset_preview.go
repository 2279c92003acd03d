package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// preview prints what a reset would change.
func (r *resetCmd) preview(ctx context.Context, account *client.Account) error {
	p, err := account.PreviewReset(ctx, r.to, r.keep...)
	if err != nil {
		return err
	}
	if r.format == asJSON {
		return r.program.writeJSON(p)
	}
	out := r.program.stdout
	fmt.Fprintf(out, "account %s would go back to %s; nothing has changed\n", account.Code, r.state("its world"))
	if err := recordChanges(p.Records).write(out); err != nil {
		return err
	}
	for _, line := range resetLines(p) {
		fmt.Fprintln(out, visible(line))
	}
	return nil
}

// recordChanges returns the table of how the records would change.
func recordChanges(c client.RecordChanges) *table {
	t := &table{}
	t.add("RECORDS", "NOW", "THEN", "ADDED", "CHANGED", "EDITED", "REMOVED")
	for _, kind := range []struct {
		name string
		client.KindChanges
	}{
		{"orders", c.Orders}, {"campaigns", c.Campaigns}, {"customers", c.Customers}, {"subscriptions", c.Subscriptions},
		{"products", c.Products}, {"partners", c.Partners}, {"settings", c.Settings},
	} {
		t.add(kind.name, strconv.Itoa(kind.Before), strconv.Itoa(kind.After), strconv.Itoa(kind.Added), strconv.Itoa(kind.Changed), strconv.Itoa(kind.Edited), strconv.Itoa(kind.Removed))
	}
	return t
}

// resetLines returns what would change beside the records.
func resetLines(p client.ResetPreview) []string {
	lines := []string{
		fmt.Sprintf("recorded calls deleted: %d", p.Calls),
		fmt.Sprintf("SOAP sessions ended: %d", p.Sessions),
	}
	add := func(what string, names []string) {
		if len(names) > 0 {
			lines = append(lines, what+": "+strings.Join(names, ", "))
		}
	}
	add("scenarios activated", p.Scenarios.Activated)
	add("scenarios deactivated", p.Scenarios.Deactivated)
	for _, f := range p.Features {
		lines = append(lines, fmt.Sprintf("feature %s: %t, then %t", f.Flag, f.Before, f.After))
	}
	for _, q := range p.Questions {
		lines = append(lines, fmt.Sprintf("question %s: %s, then %s", q.ID, q.Before, q.After))
	}
	if p.Clock.Before != p.Clock.After {
		lines = append(lines, fmt.Sprintf("clock: %s, then %s", shownClock(p.Clock.Before), shownClock(p.Clock.After)))
	}
	return lines
}

func shownClock(c client.Clock) string { return c.Mode + " at " + inUTC(c.Now) + " UTC" }
