package scenario_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestMovesInWords writes moves as the explanation of a call shows them.
func TestMovesInWords(t *testing.T) {
	t.Parallel()
	placed := &scenario.Placement{Product: "P", Quantity: 2}
	for want, move := range map[string]scenario.Move{
		"advance the clock by 10m":    {Verb: scenario.Advances, By: 10 * time.Minute},
		"place an order of 2 P":       {Verb: scenario.PlacesOrder, Place: placed},
		"place order 7 of 2 P":        {Verb: scenario.PlacesOrder, Place: placed, ID: "7"},
		"complete order":              {Verb: scenario.Completes, Kind: catalog.OrderRecord},
		"remove subscription S":       {Verb: scenario.Removes, Kind: catalog.SubscriptionRecord, ID: "S"},
		"end the dispute of order":    {Verb: scenario.EndsDispute, Kind: catalog.OrderRecord},
		"end the dispute of order 42": {Verb: scenario.EndsDispute, Kind: catalog.OrderRecord, ID: "42"},
	} {
		if got := move.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
