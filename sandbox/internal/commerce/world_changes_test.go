package commerce_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TestChangesOfAWorld verifies how many records a world adds, changes and removes, for each
// kind and for each part of a record that can differ.
func TestChangesOfAWorld(t *testing.T) {
	t.Parallel()
	orders := func(change func(*commerce.OrderRecord)) func(*commerce.World) {
		return func(w *commerce.World) {
			all := slices.Collect(w.Orders)
			change(&all[0])
			w.Orders = slices.Values(all)
		}
	}
	customers := func(change func(*commerce.Customer)) func(*commerce.World) {
		return func(w *commerce.World) {
			all := slices.Collect(w.Customers)
			change(&all[0])
			w.Customers = slices.Values(all)
		}
	}
	subscriptions := func(change func(*commerce.Subscription)) func(*commerce.World) {
		return func(w *commerce.World) {
			all := slices.Collect(w.Subscriptions)
			change(&all[0])
			w.Subscriptions = slices.Values(all)
		}
	}
	same := func(n int) commerce.KindChanges { return commerce.KindChanges{Before: n, After: n} }
	changed := func(n int) commerce.KindChanges { return commerce.KindChanges{Before: n, After: n, Changed: 1} }
	renamed := func(n int) commerce.KindChanges {
		return commerce.KindChanges{Before: n, After: n, Added: 1, Removed: 1}
	}
	for name, test := range map[string]struct {
		change func(*commerce.World)
		want   func(*commerce.Changes)
	}{
		"nothing":       {func(*commerce.World) {}, func(*commerce.Changes) {}},
		"the date":      {orders(func(r *commerce.OrderRecord) { r.Order.OrderDate = commerce.At(moved) }), func(c *commerce.Changes) { c.Orders = changed(3) }},
		"another field": {orders(func(r *commerce.OrderRecord) { r.Order.Language = "fr" }), func(c *commerce.Changes) { c.Orders = changed(3) }},
		"a form": {orders(func(r *commerce.OrderRecord) {
			r.PurchaseOrder = &commerce.PurchaseOrder{State: catalog.Confirmed, Forms: []commerce.Form{{FileName: "c"}}}
		}), func(c *commerce.Changes) { c.Orders = changed(3) }},
		"another order": {orders(func(r *commerce.OrderRecord) { r.Order.RefNo = "9999999" }), func(c *commerce.Changes) { c.Orders = renamed(3) }},
		"the same text": {orders(func(r *commerce.OrderRecord) { r.Text = string(encodedOne(t, &r.Order)) }), func(*commerce.Changes) {}},
		"a text": {orders(func(r *commerce.OrderRecord) {
			text := encodedOne(t, &r.Order)
			r.SetText(`{"New":1,`+string(text[1:]), commerce.HashEncoding(text))
		}), func(c *commerce.Changes) { c.Orders = changed(3) }},
		"no orders":  {func(w *commerce.World) { w.Orders = slices.Values([]commerce.OrderRecord{}) }, func(c *commerce.Changes) { c.Orders = commerce.KindChanges{Before: 3, Removed: 3} }},
		"a campaign": {func(w *commerce.World) { w.Campaigns = slices.Clone(w.Campaigns); w.Campaigns[0].Name = "B" }, func(c *commerce.Changes) { c.Campaigns = changed(1) }},
		"another campaign": {func(w *commerce.World) {
			w.Campaigns = slices.Clone(w.Campaigns)
			w.Campaigns[0].Code = commerce.NewCampaignCode(moved, "", 9)
		}, func(c *commerce.Changes) { c.Campaigns = renamed(1) }},
		"a customer":             {customers(func(c *commerce.Customer) { c.City = "Porto" }), func(c *commerce.Changes) { c.Customers = changed(2) }},
		"another customer":       {customers(func(c *commerce.Customer) { c.Reference = 10 }), func(c *commerce.Changes) { c.Customers = renamed(2) }},
		"a subscription":         {subscriptions(func(s *commerce.Subscription) { s.Quantity++ }), func(c *commerce.Changes) { c.Subscriptions = changed(2) }},
		"another subscription":   {subscriptions(func(s *commerce.Subscription) { s.Reference = "YYYYYYYYYY" }), func(c *commerce.Changes) { c.Subscriptions = renamed(2) }},
		"a product":              {func(w *commerce.World) { w.Products = slices.Clone(w.Products); w.Products[4].Months = 3 }, func(c *commerce.Changes) { c.Products = changed(5) }},
		"one product more":       {func(w *commerce.World) { w.Products = append(slices.Clone(w.Products), commerce.Product{Code: "MORE"}) }, func(c *commerce.Changes) { c.Products = commerce.KindChanges{Before: 5, After: 6, Added: 1} }},
		"a partner":              {func(w *commerce.World) { w.Partners = slices.Clone(w.Partners); w.Partners[0].Name = "N" }, func(c *commerce.Changes) { c.Partners = changed(3) }},
		"one partner less":       {func(w *commerce.World) { w.Partners = w.Partners[1:] }, func(c *commerce.Changes) { c.Partners = commerce.KindChanges{Before: 3, After: 2, Removed: 1} }},
		"the settings of upsell": {func(w *commerce.World) { w.Settings.UpsellingDisplayType = "interstitial" }, func(c *commerce.Changes) { c.Settings = changed(1) }},
	} {
		world := usedWorld()
		world.Settings.UpsellingDisplayType = "overlay"
		shop := openShop(t, world)
		test.change(&world)
		want := commerce.Changes{Orders: same(3), Campaigns: same(1), Customers: same(2), Subscriptions: same(2), Products: same(5), Partners: same(3), Settings: same(1)}
		test.want(&want)
		if got, err := world.Changes(t.Context(), shop); err != nil || got != want {
			t.Errorf("%s: got %+v (%v), want %+v", name, got, err, want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := usedWorld().Changes(ended, openShop(t, usedWorld())); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v of a call that ended", err)
	}
}

func encodedOne(t *testing.T, value any) []byte {
	t.Helper()
	text, err := commerce.Encode(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestChangesOfManyRecords verifies that every record counts once where there are more than
// are compared at once.
func TestChangesOfManyRecords(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{499, 500, 501, 1000, 1001} {
		customers := func(yield func(commerce.Customer) bool) {
			for i := range n {
				if !yield(commerce.Customer{Reference: i + 1}) {
					return
				}
			}
		}
		world := commerce.World{Customers: customers, Settings: commerce.UpsellSettings{UpsellingDisplayType: "overlay"}}
		shop := openShop(t, world)
		world.Orders, world.Subscriptions = slices.Values([]commerce.OrderRecord{}), slices.Values([]commerce.Subscription{})
		got, err := world.Changes(t.Context(), shop)
		want := commerce.KindChanges{Before: int(n), After: int(n)}
		if err != nil || got.Customers != want {
			t.Errorf("%d customers: got %+v (%v)", n, got.Customers, err)
		}
	}
}

// TestEditedSince verifies that no more records of a kind count as edited than differ from
// the world that they were seeded with.
func TestEditedSince(t *testing.T) {
	t.Parallel()
	c := commerce.Changes{Orders: commerce.KindChanges{Changed: 5}, Settings: commerce.KindChanges{Changed: 1}, Partners: commerce.KindChanges{Changed: 2}}
	c.EditedSince(commerce.Changes{Orders: commerce.KindChanges{Changed: 3}, Partners: commerce.KindChanges{Changed: 4}})
	if c.Orders.Edited != 3 || c.Settings.Edited != 0 || c.Partners.Edited != 2 {
		t.Errorf("got %+v", c)
	}
}

// TestWholeForms verifies that a purchase order comes back from its JSON with the bytes of
// its forms.
func TestWholeForms(t *testing.T) {
	t.Parallel()
	shop := openShop(t, usedWorld())
	err := shop.View(func(tx commerce.Tx) error {
		internals, _, err := tx.Orders().Internals(purchaseOrder)
		if err != nil {
			return err
		}
		whole := internals.PurchaseOrder.Whole(tx.Orders(), purchaseOrder)
		parts := whole.Parts()
		var got []string
		for _, f := range parts.Forms {
			got = append(got, f.FileName+"="+string(f.Content))
		}
		if !slices.Equal(got, []string{"a.pdf=A", "b.pdf=B"}) || parts.State != catalog.Confirmed || whole.Forms[1].FileName != "b.pdf" || string(whole.Forms[1].Content) != "B" {
			t.Errorf("got %q of %+v", got, whole)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	read := &commerce.WholePurchaseOrder{Forms: []commerce.WholeForm{{Content: []byte("A")}}} // as a bundle has it
	if parts := read.Parts(); len(parts.Forms) != 1 || string(parts.Forms[0].Content) != "A" {
		t.Errorf("got %+v", parts)
	}
	if whole := (*commerce.PurchaseOrder)(nil).Whole(nil, ""); whole != nil || whole.Parts() != nil {
		t.Errorf("got %+v of an order that is no purchase order", whole)
	}
}

// TestCutInternals verifies that what the interface does not show can be split from a
// record again, and that another text is refused.
func TestCutInternals(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":1}`, `{"a":",\"sandbox\":{}"}`} {
		whole := commerce.WithInternals([]byte(body), []byte(`{"b":2}`))
		got, internals, ok := commerce.CutInternals(whole)
		if !ok || string(got) != body || string(internals) != `{"b":2}` {
			t.Errorf("%s: got %s and %s, %t", whole, got, internals, ok)
		}
	}
	if body, internals, ok := commerce.CutInternals([]byte(`,"sandbox":1}`)); !ok || string(body) != "}" || string(internals) != "1" {
		t.Errorf("got %s and %s, %t", body, internals, ok)
	}
	for _, text := range []string{`{"a":1}`, `{"a":1,"sandbox":2`} {
		if body, internals, ok := commerce.CutInternals([]byte(text)); ok || body != nil || internals != nil {
			t.Errorf("%s: got %s and %s", text, body, internals)
		}
	}
}

// TestBodyOfARecordFromOutside verifies that a record is served as the text that it came
// as, and that a change of the record changes only its own places there.
func TestBodyOfARecordFromOutside(t *testing.T) {
	t.Parallel()
	const text = `{"New":[1.0],"Code":"C","Name":"A\u0042", "Enabled":true}`
	read := func() commerce.Campaign {
		var c commerce.Campaign
		if err := commerce.DecodeText([]byte(text), &c); err != nil {
			t.Fatal(err)
		}
		c.Text = text
		return c
	}
	plain, renamed := read(), read()
	renamed.Name = "Z"
	own := read()
	own.Text = ""
	encoding, _, _ := own.Body()
	own.Text = string(encoding)
	for name, test := range map[string]struct {
		campaign commerce.Campaign
		want     string
		verbatim bool
	}{
		"unchanged": {plain, text, true}, "changed": {renamed, `{"New":[1.0],"Code":"C","Name":"Z", "Enabled":true}`, true},
		"its own encoding": {own, string(encoding), false},
	} {
		got, verbatim, err := test.campaign.Body()
		if err != nil || string(got) != test.want || verbatim != test.verbatim {
			t.Errorf("%s: got %s, %t (%v), want %s, %t", name, got, verbatim, err, test.want, test.verbatim)
		}
	}
	broken := commerce.Customer{Text: `{"FirstName":`}
	if body, verbatim, err := broken.Body(); err == nil || verbatim || body != nil {
		t.Errorf("got %s, %t of a broken text", body, verbatim)
	}
	record := commerce.OrderRecord{}
	order, _, _ := record.Body()
	record.SetText(`broken, but known to be this order`, commerce.HashEncoding(order))
	if got, verbatim, err := record.Body(); err != nil || !verbatim || string(got) != record.Text {
		t.Errorf("got %s, %t (%v) of an unchanged order", got, verbatim, err)
	}
	record.Order.RefNo = "1"
	if _, _, err := record.Body(); err == nil {
		t.Error("a changed order has the text of before")
	}
	var mistyped commerce.Customer
	if err := commerce.DecodeText([]byte(`{"FirstName":5,"City":"Porto"}`), &mistyped); err != nil || mistyped.City != "Porto" {
		t.Errorf("got %+v (%v) of a value of another type", mistyped, err)
	}
}

// TestTimesAsText verifies how moments and codes are spelled.
func TestTimesAsText(t *testing.T) {
	t.Parallel()
	if got := (commerce.Moment{}).String(); got != "" {
		t.Errorf("no moment is %q", got)
	}
	if got := commerce.At(time.Date(2026, 10, 9, 12, 0, 0, 999, time.UTC)).String(); got != "2026-10-09 12:00:00" {
		t.Errorf("got %q", got)
	}
	code := commerce.NewCampaignCode(moved, "", 1)
	for text, want := range map[string]bool{
		code: true, code[:35]: false, code + "0": false, "": false, "0199A2B4-6f00-7c31-9d58-3b1f6a2e7c40": false, "0199a2b4-6f00-7c31-9d58+3b1f6a2e7c40": false,
		"0199a2b46f00--7c31-9d58-3b1f6a2e7c40": false, "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c4x": false,
	} {
		if got := commerce.IsCampaignCode(text); got != want {
			t.Errorf("%q is a code: %t", text, got)
		}
	}
}
