package transfer_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// The policies of the results.
var (
	lenient = transfer.Policy{Now: noon, Lenient: true}
	replace = transfer.Policy{Now: noon, Lenient: true, Replace: true}
	goOn    = transfer.Policy{Now: noon, GoOn: true}
)

// one returns an order of one line that shows a subscription, with further members.
func one(ref, status, subscription, further string) string {
	return fmt.Sprintf(`{"RefNo":%q,"Status":%q,"OrderDate":"2026-10-02 09:00:00","Items":[{"Code":"P","Quantity":3,"ProductDetails":{"Subscriptions":[%s]}}]%s}`, ref, status, subscription, further)
}

// shown returns a subscription as an order shows it.
func shown(reference string) string {
	return fmt.Sprintf(`{"SubscriptionReference":%q,"SubscriptionStartDate":"2026-10-02 09:00:00","ExpirationDate":"2027-10-02 09:00:00","Enabled":true}`, reference)
}

func owned(reference, order, customer string) string {
	return fmt.Sprintf(`{"reference":%q,"order":%q,"customer":%s,"product":"P","quantity":2,"start_date":"2026-10-02 09:00:00","expiration_date":"2027-10-02 09:00:00"}`, reference, order, customer)
}

const (
	otherProduct  = `{"code":"P","name":"Other","prices":{"EUR":1},"upgrade_products":["Q"]}`
	sameProduct   = `{"code":"P","name":"<Studio>","prices":{"EUR":19.9}}`
	otherPartner  = `{"code":"NORTH","name":"Other","currency":"USD","margin_percent":5}`
	otherCustomer = `{"AvangateCustomerReference":410001,"FirstName":"Eva"}`
	refusedOwners = `{"AvangateCustomerReference":410001,"FirstName":5}{"code":"NORTH","currency":5,"margin_percent":5}{"code":"P","prices":5}`
	otherCampaign = `{"Code":"0199c2a0-0000-7000-8000-000000000001","PrimaryProduct":{"Code":"P"},"RecommendedProduct":{"Code":"Q"},"Discount":{"Type":"FIXED"}}`
	ofCustomer    = `,"CustomerDetails":{"AvangateCustomerReference":410001,"FirstName":"Implied"}`
	ofAnother     = `,"CustomerDetails":{"AvangateCustomerReference":410002,"FirstName":"Another"}`
)

// allOthers returns other records than the account's, with its references.
func allOthers() string {
	return strings.Join([]string{otherProduct, otherPartner, otherCustomer, one("248810377", "COMPLETE", "", ""), owned("7KQ2M9XW4B", "248810377", "410001"), otherCampaign}, "\n")
}

// numberedWorld writes a record of each kind, an order with a sale and an invoice, an order
// of nobody with one of its two subscriptions, and a purchase order to be paid.
func numberedWorld(tx commerce.Tx) error {
	return errors.Join(aWorld(tx),
		transfer.Put(tx, transfer.Orders, []byte(one("92", "COMPLETE", shown("N")+","+shown("M"), ""))), transfer.Put(tx, transfer.Subscriptions, []byte(owned("N", "92", "0"))),
		transfer.Put(tx, transfer.Orders, []byte(one("90", "COMPLETE", "", `,"sandbox":{"sale":8,"invoice":"9"}`))),
		transfer.Put(tx, transfer.Orders, []byte(one("91", "PENDING", "", `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"purchase_order":{"state":"awaiting_payment","forms":[]}}`))))
}

// TestResults adds texts to an account with a record of each kind, and compares with a golden
// file what each says and what it changes.
func TestResults(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, c := range []struct {
		name, text string
		policy     transfer.Policy
	}{
		{"the account has all already", allOthers(), strict},
		{"the account has all already, each alone", allOthers(), goOn},
		{"others in place of the account's", allOthers(), replace},
		{"a product that is new", strings.Replace(otherProduct, `"P"`, `"NEW"`, 1), strict},
		{"the account's own", sameProduct, goOn},
		{"a customer with the external reference of another", `{"AvangateCustomerReference":410002,"ExternalCustomerReference":"CRM-1 \"ä\"\n"}`, lenient},
		{"the first customer, and a subscription as the control interface shows it", `{"AvangateCustomerReference":1}` + strings.Replace(owned("A", "248810377", "0"), "{", `{"upgrade_products":["P"],"why_not":"it is disabled",`, 1), lenient},
		{"its own external reference", `{"AvangateCustomerReference":410001,"ExternalCustomerReference":"CRM-1 \"ä\"\n"}`, replace},
		{"campaigns that end before they start, and on that day", strings.ReplaceAll(otherCampaign, `{"Code":"0199c2a0-0000-7000-8000-000000000001"`, `{"Code":"0199c2a0-0000-7000-8000-00000000000a","StartDate":"2026-10-02","EndDate":"2026-10-01"`) +
			strings.ReplaceAll(otherCampaign, `{"Code":"0199c2a0-0000-7000-8000-000000000001"`, `{"Code":"0199c2a0-0000-7000-8000-00000000000b","StartDate":"2026-10-02","EndDate":"2026-10-02"`), lenient},
		{"campaigns that only start or only end", strings.ReplaceAll(otherCampaign, `{"Code":"0199c2a0-0000-7000-8000-000000000001"`, `{"Code":"0199c2a0-0000-7000-8000-00000000000a","StartDate":"2026-10-02"`) +
			strings.ReplaceAll(otherCampaign, `{"Code":"0199c2a0-0000-7000-8000-000000000001"`, `{"Code":"0199c2a0-0000-7000-8000-00000000000b","EndDate":"2026-10-02"`), lenient},
		{"handles", `{"handles":{"a-customer":{"kind":"customer","ids":{"CustomerReference":"410001"}},"order-form":{"kind":"order","ids":{"OrderReference":"1"}},"new":{"kind":"order","ids":{"OrderReference":"2"}},"newer":{"kind":"order","ids":{"OrderReference":"2"}}},"settings":{"upselling_display_type":"interstitial"},"sequences":{"sales":7,"creations":3}}`, lenient},
		{"handles in place of the account's", `{"handles":{"order-form":{"kind":"order","ids":{"OrderReference":"1"}}}}`, replace},
		{"numbers", one("2", "COMPLETE", "", "") + one("1", "COMPLETE", "", `,"sandbox":{"sale":40}`) + one("3", "REFUND", "", `,"sandbox":{"invoice":"50","proforma":"60"}`) +
			one("4", "PENDING", "", `,"sandbox":{"sale":8}`) + one("5", "REVERSED", "", "") + one("6", "REVERSED", "", `,"FinishDate":"2026-10-03 09:00:00"`), lenient},
		{"the same numbers twice", one("1", "COMPLETE", "", `,"sandbox":{"sale":40,"invoice":"50"}`) + "\n" + one("2", "COMPLETE", "", `,"sandbox":{"sale":41,"invoice":"50"}`) + "\n" + one("3", "COMPLETE", "", `,"sandbox":{"sale":40,"invoice":"51"}`), strict},
		{"numbers of the account's", one("2", "COMPLETE", "", `,"sandbox":{"sale":8}`) + one("3", "COMPLETE", "", `,"sandbox":{"invoice":"9"}`) + one("1", "COMPLETE", "", `,"sandbox":{"sale":18,"invoice":"19"}`), strict},
		{"purchase orders", one("1", "PENDING", "", `,"OrderFlow":"PURCHASE_ORDER"`) + one("2", "COMPLETE", "", `,"OrderFlow":"PURCHASE_ORDER"`) + one("3", "CANCELED", "", `,"OrderFlow":"PURCHASE_ORDER"`) +
			one("4", "COMPLETE", "", `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"purchase_order":{"state":"awaiting_form","forms":[{"file_name":"f","content":"eHl6"}]}}`) +
			one("5", "PENDING", "", `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"proforma":"77"}`), lenient},
		{"an order of the account's that is no longer paid", one("90", "PENDING", "", ""), replace},
		{"a purchase order in a state that its status does not have", one("1", "REVERSED", "", `,"OrderFlow":"PURCHASE_ORDER"`), lenient},
		{"a purchase order in the state of the account's", one("91", "PENDING", "", `,"OrderFlow":"PURCHASE_ORDER"`), replace},
		{"a purchase order in another state than the account's", one("91", "COMPLETE", "", `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"purchase_order":{"state":"awaiting_payment","forms":[]}}`), replace},
		{"a subscription of the account's for another customer, by its own order", one("248810377", "COMPLETE", shown("7KQ2M9XW4B"), ofAnother), replace},
		{"a subscription of the account's for another customer, by itself", owned("7KQ2M9XW4B", "90", "410002") + strings.Replace(otherCustomer, "1,", "2,", 1), replace},
		{"a purchase order in place of the account's", one("248810377", "COMPLETE", shown("NEW"), `,"OrderFlow":"PURCHASE_ORDER"`), replace},
		{"customers of orders", one("1", "COMPLETE", "", `,"CustomerDetails":{"FirstName":"Nobody"}`) + one("2", "COMPLETE", "", ofAnother) + one("3", "COMPLETE", "", strings.Replace(ofAnother, "Another", "Same", 1)) +
			one("4", "COMPLETE", "", `,"CustomerDetails":{"AvangateCustomerReference":410003,"ExternalCustomerReference":"CRM-1 \"ä\"\n"}`) + one("5", "COMPLETE", shown("OF ONE"), `,"CustomerDetails":{"AvangateCustomerReference":1}`) + `{"AvangateCustomerReference":2}`, lenient},
		{"shown subscriptions", otherProduct + one("1", "COMPLETE", shown("A")+","+shown("7KQ2M9XW4B"), ofCustomer) + one("2", "COMPLETE", shown("A"), ofAnother), replace},
		{"what a line says of a shown subscription", strings.Replace(one("1", "COMPLETE", shown("A")+","+shown("B"), `,"PartnerCode":"NORTH","CustomerDetails":{"FirstName":"Nobody"}`), `"Quantity":3`, `"Quantity":6,"PriceOptions":[{"Options":["a","b"]},{"Options":["c"]}]`, 1), lenient},
		{"a subscription that a later order shows, and itself", one("1", "COMPLETE", shown("A"), "") + strings.Replace(one("2", "COMPLETE", shown("A"), ""), "10-02", "10-03", 1) + one("3", "COMPLETE", shown("A")+","+shown("B"), "") + owned("B", "1", "0"), lenient},
		{"sequences and no settings", `{"settings":{},"sequences":{"sales":0,"invoices":999999999999999}}`, lenient},
		{"a shown subscription of another customer", one("1", "COMPLETE", shown("7KQ2M9XW4B"), ofAnother), lenient},
		{"a shown subscription of an earlier order", one("1", "COMPLETE", shown("7KQ2M9XW4B"), ""), lenient},
		{"a shown subscription of a later order", strings.Replace(one("1", "COMPLETE", shown("7KQ2M9XW4B"), ofCustomer), "2026-10-02 09:00:00", "2026-10-09 12:00:00", 1), lenient},
		{"a subscription of nobody that its order shows otherwise", strings.ReplaceAll(owned("N", "92", "0"), "2026-10-02", "2026-10-01"), replace},
		{"a new subscription that an order of the account's shows otherwise", owned("M", "92", "0"), replace},
		{"lines, of which one is cut", one("1", "COMPLETE", "", "") + "\n{\"RefNo\":\n" + one("2", "COMPLETE", "", ""), strict},
		{"orders with blanks and on several lines", strings.Replace(one("1", "COMPLETE", "", ""), ":", ": ", 1) + strings.Replace(one("2", "COMPLETE", "", ""), ":", ":\n\t", 1), lenient},
		{"an empty list", "[]", strict},
		{"values of any form, and reasons and words of others", strings.Replace(one("1", "COMPLETE", "", `,"ChargebackReasonCode":"OURS","PaymentDetails":{"PaymentMethod":{"InstallmentsNumber":300000,"CardType":"visa"}}`), `"ProductDetails":{`, `"ProductDetails":{"DeliveryInformation":{"Codes":[5,{"Code":"x"}]},`, 1), lenient},
		{"subscriptions", owned("A", "248810377", "410001") + owned("B", "248810377", "9") + owned("C", "7", "0") + one("1", "COMPLETE", shown("C"), "") + owned("D", "8", "410001"), lenient},
	} {
		s := openStore(t, numberedWorld)
		before := written(t, s, transfer.JSON)
		fmt.Fprintf(&all, "## %s\n%s\n", c.name, c.text)
		outcome := &transfer.Outcome{}
		read, err := prepared(transfer.Source{Text: []byte(c.text), Merchant: "DEMO"})
		if err == nil {
			_, err = s.Extend(t.Context(), read.Bytes(), func(tx commerce.Tx) (err error) {
				outcome, err = read.Add(tx, c.policy)
				return err
			})
		}
		fmt.Fprintf(&all, "= %s; error %v\n", outcome, err)
		if outcome != nil {
			fmt.Fprint(&all, "  ", strings.Join(outcome.Notes, "\n  "), "\n")
		}
		all.WriteString(changedLines(before, written(t, s, transfer.JSON)))
	}
	golden(t, "results.txt", all.String())
}

// changedLines returns the lines of an earlier export that a later one lacks, and the new ones.
func changedLines(before, after []byte) string {
	var all strings.Builder
	bare := func(line string) string { return strings.TrimSuffix(line, ",") }
	of := [2][]string{strings.Split(string(before), "\n"), strings.Split(string(after), "\n")}
	for i, sign := range "-+" {
		for _, line := range of[i] {
			if !slices.ContainsFunc(of[1-i], func(other string) bool { return bare(other) == bare(line) }) {
				fmt.Fprintf(&all, "%c %s\n", sign, bare(line))
			}
		}
	}
	return all.String()
}

// TestRefusals adds texts with faulty records, reading them again without these, and compares
// with a golden file what is refused and what is written.
func TestRefusals(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, c := range []struct{ name, text string }{
		{"a faulty order among right records", otherCustomer + one("1", "DONE", "", "") + one("2", "COMPLETE", "", "")},
		{"records that name refused ones", one("3", "DONE", "", "") + owned("A", "3", "410001") + owned("B", "248810377", "410001")},
		{"a faulty record beside a right one of the same reference", one("1", "DONE", "", "") + one("1", "COMPLETE", "", "") + owned("A", "1", "410001")},
		{"a fault that shows when another is gone", one("1", "COMPLETE", "", `,"sandbox":{"sale":40}`) + one("2", "COMPLETE", "", `,"sandbox":{"sale":40}`) + one("3", "DONE", "", "")},
		{"a campaign and a part of no kind", otherCampaign + `{"x":1}` + `"no record"` + strings.Replace(otherCampaign, "FIXED", "OTHER", 1)},
		{"a right record with the reference of one that is refused late", one("1", "COMPLETE", "", `,"sandbox":{"sale":40}`) + one("2", "COMPLETE", "", `,"sandbox":{"sale":40}`) + one("2", "COMPLETE", "", "")},
		{"values of other types", strings.Replace(one("1", "COMPLETE", "", ""), `"COMPLETE"`, "true", 1) + strings.Replace(one("2", "COMPLETE", "", ""), "3", `"3"`, 1) + one("3", "COMPLETE", "", "")},
		{"parts of an export", `{"handles":{"none":{"kind":"order","ids":{}}}}{"settings":{"upselling_display_type":"overlay","x":1}}{"sequences":{"sales":-1,"invoices":1000000000000000}}` + one("3", "COMPLETE", "", "")},
		{"a line that is cut", one("1", "COMPLETE", "", "") + "\n{\"RefNo\":\n" + one("2", "COMPLETE", "", "")},
		{"references that no path has room for", strings.Replace(owned("A", "248810377", "410001"), `"A"`, strconv.Quote(strings.Repeat("A", 101)), 1) + strings.Replace(owned("A", "248810377", "410001"), `"A"`, `"\u0007"`, 1) + owned(strings.Repeat("A", 100), "248810377", "410001")},
		{"an escaped name of the sandbox's own", one("1", "COMPLETE", "", `,"s\u0061ndbox":{"sale":8}`)},
		{"one faulty record alone", one("1", "DONE", "", "")},
		{"numbers out of bounds, and a payment that is no object", one("1", "COMPLETE", "", `,"OrderNo":-1,"sandbox":{"sale":-1},"CustomerDetails":{"AvangateCustomerReference":-1},"PaymentDetails":{"PaymentMethod":"CARD"}`) + one("2", "COMPLETE", "", `,"PaymentDetails":{"PaymentMethod":{"RedirectURL":1,"CardType":2}},"CustomerDetails":["x"]`) + strings.Replace(owned("A", "248810377", "-1"), `"quantity":2`, `"quantity":0`, 1) + `{"code":"M","prices":{},"months":-1}`},
		{"products without a code, and with that of another", `{"name":"X","prices":{}}` + otherProduct + otherProduct},
		{"orders that name refused owners", refusedOwners + one("1", "COMPLETE", "", ofCustomer+`,"PartnerCode":"NORTH"`)},
		{"an order without a quantity, and with an invoice that no path has room for", strings.Replace(one("1", "COMPLETE", "", `,"sandbox":{"invoice":"\u007f"}`), `"Quantity":3,`, "", 1)},
		{"others that name refused owners", refusedOwners + strings.Replace(owned("A", "248810377", "410001"), `"quantity"`, `"partner":"NORTH","quantity"`, 1) + otherCampaign + strings.NewReplacer("000000000001", "000000000002", `{"Code":"P"}`, `{"Code":"Q"}`, `{"Code":"Q"}`, `{"Code":"P"}`).Replace(otherCampaign) +
			`{"handles":{"gone":{"kind":"customer","ids":{"CustomerReference":"410001"}},"\u0007":{"kind":"order","ids":{"OrderReference":"248810377"}}}}`},
		{"a handle of a refused record", refusedOwners + `{"AvangateCustomerReference":410009}{"handles":{"gone":{"kind":"customer","ids":{"CustomerReference":"410001"}},"stays":{"kind":"order","ids":{"OrderReference":"248810377"}}}}`},
		{"lists that are none", otherCustomer + `{"orders":5}`},
		{"records without what they need", strings.Replace(owned("A", "", "0"), `"quantity":2,`, "", 1) + `{"AvangateCustomerReference":0}` + strings.Replace(otherCampaign, `{"Code":"P"}`, "{}", 1) + one("1", "COMPLETE", shown(""), "") + strings.Replace(one("2", "", "", ""), "OrderDate", "Other", 1)},
		{"references that are there twice", otherCustomer + otherCustomer + otherCampaign + otherCampaign + owned("A", "248810377", "0") + owned("A", "248810377", "0") +
			`{"AvangateCustomerReference":410002,"ExternalCustomerReference":"E"}{"AvangateCustomerReference":410003,"ExternalCustomerReference":"E"}`},
		{"values of other forms", strings.Replace(otherCampaign, `"Discount"`, `"StartDate":5,"EndDate":"2026-13-01","Enabled":"yes","Discount"`, 1) + one("1", "COMPLETE", "", `,"NetPrice":"1","GrossPrice":true,"FinishDate":7,"OrderNo":true,"TestOrder":1`) + `{"code":"M","prices":{"EUR":"1"},"months":1.5,"name":{},"upgrade_products":"Q"}`},
		{"values of other forms in a line", strings.Replace(one("1", "COMPLETE", "", `,"ExternalReference":true,"sandbox":{"purchase_order":{"state":"awaiting_form","forms":[{"file_name":"f","content":5}]}}`), `"Items":[`, `"Items":[{"Code":"P","Quantity":99999},{"Code":"P","Quantity":100000},{"Code":"P","Quantity":{},"Promotion":{"MaximumQuantity":1.5}},`, 1)},
		{"sequences", `{"sequences":{"sale":1,"sales":0,"invoices":999999999999999}}`},
		{"nothing refused", otherCustomer},
		{"an empty list", "[]"},
		{"a zip file", "PK\x03\x04"},
		{"values that are nested too deeply", strings.Repeat("[", 65)},
		{"objects that are nested too deeply", strings.Repeat(`{"a":`, 65)},
		{"values that are nested as deeply as they may be", strings.Repeat("[", 64) + strings.Repeat("]", 64)},
		{"lists on lines, of which one is cut", "[]\n[]\n[{"},
		{"objects on lines, of which most are no JSON", otherCustomer + "\n{a}\n{b}"},
		{"objects on lines, all nested too deeply", strings.Repeat(strings.Repeat(`{"a":`, 65)+"1"+strings.Repeat("}", 65)+"\n", 2)},
		{"lines, of which one is empty and one is cut", otherCustomer + "\n\n{\"RefNo\":\n" + one("1", "COMPLETE", "", "")},
		{"a text that is cut", one("1", "COMPLETE", "", "") + `{"RefNo":`},
		{"lines, of which the first is cut", "{\"RefNo\":\n" + one("1", "COMPLETE", "", "") + "\n" + one("2", "COMPLETE", "", "")},
		{"lines, of which the last is nested too deeply", one("1", "COMPLETE", "", "") + "\n" + one("2", "COMPLETE", "", "") + "\n" + strings.Repeat("[", 65)},
		{"nothing right", one("1", "DONE", "", "") + one("2", "DONE", "", "")},
	} {
		s := openStore(t, numberedWorld)
		before := written(t, s, transfer.JSON)
		source := transfer.Source{Text: []byte(c.text), Merchant: "DEMO", Refusals: &transfer.Refusals{}}
		var outcome *transfer.Outcome
		var err error
		rounds := 0
		for again := true; again; again = source.Refusals.Take(err) {
			rounds++
			var read *transfer.Import
			if read, err = prepared(source); err == nil {
				_, err = s.Extend(t.Context(), read.Bytes(), func(tx commerce.Tx) (err error) {
					outcome, err = read.Add(tx, replace)
					return err
				})
			}
		}
		fmt.Fprintf(&all, "## %s\n%s\n= in %d readings %s; refused %v; error %v\n", c.name, c.text, rounds, outcome, source.Refusals.Counts, err)
		for _, f := range source.Refusals.Faults {
			fmt.Fprintf(&all, "  %s\n", f)
		}
		all.WriteString(changedLines(before, written(t, s, transfer.JSON)))
	}
	golden(t, "refusals.txt", all.String())
}

// TestManyNotes adds orders with more breaches than an outcome names.
func TestManyNotes(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for ref := range 101 {
		text.WriteString(one(fmt.Sprint(ref+1), "COMPLETE", "", ""))
	}
	outcome := add(t, openStore(t, nothing), parse(t, "", text.String()), lenient)
	if len(outcome.Notes) != 100 || outcome.More != 102 { // each breaks two rules
		t.Errorf("got %d notes and %d more, want 100 and 102", len(outcome.Notes), outcome.More)
	}
}

// TestReplacedSubscriptions replaces subscriptions of the account: a removed one loses all its
// handles, and a moved one is checked with the order that has shown it.
func TestReplacedSubscriptions(t *testing.T) {
	t.Parallel()
	s := openStore(t, aWorld)
	add(t, s, parse(t, "", one("1", "COMPLETE", shown("A")+","+shown("A2"), ofCustomer)+one("2", "COMPLETE", shown("B"), ofCustomer)+
		`{"handles":{"first":{"kind":"subscription","ids":{"SubscriptionReference":"A"}},"second":{"kind":"subscription","ids":{"SubscriptionReference":"A"}}}}`), lenient)
	add(t, s, parse(t, "", one("1", "COMPLETE", "", ofCustomer)), replace)
	if got := string(written(t, s, transfer.JSON)); strings.Contains(got, `"first"`) || strings.Contains(got, `"second"`) || strings.Contains(got, `"A"`) || strings.Contains(got, `"A2"`) {
		t.Errorf("the subscription or one of its handles is left: %s", got)
	}
	outcome := add(t, s, parse(t, "", owned("B", "3", "410002")+one("3", "COMPLETE", shown("B"), ofAnother)), replace)
	if notes := strings.Join(outcome.Notes, "\n"); !strings.Contains(notes, "order 2") {
		t.Errorf("got the notes %q, want one about the order that still shows the subscription", notes)
	}
	add(t, s, parse(t, "", owned("C", "4", "0")+one("4", "COMPLETE", shown("C"), "")), lenient)
	add(t, s, parse(t, "", one("5", "COMPLETE", shown("C"), ofCustomer)), lenient)
	add(t, s, parse(t, "", one("4", "COMPLETE", "", "")), replace)
	if _, known := subscriptionOf(t, s, "C"); !known {
		t.Error("the subscription of a later order is dropped with an earlier one that has shown it")
	}
	for reference, want := range map[string]bool{"E": true, "F": false} {
		enabled := strings.Replace(shown(reference), "true", fmt.Sprint(want), 1)
		add(t, s, parse(t, "", otherProduct+one(map[bool]string{true: "6", false: "7"}[want], "COMPLETE", enabled, "")), replace)
		if got, known := subscriptionOf(t, s, reference); !known || got.Upgradable != want {
			t.Errorf("subscription %s: upgradable is %t, want %t, as it is enabled", reference, got.Upgradable, want)
		}
	}
	if got, _ := subscriptionOf(t, s, "C"); got.Order != "5" || got.Customer != 410001 {
		t.Errorf("got %+v, want the subscription of nobody to be that of the later order", got)
	}
}

// TestLongNumbers adds invoices and proformas with more digits than a sequence may have, or with
// letters. They continue none; otherwise an export would have sequences that no import takes.
func TestLongNumbers(t *testing.T) {
	t.Parallel()
	s := openStore(t, aWorld)
	add(t, s, parse(t, "", one("1", "COMPLETE", "", `,"sandbox":{"invoice":"99999999999999999999"}`)+one("2", "COMPLETE", "", `,"sandbox":{"invoice":"1234567890123456"}`)+
		one("3", "REFUND", "", `,"sandbox":{"proforma":"99999999999999999999"}`)+one("4", "COMPLETE", "", "")+
		one("5", "REFUND", "", `,"sandbox":{"proforma":"PF-2026-0001"}`)+one("6", "REFUND", "", `,"sandbox":{"proforma":"60"}`)), lenient)
	if got := string(written(t, s, transfer.JSON)); !strings.Contains(got, `"invoices": 4, "proformas": 60`) {
		t.Errorf("got %s", got)
	}
}

// TestMovedDates moves every date of a text by days, and keeps what only looks like one. White
// space between the parts of a record goes.
func TestMovedDates(t *testing.T) {
	t.Parallel()
	text := "{\t\"RefNo\" :\r\n\"1\", " + one("1", "COMPLETE", shown("A"), `,"Comments":"on 2026-10-02","Text":"a \" 2026-10-02","Note":"2026-10-02 09:00:00.5"`)[len(`{"RefNo":"1",`):]
	for days, want := range map[int]string{
		0: `{"RefNo":"1","Status":"COMPLETE","OrderDate":"2026-10-02 09:00:00",`, 30: `{"RefNo":"1","Status":"COMPLETE","OrderDate":"2026-11-01 09:00:00",`,
		-2: `{"RefNo":"1","Status":"COMPLETE","OrderDate":"2026-09-30 09:00:00",`, 4_000_000: "", -800_000: "",
	} {
		read, err := transfer.Read(transfer.Source{Text: []byte(text), Merchant: "DEMO"})
		must(t, err)
		err = read.Prepare(days, nil)
		if want == "" {
			if far := fmt.Sprintf("the date 2026-10-02 09:00:00 cannot move by %dd, because years are from 1 to 9999", days); err == nil || !strings.Contains(err.Error(), far) {
				t.Errorf("by %d days: got %v, want %s", days, err, far)
			}
			continue
		}
		must(t, err)
		s := openStore(t, aWorld)
		add(t, s, read, lenient)
		if got := body(t, s, "1"); !strings.HasPrefix(got, want) || !strings.Contains(got, `"Comments":"on 2026-10-02","Text":"a \" 2026-10-02","Note":"2026-10-02 09:00:00.5"`) {
			t.Errorf("by %d days: got %s, want %s", days, got, want)
		}
	}
}

// TestDaysTo moves the last event of a text into the day before now.
func TestDaysTo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		one("1", "COMPLETE", "", ""):                                                                                7, // on 2 October
		one("1", "COMPLETE", "", `,"FinishDate":"2026-10-04 09:00:00"`):                                             5,
		one("1", "COMPLETE", "", `,"FinishDate":"2026-10-01 09:00:00"`):                                             7,
		one("1", "COMPLETE", "", `,"Refunds":[{"Date":"2026-10-05 09:00:00"},{"Date":"2026-10-03 09:00:00"}]`):      4,
		one("1", "COMPLETE", "", "") + strings.Replace(one("2", "COMPLETE", "", ""), "2026-10-02", "2026-10-08", 1): 1,
		owned("A", "248810377", "410001"):                                                                           7,
		strings.Replace(otherCampaign, `"PrimaryProduct"`, `"StartDate":"2026-10-11","PrimaryProduct"`, 1):          -2,
		otherCustomer: 0,
	} {
		if got := parse(t, "", text).DaysTo(noon); got != want {
			t.Errorf("%s: got %d days, want %d", text, got, want)
		}
	}
}

// golden compares a text with a golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		must(t, os.WriteFile(name, []byte(got), 0o600))
	}
	want, err := os.ReadFile(name)
	if err != nil || !bytes.Equal([]byte(got), want) {
		t.Errorf("%s: %v, got\n%s", name, err, got)
	}
}

// TestWorld puts records into a world in place of its own, and says what they are.
func TestWorld(t *testing.T) {
	t.Parallel()
	batch, err := transfer.Parse(transfer.Source{Text: []byte(allOthers() + one("1", "COMPLETE", shown("A"), ofAnother) + one("2", "REFUND", shown("B"), `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"sale":7}`) +
		one("7", "PENDING", "", `,"OrderFlow":"PURCHASE_ORDER","sandbox":{"purchase_order":{"state":"awaiting_payment","forms":[]}}`) +
		`{"AvangateCustomerReference":410004,"ExternalCustomerReference":"E"}` + one("6", "PENDING", "", `,"CustomerDetails":{"AvangateCustomerReference":410005,"ExternalCustomerReference":"E"}`) + one("8", "PENDING", "", `,"CustomerDetails":{"AvangateCustomerReference":410001,"FirstName":"Implied"}`) +
		one("4", "COMPLETE", strings.Replace(shown("D"), "true", "false", 1), "") + strings.Replace(one("5", "COMPLETE", shown("E"), ""), `"P"`, `"Q"`, 1)), Merchant: "DEMO"},
		transfer.Source{Text: []byte(`{"handles":{"new":{"kind":"order","ids":{"OrderReference":"2"}}},"settings":{"upselling_display_type":"interstitial"},"sequences":{"sales":70}}`)})
	must(t, err)
	if _, err := transfer.Parse(transfer.Source{Text: []byte("{")}); err == nil {
		t.Error("a text that is cut was read")
	}
	next := uint64(100)
	var all strings.Builder
	fmt.Fprintln(&all, batch.References(), batch.Counts(), slices.Sorted(batch.Handles()))
	campaigns := append(make([]record.Campaign, 0, 9), record.Campaign{Code: "1199c2a0-0000-7000-8000-000000000001"})
	s := openStore(t, func(tx commerce.Tx) error {
		world := commerce.World{
			Products: []record.Product{{Code: "Q"}}, Partners: []record.Partner{{Code: "SOUTH"}}, Campaigns: campaigns,
			Handles: map[string]record.Handle{"old": {Kind: "order", IDs: map[string]string{"OrderReference": "3"}}}, Sequences: map[commerce.Sequence]uint64{commerce.Sales: 5, commerce.Creations: 9},
			Customers:     slices.Values([]record.Customer{{Reference: 410001}, {Reference: 410002}, {Reference: 410003}}),
			Orders:        slices.Values([]record.StoredOrder{{Order: record.Order{RefNo: "1"}}, {Order: record.Order{RefNo: "9"}}}),
			Subscriptions: slices.Values([]record.Subscription{{Reference: "X", Order: "1"}, {Reference: "Y", Order: "9"}}),
		}
		world, err := batch.World(world, func(commerce.Sequence) (uint64, error) { next++; return next, nil })
		if err != nil {
			return err
		}
		for c := range world.Customers {
			fmt.Fprintln(&all, "customer", c.Reference)
		}
		for range world.Customers { // a reader may end early
			break
		}
		for o := range world.Orders {
			if o.Order.RefNo == "248810377" {
				break
			}
		}
		return world.Write(tx)
	})
	all.Write(written(t, s, transfer.JSON))
	golden(t, "world.txt", all.String())
	if campaigns[0].Code != "1199c2a0-0000-7000-8000-000000000001" {
		t.Errorf("the given campaigns became %v", campaigns)
	}
	for reference, want := range map[string]bool{"A": true, "D": false, "E": false} { // D is disabled, and E is of a product without upgrades
		if got, known := subscriptionOf(t, s, reference); !known || got.Upgradable != want {
			t.Errorf("subscription %s: upgradable is %t, want %t", reference, got.Upgradable, want)
		}
	}
	must(t, s.View(func(tx commerce.Tx) error {
		for _, kind := range []transfer.Kind{transfer.Products, transfer.Partners} {
			for _, code := range []string{"P", "Q", "NORTH"} {
				if got, want := batch.Same(tx, kind, code), code != "Q" && (code == "P") == (kind == transfer.Products); got != want {
					t.Errorf("%s %s: the same is %t, want %t", kind, code, got, want)
				}
			}
		}
		for _, list := range transfer.Lists(tx) {
			for range list.Lines { // a reader may end early
				break
			}
		}
		return nil
	}))
	if got, want := fmt.Sprint(batch.SharedRecords().References(), slices.Sorted(batch.SharedRecords().Handles())), "map[partners:[NORTH] products:[P]] [new]"; got != want {
		t.Errorf("shared: got %s, want %s", got, want)
	}
	if got := batch.OtherHandles(nil); got != nil {
		t.Errorf("other handles than none: got %q", got)
	}
	stored := map[string]record.Handle{"old": {}, "new": {Kind: "order", IDs: map[string]string{"OrderReference": "2"}}}
	for _, change := range []struct {
		to   record.Handle
		want []string
	}{
		{stored["new"], nil}, {record.Handle{Kind: "customer", IDs: stored["new"].IDs}, []string{"new"}}, {record.Handle{Kind: "order"}, []string{"new"}},
	} {
		has := maps.Clone(stored)
		has["new"] = change.to
		if got := batch.OtherHandles(has); !slices.Equal(got, change.want) {
			t.Errorf("other handles than %v: got %q, want %q", has, got, change.want)
		}
	}
}
