package boltstore

import (
	"bytes"
	"iter"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

func (o orderStore) Briefs(from, to time.Time) iter.Seq2[commerce.OrderFacts, func() commerce.OrderBrief] {
	return func(yield func(commerce.OrderFacts, func() commerce.OrderBrief) bool) {
		list, kept := o.tx.column()
		if !kept {
			var order uint64
			brief := func() commerce.OrderBrief { return o.brief(order) }
			for facts := range o.Between(from, to) {
				if order = facts.Number; !yield(facts, brief) {
					return
				}
			}
			return
		}
		low, high := datesOf(from, to)
		for part, rows := range list.parts(low, high) {
			n := rows.to
			brief := func() commerce.OrderBrief { return part.brief(n, o) }
			for n--; n >= rows.from; n-- {
				if !yield(part.facts(n), brief) {
					return
				}
			}
		}
	}
}

// brief returns the brief of a row. The first call reads those of the whole part, because
// a list that needs one needs many.
func (p *factPart) brief(n int, o orderStore) commerce.OrderBrief {
	briefs := p.briefs.Load()
	if briefs == nil {
		payers := o.tx.db.columns.payersOf(o.tx.account.name)
		made := make([]commerce.OrderBrief, len(p.rows))
		for i := range p.rows {
			made[i] = o.brief(p.rows[i].number)
			made[i].Buyer = payers.share(made[i].Buyer)
		}
		briefs = &made
		p.briefs.Store(briefs)
	}
	return (*briefs)[n]
}

// brief reads the brief of an order. Internals that cannot be read name no purchase
// order, because reading the order returns the damage.
func (o orderStore) brief(number uint64) commerce.OrderBrief {
	stored, _ := parseStoredOrder(o.tx.table(orders).get(numberKey(number)))
	state := ""
	if bytes.Contains(stored.internals, []byte(`"purchase_order"`)) {
		internals, _, _ := o.Internals(reference(number))
		if internals.PurchaseOrder != nil {
			state = string(internals.PurchaseOrder.State)
		}
	}
	return commerce.ReadStoredOrder(stored.body).Brief(state)
}

// payers are the buyers of the orders of a column, by the references of the customers.
type payers struct {
	mu sync.Mutex
	of map[int64]*commerce.Buyer
}

// share returns the equal buyer that other orders have, if there is one.
func (b *payers) share(buyer *commerce.Buyer) *commerce.Buyer {
	if b == nil || buyer.Customer == 0 {
		return buyer
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if shared := b.of[buyer.Customer]; shared != nil && *shared == *buyer {
		return shared
	}
	if b.of == nil {
		b.of = map[int64]*commerce.Buyer{}
	}
	b.of[buyer.Customer] = buyer
	return buyer
}

// payersOf returns the payers of an account's column, nil without one.
func (c *columns) payersOf(code string) *payers {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if found := c.of[code]; found != nil {
		return &found.payers
	}
	return nil
}
