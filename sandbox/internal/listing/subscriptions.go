package listing

import (
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// aSubscription is a subscription as a list reads it.
type aSubscription struct {
	reader *Reader
	record.SubscriptionBrief
}

func (s *aSubscription) isExpired() bool { return s.ExpiredAt(s.reader.Now) }

// upgradable reports whether an upgrade can succeed. Unreadable records are no
// reason, because reading them returns the damage.
func (s *aSubscription) upgradable() bool {
	if s.Partner == "" { // most subscriptions have none and need not be decoded
		return false
	}
	whole, known, err := s.reader.Tx.Subscriptions().Get(s.Reference)
	if err != nil || !known {
		return false
	}
	why, err := commerce.WhyNotUpgradable(&whole, s.reader.Tx.Products(), s.reader.Now)
	return why == "" && err == nil
}

func (s *aSubscription) line() any {
	return client.SubscriptionLine{
		Reference: s.Reference, Customer: s.Customer, Partner: s.Partner, Order: s.Order, Product: s.Product, Quantity: s.Quantity,
		Start: s.Start.String(), Expiration: s.Expiration.String(),
		Expired: s.isExpired(), Enabled: s.Enabled, Upgradable: s.upgradable(), Handles: s.reader.names(Subscription, s.Reference),
	}.Short()
}

// Subscriptions are the subscriptions of an account, shorter references first.
func Subscriptions() Kind {
	return source[*aSubscription]{
		kind:   Subscription,
		walk:   walkingKeys(func(s *aSubscription) string { return s.Reference }, subscriptionsBehind),
		find:   []finder{{"customer", subscriptionsOf}},
		before: func(a, b *aSubscription) int { return byLength(a.Reference, b.Reference) },
		read:   readSubscription,
		id:     func(s *aSubscription) string { return s.Reference },
		fields: subscriptionFields(),
		line:   (*aSubscription).line,
		sorts: map[string]func(*aSubscription) key{
			"reference":  func(s *aSubscription) key { return key{text: s.Reference} },
			"customer":   func(s *aSubscription) key { return key{number: float64(s.Customer)} },
			"partner":    func(s *aSubscription) key { return key{text: s.Partner} },
			"order":      func(s *aSubscription) key { return key{number: float64(len(s.Order)), text: s.Order} },
			"product":    func(s *aSubscription) key { return key{text: s.Product} },
			"quantity":   func(s *aSubscription) key { return key{number: float64(s.Quantity)} },
			"start":      func(s *aSubscription) key { return key{number: float64(s.Start.Unix())} },
			"expiration": func(s *aSubscription) key { return key{number: float64(s.Expiration.Unix())} },
		},
	}.asKind()
}

func subscriptionsOf(r *Reader, customers []string) (references []string) {
	for _, value := range customers {
		customer, err := strconv.ParseInt(value, 10, 64)
		if err == nil {
			references = slices.AppendSeq(references, r.Tx.Subscriptions().Of(customer))
		}
	}
	return references
}

func subscriptionFields() query.Fields[*aSubscription] {
	return query.Fields[*aSubscription]{
		query.Word("reference", "reference of the subscription", func(s *aSubscription) string { return s.Reference }).Names(Subscription),
		query.Word("customer", "reference of the customer", func(s *aSubscription) string { return number(s.Customer) }).Names(Customer),
		query.Word("partner", "code of the partner that sold it", func(s *aSubscription) string { return s.Partner }).Names(Partner).Example("partner:*"),
		query.Word("order", "reference of the order", func(s *aSubscription) string { return s.Order }).Names(Order),
		query.Word("product", "code of the product", func(s *aSubscription) string { return s.Product }).Names(Product),
		query.Number("quantity", "units", func(s *aSubscription) (float64, bool) { return float64(s.Quantity), true }),
		query.Moment("start", "when it begins", func(s *aSubscription) (time.Time, bool) { return momentOf(s.Start) }),
		query.Moment("expiration", "when it ends", func(s *aSubscription) (time.Time, bool) { return momentOf(s.Expiration) }).Example("expiration:0..+30d"),
		query.Flag("expired", "whether it has ended on the account's clock", (*aSubscription).isExpired),
		query.Flag("enabled", "whether it is enabled", func(s *aSubscription) bool { return s.Enabled }),
		query.Flag("upgradable", "whether it can be upgraded", (*aSubscription).upgradable).Example("upgradable:true"),
		query.Words("handle", "names that the world gives it", func(s *aSubscription) []string { return s.reader.names(Subscription, s.Reference) }),
		query.Text("text", "any text of the record", (*aSubscription).search),
	}
}

// momentOf returns a moment, and whether there is one.
func momentOf(m record.Moment) (time.Time, bool) { return m.Time, !m.IsZero() }

// subscriptionsBehind yields the subscriptions behind a reference, all of them for nil.
func subscriptionsBehind(r *Reader, after *string) iter.Seq[*aSubscription] {
	return func(yield func(*aSubscription) bool) {
		reference := ""
		if after != nil {
			reference = *after
		}
		for brief := range r.Tx.Lists().Subscriptions(reference) {
			if !yield(&aSubscription{r, brief}) {
				return
			}
		}
	}
}

func readSubscription(r *Reader, id string) (*aSubscription, bool, error) {
	subscription, known, err := r.Tx.Subscriptions().Get(id)
	return &aSubscription{r, subscription.Brief()}, known, err
}
