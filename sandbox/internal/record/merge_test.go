package record_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// A patch merges objects, replaces lists and removes by null, and the record shares nothing with the one
// before.
func TestMerge(t *testing.T) {
	t.Parallel()
	name, city := "Ida", "Lyon"
	before := record.Order{
		RefNo: "7", Errors: map[string]string{"A": "a", "B": "b"}, CustomParameters: []record.CustomParameter{{Name: "one"}, {Name: "two"}},
		DeliveryDetails: record.DeliveryDetails{FirstName: &name, City: &city},
		PaymentDetails:  record.PaymentDetails{PaymentMethod: &record.PaymentMethod{PayPal: &record.PayPal{RedirectURL: "u"}}},
	}
	after := before
	err := record.Merge(&after, []byte(`{"Errors":{"A":null,"C":"c"},"CustomParameters":[{"Value":"v"}],"DeliveryDetails":{"City":null,"Zip":"1"},
		"PaymentDetails":{"PaymentMethod":{"RecurringEnabled":true}},"GiftDetails":{"GiftNote":"n"},"NetPrice":19.90}`))
	want := before
	zip := "1"
	want.Errors = map[string]string{"B": "b", "C": "c"}
	want.CustomParameters = []record.CustomParameter{{Value: "v"}}
	want.DeliveryDetails = record.DeliveryDetails{FirstName: &name, Zip: &zip}
	want.PaymentDetails.PaymentMethod = &record.PaymentMethod{PayPal: &record.PayPal{RedirectURL: "u", RecurringEnabled: true}}
	want.GiftDetails = &record.GiftDetails{GiftNote: "n"}
	want.NetPrice = record.Cents(1990)
	if err != nil || !reflect.DeepEqual(encoded(t, after), encoded(t, want)) {
		t.Errorf("got %s, %v, want %s", encoded(t, after), err, encoded(t, want))
	}
	if len(before.Errors) != 2 || before.DeliveryDetails.City == nil || before.PaymentDetails.PaymentMethod.PayPal.RecurringEnabled {
		t.Errorf("the record before is changed: %s", encoded(t, before))
	}
	if err := record.Merge(&after, []byte(`{"Errors":`)); err == nil {
		t.Error("a broken patch is accepted")
	}
}

func encoded(t *testing.T, of any) string {
	t.Helper()
	text, err := record.Encode(of)
	must(t, err)
	return string(text)
}
