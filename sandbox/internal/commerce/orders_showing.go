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

// changeOrders stores the orders that change reports to have changed, and returns their
// references.
func changeOrders(tx Tx, refs []string, change func(*record.StoredOrder) bool) (changed []string, err error) {
	for _, ref := range refs {
		stored, _, err := tx.Orders().Get(ref)
		if err != nil {
			return nil, err
		}
		if !change(&stored) {
			continue
		}
		if err := tx.Orders().Put(stored); err != nil {
			return nil, err
		}
		changed = append(changed, ref)
	}
	return changed, nil
}
