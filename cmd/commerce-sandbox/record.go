package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// recordColumns are the columns of lists by the kind of their records.
var recordColumns = map[client.Kind][]string{
	client.Orders:        {"reference", "date", "status", "approval", "customer", "name", "total", "handles"},
	client.Customers:     {"reference", "external", "name", "email", "country", "language", "handles"},
	client.Campaigns:     {"code", "name", "standing", "discount", "primary", "recommended", "handles"},
	client.Subscriptions: {"reference", "customer", "partner", "order", "product", "quantity", "expiration", "enabled", "handles"},
	client.Products:      {"code", "name", "prices", "months", "handles"},
	client.Partners:      {"code", "name", "currency", "margin", "handles"},
}

func recordVerb() verb {
	kind := flag{name: "kind", kind: value(recordKind), complete: words(slices.Sorted(maps.Keys(recordColumns))...)}
	one := []flag{kind, {name: "id"}}
	const oneRecord = "a kind such as orders, and an id or a handle such as @order-complete"
	const fieldByField = "{{range fields}}{{index . 0}}\t{{index . 1}}\n{{end}}"
	return verb{use: "record", short: "List the records of an account, show, change or delete one", below: []verb{
		{
			use: "list KIND", short: "List records of a kind: orders, customers, campaigns, subscriptions, products or partners",
			examples: []string{"record list orders", "record list orders -q 'status:REFUND after:-7d' --sort -total", "record list customers --limit 5 --format json"},
			needs:    "a kind of records, such as orders", args: []flag{kind}, account: firstAccount,
			flags: []flag{
				{name: "q", short: "q", value: "QUERY", usage: "only those that match, such as status:REFUND"},
				{name: "sort", value: "FIELD", usage: "order of the rows, such as date, or -date from the last"},
				{name: "limit", value: "N", preset: "20", usage: "how many rows", kind: value(number[int](1))},
				{name: "offset", value: "N", preset: "0", usage: "how many rows to skip", kind: value(number[int](0))},
			},
			prepare: func(r *request) error {
				kind := r.in["kind"].(string)
				r.words["columns"], r.words["head"] = recordColumns[client.Kind(kind)], strings.ToUpper(strings.Join(recordColumns[client.Kind(kind)], "\t"))
				r.words["one"] = strings.TrimSuffix(kind, "s")
				if r.format == client.AsText {
					r.in["view"] = "line"
				}
				return nil
			},
			send: "GET /accounts/{account}/{kind}",
			text: `{{$rows := index . (in "kind")}}{{$total := or (index . "total") 0}}{{in "head"}}
{{range $row := $rows}}{{range $n, $column := in "columns"}}{{if $n}}	{{end}}{{or (cell (index $row $column)) "-"}}{{end}}
{{end}}{{if lt (len (or $rows "")) $total}}
{{len (or $rows "")}} of {{count $total (in "one")}}
{{end}}`,
		},
		{
			use: "show KIND ID", short: "Show a record field by field, as the interface names them",
			examples: []string{"record show orders @order-complete", "record show customer 410008 --format json"},
			needs:    oneRecord, args: one, account: firstAccount, send: "GET /accounts/{account}/{kind}/{id}", text: fieldByField,
		},
		{
			use: "set KIND ID FIELD=VALUE …", short: "Change an order along its legal transitions, a customer, a subscription, a campaign or a product",
			examples: []string{"record set orders @purchase-order-awaiting-confirmation status=CANCELED", "record set orders @order-complete refund.amount=1.50 refund.reason=LATE",
				"record set customers @customer-regular Email=ida@example.test", "record set subscriptions @subscription-upgradable expiration_date=-1d", "record set campaigns @campaign-enabled Enabled=false Name='Autumn sale'"},
			needs: oneRecord + ", and FIELD=VALUE for each change", args: append(slices.Clone(one), flag{name: "change", many: true}), account: firstAccount,
			fetch: changeRecord, text: fieldByField,
		},
		{
			use: "delete KIND ID", short: "Delete a record with what belongs to it",
			examples: []string{"record delete orders @order-complete --dry-run", "record delete campaigns @campaign-enabled"},
			needs:    oneRecord, args: one, account: firstAccount, flags: []flag{{name: "dry-run", usage: "print what would go, and delete nothing", kind: value(toggle)}},
			send: "DELETE /accounts/{account}/{kind}/{id}", answer: client.Deletion{},
			text: `{{if .dry_run}}would be deleted{{else}}deleted{{end}}: {{range $n, $one := .removed}}{{if $n}}, {{end}}{{$one.kind}} {{$one.id}}{{end}}
{{with .forms}}with {{count . "uploaded form"}}
{{end}}{{with .changed}}changed: {{range $n, $one := .}}{{if $n}}, {{end}}{{$one.kind}} {{$one.id}}{{end}}
{{end}}`,
		},
	}}
}

// recordKind sets a kind by its plural or its singular, or names the right kind.
func recordKind(field *string, given string) error {
	var names []string
	for _, known := range slices.Sorted(maps.Keys(recordColumns)) {
		if *field = string(known); given == *field || given+"s" == *field {
			return nil
		}
		names = append(names, *field)
	}
	if near := sandbox.Nearest(given, names); len(near) > 0 {
		return fmt.Errorf("must be a kind of records, got %q; did you mean %s?", given, near[0])
	}
	return fmt.Errorf("must be a kind of records, got %q; known: %s", given, strings.Join(names, ", "))
}

// changeRecord changes a record, and returns it as it is then.
func changeRecord(r *request) (any, error) {
	fields, err := parseAssignments(r.args[2:])
	if err != nil {
		return nil, usage{err}
	}
	account, err := r.account()
	if err != nil {
		return nil, err
	}
	kind := r.in["kind"].(string)
	err = account.ChangeRecord(r.ctx, client.Kind(kind), r.args[1], fields)
	var refused *client.Error
	if errors.As(err, &refused) && refused.Status == http.StatusMethodNotAllowed {
		return nil, usage{fmt.Errorf("%s cannot be changed", kind)}
	}
	if err == nil {
		err = r.sendTo("GET /accounts/{account}/{kind}/{id}", nil)
	}
	return r.raw, err
}

// parseAssignments reads FIELD=VALUE: a field of a field by its path with dots, a value as JSON when
// it is some, otherwise as a text.
func parseAssignments(args []string) (map[string]any, error) {
	fields := map[string]any{}
	for _, arg := range args {
		path, value, ok := strings.Cut(arg, "=")
		if !ok || path == "" {
			return nil, fmt.Errorf("a change is FIELD=VALUE, such as status=CANCELED, got %q", arg)
		}
		within, names := fields, strings.Split(path, ".")
		for _, name := range names[:len(names)-1] {
			inner, ok := within[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				within[name] = inner
			}
			within = inner
		}
		var change any = value
		if json.Valid([]byte(value)) {
			change = json.RawMessage(value)
		}
		within[names[len(names)-1]] = change
	}
	return fields, nil
}

// flattenRecord returns the values of a record with their paths, in its order.
func flattenRecord(body []byte) (fields [][2]string, err error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err = flattenValue(decoder, "", &fields); errors.Is(err, io.EOF) {
		err = nil
	}
	return fields, err
}

// flattenValue adds the values of the next value, which is at a path.
func flattenValue(from *json.Decoder, path string, fields *[][2]string) error {
	token, err := from.Token()
	if err != nil {
		return err
	}
	opened, _ := token.(json.Delim)
	if token == nil {
		token = "null"
	}
	switch {
	case opened == 0:
		*fields = append(*fields, [2]string{path, fmt.Sprint(token)})
		return nil
	case !from.More():
		*fields = append(*fields, [2]string{path, map[json.Delim]string{'{': "{}", '[': "[]"}[opened]})
	}
	for n := 0; from.More(); n++ {
		at := fmt.Sprintf("%s[%d]", path, n)
		if opened == '{' {
			name, err := from.Token()
			if err != nil {
				return err
			}
			at = strings.TrimPrefix(fmt.Sprint(path, ".", name), ".")
		}
		if err := flattenValue(from, at, fields); err != nil {
			return err
		}
	}
	_, err = from.Token()
	return err
}
