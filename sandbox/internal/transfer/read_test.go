package transfer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// foreign returns the page of another service's search: an order with unknown names, in
// another order of names, with numbers and texts spelled in other ways.
func foreign(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "page.json"))
	must(t, err)
	return string(text)
}

// inPage returns the order of a page of one.
func inPage(page string) string {
	return page[strings.Index(page, "{\n    \"RefNo\""):strings.LastIndex(page, "\n],")]
}

func parse(t *testing.T, kind transfer.Kind, text string) *transfer.Import {
	t.Helper()
	read, err := prepared(transfer.Source{File: "orders.json", Kind: kind, Text: []byte(text), Merchant: "DEMO"})
	must(t, err)
	return read
}

// prepared reads a text as it is.
func prepared(s transfer.Source) (*transfer.Import, error) { return ready(transfer.Read(s)) }

// ready returns an import, ready to be added as it is.
func ready(read *transfer.Import, err error) (*transfer.Import, error) {
	if err == nil {
		err = read.Prepare(0, nil)
	}
	return read, err
}

func nothing(commerce.Tx) error { return nil }

var strict = transfer.Policy{Now: noon}

// add writes a batch and returns the result of its records.
func add(t *testing.T, s commerce.Store, b *transfer.Import, p transfer.Policy) *transfer.Outcome {
	t.Helper()
	var outcome *transfer.Outcome
	_, err := s.Extend(t.Context(), b.Bytes(), func(tx commerce.Tx) (err error) {
		outcome, err = b.Add(tx, p)
		return err
	})
	must(t, err)
	return outcome
}

func body(t *testing.T, s commerce.Store, ref string) string {
	t.Helper()
	var text string
	must(t, s.View(func(tx commerce.Tx) error {
		stored, _ := tx.Orders().Body(ref)
		text = string(stored)
		return nil
	}))
	return text
}

// compact returns JSON without white space between its parts. No text of the page has
// such space within.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	must(t, json.Compact(&b, []byte(text)))
	return b.String()
}

// theOrder returns the order of the page as an account serves it.
func theOrder(t *testing.T) string {
	t.Helper()
	page := compact(t, foreign(t))
	order := strings.TrimSuffix(strings.TrimPrefix(page, `{"Items":[`), `],"Pagination":{"Page":1,"Limit":10,"Count":1}}`)
	return strings.Replace(order, "ACME0001", "DEMO", 1)
}

func TestAForeignPageIsServedAsItCame(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	outcome := add(t, s, parse(t, "", foreign(t)), strict)
	want := "created 1 order; replaced ; implied 1 customer, 1 subscription; left out "
	if got := outcome.String(); got != want || outcome.Notes != nil {
		t.Errorf("got %s %v, want %s", got, outcome.Notes, want)
	}
	if got, want := body(t, s, "248810377"), theOrder(t); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	err := s.View(func(tx commerce.Tx) error {
		order, _, _ := tx.Orders().Get("248810377")
		customer, _, _ := tx.Customers().Get(781234)
		subscription, known, _ := tx.Subscriptions().Get("7KQ2M9XW4B")
		if order.Sale == 0 || order.Invoice == "" || !strings.Contains(customer.Text, `"LoyaltyLevel":3.0`) || !known || subscription.Customer != 781234 {
			t.Errorf("got %+v, %+v, %+v", order.OrderInternals, customer, subscription)
		}
		if next, _ := tx.Customers().ByExternal("CRM-77"); next != 781234 {
			t.Errorf("CRM-77 is customer %d", next)
		}
		return ledger.Invariants(tx, noon)
	})
	must(t, err)
}

// TestTheFormsOfAText reads the possible forms of a text of records.
func TestTheFormsOfAText(t *testing.T) {
	t.Parallel()
	page := foreign(t)
	one := inPage(page)
	other := strings.NewReplacer("248810377", "248810378", "7KQ2M9XW4B", "7KQ2M9XW4C", "51820", "51821").Replace(one)
	for name, text := range map[string]string{
		"a list":         "[" + one + "," + other + "]",
		"a page":         `{"Items":[` + one + "," + other + `]}`,
		"lines":          compact(t, one) + "\n\n" + compact(t, other) + "\n",
		"two pages":      page + `{"Items":[` + other + `]}`,
		"an export":      `{"summary":"x","orders":[` + one + "," + other + `],"campaigns":[],"handles":{},"sequences":{"sales":9}}`,
		"behind a mark":  "\xef\xbb\xbf[" + one + "," + other + "]",
		"its own record": strings.Replace(one, `"Refunds": null`, `"Refunds": null, "sandbox": {"sale": 7, "moves": [], "handles": ["x"]}`, 1) + other,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, nothing)
			outcome := add(t, s, parse(t, "", text), strict)
			if outcome.Created[transfer.Orders] != 2 || outcome.Implied[transfer.Customers] != 1 || outcome.Implied[transfer.Subscriptions] != 2 {
				t.Errorf("got %v", outcome)
			}
			if got, want := body(t, s, "248810377"), theOrder(t); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestReferences reads orders with a reference of one digit and of as many as the number
// holds. The next order gets the number after the highest.
func TestReferences(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	const highest = "999999999999999999"
	one := inPage(foreign(t))
	text := strings.ReplaceAll(one, "248810377", "7") +
		strings.NewReplacer("248810377", highest, "7KQ2M9XW4B", "7KQ2M9XW4C", "51820", "51821").Replace(one)
	if outcome := add(t, s, parse(t, "", text), strict); outcome.Created[transfer.Orders] != 2 {
		t.Errorf("got %v", outcome)
	}
	for _, reference := range []string{"7", highest} {
		if got := body(t, s, reference); !strings.Contains(got, `"RefNo":"`+reference+`"`) {
			t.Errorf("got %s", got)
		}
	}
	_, err := s.Extend(t.Context(), 0, func(tx commerce.Tx) error {
		next, err := tx.Next(commerce.OrderReferences)
		if next != 1_000_000_000_000_000_000 {
			t.Errorf("got %d", next)
		}
		return err
	})
	must(t, err)
}

// The page of a search for campaigns has another name for its list than a page of orders.
func TestAPageOfCampaigns(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	text := `{"Page":1,"Limit":10,"Upsells":[{"Code":"0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40","Discount":{"Type":"PERCENT","Value":10.0},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}]}`
	if outcome := add(t, s, parse(t, "", text), strict); outcome.Created[transfer.Campaigns] != 1 {
		t.Errorf("got %v", outcome)
	}
}

// TestFaults reads texts with mistakes. Each is named by its place, all of them at
// once.
func TestFaults(t *testing.T) {
	t.Parallel()
	page := foreign(t)
	with := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(page) }
	for _, c := range []struct{ name, text, want string }{
		{"a quantity", with(`"Quantity": 1`, `"Quantity": "two"`), `orders.json: $.Items[0].Items[0].Quantity: must be a whole number from 1 to 99999, got "two"`},
		{"a reference that is a number", with(`"248810377"`, `248810377`), `orders.json: $.Items[0].RefNo: must be a string of 1 to 18 digits that begins with no 0, got a number`},
		{"a reference of letters", with(`248810377`, `A1`), `orders.json: $.Items[0].RefNo: must be a string of 1 to 18 digits that begins with no 0, got "A1"`},
		{"a reference that no number holds", with(`248810377`, `1234567890123456789`), `orders.json: $.Items[0].RefNo: must be a string of 1 to 18 digits that begins with no 0, got "1234567890123456789"`},
		{"a reference with a leading 0", with(`248810377`, `07`), `orders.json: $.Items[0].RefNo: must be a string of 1 to 18 digits that begins with no 0, got "07"`},
		{"several", with(`"COMPLETE"`, `"DONE"`, `"2026-10-02 09:14:51"`, `"2.10.2026"`, `"HasShipping": false`, `"HasShipping": 0`),
			"orders.json: $.Items[0].Status: must be COMPLETE, PENDING, CANCELED, REFUND, AUTHRECEIVED or REVERSED, got \"DONE\"\n" +
				"orders.json: $.Items[0].OrderDate: must be a date and time in the format Y-m-d H:i:s, got \"2.10.2026\"\n" +
				"orders.json: $.Items[0].HasShipping: must be true or false, got 0"},
		{"what is missing", `[{"RefNo":"248810377"}]`, "orders.json: $[0].OrderDate: is required\norders.json: $[0].Status: is required\norders.json: $[0].Items: must have 1 to 100 lines, got 0"},
		{"a name in another case", with(`"Status"`, `"status"`), "orders.json: $.Items[0].status: unknown name; did you mean Status?"},
		{"personal data is not shown", with(`"Phone": "+33 6 12 34 56 78", "FirstName": "Ida"`, `"Phone": 33612345678, "FirstName": ["Ida"]`, `"DeliveryDetails": {"Phone": "+33 6 12 34 56 78", "FirstName": "Ida"`, `"DeliveryDetails": {"FirstName": "Ida"`),
			"orders.json: $.Items[0].BillingDetails.Phone: must be a string, got a number\norders.json: $.Items[0].BillingDetails.FirstName: must be a string, got a list"},
		{"twice", `[` + compact(t, page)[len(`{"Items":[`):len(compact(t, page))-len(`],"Pagination":{"Page":1,"Limit":10,"Count":1}}`)] + `,` + theOrder(t) + `]`,
			"orders.json: $[1].RefNo: the RefNo 248810377 is there twice, first at $[0].RefNo"},
		{"a name twice", `{"RefNo":"1","RefNo":"2"}`, "orders.json: $.RefNo: the text is not valid JSON at line 1, byte 14 of it: a name is given twice in one object"},
		{"half", page[:300], "orders.json: $.Items[0]: the text is not valid JSON at line 6, byte 9 of it: it ends early"},
		{"nothing", " \n", "orders.json: $: the text is empty; expected records as JSON"},
		{"a number", "7", "orders.json: $: must be a record, a list of records or a page, got 7"},
		{"another thing", `{"a":1}`, "orders.json: $: its names do not say what it is; an order has RefNo, a campaign PrimaryProduct, a customer AvangateCustomerReference, a subscription start_date; or name the kind"},
		{"nested", strings.Repeat("[", 70) + strings.Repeat("]", 70), "orders.json: $: values may be nested at most 64 levels deep"},
		{"brackets in a text", `{"a":"\"` + strings.Repeat("[", 70) + `"}`, "orders.json: $: its names do not say what it is; an order has RefNo, a campaign PrimaryProduct, a customer AvangateCustomerReference, a subscription start_date; or name the kind"},
		{"nested behind a backslash", `{"a":"\\","b":` + strings.Repeat("[", 70), "orders.json: $: values may be nested at most 64 levels deep"},
		{"nested side by side", `{"a":[` + strings.Repeat("[],", 70) + `[]]}`, "orders.json: $: its names do not say what it is; an order has RefNo, a campaign PrimaryProduct, a customer AvangateCustomerReference, a subscription start_date; or name the kind"},
		{"a long list", "[" + strings.Repeat("{},", 600_000) + "{}]", "orders.json: $: a list may have at most 600000 elements"},
		{"a large object", "{" + strings.Repeat(`"a":1,`, 10_001) + "}", "orders.json: $: an object may have at most 10000 names"},
		{"a large record", `[{"RefNo":"1","Note":"` + strings.Repeat("x", 4<<20) + `"}]`, "orders.json: $[0]: it may have at most 4 MiB"},
		{"a large product", `[{"code":"P","name":"` + strings.Repeat("x", 4<<20) + `","prices":{}}]`, "orders.json: $[0]: it may have at most 4 MiB"},
		{"large settings", `{"settings":{"a":"` + strings.Repeat("x", 4<<20) + `"}}`, "orders.json: $.settings: it may have at most 4 MiB"},
		{"a long text", `[{"RefNo":"` + strings.Repeat("x", 1<<20) + `"}]`, "orders.json: $[0].RefNo: must have at most 1 MiB"},
		{"a number of very many digits", strings.Replace(page, `"FxRate": 1.0`, `"FxRate": 1e999999999`, 1), "orders.json: $.Items[0].FxRate: must be a number, got 1e999999999"},
		{"UTF-16", "\xff\xfe[\x00", "orders.json: $: the text is in UTF-16; write it in UTF-8"},
		{"not UTF-8", `[{"RefNo":"` + "\xff" + `"}]`, "orders.json: $[0].RefNo: the text is not valid JSON at line 1, byte 12 of it: invalid UTF-8"},
		{"an unknown part", `{"orders":[],"Campaigns":[]}`, "orders.json: $.Campaigns: unknown name; did you mean campaigns?"},
		{"a campaign", `{"Code":"X","PrimaryProduct":{"Code":"A"},"RecommendedProduct":{}}`,
			"orders.json: $.Code: must be a UUID in lower case, got \"X\"\norders.json: $.RecommendedProduct.Code: is required\norders.json: $.Discount.Type: is required: FIXED or PERCENT"},
		{"a subscription", `{"reference":"A","start_date":"2026-10-02 09:14:51","quantty":1}`, "orders.json: $.quantty: unknown name; did you mean quantity?"},
		{"lines", "{\"RefNo\":\"248810377\"}\n[]\n7\n", "orders.json: line 3: $: must be a record, a list of records or a page, got 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := prepared(transfer.Source{File: "orders.json", Text: []byte(c.text), Merchant: "DEMO"})
			if got := fmt.Sprint(err); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Each fault has the line and the column of its value, or of the part around an absent
// value.
func TestPlacesOfFaults(t *testing.T) {
	t.Parallel()
	page := foreign(t)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"[\n  {\"RefNo\": 1,\n   \"Items\": [{\"Ä\": \"ä\", \"Quantity\": 0}]\n}]", []string{"2:13", "3:37"}},
		{strings.Replace(page, `"Quantity": 1`, `"Quantity": "two"`, 1), []string{"44:71"}},
		{`[{"RefNo":"248810377"}]`, []string{"1:2", "1:2", "1:2"}},
		{"{\"RefNo\":\"1234567\",\"sandbox\":{\"sale\":\"x\"}}\n {\"reference\":\"A\",\"start_date\":\"\"}", []string{"1:38", "2:32"}},
		{"[{\"RefNo\":\"1\",\n\n \"RefNo\":\"2\"}]", []string{"3:2"}},
		{`[{"RefNo":"1","Items":[{},{"Quantity":0}]}]`, []string{"1:39"}},
		{"[1,\n  2]", []string{"1:2", "2:3"}},
		{"\n{\"orders\":[],\n\"Campaigns\":[]}", []string{"3:13"}},
		{"\xff\xfe", []string{"1:1"}},
	} {
		var found *transfer.Error
		var got []string
		if _, err := prepared(transfer.Source{Text: []byte(c.text)}); errors.As(err, &found) {
			for _, f := range found.Faults {
				got = append(got, fmt.Sprintf("%d:%d", f.Line, f.Column))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v: %v", phrase.Shorten(c.text, 60), got, c.want, found)
		}
	}
}

func TestARecordOfAnotherKind(t *testing.T) {
	t.Parallel()
	const campaign = `{"Code":"X","PrimaryProduct":{"Code":"A"},"RecommendedProduct":{}}`
	for text, want := range map[string]string{
		campaign:                `$: looks like a campaign, and only orders can be given here`,
		"[" + campaign + "]":    `$[0]: looks like a campaign, and only orders can be given here`,
		`{"start_date":"2026"}`: `$: looks like a subscription, and only orders can be given here`,
	} {
		if _, err := prepared(transfer.Source{Kind: transfer.Orders, Text: []byte(text)}); fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	_, err := prepared(transfer.Source{Kind: transfer.Campaigns, Text: []byte(one("1", "COMPLETE", "", ""))})
	if want := "$: looks like an order, and only campaigns can be given here"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = prepared(transfer.Source{Kind: transfer.Orders, Text: []byte(`{"orders":[` + one("1", "COMPLETE", "", "") + `],"customers":[],"summary":{},"sequences":{}}`)})
	if want := "$.customers: only orders can be given here\n$.sequences: only orders can be given here"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = prepared(transfer.Source{Kind: transfer.Campaigns, Text: []byte(`{"OrderDate":"any","Code":"X","PrimaryProduct":{}}`)})
	if err == nil || strings.Contains(err.Error(), "looks like") {
		t.Errorf("got %v for a campaign with a name of orders", err)
	}
}

func TestExternalReference(t *testing.T) {
	t.Parallel()
	for letters, want := range map[int]string{100: "<nil>", 101: "$.ExternalReference: must have at most 100 characters, got 101"} {
		text := one("1", "COMPLETE", "", `,"ExternalReference":"`+strings.Repeat("ä", letters)+`"`)
		if _, err := prepared(transfer.Source{Text: []byte(text)}); fmt.Sprint(err) != want {
			t.Errorf("%d letters: got %v, want %s", letters, err, want)
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	const wrong = "$.sandbox.purchase_order.forms[0].content: must be a string in base64, got another one"
	for content, want := range map[string]string{
		strings.Repeat("AAAA", 1<<18+1): "<nil>", // more than another text may have
		`QUJD\/+8=`:                     "<nil>", // as PHP writes a slash
		"AAAA*":                         wrong,
		"QUJ":                           wrong,
	} {
		text := one("1", "COMPLETE", "", `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"purchase_order":{"state":"awaiting_form","forms":[{"file_name":"f","content":"`+content+`"}]}}`)
		_, err := prepared(transfer.Source{Text: []byte(text)})
		if fmt.Sprint(err) != want {
			t.Errorf("%.10s…: got %v, want %s", content, err, want)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	before, line, _ := strings.Cut(one("1", "COMPLETE", "", ""), "[")
	line = strings.TrimSuffix(line, "]}")
	for lines, want := range map[int]string{
		0:                     "$.Items: must have 1 to 100 lines, got 0",
		commerce.MaxLines:     "<nil>",
		commerce.MaxLines + 1: "$.Items: must have 1 to 100 lines, got 101",
	} {
		text := before + "[" + strings.TrimSuffix(strings.Repeat(line+",", lines), ",") + "]}"
		if _, err := prepared(transfer.Source{Text: []byte(text)}); fmt.Sprint(err) != want {
			t.Errorf("%d lines: got %v, want %s", lines, err, want)
		}
	}
}

// An error has the first faults and counts the others.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	refusals := &transfer.Refusals{}
	_, err := prepared(transfer.Source{Text: []byte("[" + strings.Repeat(`{"RefNo":1},`, 10_000) + `{"RefNo":1}]`), Refusals: refusals})
	got := fmt.Sprint(err)
	if strings.Count(got, "\n") != 100 || !strings.HasSuffix(got, "\nand 9,901 more") {
		t.Errorf("got %s", got)
	}
	if !refusals.Take(err) || len(refusals.Faults) != 100 || refusals.More != 9901 {
		t.Errorf("got %d refused faults and %d more, want 100 and 9901", len(refusals.Faults), refusals.More)
	}
	if _, err := prepared(transfer.Source{Text: []byte(strings.Repeat(`{"RefNo":1}`, 200))}); !strings.HasSuffix(fmt.Sprint(err), "\nand 100 more") {
		t.Errorf("got %v, want as many counted as are named", err)
	}
}

// TestManyRounds refuses at most twenty times, and keeps of all faults the first hundred.
func TestManyRounds(t *testing.T) {
	t.Parallel()
	var none *transfer.Refusals
	refusals := &transfer.Refusals{}
	_, err := prepared(transfer.Source{Text: []byte(strings.Repeat(`{"RefNo":1}`, 30)), Refusals: refusals})
	if none.Take(err) {
		t.Error("nobody refused something")
	}
	rounds := 0
	for refusals.Take(err) {
		rounds++
	}
	if rounds != 20 || len(refusals.Faults) != 100 || refusals.More != 500 {
		t.Errorf("got %d rounds, %d faults and %d more, want 20, 100 and 500", rounds, len(refusals.Faults), refusals.More)
	}
}

// TestLenientRefusals says of several rounds that one had a fault that is only noted when asked to.
func TestLenientRefusals(t *testing.T) {
	t.Parallel()
	refusals := &transfer.Refusals{}
	read, err := prepared(transfer.Source{Text: []byte(one("1", "COMPLETE", "", "")), Refusals: refusals})
	must(t, err)
	broken := mustRefuse(t, openStore(t, nothing), read, strict)
	_, wrong := prepared(transfer.Source{Text: []byte(`{"RefNo":1}`), Refusals: refusals})
	for _, round := range []struct {
		err  error
		want bool
	}{{wrong, false}, {broken, true}, {wrong, true}} {
		if taken := refusals.Take(round.err); !taken || refusals.Lenient != round.want {
			t.Errorf("after %v: got %t, lenient %t, want %t", round.err, taken, refusals.Lenient, round.want)
		}
	}
}

// TestManyRecords reads as many values as a text may have, and one more.
func TestManyRecords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		strings.Repeat("[]\n", 600_000): "<nil>",
		strings.Repeat("[]\n", 600_001): "$: a text may have at most 600000 records",
	} {
		if _, err := transfer.Read(transfer.Source{Text: []byte(text)}); fmt.Sprint(err) != want {
			t.Errorf("%.10s…: got %v, want %s", text, err, want)
		}
	}
}

// TestLinesOfOthers puts lines that are no records into an account.
func TestLinesOfOthers(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"{", "[]"} {
		_, err := openStore(t, nothing).Update(func(tx commerce.Tx) error { return transfer.Put(tx, transfer.Orders, []byte(line)) })
		if err == nil || err.Error() != "it is no JSON object" {
			t.Errorf("%s: got %v", line, err)
		}
	}
}
