package sandbox_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestImportKeepsGoing imports the right records of texts. Each refused one is listed with its
// place, what belongs to it is refused with it, and nothing is written when none is right.
func TestImportKeepsGoing(t *testing.T) {
	t.Parallel()
	const (
		right  = `{"AvangateCustomerReference":41}`
		wrong  = `{"AvangateCustomerReference":42,"Enabled":"yes"}`
		twice  = `{"AvangateCustomerReference":42}`
		handle = `{"ids":{"CustomerReference":"42"},"kind":"customer"}`
	)
	order := func(ref, customer, date string) string {
		return fmt.Sprintf(`{"RefNo":%q,"Status":"PENDING","ApproveStatus":"WAITING","OrderDate":%q,"CustomerDetails":{"AvangateCustomerReference":%s},"Items":[{"Quantity":1}]}`, ref, date, customer)
	}
	for name, c := range map[string]struct {
		text             string
		created, refused map[string]int
		faults           []string // line:column message
	}{
		"lines": {right + "\n{\"RefNo\": \"12\nno JSON\n" + right + "\n" + wrong + "\n" + twice + "\n  {\"AvangateCustomerReference\":43}\n" + order("1000001", "42", "2026-01-01 00:00:00"), map[string]int{"customers": 3, "orders": 1},
			map[string]int{"customers": 2, "unknown": 2}, []string{
				"2:1 f: line 2: $.RefNo: the text is not valid JSON at line 2, byte 14 of it: invalid character '\\n' in string (expecting non-control character)",
				"3:1 f: line 3: $: the text is not valid JSON at line 3, byte 2 of it: invalid character 'o' in literal null (expecting 'u')",
				"4:30 f: line 4: $.AvangateCustomerReference: the AvangateCustomerReference 41 is there twice, first at line 1: $.AvangateCustomerReference",
				`5:43 f: line 5: $.Enabled: must be true or false, got "yes"`}},
		"an export": {`{"customers":[` + right + "," + wrong + `],"orders":[` + order("1000001", "41", "2026-01-01 00:00:00") + "," + order("1000002", "42", "2026-01-01 00:00:00") + "," + order("1000003", "41", "2099-01-01 00:00:00") +
			`],"handles":{"bad":` + handle + `},"subscriptions":[{"reference":"S","order":"1000002","product":"P","quantity":1}]}`,
			map[string]int{"customers": 1, "orders": 1}, map[string]int{"customers": 1, "orders": 2, "subscriptions": 1}, []string{
				`1:90 f: $.customers[1].Enabled: must be true or false, got "yes"`,
				"1:428 f: $.orders[1].CustomerDetails.AvangateCustomerReference: names the customer 42, which is refused at $.customers[1]",
				"1:458 f: $.orders[2]: order 1000003 breaks the rule order-present: OrderDate is 2099-01-01 00:00:00, the present 2026-10-09 12:00:00. No order is dated or finished after the present.",
				"1:747 f: $.subscriptions[0].order: names the order 1000002, which is refused at $.orders[1]"}},
		"nothing right": {`{"customers":[` + wrong + `],"settings":{"upselling_display_type":"overlay"},"sequences":{"order-references":5000000}}`, nil, nil, []string{`1:57 f: $.customers[0].Enabled: must be true or false, got "yes"`}},
		"empty":         {"", nil, nil, []string{"1:1 f: $: the text is empty; expected records as JSON"}},
		"no lines":      {"{\"customers\": [\n" + right + "\n],\n", nil, nil, []string{"4:1 f: $: the text is not valid JSON at line 4, byte 1 of it: it ends early"}},
	} {
		s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World = "empty" })
		account := s.Control().Account(s.Code())
		before := records(t, account)
		imported, err := account.Import(t.Context(), strings.NewReader(c.text), client.Import{File: "f", KeepGoing: true})
		faults := imported.Faults
		if refusal := (*client.Error)(nil); errors.As(err, &refusal) && refusal.Status == http.StatusBadRequest {
			faults = refusal.Faults
			if after := records(t, account); after != before {
				t.Errorf("%s: refused, and the export is\n%s", name, after)
			}
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got []string
		for _, f := range faults {
			got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Message))
		}
		if strings.Join(got, "\n") != strings.Join(c.faults, "\n") || !maps.Equal(imported.Created, c.created) || !maps.Equal(imported.Refused, c.refused) {
			t.Errorf("%s: got created %v, refused %v\n%s\nwant created %v, refused %v\n%s", name, imported.Created, imported.Refused, strings.Join(got, "\n"), c.created, c.refused, strings.Join(c.faults, "\n"))
		}
		if name == "an export" && strings.Contains(records(t, account), `"bad"`) {
			t.Error("the handle of a refused customer is there")
		}
		if _, err := account.Import(t.Context(), strings.NewReader(right), client.Import{KeepGoing: true}); (err == nil) != (c.created == nil) {
			t.Errorf("%s: imported a record that the account has, %v", name, err)
		}
	}
}

// TestImportShiftsDates imports an old page in a frozen account: all dates move by the same whole
// days, so that a search finds the order by today's date and its subscription still runs.
func TestImportShiftsDates(t *testing.T) {
	t.Parallel()
	page := readText(t, "internal/transfer/testdata/page.json")
	text := strings.Replace(page, `"LocalTime": null`, `"Checked": ["2026-09-01", {"At": "2026-09-02 23:59:59"}, "1 2026-09-01"]`, 1)
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World = "empty" })
	account := s.Control().Account(s.Code())
	must(t, errorOf(account.FreezeAt(t.Context(), time.Date(2028, 3, 1, 9, 0, 0, 0, time.UTC))))
	imported, err := account.Import(t.Context(), strings.NewReader(text), client.Import{ShiftDates: true})
	if err != nil || imported.ShiftedBy != "515d" {
		t.Fatalf("got %+v, %v", imported, err)
	}
	got := s.Get("/orders/?StartDate=2028-02-29").Body
	for _, want := range []string{
		`"OrderDate":"2028-02-29 09:14:51"`, `"FinishDate":"2028-02-29 09:20:07"`, `"ExpirationDate":"2029-02-28 09:20:07"`,
		`"Checked":["2028-01-29",{"At":"2028-01-30 23:59:59"},"1 2026-09-01"]`, `"RefNo":"248810377"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if _, total, err := account.Records(t.Context(), client.Subscriptions, client.Page{Query: "expired:false start:2028-02-29"}); err != nil || total != 1 {
		t.Errorf("got %d subscriptions, %v, want 1", total, err)
	}
	never := strings.Replace(text, "2027-10-02", "9999-12-31", 1)
	_, err = account.Import(t.Context(), strings.NewReader(never), client.Import{ShiftDates: true, Replace: true})
	if want := "$.Items[0]: the date 9999-12-31 09:20:07 cannot move by 515d, because years are from 1 to 9999"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	// One newer than the clock moves back, and records without dates stay.
	for text, want := range map[string]string{
		`{"Code":"0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40","Name":"New","StartDate":"2028-03-04","Discount":{"Type":"PERCENT"},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`: "-3d",
		`{"AvangateCustomerReference":41}`: "0d",
	} {
		if imported, err := account.Import(t.Context(), strings.NewReader(text), client.Import{ShiftDates: true}); err != nil || imported.ShiftedBy != want {
			t.Errorf("%s: got %+v, %v, want %s", text, imported, err, want)
		}
	}
}
