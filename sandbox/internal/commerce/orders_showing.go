package commerce

import (
	"cmp"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// ordersShowing returns the references of the orders whose lines may show the
// subscription: its own, and its customer's.
func ordersShowing(tx Tx, s *record.Subscription) []string {
	refs := s.Orders()
	if s.Customer != 0 {
		refs = slices.AppendSeq(refs, tx.Orders().OfCustomer(s.Customer))
	}
	return latestFirst(refs)
}

// latestFirst returns references of orders in descending order, each once.
func latestFirst(refs []string) []string {
	slices.SortFunc(refs, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(b, a)) })
	return slices.Compact(refs)
}

// changeOrders calls change with each order, stores those for which it returns true, and
// returns their references. It ends with a *TooManyError about a record when there is no room
// for one more, because all changed orders are in memory at once.
func changeOrders(tx Tx, refs []string, about record.Name, room int, change func(*record.StoredOrder) bool) (changed []string, err error) {
	for _, ref := range refs {
		stored, _, err := tx.Orders().Get(ref)
		if err != nil {
			return nil, err
		}
		if !change(&stored) {
			continue
		}
		if len(changed) >= room {
			return nil, &TooManyError{about}
		}
		if err := tx.Orders().Put(stored); err != nil {
			return nil, err
		}
		changed = append(changed, ref)
	}
	return changed, nil
}
