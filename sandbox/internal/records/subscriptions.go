package records

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// aSubscription is a subscription as a list reads it.
type aSubscription struct {
	reader *Reader
	commerce.StoredSubscription
}

func (s *aSubscription) expired() bool { return s.ExpiredAt(s.reader.Now) }

// upgradable reports whether an upgrade can succeed. Records that cannot be read
// are no reason, because reading them returns the damage.
func (s *aSubscription) upgradable() bool {
	if s.Partner() == "" { // which most have, so that they need not be decoded
		return false
	}
	whole, err := commerce.ReadSubscription(s.StoredSubscription)
	if err != nil {
		return false
	}
	why, err := whole.WhyNotUpgradable(s.reader, s.reader.Now)
	return why == "" && err == nil
}

func (s *aSubscription) line() any {
	return client.SubscriptionLine{
		Reference: s.Reference(), Customer: s.Customer(), Partner: s.Partner(), Order: s.Order(), Product: s.Product(), Quantity: s.Quantity(),
		Start: s.Start().Format(commerce.MomentFormat), Expiration: s.Expiration().Format(commerce.MomentFormat),
		Expired: s.expired(), Enabled: s.Enabled(), Upgradable: s.upgradable(), Handles: s.reader.names(Subscription, s.Reference()),
	}.Short()
}

// Subscriptions are the subscriptions of an account, those with shorter references
// first.
func Subscriptions() Kind {
	return source[*aSubscription]{
		kind: Subscription,
		walk: func(ctx context.Context, r *Reader, skip int, matching *query.Query[*aSubscription]) iter.Seq2[*aSubscription, error] {
			accept := matching.Prefilter("text", "reference", "customer", "partner", "order", "product")
			mayMatch := func(stored []byte) bool { return accept == nil || accept(stored) }
			return walk(ctx, r, Subscription, skip, mayMatch, func(r *Reader, stored []byte) (*aSubscription, error) {
				return &aSubscription{r, stored}, nil
			})
		},
		find:   []finder{{"customer", subscriptionsOf}},
		before: func(a, b *aSubscription) int { return byLength(a.Reference(), b.Reference()) },
		read:   readSubscription,
		id:     (*aSubscription).Reference,
		fields: subscriptionFields(),
		line:   (*aSubscription).line,
		sorts: map[string]func(*aSubscription) key{
			"reference":  func(s *aSubscription) key { return key{text: s.Reference()} },
			"customer":   func(s *aSubscription) key { return key{number: float64(s.Customer())} },
			"partner":    func(s *aSubscription) key { return key{text: s.Partner()} },
			"order":      func(s *aSubscription) key { order := s.Order(); return key{number: float64(len(order)), text: order} },
			"product":    func(s *aSubscription) key { return key{text: s.Product()} },
			"quantity":   func(s *aSubscription) key { return key{number: float64(s.Quantity())} },
			"start":      func(s *aSubscription) key { return key{number: float64(s.Start().Unix())} },
			"expiration": func(s *aSubscription) key { return key{number: float64(s.Expiration().Unix())} },
		},
	}.listed()
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
		query.Word("reference", "reference of the subscription", (*aSubscription).Reference).Names(Subscription),
		query.Word("customer", "reference of the customer", func(s *aSubscription) string { return number(s.Customer()) }).Names(Customer),
		query.Word("partner", "code of the partner that sold it", (*aSubscription).Partner).Names(Partner).Example("partner:*"),
		query.Word("order", "reference of the order", (*aSubscription).Order).Names(Order),
		query.Word("product", "code of the product", (*aSubscription).Product).Names(Product),
		query.Number("quantity", "units", func(s *aSubscription) (float64, bool) { return float64(s.Quantity()), true }),
		query.Moment("start", "when it begins", func(s *aSubscription) (time.Time, bool) { return s.Start().Time, true }),
		query.Moment("expiration", "when it ends", func(s *aSubscription) (time.Time, bool) { return s.Expiration().Time, true }).Example("expiration:0..+30d"),
		query.Flag("expired", "whether it has ended on the account's clock", (*aSubscription).expired),
		query.Flag("enabled", "whether it is enabled", (*aSubscription).Enabled),
		query.Flag("upgradable", "whether it can be upgraded", (*aSubscription).upgradable).Example("upgradable:true"),
		query.Words("handle", "names that the world gives it", func(s *aSubscription) []string { return s.reader.names(Subscription, s.Reference()) }),
		query.Text("text", "any text of the record", func(s *aSubscription, contains func([]byte) bool) bool { return contains(s.StoredSubscription) }),
	}
}

func readSubscription(r *Reader, id string) (*aSubscription, bool, error) {
	stored, err := r.Tx.Image(Subscription, id)
	return &aSubscription{r, stored}, stored != nil, err
}
