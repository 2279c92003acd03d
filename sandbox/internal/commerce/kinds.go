package commerce

import (
	"iter"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Kind is a kind of record as a value. A store reads, writes and removes a record of any kind by
// Image and Restore.
type Kind struct {
	Name    string // in handles, changes and messages, such as order
	Plural  string // in routes, exports and worlds, such as orders
	IDName  string // of the id in a handle, the interface's parameter
	IDField string // of the id in a record
	IDs     func(Tx) iter.Seq[string]

	delete func(*deletion) error // with what belongs to it
}

// Kinds returns every kind of record.
func Kinds() []Kind {
	return []Kind{
		{record.OrderKind, "orders", "OrderReference", "RefNo", OrderIDs, (*deletion).wholeOrder},
		{record.CampaignKind, "campaigns", "upsellCode", "Code", CampaignIDs, (*deletion).campaign},
		{record.CustomerKind, "customers", "CustomerReference", "AvangateCustomerReference", CustomerIDs, (*deletion).customer},
		{record.SubscriptionKind, "subscriptions", "SubscriptionReference", "reference", SubscriptionIDs, (*deletion).subscription},
		{record.ProductKind, "products", "ProductCode", "code", ProductIDs, (*deletion).product},
		{record.PartnerKind, "partners", "PartnerCode", "code", PartnerIDs, (*deletion).partner},
	}
}

// KindOf returns the kind with a name, in the singular or in the plural, and a zero Kind for any other name.
func KindOf(name string) Kind {
	for _, kind := range Kinds() {
		if kind.Name == name || kind.Plural == name {
			return kind
		}
	}
	return Kind{}
}

// OrderIDs yields the reference of every order, newest first.
func OrderIDs(tx Tx) iter.Seq[string] {
	first := time.Date(0, time.January, 1, 0, 0, 0, 0, time.UTC)
	return func(yield func(string) bool) {
		for facts := range tx.Orders().Between(first, record.LastMoment) {
			if !yield(facts.RefNo()) {
				return
			}
		}
	}
}

// AllOrders yields the reference and the stored bytes of every order, newest first. A
// damaged one has no bytes.
func AllOrders(tx Tx) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for reference := range OrderIDs(tx) {
			body, _ := tx.Orders().Body(reference)
			if !yield(reference, body) {
				return
			}
		}
	}
}

// CampaignIDs yields the code of every campaign, the latest created first.
func CampaignIDs(tx Tx) iter.Seq[string] {
	return func(yield func(string) bool) {
		for facts := range tx.Campaigns().Newest() {
			if !yield(facts.Code) {
				return
			}
		}
	}
}

// CustomerIDs yields the reference of every customer, in ascending order.
func CustomerIDs(tx Tx) iter.Seq[string] {
	return func(yield func(string) bool) {
		for reference := range tx.Customers().References() {
			if !yield(strconv.FormatInt(reference, 10)) {
				return
			}
		}
	}
}

// SubscriptionIDs yields the reference of every subscription, the shorter ones
// first.
func SubscriptionIDs(tx Tx) iter.Seq[string] { return tx.Subscriptions().References() }

// ProductIDs yields the code of every product, the shorter ones first.
func ProductIDs(tx Tx) iter.Seq[string] { return tx.Products().ProductCodes() }

// PartnerIDs yields the code of every partner, the shorter ones first.
func PartnerIDs(tx Tx) iter.Seq[string] { return tx.Products().PartnerCodes() }
