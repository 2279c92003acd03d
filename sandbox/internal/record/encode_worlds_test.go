package record_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// TestRecordsOfWorldsAreReadAsWritten encodes every record of every shipped world, and reads it
// back to the same bytes.
func TestRecordsOfWorldsAreReadAsWritten(t *testing.T) {
	t.Parallel()
	for _, name := range worlds.Names() {
		shipped, err := (&worlds.Library{}).Load(name)
		must(t, err)
		world, err := shipped.Build(worlds.BuildRequest{Merchant: "SHOP", Now: noon, Seed: 1})
		must(t, err)
		for order := range world.Orders {
			sameEncoding(t, &order.Order)
			sameEncoding(t, &order.OrderInternals)
		}
		for customer := range world.Customers {
			sameEncoding(t, &customer)
		}
		for subscription := range world.Subscriptions {
			sameEncoding(t, &subscription)
		}
		for i := range world.Campaigns {
			sameEncoding(t, &world.Campaigns[i])
		}
		for i := range world.Products {
			sameEncoding(t, &world.Products[i])
		}
		for i := range world.Partners {
			sameEncoding(t, &world.Partners[i])
		}
		for handle, of := range world.Handles {
			sameEncoding(t, &record.NamedHandle{Name: handle, Handle: of})
		}
		sameEncoding(t, &world.Settings)
	}
}

func sameEncoding[R any](t *testing.T, one *R) {
	t.Helper()
	got, err := record.Encode(one)
	must(t, err)
	var read R
	must(t, record.Decode(got, &read))
	if again, err := record.Encode(&read); err != nil || !bytes.Equal(again, got) {
		t.Fatalf("got %s when read back (%v), want %s", again, err, got)
	}
}

// TestEncodeOthers encodes what is no record, as its value and as JSON has it.
func TestEncodeOthers(t *testing.T) {
	t.Parallel()
	for want, of := range map[string]any{
		"null": nil, `"<b>"`: "<b>", `{"UpsellingDisplayType":"OVERLAY"}`: record.UpsellSettings{UpsellingDisplayType: "OVERLAY"}, `[{"x":1}]`: []any{map[string]int{"x": 1}},
		`{"a":null,"b":[]}`: map[string][]int{"b": {}, "a": nil}, `[1.5,"2026-10-09 12:00:00","2026-10-09"]`: []any{record.Cents(1_50), record.At(noon), record.DayOf(noon)},
		`"\\\"\u001f ~é\u2028"`: "\\\"\x1f ~é\u2028", "\"broken \ufffd\"": "broken \xff",
	} {
		if got, err := record.Encode(of); string(got) != want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	if got, err := record.Encode((*record.Order)(nil)); string(got) != "null" || err != nil {
		t.Errorf("got %s, %v, want null", got, err)
	}
	if _, err := record.Encode(func() {}); err == nil {
		t.Error("got no error for a function")
	}
}

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
