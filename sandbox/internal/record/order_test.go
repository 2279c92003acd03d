package record_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestFactsOfAnOrder compares the facts of orders with and without a partner and a number.
func TestFactsOfAnOrder(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	class := record.OrderClass{Status: catalog.Complete, ApproveStatus: catalog.Approved, Test: true}
	order := record.Order{RefNo: "248810377", OrderDate: record.At(noon), Status: class.Status, ApproveStatus: class.ApproveStatus, TestOrder: true}
	want := record.OrderFacts{Number: 248810377, Date: noon, OrderClass: class}
	if got := order.Facts(); got != want || got.RefNo() != order.RefNo {
		t.Errorf("got %+v, want %+v", got, want)
	}
	order.RefNo, order.PartnerCode = "none", new("")
	want.Number, want.Partner = 0, true
	if got := order.Facts(); got != want {
		t.Errorf("got %+v of a partner's order without a number, want %+v", got, want)
	}
}

// TestOptionCodes lists the options of all groups of a line.
func TestOptionCodes(t *testing.T) {
	t.Parallel()
	line := record.Item{PriceOptions: []record.ItemOption{{Code: "USERS", Options: []string{"five", "ten"}}, {Code: "NONE"}, {Code: "SUPPORT", Options: []string{"gold"}}}}
	if got := line.OptionCodes(); !slices.Equal(got, []string{"five", "ten", "gold"}) {
		t.Errorf("got %q", got)
	}
	if got := (&record.Item{}).OptionCodes(); got == nil || len(got) > 0 { // a list in JSON, not null
		t.Errorf("got %#v of a line without options", got)
	}
}

// TestItemOf finds the line of a subscription among lines with several.
func TestItemOf(t *testing.T) {
	t.Parallel()
	line := func(references ...string) (item record.Item) {
		for _, reference := range references {
			item.ProductDetails.Subscriptions = append(item.ProductDetails.Subscriptions, record.ItemSubscription{SubscriptionReference: reference})
		}
		return item
	}
	order := record.StoredOrder{Order: record.Order{Items: []record.Item{line(), line("A", "B"), line("C")}}}
	for reference, at := range map[string]int{"A": 1, "B": 1, "C": 2} {
		item, shown := order.ItemOf(reference)
		if item != &order.Order.Items[at] || shown == nil || shown.SubscriptionReference != reference {
			t.Errorf("%s: got %p and %+v, want line %d", reference, item, shown, at)
		}
	}
	if item, shown := order.ItemOf("D"); item != nil || shown != nil {
		t.Errorf("got %+v and %+v of an unknown subscription", item, shown)
	}
}

// TestRefundTotal adds the amounts of all refunds.
func TestRefundTotal(t *testing.T) {
	t.Parallel()
	for want, refunds := range map[string][]record.Refund{"0": nil, "23.5": {{Amount: record.Cents(20_00)}, {Amount: record.Cents(3_50)}}} {
		if got := (&record.Order{Refunds: refunds}).RefundTotal().String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestWithContent gives a form the number and the hash of its bytes.
func TestWithContent(t *testing.T) {
	t.Parallel()
	form := record.Form{FileName: "form.pdf", ClientTime: "2026-10-09 12:00:00"}
	want := form
	want.Content, want.Size, want.SHA256 = []byte("abc"), 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of FIPS 180-2
	if got := form.WithContent([]byte("abc")); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestWholeForms reads a purchase order back from its JSON with the bytes of its forms.
func TestWholeForms(t *testing.T) {
	t.Parallel()
	want := &record.PurchaseOrder{State: catalog.Confirmed, Forms: []record.Form{{FileName: "a.pdf"}, {FileName: "b.pdf"}}}
	whole := want.Whole(func(n int) []byte { return []byte("AB"[n : n+1]) })
	text, err := record.Encode(whole)
	must(t, err)
	var read record.WholePurchaseOrder
	must(t, record.Decode(text, &read))
	want.Forms[0].Content, want.Forms[1].Content = []byte("A"), []byte("B")
	for _, w := range []*record.WholePurchaseOrder{whole, &read} {
		if got := w.Parts(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if whole := (*record.PurchaseOrder)(nil).Whole(nil); whole != nil || whole.Parts() != nil {
		t.Errorf("got %+v of an order that is no purchase order", whole)
	}
}
