package transfer

import (
	"iter"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// References returns the references of the records, by kind, without the ones
// implied by orders.
func (b *Batch) References() map[Kind][]string {
	all := map[Kind][]string{}
	for i := range b.orders {
		all[Orders] = append(all[Orders], b.orders[i].ref)
	}
	for i := range b.customers {
		if c := &b.customers[i]; !c.implied {
			all[Customers] = append(all[Customers], formatInt(c.Reference))
		}
	}
	for i := range b.subscriptions {
		if s := &b.subscriptions[i]; !s.implied {
			all[Subscriptions] = append(all[Subscriptions], s.Reference)
		}
	}
	for i := range b.campaigns {
		all[Campaigns] = append(all[Campaigns], b.campaigns[i].Code)
	}
	for i := range b.plain {
		all[b.plain[i].kind] = append(all[b.plain[i].kind], b.plain[i].code)
	}
	return all
}

// Counts returns the number of records of each kind, including the ones implied by orders.
func (b *Batch) Counts() map[Kind]int {
	all := map[Kind]int{Orders: len(b.orders), Customers: len(b.customers), Subscriptions: len(b.subscriptions), Campaigns: len(b.campaigns)}
	for i := range b.plain {
		all[b.plain[i].kind]++
	}
	return all
}

// Handles returns the names of the handles.
func (b *Batch) Handles() iter.Seq[string] { return maps.Keys(b.handles) }

// World adds the records to a world, and gives paid orders the sale and the invoice that the interface does
// not show, the next of their sequences. Generated records of the world with a
// reference of the batch are left out.
func (b *Batch) World(w commerce.World, next func(commerce.Sequence) (uint64, error)) (commerce.World, error) {
	for _, i := range b.unnumbered {
		if err := completeNumbers(&b.orders[i].internals, next); err != nil {
			return w, err
		}
	}
	w.Products, w.Partners = slices.Clone(w.Products), slices.Clone(w.Partners)
	for i := range b.plain {
		var err error
		if b.plain[i].kind == Products {
			w.Products, err = appendDecoded(w.Products, b.plain[i].text)
		} else {
			w.Partners, err = appendDecoded(w.Partners, b.plain[i].text)
		}
		if err != nil {
			return w, err
		}
	}
	w.Campaigns = slices.Clone(w.Campaigns)
	for i := range b.campaigns {
		w.Campaigns = append(w.Campaigns, b.campaigns[i].Campaign)
	}
	w.Customers, w.Orders = b.worldCustomers(w.Customers), b.worldOrders(w.Orders)
	w.Subscriptions = b.worldSubscriptions(w.Subscriptions, w.Products)
	if b.settings != nil {
		w.Settings = *b.settings
	}
	w.Handles, w.Sequences = mergeMaps(w.Handles, b.handles), mergeMaps(w.Sequences, b.sequences)
	return w, nil
}

func appendDecoded[T any](to []T, text []byte) ([]T, error) {
	var one T
	err := record.Decode(text, &one)
	return append(to, one), err
}

func mergeMaps[K comparable, V any](one, other map[K]V) map[K]V {
	all := map[K]V{}
	maps.Copy(all, one)
	maps.Copy(all, other)
	return all
}

func (b *Batch) worldCustomers(of iter.Seq[record.Customer]) iter.Seq[record.Customer] {
	ours := map[int64]bool{}
	for i := range b.customers {
		ours[b.customers[i].Reference] = true
	}
	external := map[string]bool{}
	given := slices.DeleteFunc(slices.Clone(b.customers), func(c customer) bool { // implied ones with the external reference of another
		e := c.ExternalReference
		taken := e != nil && c.implied && external[*e]
		if e != nil {
			external[*e] = true
		}
		return taken
	})
	return chain(of, func(c record.Customer) bool { return ours[c.Reference] }, given, func(c customer) record.Customer { return c.Customer })
}

func (b *Batch) refs() map[string]bool {
	ours := map[string]bool{}
	for i := range b.orders {
		ours[b.orders[i].ref] = true
	}
	return ours
}

func (b *Batch) worldOrders(of iter.Seq[record.StoredOrder]) iter.Seq[record.StoredOrder] {
	ours := b.refs()
	return chain(of, func(o record.StoredOrder) bool { return ours[o.Order.RefNo] }, b.orders, func(o order) record.StoredOrder {
		stored, _ := o.record() // Parse has read it
		if stored.Order.OrderFlow == catalog.PurchaseOrderFlow && stored.PurchaseOrder == nil {
			fitPurchaseOrder(&stored)
		}
		return stored
	})
}

func (b *Batch) worldSubscriptions(of iter.Seq[record.Subscription], products []record.Product) iter.Seq[record.Subscription] {
	ours, upgradable := b.refs(), map[string]bool{}
	for _, p := range products {
		upgradable[p.Code] = len(p.UpgradeProducts) > 0
	}
	return chain(of, func(s record.Subscription) bool { return ours[s.Order] }, b.subscriptions, func(s subscription) record.Subscription {
		if s.implied {
			s.Upgradable = s.Enabled && upgradable[s.Product]
		}
		return s.Subscription
	})
}

// chain yields the values of a sequence without those reported by leaveOut, and then what
// is made of each of the list.
func chain[T, E any](of iter.Seq[T], leaveOut func(T) bool, list []E, made func(E) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		if of != nil {
			for one := range of {
				if !leaveOut(one) && !yield(one) {
					return
				}
			}
		}
		for _, one := range list {
			if !yield(made(one)) {
				return
			}
		}
	}
}
