package commerce_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// fill gives every field of a record a value.
func fill(t *testing.T, record any) {
	t.Helper()
	for _, field := range reflect.ValueOf(record).Elem().Fields() {
		switch value := field.Addr().Interface().(type) {
		case *string:
			*value = "an \"Ö\" \\ <b>"
		case **string:
			text := ""
			*value = &text
		case *bool:
			*value = true
		case *int:
			*value = 12
		case *int64:
			*value = -410004
		case *[]string:
			*value = []string{"A,B", "]"}
		case *commerce.Moment:
			*value = commerce.At(time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC))
		default:
			t.Fatalf("a field of type %T", value)
		}
	}
}

// The readers of stored records return what a decoder returns.
func TestStoredRecords(t *testing.T) {
	t.Parallel()
	var subscription commerce.Subscription
	var customer commerce.Customer
	fill(t, &subscription)
	fill(t, &customer)
	whole, _ := commerce.Encode(&subscription)
	empty, _ := commerce.Encode(&commerce.Subscription{})
	for _, stored := range []string{string(whole), string(empty), `{}`, `{"reference":"R","quantity":1,"later":[]}`, `{"pricing_options":null,"partner":null}`, `{"quantity":"x"}`} {
		compareDecoded(t, stored, commerce.ReadSubscription)
	}
	whole, _ = commerce.Encode(&customer)
	empty, _ = commerce.Encode(&commerce.Customer{})
	for _, stored := range []string{string(whole), string(empty), ` {"firstname":"Ida","Later":5}`, `{"Later":5,"Email":"e"}`, `{"Email":null,"Fax":null}`, `{"Enabled":`} {
		compareDecoded(t, stored, commerce.ReadCustomer)
	}
}

func compareDecoded[R any](t *testing.T, stored string, read func([]byte) (R, error)) {
	t.Helper()
	var want R
	wrong := json.Unmarshal([]byte(stored), &want)
	got, err := read([]byte(stored))
	if (err != nil) != (wrong != nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v (%v), want %+v (%v) of %s", got, err, want, wrong, stored)
	}
}

// The fields of a stored subscription are those of the decoded one, whatever its texts.
func TestStoredSubscription(t *testing.T) {
	t.Parallel()
	var whole commerce.Subscription
	fill(t, &whole)
	hostile := whole
	hostile.Reference, hostile.Partner, hostile.Lifetime = `","order":"no`, `\","product":"no","enabled":false`, false
	hostile.PricingOptions = []string{"product", "order", `"product":"no"`}
	for _, want := range []commerce.Subscription{{}, whole, hostile} {
		content, err := commerce.Encode(&want)
		if err != nil {
			t.Fatal(err)
		}
		s, late := commerce.StoredSubscription(content), want.ExpirationDate.Time
		got := commerce.Subscription{
			Reference: s.Reference(), Customer: s.Customer(), Partner: s.Partner(), Order: s.Order(), Product: s.Product(), Quantity: s.Quantity(),
			StartDate: s.Start(), ExpirationDate: s.Expiration(), Enabled: s.Enabled(),
			PricingOptions: want.PricingOptions, Upgradable: want.Upgradable, NeedsApproval: want.NeedsApproval,
			Lifetime: want.Lifetime, Trial: want.Trial, PreviousOrders: want.PreviousOrders, UpgradeOrder: want.UpgradeOrder,
		}
		if !reflect.DeepEqual(got, want) || s.ExpiredAt(late) != want.ExpiredAt(late) || s.ExpiredAt(late.Add(-1)) != want.ExpiredAt(late.Add(-1)) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if s := (commerce.StoredSubscription{}); s.Reference() != "" || s.Quantity() != 0 || s.Enabled() || !s.Start().IsZero() {
		t.Errorf("got a field of nothing")
	}
}

// A moment is read as a parser reads it, in its usual format and in others.
func TestMomentOfJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`"2026-10-09 12:00:01"`, `"0001-01-01 00:00:00"`, `"2026-02-29 12:00:00"`, `"2026-10-09T12:00:00"`, `"2026-10-09 24:00:00"`,
		`"2026-10-09 1:00:00"`, `"2026-10-09 12:00:00.5"`, `"2026-10-09 12:00:0x"`, `"2026-10-09 12:00:60"`, `""`, `x2026-10-09 12:00:01x`, `5`} {
		var got commerce.Moment
		err := got.UnmarshalJSON([]byte(text))
		want, wrong := time.Parse(`"`+commerce.MomentFormat+`"`, text)
		if (err != nil) != (wrong != nil) || got.Time != want {
			t.Errorf("%s: got %v (%v), want %v (%v)", text, got, err, want, wrong)
		}
	}
}
