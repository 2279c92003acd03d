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
