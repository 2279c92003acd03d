package boltstore

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// A world that would replace subscriptions changes those with other values, and none that
// another program stored in another spelling.
func TestChangesOfSubscriptions(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	order := anOrder(1)
	same, changed, respelled := aSubscription("SAME", 41, order), aSubscription("CHANGED", 41, order), aSubscription("RESPELLED", 41, order)
	update(t, s, put(order))
	update(t, s, func(in commerce.Tx) error {
		for _, sub := range []commerce.Subscription{same, changed, respelled} {
			mustDo(t, in.Subscriptions().Put(sub))
		}
		var fields map[string]any
		text, err := commerce.Encode(respelled)
		mustDo(t, err)
		mustDo(t, json.Unmarshal(text, &fields))
		text, err = json.Marshal(fields) // in another order
		mustDo(t, err)
		return in.(*tx).table(subscriptions).put(textKey("RESPELLED"), headed{packSubscription(respelled.Brief()), text}.encode())
	})
	changed.Quantity = 7
	world := commerce.World{
		Orders: slices.Values([]commerce.OrderRecord{order}), Customers: slices.Values([]commerce.Customer(nil)),
		Subscriptions: slices.Values([]commerce.Subscription{same, changed, respelled, aSubscription("NEW", 41, order)}),
	}
	changes, err := world.Changes(t.Context(), commerce.NewShop("ACME0001", s))
	mustDo(t, err)
	want := commerce.KindChanges{Before: 3, After: 4, Added: 1, Changed: 1}
	if got := changes.Subscriptions; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
