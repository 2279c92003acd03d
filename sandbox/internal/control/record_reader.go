package control

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// recordReader shows records of an account as one transaction has them. What many
// records have in common it reads once.
type recordReader struct {
	tx       commerce.Tx
	today    commerce.Day
	names    map[recordID][]string // handles by their records; nil until it is needed
	language *string               // that most customers read; nil until it is needed
}

// The kinds of records, as handles have them.
const (
	orderKind        = "order"
	campaignKind     = "campaign"
	customerKind     = "customer"
	subscriptionKind = "subscription"
	productKind      = "product"
	partnerKind      = "partner"
)

// idName returns the name that the id of a kind has in a handle, which is that of
// the interface's parameter.
func idName(kind string) string {
	return map[string]string{
		orderKind: "OrderReference", campaignKind: "upsellCode", customerKind: "CustomerReference",
		subscriptionKind: "SubscriptionReference", productKind: "ProductCode", partnerKind: "PartnerCode",
	}[kind]
}

// recordID names a record.
type recordID struct{ kind, id string }

func newRecordReader(tx commerce.Tx, a *account.Account) *recordReader {
	return &recordReader{tx: tx, today: commerce.DayOf(a.Clock.Now())}
}

// handlePrefix makes the name of a handle an id: @order-refund.
const handlePrefix = "@"

// resolve returns the id of a record, which may be given as a handle. A record
// whose id begins with the prefix is found too, unless a handle has the name.
func (r *recordReader) resolve(of resource, id string) (string, error) {
	name, named := strings.CutPrefix(id, handlePrefix)
	if !named {
		return id, nil
	}
	handle, known, err := r.tx.Handles().Get(name)
	if err != nil {
		return "", err
	}
	if !known {
		if _, exists, _ := of.show(r, id); exists {
			return id, nil
		}
		return "", r.unknownHandle(name)
	}
	found, has := handle.IDs[idName(of.kind)]
	if !has {
		return "", problem(http.StatusNotFound, "it has "+phrase.And(slices.Sorted(maps.Keys(handle.IDs))...),
			"handle %q names a %s, which has no %s", name, handle.Kind, idName(of.kind))
	}
	_, exists, err := of.show(r, found)
	if err == nil && !exists {
		err = problem(http.StatusNotFound, "a reset to the world brings it back", "%s %s, which handle %q names, was deleted", of.kind, found, name)
	}
	return found, err
}

// unknownHandle returns the error for a name that no handle has.
func (r *recordReader) unknownHandle(name string) error {
	all, err := r.tx.Handles().All()
	if err != nil {
		return err
	}
	return unknown("handle", name, slices.Sorted(maps.Keys(all)))
}

// handles returns the names of a record, sorted.
func (r *recordReader) handles(kind, id string) ([]string, error) {
	if r.names == nil {
		all, err := r.tx.Handles().All()
		if err != nil {
			return nil, err
		}
		r.names = map[recordID][]string{}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			handle := all[name]
			at := recordID{handle.Kind, handle.IDs[idName(handle.Kind)]}
			r.names[at] = append(r.names[at], name)
		}
	}
	return append([]string{}, r.names[recordID{kind, id}]...), nil
}

// mostRead returns the language that most customers read.
func (r *recordReader) mostRead() (string, error) {
	if r.language == nil {
		language, err := commerce.MostRead(r.tx.Customers())
		if err != nil {
			return "", err
		}
		r.language = &language
	}
	return *r.language, nil
}
