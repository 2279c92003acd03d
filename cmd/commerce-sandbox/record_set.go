package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (p *program) recordSet() *cobra.Command {
	r := &recordCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:   "set KIND ID FIELD=VALUE …",
		Short: "Change an order along its legal transitions, a customer, a subscription, a campaign or a product",
		Example: examples(name+" record set orders @purchase-order-awaiting-confirmation status=CANCELED", name+" record set orders @order-complete refund.amount=1.50 refund.reason=LATE",
			name+" record set customers @customer-regular Email=ida@example.test", name+" record set subscriptions @subscription-upgradable expiration_date=-1d", name+" record set campaigns @campaign-enabled Enabled=false Name='Autumn sale'"),
		Args:              r.check(1),
		ValidArgsFunction: kinds,
		RunE:              r.set,
	}
	r.define(c, r.accountFlag(firstAccount), formatFlag(&r.format))
	return c
}

func (r *recordCmd) set(c *cobra.Command, args []string) error {
	fields, err := parseAssignments(args[2:])
	if err != nil {
		return usage{err}
	}
	account, err := r.account(c.Context())
	if err != nil {
		return err
	}
	kind := client.Kind(args[0])
	err = account.ChangeRecord(c.Context(), kind, args[1], fields)
	var refused *client.Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusMethodNotAllowed:
		return usage{fmt.Errorf("%s cannot be changed", kind)}
	case err != nil:
		return wrongName(err)
	}
	return r.show(c, account, args)
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
		within[names[len(names)-1]] = jsonOrText(value)
	}
	return fields, nil
}

func jsonOrText(value string) any {
	if json.Valid([]byte(value)) {
		return json.RawMessage(value)
	}
	return value
}

// flattener reads the values of a record with their paths, in its order.
type flattener struct {
	*json.Decoder
	fields []labelled
}

// flattenRecord returns the values of a record with their paths, in its order.
func flattenRecord(body []byte) ([]labelled, error) {
	f := flattener{Decoder: json.NewDecoder(bytes.NewReader(body))}
	f.UseNumber()
	err := f.readValue("")
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return f.fields, err
}

// readValue adds the fields of the next value, which is at a path.
func (f *flattener) readValue(path string) error {
	token, err := f.Token()
	if err != nil {
		return err
	}
	opened, _ := token.(json.Delim)
	if opened == 0 {
		f.fields = append(f.fields, labelled{path, shownToken(token)})
		return nil
	}
	if !f.More() {
		f.fields = append(f.fields, labelled{path, map[json.Delim]string{'{': "{}", '[': "[]"}[opened]})
	}
	return f.readContent(path, opened)
}

// readContent reads the rest of an opened object or list.
func (f *flattener) readContent(path string, opened json.Delim) error {
	for n := 0; f.More(); n++ {
		at := fmt.Sprintf("%s[%d]", path, n)
		if opened == '{' {
			name, err := f.Token()
			if err != nil {
				return err
			}
			at = strings.TrimPrefix(fmt.Sprint(path, ".", name), ".")
		}
		if err := f.readValue(at); err != nil {
			return err
		}
	}
	_, err := f.Token()
	return err
}

func shownToken(token json.Token) string {
	if token == nil {
		return "null"
	}
	return fmt.Sprint(token)
}

// plain returns a value as a text, without quotes.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
