package control

import (
	"iter"
	"net/http"
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
	show   func(r *recordReader, id string) (record any, known bool, err error)
}

// The kinds of records. Orders, campaigns and customers have the names of the
// interface.
var (
	orderResource        = resource{orderKind, "orders", orderRecord{}, orderIDs, showOrder}
	campaignResource     = resource{campaignKind, "campaigns", campaignRecord{}, campaignIDs, showCampaign}
	customerResource     = resource{customerKind, "customers", customerRecord{}, customerIDs, showCustomer}
	subscriptionResource = resource{subscriptionKind, "subscriptions", client.Subscription{}, subscriptionIDs, showSubscription}
	productResource      = resource{productKind, "products", productRecord{}, productIDs, showProduct}
	partnerResource      = resource{partnerKind, "partners", partnerRecord{}, partnerIDs, showPartner}
)

// resources returns all kinds.
func resources() []resource {
	return []resource{orderResource, campaignResource, customerResource, subscriptionResource, productResource, partnerResource}
}

// listing returns a handler that answers a page of the records of an account.
func (api *API) listing(of resource) accountHandler {
	return func(r *request, a *account.Account) (answer, error) {
		page, err := r.page()
		if err != nil {
			return answer{}, err
		}
		rows, total := []any{}, 0
		err = a.Shop.View(func(tx commerce.Tx) error {
			reader := newRecordReader(tx, a)
			for id := range of.ids(tx) {
				if page.has(total) {
					record, _, err := of.show(reader, id)
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
			reader := newRecordReader(tx, a)
			id, err := reader.resolve(of, r.param("id"))
			if err != nil {
				return err
			}
			found, known, err := of.show(reader, id)
			if err == nil && !known {
				err = of.unknown(tx, id)
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

// unknown returns the error for an id that no record has. It suggests a handle of
// that name, otherwise the nearest ids.
func (of resource) unknown(tx commerce.Tx, id string) error {
	if _, isHandle, _ := tx.Handles().Get(id); isHandle {
		return problem(http.StatusNotFound, "did you mean "+handlePrefix+id+"?", "unknown %s %q", of.kind, id)
	}
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
