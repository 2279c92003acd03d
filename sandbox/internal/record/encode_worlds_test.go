package record_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// Every record of every shipped world has the bytes of the JSON library, and the library
// reads it back to the same bytes.
func TestRecordsOfWorldsAreEncodedAsByTheLibrary(t *testing.T) {
	t.Parallel()
	for _, name := range worlds.Names() {
		shipped, err := (&worlds.Library{}).Load(name)
		if err != nil {
			t.Fatal(err)
		}
		world, err := shipped.Build(worlds.BuildRequest{Merchant: "SHOP", Now: time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC), Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	if want, err := record.EncodeByLibrary(one); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("got %s, want %s (%v)", got, want, err)
	}
	var read R
	if err := record.Decode(got, &read); err != nil {
		t.Fatal(err)
	}
	if again, err := record.Encode(&read); err != nil || !bytes.Equal(again, got) {
		t.Fatalf("got %s when read back (%v), want %s", again, err, got)
	}
}
