package commerce

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// authorise marks the order as paid but not yet delivered.
func (r *movingOrder) authorise() {
	o := &r.Order
	o.Status, o.ApproveStatus = catalog.AuthReceived, catalog.Approved
	o.ExtraInformation, o.Errors = nil, nil
	if r.PurchaseOrder != nil {
		r.PurchaseOrder.State = catalog.Confirmed
	}
}

// complete finishes the order: it sets its date and numbers, its sale and its
// invoice, and begins the subscriptions of its lines.
func (r *movingOrder) complete() error {
	r.authorise()
	o, finished := &r.Order, record.At(r.now)
	if finished.Before(o.OrderDate.Time) { // the account's clock was moved back
		finished = o.OrderDate
	}
	o.Status, o.FinishDate, o.DeliveryFinalized = catalog.Complete, &finished, true
	number, err := r.tx.Next(OrderNumbers)
	if err != nil {
		return err
	}
	sale, err := r.tx.Next(Sales)
	if err != nil {
		return err
	}
	invoice, err := r.tx.Next(Invoices)
	if err != nil {
		return err
	}
	o.OrderNo, r.Sale, r.Invoice = int64(number), int64(sale), strconv.FormatUint(invoice, 10)
	if r.Proforma != "" { // an upgrade changes subscriptions and begins none (section 4.9)
		return r.completeUpgrades()
	}
	for i := range o.Items {
		if err := r.begin(i); err != nil {
			return err
		}
	}
	return nil
}

// begin begins the subscription of a line, if its product has one.
func (r *movingOrder) begin(line int) error {
	o, item := &r.Order, &r.Order.Items[line]
	product, _, err := r.tx.Products().Product(item.Code)
	if err != nil || product.Months == 0 {
		return err
	}
	reference, err := freeReference(r.tx, o.Number(), line)
	if err != nil {
		return err
	}
	s := record.Subscription{
		Reference: reference, Order: o.RefNo, Product: product.Code, Quantity: item.Quantity, PricingOptions: item.OptionCodes(),
		Upgradable: len(product.UpgradeProducts) > 0,
		StartDate:  *o.FinishDate, ExpirationDate: record.At(o.FinishDate.AddDate(0, product.Months, 0)), Enabled: true,
	}
	if o.CustomerDetails != nil {
		s.Customer = o.CustomerDetails.Reference
	}
	if o.PartnerCode != nil {
		s.Partner = *o.PartnerCode
	}
	r.subscriptions = append(r.subscriptions, s)
	item.ProductDetails.Subscriptions = []record.ItemSubscription{{
		SubscriptionReference: reference, PurchaseDate: s.StartDate, SubscriptionStartDate: s.StartDate,
		ExpirationDate: s.ExpirationDate, Enabled: true, RecurringEnabled: item.RecurringOptions != nil,
	}}
	return nil
}

// MaxLines is how many lines an order can have: references of subscriptions
// are made of an order's number and a line's.
const MaxLines = 100

// SubscriptionReference returns the reference of the subscription begun by a line
// (from 0) of an order: ten random-looking letters and digits. Two lines never have
// the same one, because an odd factor is a bijection on the numbers below 2^50.
func SubscriptionReference(order uint64, line int) string {
	const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	n := (order*MaxLines + uint64(line)) * 0x2f1b3d5a97c6d & (1<<50 - 1)
	var reference [10]byte
	for i := range reference {
		reference[i] = digits[n>>(5*(9-i))&31]
	}
	return string(reference[:])
}

// freeReference returns the reference of a line's subscription, or the next free
// one when a world gave it to another subscription.
func freeReference(tx Tx, order uint64, line int) (string, error) {
	const beyond = 1 << 30 // more than the nine digits of a usual order reference can spell
	for ; ; order += beyond {
		reference := SubscriptionReference(order, line)
		_, taken, err := tx.Subscriptions().Get(reference)
		if err != nil || !taken {
			return reference, err
		}
	}
}
