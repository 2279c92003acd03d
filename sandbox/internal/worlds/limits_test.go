package worlds

import (
	"strings"
	"testing"
)

// TestLimits tries the values at the limits of each field, and the ones beyond them, which
// are refused with the limit.
func TestLimits(t *testing.T) {
	t.Parallel()
	const (
		customers = "customers: [{handle: ida}]\n"
		product   = "products: [{code: A, name: A, prices: {EUR: 1}, months: 1, options: [{group: G, code: o}]}]\n"
		line      = "lines: [{product: FONT-PACK, V}]"
		order     = customers + "orders: [{customer: ida, date: -1d, V, lines: [{product: FONT-PACK}]}]"
		campaign  = "campaigns: [{name: N, percent: 5, primary: {product: A}, recommended: {product: B}, V}]"
	)
	of := func(text, part string) string { return strings.Replace(text, "V", part, 1) }
	lined := customers + "orders: [{customer: ida, " + line + "}]"
	list := func(n int, of string) string { return "[" + strings.TrimSuffix(strings.Repeat(of+", ", n), ", ") + "]" }
	for name, test := range map[string]struct {
		text  string   // with V
		right []string // separated values
		wrong []string
		want  string
	}{
		"customer":         {"customers: [{reference: V}]", []string{"0", "1", "999999999999"}, []string{"-1", "1000000000000"}, "reference must be from 1 to 999999999999"},
		"country":          {"customers: [{country: V}]", []string{"zz"}, []string{"z", "ZZ", "zzz"}, "a country must have two"},
		"quantity":         {of(lined, "quantity: V"), []string{"1", "99999"}, []string{"0", "100000"}, "quantity must be from 1 to 99999"},
		"price":            {of(lined, "price: V"), []string{"0", "100000000"}, []string{"-0.01", "100000000.01"}, "must be"},
		"VAT":              {of(lined, "vat: V"), []string{"0", "100"}, []string{"-0.01", "100.01"}, "a percentage must be from 0 to 100"},
		"trial":            {of(lined, "trial: {days: V, price: 0}"), []string{"1", "3650"}, []string{"0", "3651"}, "days must be from 1 to 3650"},
		"trial price":      {of(lined, "trial: {days: 1, price: V}"), []string{"0", "100000000"}, []string{"-0.01", "100000000.01"}, "must be"},
		"options":          {product + customers + "orders: [{customer: ida, lines: [{product: A, options: V}]}]", []string{list(20, "o")}, []string{list(21, "o")}, "at most 20 options, got 21"},
		"lines":            {customers + "orders: [{customer: ida, lines: V}]", []string{list(1, "{product: FONT-PACK}"), list(100, "{product: FONT-PACK}")}, []string{"[]", list(101, "{product: FONT-PACK}")}, "from 1 to 100 lines"},
		"external":         {of(order, "external_reference: V"), []string{strings.Repeat("é", 100)}, []string{strings.Repeat("é", 101)}, "at most 100 characters, got 101"},
		"order":            {of(order, "reference: V"), []string{"1000000", "999999999"}, []string{"999999", "01000000", "1000000000"}, "reference must have 7 to 9 digits"},
		"number":           {of(order, "number: V"), []string{"1", "999999999999"}, []string{"-1", "1000000000000"}, "number must be from 1 to 999999999999"},
		"sale":             {of(order, "sale: V"), []string{"1", "999999999999"}, []string{"-1", "1000000000000"}, "sale must be from 1 to 999999999999"},
		"times":            {of(order, "repeat: {times: V}"), []string{"1", "1000000"}, []string{"0", "1000001"}, "times must be from 1 to 1000000"},
		"every":            {of(order, "repeat: {times: 2, every: V}"), []string{"0s", "1s"}, []string{"-1s"}, "every must be 0 or more"},
		"date":             {customers + "orders: [{customer: ida, date: V, lines: [{product: FONT-PACK}]}]", []string{"0", "-1s"}, []string{"1s"}, "the date is in the future"},
		"finish":           {of(order, "finished: V"), []string{"0", "-1d"}, []string{"1s"}, "the date is in the future"},
		"finish of before": {of(order, "finished: V"), []string{"-1d"}, []string{"-86401s"}, "the order is finished before its date"},
		"refund":           {of(order, "refunds: [{amount: V}]"), []string{"0", "1"}, []string{"-0.01"}, "an amount must be 0 or more"},
		"refunded share":   {of(order, "status: REFUND, refunds: [{percent: V}]"), []string{"100"}, []string{"-0.01", "100.01"}, "a percentage must be from 0 to 100"},
		"refund of a line": {of(order, "refunds: [{amount: 1, lines: [{product: FONT-PACK, amount: V}]}]"), []string{"0"}, []string{"-0.01"}, "an amount must be 0 or more"},
		"refunded pieces":  {of(order, "refunds: [{amount: 1, lines: [{product: FONT-PACK, amount: 1, quantity: V}]}]"), []string{"1", "99999"}, []string{"0", "100000"}, "quantity must be from 1 to 99999"},
		"shipping":         {of(order, "shipping: {fee: V}"), []string{"0", "100000000"}, []string{"-0.01", "100000000.01"}, "must be"},
		"promotion":        {of(order, "promotion: {code: P, percent: V}"), []string{"0", "100"}, []string{"-0.01", "100.01"}, "a percentage must be from 0 to 100"},
		"months":           {"products: [{code: A, name: A, prices: {EUR: 1}, months: V}]", []string{"0", "1200"}, []string{"-1", "1201"}, "months must be from 0 to 1200"},
		"product price":    {"products: [{code: A, name: A, prices: {EUR: V}}]", []string{"0", "100000000"}, []string{"-0.01", "100000000.01"}, "must be"},
		"option":           {"products: [{code: A, name: A, prices: {EUR: 1}, options: [{group: G, code: o, percent: V}]}]", []string{"0", "1000"}, []string{"-0.01", "1000.01"}, "must be"},
		"margin":           {"partners: [{code: P, currency: EUR, margin: V}]", []string{"0", "100"}, []string{"-0.01", "100.01"}, "a percentage must be from 0 to 100"},
		"campaign":         {"campaigns: [{name: V, percent: 5, primary: {product: A}, recommended: {product: B}}]", []string{strings.Repeat("é", 500)}, []string{strings.Repeat("é", 501)}, "name must have at most 500 characters, got 501"},
		"discount":         {"campaigns: [{name: N, percent: V, primary: {product: A}, recommended: {product: B}}]", []string{"0", "100"}, []string{"-1", "101"}, "a percentage must be from 0 to 100"},
		"primary":          {"campaigns: [{name: N, percent: 5, primary: {product: A, quantity: V}, recommended: {product: B}}]", []string{"0", "99999"}, []string{"-1", "100000"}, "quantity must be from 0 to 99999"},
		"recommended":      {"campaigns: [{name: N, percent: 5, primary: {product: A}, recommended: {product: B, quantity: V}}]", []string{"1", "99999"}, []string{"0", "100000"}, "quantity must be from 1 to 99999"},
		"campaign's end":   {of(campaign, "start: -7d, end: V"), []string{"-7d", "2026-10-02"}, []string{"-8d"}, "the campaign ends before it starts"},
		"end of a term":    {of(lined, "subscription: {start: 2026-10-02, expires: V}"), []string{"2026-10-02", "-7d"}, []string{"2026-10-01"}, "the subscription expires before it starts"},
		"orders":           {"generate: {orders: V}", []string{"0", "1000000"}, []string{"-1", "1000001"}, "orders must be from 0 to 1000000"},
		"recent":           {"generate: {recent: V}", []string{"0", "1000000"}, []string{"-1", "1000001"}, "recent must be from 0 to 1000000"},
		"customers":        {"generate: {customers: V}", []string{"0", "1000000"}, []string{"-1", "1000001"}, "customers must be from 0 to 1000000"},
		"campaigns":        {"generate: {campaigns: V}", []string{"0", "1000000"}, []string{"-1", "1000001"}, "campaigns must be from 0 to 1000000"},
		"lines together":   {customers + "orders: [{customer: ida, repeat: {times: V}, lines: " + list(100, "{product: FONT-PACK}") + "}]", []string{"50000"}, []string{"50001"}, "at most 5000000 lines together"},
	} {
		for _, value := range test.right {
			if _, err := Parse([]byte(of(test.text, value)), "limit.yaml"); err != nil {
				t.Errorf("%s %.40s: got %v", name, value, err)
			}
		}
		for _, value := range test.wrong {
			if _, err := Parse([]byte(of(test.text, value)), "limit.yaml"); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s %.40s: got %v, want %s", name, value, err, test.want)
			}
		}
	}
}
