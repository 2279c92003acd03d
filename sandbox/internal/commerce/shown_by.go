package commerce

import (
	"cmp"
	"slices"
)

// mayBeShownBy returns the references of the orders whose lines may show the
// subscription: its own, and its customer's.
func (s *Subscription) mayBeShownBy(tx Tx) []string {
	refs := s.Orders()
	if s.UpgradeOrder != "" {
		refs = append(refs, s.UpgradeOrder)
	}
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
