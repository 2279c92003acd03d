package commerce

import (
	"cmp"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// How long after its OrderDate something happens to an order (open question
// progress).
const (
	decisionAfter   = 24 * time.Hour
	completionAfter = 2 * 24 * time.Hour
	paymentAfter    = 3 * 24 * time.Hour
	lapseAfter      = 30 * 24 * time.Hour
)

// The shares of orders, in percent, never completed by time (open question
// progress).
const (
	fraudShare   = 5  // of the waiting approvals
	invalidShare = 5  // of the pending orders among them: the data are invalid
	unpaidShare  = 25 // of the pending orders
)

// dueChange is a change made by time.
type dueChange string

const (
	nothingDue  dueChange = ""
	lapses      dueChange = "lapses"
	isRejected  dueChange = "is rejected"
	isApproved  dueChange = "is approved"
	completes   dueChange = "completes"
	isNeverPaid dueChange = "is never paid"
	expires     dueChange = "expires"
)

// due is when something happens to a record.
type due struct {
	at     time.Time
	change dueChange
	order  uint64 // its reference, 0 for a subscription
	sub    string // reference of the subscription
}

// dueOf returns what happens next to an order, and when. It needs no more than the
// facts of an order, because there may be very many.
func dueOf(f record.OrderFacts, purchaseOrder bool, seed int64) due {
	d, number := due{order: f.Number}, f.Number
	after := func(change dueChange, wait time.Duration) due {
		d.change, d.at = change, f.Date.Add(wait)
		return d
	}
	rejected := draw(seed, number, "approval") < fraudShare
	switch {
	case f.Status != catalog.Pending && f.Status != catalog.AuthReceived:
		return d
	case f.Status == catalog.Pending && purchaseOrder:
		return after(lapses, lapseAfter)
	case f.Status == catalog.Pending && draw(seed, number, "approval") < fraudShare+invalidShare:
		return after(isRejected, decisionAfter)
	case f.Status == catalog.Pending && draw(seed, number, "payment") < unpaidShare:
		return after(isNeverPaid, paymentAfter)
	case f.Status == catalog.Pending:
		return after(completes, paymentAfter)
	case f.ApproveStatus == catalog.Waiting && rejected:
		return after(isRejected, decisionAfter)
	case f.ApproveStatus == catalog.Waiting:
		return after(isApproved, decisionAfter)
	}
	return after(completes, completionAfter)
}

// draw returns a number from 0 to 99, determined by a seed, an order and the name
// of a decision.
func draw(seed int64, order uint64, what string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strconv.FormatInt(seed, 10) + " " + strconv.FormatUint(order, 10) + " " + what))
	sum := h.Sum64()
	return (sum ^ sum>>32) % 100
}

// compare sorts due changes by time, and then by record.
func (d due) compare(other due) int {
	return cmp.Or(d.at.Compare(other.at), cmp.Compare(d.order, other.order), cmp.Compare(d.sub, other.sub))
}

// dueHeap has the earliest due change at its head.
type dueHeap []due

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].compare(h[j]) < 0 }
func (h dueHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *dueHeap) Push(d any)        { *h = append(*h, d.(due)) }

// Pop removes the last element, as package heap requires.
func (h *dueHeap) Pop() any {
	last := len(*h) - 1
	d := (*h)[last]
	*h = (*h)[:last]
	return d
}

// expiryOf returns when a subscription expires.
func expiryOf(s record.SubscriptionBrief) due {
	if !s.Enabled || !s.Expires() {
		return due{}
	}
	return due{at: s.Expiration.Time, change: expires, sub: s.Reference}
}
