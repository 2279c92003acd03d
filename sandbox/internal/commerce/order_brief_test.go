package commerce_test

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// A brief has the fields of the order whatever the spelling of its JSON, and no JSON makes
// reading fail.
func TestOrderBriefs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"GrossPrice":39.90,"Currency":"eur","PartnerCode":null,"CustomerDetails":{"Name":"x","AvangateCustomerReference":410004},` +
			`"BillingDetails":{"FirstName":"Ida","LastName":"Moreau","Company":null,"Email":"ida@example.test","CountryCode":"fr"},` +
			`"Items":[{"Code":"A","Price":{"Code":"no"}},{"Code":"B:1"}],"ChargebackResolution":"OPEN"}`: `39.9 410004 "Ida Moreau" "" "ida@example.test" "fr" "eur" "" "OPEN" ["A" "B:1"]`,
		" {\n \"Items\" : [ { \"Price\" : { \"Code\" : [ \"}\" ] } , \"Code\" : \"\\u0041\\\"\\\\\" } , {} ] ,\t\"GrossPrice\" : \"12.5\" , \"Cur\\u0072ency\" : \"usd\" ,\r\n \"PartnerCode\":\"P1\" } ": `12.5 0 "" "" "" "" "usd" "P1" "" ["A\"\\" ""]`,
		`{"BillingDetails":{"FirstName":"","LastName":"Öz","Company":"A, B","Email":5,"CountryCode":{}},"CustomerDetails":{"AvangateCustomerReference":"7"},"Items":null}`:                                `0 0 "Öz" "A, B" "" "" "" "" "" []`,
		`{"BillingDetails":[],"CustomerDetails":"x","Items":{"Code":"A"},"GrossPrice":[1]}`:                                                                                                               `0 0 "" "" "" "" "" "" "" []`,
	} {
		if got := briefly(body); got != want {
			t.Errorf("got %s, want %s of %s", got, want, body)
		}
		for end := range len(body) {
			briefly(body[:end])
			briefly(body[end:])
		}
	}
}

func briefly(body string) string {
	brief := commerce.ReadStoredOrder([]byte(body)).Brief("")
	buyer, traits := brief.Buyer, brief.Value()
	return fmt.Sprintf("%v %d %q %q %q %q %q %q %q %q", brief.Total, buyer.Customer, buyer.Name(), buyer.Company(), buyer.Email(), buyer.Country(),
		traits.Currency, traits.Partner, traits.Dispute, traits.Products())
}
