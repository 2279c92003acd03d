package commerce

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// A reader of encoded orders finds what a reader of any JSON finds, whatever the texts and
// the keys.
func TestEncodedOrders(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	names := []string{"Items", "Promotions", "Currency", "GrossPrice", "PartnerCode", "CustomerDetails", "DeliveryInformation", "ProductDetails", "Code"}
	keys, read := map[string]string{"A": "no"}, 0
	for _, name := range names {
		keys[name] = `,"` + name + `":[{`
	}
	for range 3000 {
		var order Order
		fillRandomly(reflect.ValueOf(&order).Elem(), random)
		name := names[random.IntN(len(names))]
		order.Errors = keys
		order.PaymentDetails.PaymentMethod = &PaymentMethod{Card: &Card{Authorize3DS: &Authorize3DS{Params: keys}}}
		order.BillingDetails.State = new(`","` + name + `":{"x":[`)
		for i := range order.Items {
			order.Items[i].ProductDetails.Name = `},"Code":"no","` + name + `":`
		}
		body, err := Encode(&order)
		if err != nil {
			t.Fatal(err)
		}
		encoded := ReadEncodedOrder(body)
		got, want := encoded.Brief("state"), ReadStoredOrder(body).Brief("state")
		if got.Total != want.Total || *got.Buyer != *want.Buyer || got.Value() != want.Value() {
			t.Fatalf("got %v %v %v, want %v %v %v of %s", got.Total, got.Buyer, got.Value(), want.Total, want.Buyer, want.Value(), body)
		}
		if encoded.isEncoded {
			read++
		}
	}
	if read < 1000 {
		t.Errorf("%d orders were read as encoded ones, want most", read)
	}
	for _, body := range []string{"", "{}", `{"OrderNo":1,"GrossPrice":5}`, `[`} {
		if got, want := ReadEncodedOrder([]byte(body)).Brief(""), ReadStoredOrder([]byte(body)).Brief(""); got.Total != want.Total || *got.Buyer != *want.Buyer {
			t.Errorf("got %v, want %v of %s", got, want, body)
		}
	}
}
