package worlds

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// A plain entry becomes another record by a set of the other's fields, as the interface shows
// them: all but those that follow from words, and the sums of the order.
func TestEveryFieldCanBeSet(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/whole.yaml")
	must(t, err)
	whole := parsed(t, string(text)).orders[0].Order
	sums := members(t, record.Totals{})
	sums["Refunds"] = nil
	order := without(members(t, whole), orderFollows, sums)
	line := without(members(t, whole.Items[0]), lineFollows, map[string]any{"Price": nil})
	delete(line["ProductDetails"].(map[string]any), "Subscriptions")
	customer := without(members(t, whole.CustomerDetails), customerFollows, nil)
	subscription := without(members(t, whole.Items[0].ProductDetails.Subscriptions[0]), subscriptionFollows, nil)

	plain := parsed(t, "products: [{code: A, name: A, prices: {EUR: 10}, months: 12}]\n"+
		"customers: [{handle: ida, country: fr, set: "+inJSON(t, customer)+"}]\n"+
		"orders: [{customer: ida, date: -20d, finished: -19d, lines: [{product: A, set: "+inJSON(t, line)+", subscription: {set: "+inJSON(t, subscription)+"}}], set: "+inJSON(t, order)+"}]").orders[0].Order
	built := members(t, plain.Items[0])
	delete(built["ProductDetails"].(map[string]any), "Subscriptions")
	for of, both := range map[string][2]map[string]any{
		"order": {members(t, plain), order}, "line": {built, line}, "customer": {members(t, plain.CustomerDetails), customer},
		"subscription": {members(t, plain.Items[0].ProductDetails.Subscriptions[0]), subscription},
	} {
		for name, want := range both[1] {
			if got := both[0][name]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s of the %s: got %v, want %v", name, of, got, want)
			}
		}
	}
}

func members(t *testing.T, of any) (all map[string]any) {
	t.Helper()
	must(t, json.Unmarshal([]byte(inJSON(t, of)), &all))
	return all
}

func inJSON(t *testing.T, of any) string {
	t.Helper()
	text, err := record.Encode(of)
	must(t, err)
	return string(text)
}

func without(all map[string]any, follows map[string]string, others map[string]any) map[string]any {
	maps.DeleteFunc(all, func(name string, _ any) bool {
		_, other := others[name]
		return follows[name] != "" || other
	})
	return all
}
