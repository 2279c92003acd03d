package commerce_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestWriteWorld reads back each record of a world, with its settings and running numbers.
func TestWriteWorld(t *testing.T) {
	t.Parallel()
	world := usedWorld()
	world.Campaigns = append(world.Campaigns, record.Campaign{Code: "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c41"})
	world.Settings = record.UpsellSettings{UpsellingDisplayType: catalog.DisplayType("").Values()[1]}
	world.Sequences = map[commerce.Sequence]uint64{}
	for i, s := range commerce.AllSequences() {
		world.Sequences[s] = uint64(2_000_000 + i)
	}
	shop := openShop(t, world)
	var want []string
	for name := range world.Handles {
		want = append(want, "handle "+name)
	}
	for _, p := range world.Products {
		want = append(want, "product "+p.Code)
	}
	for _, p := range world.Partners {
		want = append(want, "partner "+p.Code)
	}
	for c := range world.Customers {
		want = append(want, fmt.Sprint("customer ", c.Reference))
	}
	for o := range world.Orders {
		want = append(want, "order "+o.Order.RefNo)
	}
	for s := range world.Subscriptions {
		want = append(want, "subscription "+s.Reference)
	}
	for _, c := range world.Campaigns {
		want = append(want, "campaign "+c.Code)
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(everything(t, shop))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	must(t, shop.View(func(tx commerce.Tx) error {
		settings, err := tx.Campaigns().Settings()
		same(t, "settings", settings, world.Settings)
		got := map[commerce.Sequence]uint64{}
		for s := range world.Sequences {
			got[s] = tx.Last(s)
		}
		same(t, "numbers", got, world.Sequences)
		return err
	}))
}
