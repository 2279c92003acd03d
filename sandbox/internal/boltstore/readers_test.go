package boltstore

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// someIDs names a record of each kind.
type someIDs struct {
	order, campaign, text string
	customer              int64
}

// finds are the ways to one record.
var finds = map[string]func(commerce.Tx, someIDs) (bool, error){
	"order":        func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Orders().Get(of.order)) },
	"body":         func(tx commerce.Tx, of someIDs) (bool, error) { return has(tx.Orders().Body(of.order)) },
	"internals":    func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Orders().Internals(of.order)) },
	"form":         func(tx commerce.Tx, of someIDs) (bool, error) { return has(tx.Orders().Form(of.order, 0)) },
	"customer":     func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Customers().Get(of.customer)) },
	"has":          func(tx commerce.Tx, of someIDs) (bool, error) { return tx.Customers().Has(of.customer), nil },
	"external":     func(tx commerce.Tx, of someIDs) (bool, error) { return has(tx.Customers().ByExternal(of.text)) },
	"subscription": func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Subscriptions().Get("S" + of.text)) },
	"campaign":     func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Campaigns().Get(of.campaign)) },
	"product":      func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Products().Product("P" + of.text)) },
	"partner":      func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Products().Partner("N" + of.text)) },
	"handle":       func(tx commerce.Tx, of someIDs) (bool, error) { return found(tx.Handles().Get("h" + of.text)) },
	"listed order": func(tx commerce.Tx, of someIDs) (bool, error) {
		_, _, is := tx.Lists().Order(of.order)
		return is, nil
	},
}

func found[T any](_ T, is bool, err error) (bool, error) { return is, err }

func has[T any](_ T, is bool) (bool, error) { return is, nil }

// TestRecordsAreKnownOrNot asks for a record of each kind, and for missing ones.
func TestRecordsAreKnownOrNot(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, everyRecord)
	zero := anOrder(3)
	zero.Order.RefNo = "0" // which no wrong reference means
	zero.PurchaseOrder = &record.PurchaseOrder{Forms: []record.Form{record.Form{FileName: "f"}.WithContent([]byte{1})}}
	update(t, s, put(zero))
	update(t, s, subscribe(aSubscription("SZ", 7, zero)))
	equalList(t, "subscriptions of no order", view(t, s, func(tx commerce.Tx) []string { return slices.Collect(tx.Subscriptions().OfOrder("x")) }))
	for _, test := range []struct {
		of   someIDs
		want bool
	}{
		{someIDs{"200000001", aCode(1), "A", 7}, true},
		{someIDs{"200000009", aCode(9), "Y", 9}, false},
		{someIDs{"x", "", "", 0}, false},
	} {
		for what, find := range finds {
			mustDo(t, s.View(func(tx commerce.Tx) error {
				got, err := find(tx, test.of)
				if got != test.want {
					t.Errorf("%s of %+v: got %t, want %t", what, test.of, got, test.want)
				}
				return err
			}))
		}
	}
}

// everyFact returns an order, a customer and a subscription with a value for each fact of a list.
func everyFact() (record.StoredOrder, record.Customer, record.Subscription) {
	partner, company, first, last, email, country, won := "ACME", "Quay Ltd", "Ida", "Moreau", "ida@example.test", "fr", catalog.DisputeWon
	order := anOrder(1)
	order.Order.PartnerCode, order.Order.TestOrder, order.Order.ChargebackResolution, order.Order.GrossPrice = &partner, true, &won, record.Cents(12345)
	order.Order.BillingDetails.FirstName, order.Order.BillingDetails.LastName, order.Order.BillingDetails.Company = &first, &last, &company
	order.Order.BillingDetails.Email, order.Order.BillingDetails.CountryCode = &email, &country
	order.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingForm}
	customer := *aCustomer(-7, "CRM-1")
	customer.Company, customer.Enabled, customer.Trial = &company, false, true
	order.Order.CustomerDetails = &customer
	sub := aSubscription("SUB", -7, order)
	sub.Partner, sub.Quantity, sub.Enabled, sub.Lifetime = partner, 3, false, true
	return order, customer, sub
}

// TestListsShowTheFactsOfRecords compares the facts in lists with those of the records.
func TestListsShowTheFactsOfRecords(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	order, customer, sub := everyFact()
	long := anOrder(2)
	long.Invoice = strings.Repeat("9", textLimit+1)
	update(t, s, put(order, long))
	update(t, s, func(tx commerce.Tx) error { return tx.Customers().Put(customer) })
	update(t, s, subscribe(sub))
	mustDo(t, s.View(func(tx commerce.Tx) error {
		facts, brief, _ := tx.Lists().Order(order.Order.RefNo)
		same(t, "facts", facts, order.Order.Facts())
		same(t, "brief", brief, order.Brief())
		same(t, "customers", slices.Collect(tx.Lists().Customers(nil)), []record.CustomerBrief{customer.Brief()})
		same(t, "subscriptions", slices.Collect(tx.Lists().Subscriptions("")), []record.SubscriptionBrief{sub.Brief()})
		for invoice, ref := range tx.Orders().Invoices() {
			same(t, "invoice of "+ref, invoice, map[string]string{order.Order.RefNo: order.Invoice, long.Order.RefNo: ""}[ref])
		}
		internals, _, err := tx.Orders().Internals(order.Order.RefNo)
		same(t, "internals", internals, order.OrderInternals)
		return err
	}))
}

// entriesOf are the lists of records. Each has two entries of pairs.
var entriesOf = map[string]func(commerce.Tx) iter.Seq[string]{
	"with a reference": func(tx commerce.Tx) iter.Seq[string] {
		return spelt(tx.Orders().WithReference("EXT", noon.Add(-2*time.Hour), noon.Add(-time.Hour)))
	},
	"of a customer": func(tx commerce.Tx) iter.Seq[string] { return tx.Orders().OfCustomer(7) },
	"invoices":      func(tx commerce.Tx) iter.Seq[string] { return firsts(tx.Orders().Invoices()) },
	"orders between": func(tx commerce.Tx) iter.Seq[string] {
		return firsts(tx.Orders().Between(noon.Add(-2*time.Hour), noon.Add(-time.Hour)))
	},
	"customers":        func(tx commerce.Tx) iter.Seq[string] { return spelt(tx.Customers().References()) },
	"bought orders":    func(tx commerce.Tx) iter.Seq[string] { return tx.Customers().Orders(7, noon.Add(-time.Hour)) },
	"listed customers": func(tx commerce.Tx) iter.Seq[string] { return spelt(tx.Lists().Customers(nil)) },
	"subscriptions":    func(tx commerce.Tx) iter.Seq[string] { return tx.Subscriptions().References() },
	"listed":           func(tx commerce.Tx) iter.Seq[string] { return spelt(tx.Lists().Subscriptions("")) },
	"of an order":      func(tx commerce.Tx) iter.Seq[string] { return tx.Subscriptions().OfOrder("200000001") },
	"of a buyer":       func(tx commerce.Tx) iter.Seq[string] { return tx.Subscriptions().Of(7) },
	"products":         func(tx commerce.Tx) iter.Seq[string] { return tx.Products().ProductCodes() },
	"partners":         func(tx commerce.Tx) iter.Seq[string] { return tx.Products().PartnerCodes() },
	"campaigns":        func(tx commerce.Tx) iter.Seq[string] { return firsts(tx.Campaigns().Newest()) },
	"of a product": func(tx commerce.Tx) iter.Seq[string] {
		return firsts(tx.Campaigns().Of(commerce.PrimaryRole, []string{"P", "Q"}))
	},
}

// spelt yields the entries of a list as texts.
func spelt[T any](list iter.Seq[T]) iter.Seq[string] {
	return namesOf(list, func(one T) string { return fmt.Sprint(one) })
}

// namesOf yields the names of the entries of a list.
func namesOf[T any](list iter.Seq[T], name func(T) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for one := range list {
			if !yield(name(one)) {
				return
			}
		}
	}
}

// firsts yields the first parts of a list of pairs.
func firsts[K, V any](list iter.Seq2[K, V]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for one := range list {
			if !yield(fmt.Sprint(one)) {
				return
			}
		}
	}
}

// pairs writes two records for each list of entriesOf.
func pairs(tx commerce.Tx) error {
	first, second, external := anOrder(1), anOrder(2), "EXT"
	first.Order.ExternalReference, second.Order.ExternalReference = &external, &external
	first.Order.CustomerDetails, second.Order.CustomerDetails = aCustomer(7, ""), aCustomer(7, "")
	err := errors.Join(put(first, second)(tx), campaign(aCampaign(1, "P", "R"), aCampaign(2, "Q", "R"))(tx),
		subscribe(aSubscription("A", 7, first), aSubscription("B", 7, first), aSubscription("C", 7, second))(tx))
	for n, code := range []string{"P", "Q"} {
		err = errors.Join(err, tx.Customers().Put(*aCustomer(int64(7+n), "")), tx.Products().PutProduct(record.Product{Code: code}),
			tx.Products().PutPartner(record.Partner{Code: code}))
	}
	return err
}

// TestReadersEndLists reads the first entry of each list, and then all, from the file and
// from the memory of a transaction.
func TestReadersEndLists(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	read := func(tx commerce.Tx) error {
		for what, list := range entriesOf {
			var first string
			for first = range list(tx) {
				break
			}
			if all := slices.Collect(list(tx)); len(all) < 2 || all[0] != first {
				t.Errorf("%s: got %q first of %q", what, first, all)
			}
		}
		return nil
	}
	update(t, s, func(tx commerce.Tx) error { return errors.Join(pairs(tx), read(tx)) })
	mustDo(t, s.View(read))
}
