package control

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// resource is one kind of record of an account.
type resource struct {
	kind   string
	plural string
	row    any // zero value of what show returns
	ids    func(commerce.Tx) iter.Seq[string]
	show   func(tx commerce.Tx, id string) (record any, known bool, err error)
}

// The kinds of records. Orders, campaigns and customers have the names of the
// interface.
var (
	orderResource        = resource{"order", "orders", order{}, orderIDs, showOrder}
	campaignResource     = resource{"campaign", "campaigns", commerce.Campaign{}, campaignIDs, showCampaign}
	customerResource     = resource{"customer", "customers", commerce.Customer{}, customerIDs, showCustomer}
	subscriptionResource = resource{"subscription", "subscriptions", client.Subscription{}, subscriptionIDs, showSubscription}
	productResource      = resource{"product", "products", commerce.Product{}, productIDs, showProduct}
	partnerResource      = resource{"partner", "partners", commerce.Partner{}, partnerIDs, showPartner}
)

// listing returns a handler that answers a page of the records of an account.
func (api *API) listing(of resource) accountHandler {
	return func(r *request, a *account.Account) (answer, error) {
		page, err := r.page()
		if err != nil {
			return answer{}, err
		}
		rows, total := []any{}, 0
		err = a.Shop.View(func(tx commerce.Tx) error {
			for id := range of.ids(tx) {
				if page.has(total) {
					record, _, err := of.show(tx, id)
					if err != nil {
						return err
					}
					rows = append(rows, record)
				}
				total++
			}
			return nil
		})
		if err != nil {
			return answer{}, err
		}
		return ok(map[string]any{of.plural: rows, "total": total}), nil
	}
}

// record returns a handler that answers one record of an account.
func (api *API) record(of resource) accountHandler {
	return func(r *request, a *account.Account) (answer, error) {
		var record any
		err := a.Shop.View(func(tx commerce.Tx) error {
			found, known, err := of.show(tx, r.param("id"))
			if err == nil && !known {
				err = of.unknown(tx, r.param("id"))
			}
			record = found
			return err
		})
		if err != nil {
			return answer{}, err
		}
		return ok(record), nil
	}
}

// mostCompared is how many ids an unknown one is compared with at most.
const mostCompared = 1000

// unknown returns the error for an id that no record has.
func (of resource) unknown(tx commerce.Tx, id string) error {
	var ids []string
	for known := range of.ids(tx) {
		if len(ids) == mostCompared {
			break
		}
		ids = append(ids, known)
	}
	return unknown(of.kind, id, ids)
}

// page is a part of a list.
type page struct{ limit, offset int }

// page reads ?limit= and ?offset=.
func (r *request) page() (page, error) {
	p := page{limit: defaultRows}
	for _, asked := range []struct {
		name  string
		field *int
	}{{"limit", &p.limit}, {"offset", &p.offset}} {
		text := r.query.Get(asked.name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return p, badRequest("without it, limit is "+strconv.Itoa(defaultRows)+" and offset 0", "%s must be a whole number of at least 0, got %q", asked.name, text)
		}
		*asked.field = n
	}
	return p, nil
}

func (p page) has(row int) bool { return row >= p.offset && row-p.offset < p.limit }

// forever returns the last moment that the interface can show.
func forever() time.Time { return time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC) }

func orderIDs(tx commerce.Tx) iter.Seq[string] {
	return names(tx.Orders().Between(time.Time{}, forever()), commerce.OrderFacts.RefNo)
}

func campaignIDs(tx commerce.Tx) iter.Seq[string] {
	return func(yield func(string) bool) {
		for facts := range tx.Campaigns().Newest() {
			if !yield(facts.Code) {
				return
			}
		}
	}
}

func customerIDs(tx commerce.Tx) iter.Seq[string] {
	return names(tx.Customers().References(), func(n int64) string { return strconv.FormatInt(n, 10) })
}

func subscriptionIDs(tx commerce.Tx) iter.Seq[string] { return tx.Subscriptions().References() }
func productIDs(tx commerce.Tx) iter.Seq[string]      { return tx.Products().ProductCodes() }
func partnerIDs(tx commerce.Tx) iter.Seq[string]      { return tx.Products().PartnerCodes() }

func names[T any](from iter.Seq[T], name func(T) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for item := range from {
			if !yield(name(item)) {
				return
			}
		}
	}
}

// order is an order of the interface, and beside it what the interface does not
// show.
type order struct {
	commerce.Order
	Sandbox commerce.OrderInternals `json:"sandbox"`
}

func showOrder(tx commerce.Tx, id string) (any, bool, error) {
	record, known, err := tx.Orders().Get(id)
	return order{record.Order, record.OrderInternals}, known, err
}

func showCampaign(tx commerce.Tx, id string) (any, bool, error) {
	body, known := tx.Campaigns().Body(id)
	return json.RawMessage(bytes.Clone(body)), known, nil
}

func showCustomer(tx commerce.Tx, id string) (any, bool, error) {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, false, nil
	}
	c, known, err := tx.Customers().Get(reference)
	return c, known, err
}

func showProduct(tx commerce.Tx, id string) (any, bool, error) {
	p, known, err := tx.Products().Product(id)
	return p, known, err
}

func showPartner(tx commerce.Tx, id string) (any, bool, error) {
	p, known, err := tx.Products().Partner(id)
	return p, known, err
}

func showSubscription(tx commerce.Tx, id string) (any, bool, error) {
	s, known, err := tx.Subscriptions().Get(id)
	if err != nil || !known {
		return nil, known, err
	}
	product, _, err := tx.Products().Product(s.Product)
	shown := client.Subscription{
		Reference: s.Reference, Order: s.Order, Product: s.Product, Quantity: s.Quantity, Upgradable: s.Upgradable,
		PricingOptions: texts(s.PricingOptions), UpgradeProducts: texts(product.UpgradeProducts),
		StartDate: s.StartDate.Format(commerce.MomentFormat), ExpirationDate: s.ExpirationDate.Format(commerce.MomentFormat), Enabled: s.Enabled,
	}
	if s.Customer != 0 {
		shown.Customer = &s.Customer
	}
	if s.Partner != "" {
		shown.Partner = &s.Partner
	}
	return shown, true, err
}
