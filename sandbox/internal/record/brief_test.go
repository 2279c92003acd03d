package record_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestBriefOfAnOrder compares what lists need of an order.
func TestBriefOfAnOrder(t *testing.T) {
	t.Parallel()
	first, last := " Ida", "Ek "
	payer := func(first, last *string) record.BillingDetails {
		return record.BillingDetails{DeliveryDetails: record.DeliveryDetails{FirstName: first, LastName: last}}
	}
	for name, test := range map[string]struct {
		order record.StoredOrder
		want  record.OrderBrief
	}{
		"nothing":   {record.StoredOrder{}, record.OrderBrief{Total: "0", Products: []string{}}},
		"amount":    {record.StoredOrder{Order: record.Order{Totals: record.Totals{GrossPrice: record.Cents(-19_90)}}}, record.OrderBrief{Total: "-19.9", Products: []string{}}},
		"dispute":   {record.StoredOrder{Order: record.Order{ChargebackResolution: new(catalog.DisputeOpen)}}, record.OrderBrief{Total: "0", Dispute: "OPEN", Products: []string{}}},
		"customer":  {record.StoredOrder{Order: record.Order{CustomerDetails: &record.Customer{Reference: 7}}}, record.OrderBrief{Total: "0", Customer: 7, Products: []string{}}},
		"lines":     {record.StoredOrder{Order: record.Order{Items: []record.Item{{Code: "A"}, {}, {Code: "B"}}}}, record.OrderBrief{Total: "0", Products: []string{"A", "", "B"}}},
		"full name": {record.StoredOrder{Order: record.Order{BillingDetails: payer(&first, &last)}}, record.OrderBrief{Total: "0", Payer: record.Payer{Name: "Ida Ek"}, Products: []string{}}},
		"last name": {record.StoredOrder{Order: record.Order{BillingDetails: payer(nil, &last)}}, record.OrderBrief{Total: "0", Payer: record.Payer{Name: "Ek"}, Products: []string{}}},
		"first":     {record.StoredOrder{Order: record.Order{BillingDetails: payer(&first, nil)}}, record.OrderBrief{Total: "0", Payer: record.Payer{Name: "Ida"}, Products: []string{}}},
		"purchase order": {record.StoredOrder{OrderInternals: record.OrderInternals{PurchaseOrder: &record.PurchaseOrder{State: catalog.AwaitingForm}}},
			record.OrderBrief{Total: "0", PurchaseOrder: "awaiting_form", Products: []string{}}},
	} {
		if got := test.order.Brief(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

// TestBriefOfACustomer compares what lists need of customers with and without texts.
func TestBriefOfACustomer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		customer record.Customer
		want     record.CustomerBrief
	}{
		{record.Customer{}, record.CustomerBrief{}},
		{
			record.Customer{Reference: 7, ExternalReference: new("C7"), FirstName: "Ida", LastName: "Ek", Company: new("Ek Labs"), Email: "ida@example.test", CountryCode: "se", Language: "sv", Enabled: true, Trial: true},
			record.CustomerBrief{Reference: 7, External: "C7", Payer: record.Payer{Name: "Ida Ek", Company: "Ek Labs", Email: "ida@example.test", Country: "se"}, Language: "sv", Enabled: true, Trial: true},
		},
	} {
		if got := test.customer.Brief(); got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
}

// TestBriefOfASubscription compares what lists need of a subscription.
func TestBriefOfASubscription(t *testing.T) {
	t.Parallel()
	start := record.At(time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC))
	end := record.At(start.AddDate(1, 0, 0))
	for flag := range 4 {
		enabled, lifetime := flag&1 > 0, flag&2 > 0
		s := record.Subscription{Reference: "7KQ2M9XW4B", Customer: 7, Partner: "NORTH", Order: "1000003", Product: "PRO", Quantity: 2, StartDate: start, ExpirationDate: end, Enabled: enabled, Lifetime: lifetime}
		want := record.SubscriptionBrief{Reference: "7KQ2M9XW4B", Customer: 7, Partner: "NORTH", Order: "1000003", Product: "PRO", Quantity: 2, Start: start, Expiration: end, Enabled: enabled, Lifetime: lifetime}
		if got := s.Brief(); got != want || got.Expires() == lifetime {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// TestOrdersOfASubscription lists the purchase first, and leaves the earlier orders as they are.
func TestOrdersOfASubscription(t *testing.T) {
	t.Parallel()
	earlier := append(make([]string, 0, 3), "1000001", "1000002")
	s := record.Subscription{Order: "1000003", PreviousOrders: earlier}
	if got := s.Orders(); !slices.Equal(got, []string{"1000001", "1000002", "1000003"}) || earlier[:3][2] != "" {
		t.Errorf("got %q behind %q", got, earlier[:3])
	}
	if got := (&record.Subscription{Order: "1000003"}).Orders(); !slices.Equal(got, []string{"1000003"}) {
		t.Errorf("got %q of a subscription without an upgrade", got)
	}
}

// TestExpiredAt verifies that a subscription ends with its last moment, if it has one.
func TestExpiredAt(t *testing.T) {
	t.Parallel()
	end := record.At(time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC))
	for name, test := range map[string]struct {
		subscription record.Subscription
		at           time.Duration // after the end
		want         bool
	}{
		"before":   {record.Subscription{ExpirationDate: end}, -time.Second, false},
		"its end":  {record.Subscription{ExpirationDate: end}, 0, true},
		"lifetime": {record.Subscription{ExpirationDate: end, Lifetime: true}, time.Second, false},
		"no end":   {record.Subscription{}, time.Second, false},
	} {
		if got := test.subscription.ExpiredAt(end.Add(test.at)); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// TestPaymentMethods writes a card and a PayPal account as themselves and reads them back.
func TestPaymentMethods(t *testing.T) {
	t.Parallel()
	for _, method := range []record.PaymentMethod{{Card: &record.Card{FirstDigits: "4111"}}, {PayPal: &record.PayPal{RedirectURL: "https://pay.example.test/"}}} {
		var want any = method.Card
		if method.PayPal != nil {
			want = method.PayPal
		}
		text, err := json.Marshal(want)
		must(t, err)
		got, err := record.Encode(record.PaymentDetails{PaymentMethod: &method})
		if wanted := `{"Type":"","Currency":"","PaymentMethod":` + string(text) + `,"CustomerIP":null}`; err != nil || string(got) != wanted {
			t.Errorf("got %s (%v), want %s", got, err, wanted)
		}
		var read record.PaymentMethod
		if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, method) {
			t.Errorf("%s: got %+v (%v)", text, read, err)
		}
	}
}

// TestField reads single fields of a stored record.
func TestField(t *testing.T) {
	t.Parallel()
	const stored = `{"a":1,"b":{"c":["x"]},"d":null,"\u0065":"y"}`
	for _, test := range []struct {
		text, field string
		want        any
		has         bool
	}{
		{stored, "a", 1, true}, {stored, "b", map[string]any{"c": []any{"x"}}, true}, {stored, "d", nil, true}, {stored, "e", "y", true},
		{stored, "c", nil, false}, {stored, "x", nil, false}, {stored, "}", nil, false}, {`{}`, "a", nil, false}, {``, "a", nil, false},
		{`{"a":1,"b":"y`, "a", 1, true}, {`{"a":1,"b":"y`, "b", nil, false}, {`{"a":1,"b":"y`, "c", nil, false},
	} {
		got, has := record.Value(test.text).Field(test.field)
		if has != test.has || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s of %s: got %v, %t, want %v, %t", test.field, test.text, got, has, test.want, test.has)
		}
	}
}
