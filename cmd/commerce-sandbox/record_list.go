package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// recordListCmd is the command record list with its flags.
type recordListCmd struct {
	recordCmd
	page client.Page
}

func (p *program) recordList() *cobra.Command {
	r := &recordListCmd{recordCmd: recordCmd{remote: p.remote()}, page: client.Page{Limit: 20}}
	c := &cobra.Command{
		Use:               "list KIND",
		Short:             "List records of a kind: orders, customers, campaigns, subscriptions, products or partners",
		Example:           examples(name+" record list orders", name+" record list orders -q 'status:REFUND after:-7d' --sort -total", name+" record list customers --limit 5 --format json"),
		Args:              r.checkList,
		ValidArgsFunction: kinds,
		RunE:              r.run,
	}
	r.define(c, r.accountFlag(firstAccount), formatFlag(&r.format),
		flag{name: "q", short: "q", value: "QUERY", usage: "only those that match, such as status:REFUND", set: text(&r.page.Query)},
		flag{name: "sort", value: "FIELD", usage: "order of the rows, such as date, or -date from the last", set: text(&r.page.Sort)},
		flag{name: "limit", value: "N", preset: "20", usage: "how many rows", set: number(&r.page.Limit, 1)},
		flag{name: "offset", value: "N", preset: "0", usage: "how many rows to skip", set: number(&r.page.Offset, 0)})
	return c
}

func (r *recordListCmd) checkList(c *cobra.Command, args []string) error {
	if err := oneArgument("a kind of records, such as orders")(c, args); err != nil {
		return err
	}
	return checkKind(&args[0])
}

func (r *recordListCmd) run(c *cobra.Command, args []string) error {
	account, err := r.account(c.Context())
	if err != nil {
		return err
	}
	kind := client.Kind(args[0])
	if r.format == asJSON {
		rows, total, err := account.Records(c.Context(), kind, r.page)
		if err != nil {
			return err
		}
		return r.program.writeJSON(map[string]any{string(kind): append([]json.RawMessage{}, rows...), "total": total})
	}
	var lines []map[string]json.RawMessage
	total, err := account.RecordLines(c.Context(), kind, r.page, &lines)
	if err != nil {
		return err
	}
	return r.write(kind, lines, total)
}

// write writes a page of the records as a table.
func (r *recordListCmd) write(kind client.Kind, lines []map[string]json.RawMessage, total int) error {
	var t table
	t.add(strings.Split(strings.ToUpper(strings.Join(recordColumns[kind], " ")), " ")...)
	for _, line := range lines {
		var cells []string
		for _, column := range recordColumns[kind] {
			cells = append(cells, orNone(cell(line[column])))
		}
		t.add(cells...)
	}
	if err := t.write(r.program.stdout); err != nil || len(lines) == total {
		return err
	}
	_, err := fmt.Fprintf(r.program.stdout, "\n%d of %s\n", len(lines), strings.TrimSuffix(count(total, string(kind)), "s"))
	return err
}

// cell returns a value of a line as a text, without quotes and brackets.
func cell(value json.RawMessage) string {
	var texts []string
	if json.Unmarshal(value, &texts) == nil {
		return strings.Join(texts, " ")
	}
	return plain(value)
}
