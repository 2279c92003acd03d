package query_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

func BenchmarkTextOverBodies(b *testing.B) {
	body := []byte(strings.Repeat(`{"RefNo":"100031545","OrderNo":0,"ExternalReference":null,"Status":"COMPLETE","OrderDate":"2026-05-13 12:12:12","FinishDate":"2026-05-13 12:12:12","Items":[{"ProductDetails":{"Name":"Personal Suite"},"PurchaseType":"PRODUCT","Quantity":1}],"BillingDetails":{"FirstName":"Renée","LastName":"Reinhold","Email":"renee.reinhold@shop.example","CountryCode":"us"}}`, 200)[:64<<10])
	fields := query.Fields[[]byte]{query.Text("text", "", func(t []byte, contains func([]byte) bool) bool { return contains(t) })}
	for _, text := range []string{"Reynolds", "EXTERNAL_ORDER", "zzz", "100031546", "é1"} {
		b.Run(fmt.Sprintf("%q", text), func(b *testing.B) {
			q, err := fields.Parse(text, now)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				q.Matches(body)
			}
		})
	}
}
