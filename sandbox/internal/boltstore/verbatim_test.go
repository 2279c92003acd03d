package boltstore

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// verbatimOrder returns an order out of a text with another order of names, other
// spellings and unknown names.
func verbatimOrder(t *testing.T) record.StoredOrder {
	t.Helper()
	text := `{"Foreign":{"b":[1.50,"\u00e4\/"]},"NetPrice":23.50,"RefNo":"200000001","OrderNo":7,"Status":"PENDING",` +
		`"OrderDate":"2026-10-02 09:14:51","Errors":[],"Items":[{"Unit":1,"Quantity":2},{"Unit":2.0,"Quantity":3}]}`
	stored := record.StoredOrder{Text: text, OrderInternals: record.OrderInternals{Sale: 12, Invoice: "77"}}
	mustDo(t, record.DecodeText([]byte(text), &stored.Order))
	return stored
}

func TestAVerbatimOrderIsServedAsItCame(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	order := verbatimOrder(t)
	update(t, s, put(order))
	if got := string(bodyOf(t, s, "200000001")); got != order.Text {
		t.Errorf("got %s, want %s", got, order.Text)
	}
	update(t, s, func(tx commerce.Tx) error {
		changed, _, err := tx.Orders().Get("200000001")
		mustDo(t, err)
		changed.Order.Status, changed.Order.Items[1].Quantity, changed.Proforma = "CANCELED", 9, "P1"
		changed.Order.MerchantCode = "ACME"
		return tx.Orders().Put(changed)
	})
	want := strings.NewReplacer(`"PENDING"`, `"CANCELED"`, `"Quantity":3`, `"Quantity":9`, `}]}`, `}],"MerchantCode":"ACME"}`).Replace(order.Text)
	if got := string(bodyOf(t, s, "200000001")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mustDo(t, db.Check())
}

func TestAVerbatimCampaignKeepsForeignNamesWhenItChanges(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	text := `{"By":"x","Name":"Old","Code":"c-1","Enabled":true,"PrimaryProduct":{"Code":"A","Sku":1.0},"RecommendedProduct":{"Code":"B"}}`
	campaign := record.Campaign{Text: text}
	mustDo(t, record.DecodeText([]byte(text), &campaign))
	update(t, s, func(tx commerce.Tx) error { return tx.Campaigns().Put(campaign) })
	update(t, s, func(tx commerce.Tx) error {
		stored, _, err := tx.Campaigns().Get("c-1")
		mustDo(t, err)
		if stored.Text != text {
			t.Errorf("got %s, want %s", stored.Text, text)
		}
		stored.Name, stored.PrimaryProduct.Code = "New", "C"
		return tx.Campaigns().Put(stored)
	})
	got := view(t, s, func(tx commerce.Tx) string {
		body, _ := tx.Campaigns().Body("c-1")
		return string(body)
	})
	if want := strings.NewReplacer("Old", "New", `"A"`, `"C"`).Replace(text); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mustDo(t, db.Check())
}

func TestAVerbatimCustomerKeepsItsText(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	text := `{"Score":1.0,"AvangateCustomerReference":41,"ExternalCustomerReference":"CRM-1","Email":"a@example.test"}`
	customer := record.Customer{Text: text}
	mustDo(t, record.DecodeText([]byte(text), &customer))
	update(t, s, func(tx commerce.Tx) error { return tx.Customers().Put(customer) })
	update(t, s, func(tx commerce.Tx) error {
		stored, _, err := tx.Customers().Get(41)
		mustDo(t, err)
		stored.Email = "b@example.test"
		return tx.Customers().Put(stored)
	})
	got := view(t, s, func(tx commerce.Tx) string {
		stored, _, err := tx.Customers().Get(41)
		mustDo(t, err)
		return stored.Text
	})
	if want := strings.Replace(text, "a@", "b@", 1); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mustDo(t, db.Check())
}

// A list reads an order with a text of its own like any JSON, because its items may have
// unknown objects.
func TestTheBriefOfAVerbatimOrder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	stored := anOrder(1)
	encoded, err := record.Encode(&stored.Order)
	mustDo(t, err)
	stored.Text = strings.Replace(string(encoded), `"Code":"STUDIO`, `"Extra":{"a":1,"Code":"NO"},"Code":"STUDIO`, 1)
	mustDo(t, record.DecodeText([]byte(stored.Text), &stored.Order))
	update(t, s, put(stored))
	if stored.Text == string(encoded) {
		t.Fatalf("the text is not another one: %s", encoded)
	}
	got := view(t, s, func(tx commerce.Tx) (codes []string) {
		for _, brief := range tx.Orders().Between(noon.AddDate(0, 0, -1), noon) {
			codes = append(codes, brief().Products...)
		}
		return codes
	})
	equalList(t, stored.Text, got, "STUDIO-PRO-1Y")
}
