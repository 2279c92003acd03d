package commerce_test

import (
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestWholeForms reads a purchase order back from its JSON with the bytes of its forms.
func TestWholeForms(t *testing.T) {
	t.Parallel()
	shop := openShop(t, usedWorld())
	err := shop.View(func(tx commerce.Tx) error {
		internals, _, err := tx.Orders().Internals(purchaseOrder)
		if err != nil {
			return err
		}
		whole := internals.PurchaseOrder.Whole(func(n int) []byte {
			form, _ := tx.Orders().Form(purchaseOrder, n)
			return form
		})
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
	read := &record.WholePurchaseOrder{Forms: []record.WholeForm{{Content: []byte("A")}}} // as a bundle has it
	if parts := read.Parts(); len(parts.Forms) != 1 || string(parts.Forms[0].Content) != "A" {
		t.Errorf("got %+v", parts)
	}
	if whole := (*record.PurchaseOrder)(nil).Whole(nil); whole != nil || whole.Parts() != nil {
		t.Errorf("got %+v of an order that is no purchase order", whole)
	}
}

// TestCutInternals splits the internals from a record again, and refuses another text.
func TestCutInternals(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":1}`, `{"a":",\"sandbox\":{}"}`} {
		whole := record.WithInternals([]byte(body), []byte(`{"b":2}`))
		got, internals, ok := record.CutInternals(whole)
		if !ok || string(got) != body || string(internals) != `{"b":2}` {
			t.Errorf("%s: got %s and %s, %t", whole, got, internals, ok)
		}
	}
	if body, internals, ok := record.CutInternals([]byte(`,"sandbox":1}`)); !ok || string(body) != "}" || string(internals) != "1" {
		t.Errorf("got %s and %s, %t", body, internals, ok)
	}
	for _, text := range []string{`{"a":1}`, `{"a":1,"sandbox":2`} {
		if body, internals, ok := record.CutInternals([]byte(text)); ok || body != nil || internals != nil {
			t.Errorf("%s: got %s and %s", text, body, internals)
		}
	}
}

// TestBodyOfARecordFromOutside serves a record as its original text. A change of the
// record changes only its own places there.
func TestBodyOfARecordFromOutside(t *testing.T) {
	t.Parallel()
	const text = `{"New":[1.0],"Code":"C","Name":"A\u0042", "Enabled":true}`
	read := func() record.Campaign {
		var c record.Campaign
		if err := record.DecodeText([]byte(text), &c); err != nil {
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
		campaign record.Campaign
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
	broken := record.Customer{Text: `{"FirstName":`}
	if body, verbatim, err := broken.Body(); err == nil || verbatim || body != nil {
		t.Errorf("got %s, %t of a broken text", body, verbatim)
	}
	stored := record.StoredOrder{}
	order, _, _ := stored.Body()
	stored.SetText(`broken, but known to be this order`, record.HashEncoding(order))
	if got, verbatim, err := stored.Body(); err != nil || !verbatim || string(got) != stored.Text {
		t.Errorf("got %s, %t (%v) of an unchanged order", got, verbatim, err)
	}
	stored.Order.RefNo = "1"
	if _, _, err := stored.Body(); err == nil {
		t.Error("a changed order has the text of before")
	}
	var mistyped record.Customer
	if err := record.DecodeText([]byte(`{"FirstName":5,"City":"Porto"}`), &mistyped); err != nil || mistyped.City != "Porto" {
		t.Errorf("got %+v (%v) of a value of another type", mistyped, err)
	}
}

// TestTimesAsText verifies how moments and codes are spelled.
func TestTimesAsText(t *testing.T) {
	t.Parallel()
	if got := (record.Moment{}).String(); got != "" {
		t.Errorf("no moment is %q", got)
	}
	if got := record.At(time.Date(2026, 10, 9, 12, 0, 0, 999, time.UTC)).String(); got != "2026-10-09 12:00:00" {
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
