package commerce

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// OrderDraft is an order to be placed. The interface has no operation for it; scenarios
// have. Nil and "" mean absent.
type OrderDraft struct {
	Lines             []DraftLine // 1 to MaxLines
	Currency          string      // in upper or lower case, the partner's by default
	Status            catalog.Status
	ExternalReference *string // at most 100 characters
	Language          string  // two letters
	Customer          string  // reference of a customer of the account
	ExternalCustomer  string  // the same by the merchant's identifier
	Partner           string  // code of the selling partner
	PaymentType       string
	Buyer             record.BillingDetails
	Receiver          *record.DeliveryDetails // the buyer when it is nil
}

// DraftLine is one product of an OrderDraft.
type DraftLine struct {
	Code     string
	Quantity int
	Options  []string // codes of pricing options
}

// PlacedOrder is an order as it was stored.
type PlacedOrder struct {
	RefNo string
	Body  []byte // JSON of Order
}

// paymentTypes are the types of section 2.1 open to a placed order.
var paymentTypes = []string{"CC", "TEST", "PAYPAL", "WIRE", byPurchaseOrder}

// byPurchaseOrder is the payment type of a purchase order. The interface can cancel no
// other order (section 4.6).
const byPurchaseOrder = "PURCHASEORDER"

// PlaceOrder stores a new order, without VAT, because the shop does not know the taxes of
// countries. It has the status PENDING, AUTHRECEIVED, or COMPLETE with its subscriptions.
func (s *Shop) PlaceOrder(t Terms, d OrderDraft) (PlacedOrder, []Change, error) {
	if err := d.Validate(); err != nil {
		return PlacedOrder{}, nil, err
	}
	var placed PlacedOrder
	changes, err := s.store.Update(func(tx Tx) error {
		stored, err := d.order(tx, t, s.merchant)
		if err != nil {
			return err
		}
		moving := movingOrder{StoredOrder: &stored, tx: tx, now: t.Now}
		switch d.Status {
		case catalog.AuthReceived:
			moving.authorise()
		case catalog.Complete:
			err = moving.complete()
		}
		if err != nil {
			return err
		}
		if err := moving.write(); err != nil {
			return err
		}
		body, _ := tx.Orders().Body(stored.Order.RefNo)
		placed = PlacedOrder{stored.Order.RefNo, bytes.Clone(body)}
		return nil
	})
	return placed, changes, err
}

// Validate checks everything that needs no record, and returns all problems together.
func (d OrderDraft) Validate() error {
	var problems []Problem
	wrong := func(field, given, expected string) {
		problems = append(problems, *invalid(catalog.InvalidParameter, field, shorten(given), expected))
	}
	d.validateLines(wrong)
	if currency := strings.ToUpper(d.Currency); !record.IsCurrency(currency) && (currency != "" || d.Partner == "") {
		wrong("Currency", d.Currency, "the three letters of a currency")
	}
	if reference := d.ExternalReference; reference != nil && utf8.RuneCountInString(*reference) > catalog.MaxExternalReference {
		wrong("ExternalReference", *reference, fmt.Sprintf("at most %d characters", catalog.MaxExternalReference))
	}
	if language := strings.ToLower(d.Language); language != "" && customerRule("Language", language) != "" {
		wrong("Language", d.Language, customerRule("Language", language))
	}
	if d.Status != "" && !slices.Contains(catalog.PlacedStatuses(), d.Status) {
		wrong("Status", string(d.Status), anyOf(catalog.PlacedStatuses()))
	}
	if d.PaymentType != "" && !slices.Contains(paymentTypes, d.PaymentType) {
		wrong("PaymentDetails.Type", d.PaymentType, anyOf(paymentTypes))
	}
	return joinProblems(problems)
}

func (d OrderDraft) validateLines(wrong func(field, given, expected string)) {
	if len(d.Lines) == 0 || len(d.Lines) > MaxLines {
		wrong("Items", fmt.Sprint(len(d.Lines)), fmt.Sprintf("from 1 to %d products", MaxLines))
	}
	for i, line := range d.Lines {
		if line.Quantity < 1 || line.Quantity > MaxQuantity {
			wrong(lineField(i)+".Quantity", strconv.Itoa(line.Quantity), fmt.Sprintf("a whole number from 1 to %d", MaxQuantity))
		}
	}
}

func lineField(i int) string { return fmt.Sprintf("Items[%d]", i) }

// order returns the order as it awaits its payment.
func (d OrderDraft) order(tx Tx, t Terms, merchant string) (record.StoredOrder, error) {
	customer, err := d.customer(tx)
	if err != nil {
		return record.StoredOrder{}, err
	}
	partner, err := d.partner(tx)
	if err != nil {
		return record.StoredOrder{}, err
	}
	reference, err := tx.Next(OrderReferences)
	if err != nil {
		return record.StoredOrder{}, err
	}
	currency := d.Currency
	if currency == "" {
		currency = partner.Currency // without a currency there is a partner
	}
	o := newUnpaidOrder(t, strconv.FormatUint(reference, 10), strings.ToLower(currency))
	o.MerchantCode, o.ExternalReference, o.CustomerDetails = merchant, validText(d.ExternalReference), customer
	o.PaymentDetails.Type, o.TestOrder = cmp.Or(d.PaymentType, "CC"), d.PaymentType == "TEST"
	o.ExtraInformation = &record.ExtraInformation{PaymentLink: "https://pay.example.test/finish?id=" + strconv.FormatUint(reference, 36)}
	d.addPeople(&o)
	for i, line := range d.Lines {
		item, err := line.item(tx, i, &o)
		if err != nil {
			return record.StoredOrder{}, err
		}
		o.Items, o.Totals = append(o.Items, item), o.Totals.Plus(item.Price.Totals)
	}
	if partner != nil {
		margin, none := o.NetPrice.Percent(partner.MarginPercent), record.Money{}
		o.PartnerCode, o.PartnerMargin, o.PartnerMarginPercent = &partner.Code, &margin, &partner.MarginPercent
		o.ExtraMargin, o.ExtraMarginPercent, o.ExtraDiscount, o.ExtraDiscountPercent = &none, &none, &none, &none
	}
	stored := record.StoredOrder{Order: o}
	if d.PaymentType == byPurchaseOrder {
		stored.Order.OrderFlow = catalog.PurchaseOrderFlow
		stored.Order.PODetails = &record.PODetails{InternalPONumber: "PO-" + o.RefNo}
		stored.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingForm, Forms: []record.Form{}}
	}
	return stored, nil
}

// addPeople adds the payer and the receiver of the order, with countries as the
// interface shows them.
func (d OrderDraft) addPeople(o *record.Order) {
	o.BillingDetails, o.DeliveryDetails = d.Buyer, d.Buyer.DeliveryDetails
	if d.Receiver != nil {
		o.DeliveryDetails = *d.Receiver
	}
	for _, person := range []*record.DeliveryDetails{&o.BillingDetails.DeliveryDetails, &o.DeliveryDetails} {
		if person.CountryCode != nil {
			person.CountryCode = new(strings.ToLower(*person.CountryCode))
		}
	}
	if o.CustomerDetails != nil {
		o.Language = o.CustomerDetails.Language
	}
	if d.Language != "" {
		o.Language = strings.ToLower(d.Language)
	}
}

// customer returns the customer of the draft, nil for none.
func (d OrderDraft) customer(tx Tx) (*record.Customer, error) {
	unknown := func(field, given string) error {
		return Problemf(catalog.InvalidParameter, "No customer has the %s %q", field, shorten(given)).Of(field, shorten(given), "a customer of this account")
	}
	reference, err := strconv.ParseInt(d.Customer, 10, 64)
	switch {
	case d.Customer == "" && d.ExternalCustomer == "":
		return nil, nil
	case d.Customer == "":
		var known bool
		if reference, known = tx.Customers().ByExternal(d.ExternalCustomer); !known {
			return nil, unknown("ExternalCustomerReference", d.ExternalCustomer)
		}
	case err != nil:
		return nil, unknown("CustomerReference", d.Customer)
	}
	c, known, err := tx.Customers().Get(reference)
	if err != nil || known {
		return &c, err
	}
	return nil, unknown("CustomerReference", d.Customer)
}

// partner returns the selling partner, nil for none.
func (d OrderDraft) partner(tx Tx) (*record.Partner, error) {
	if d.Partner == "" {
		return nil, nil
	}
	partner, known, err := tx.Products().Partner(d.Partner)
	if err != nil || known {
		return &partner, err
	}
	return nil, Problemf(catalog.InvalidParameter, "No partner has the PartnerCode %q", shorten(d.Partner)).
		Of("PartnerCode", shorten(d.Partner), "a partner of this account")
}

// item returns the line of the order.
func (l DraftLine) item(tx Tx, i int, o *record.Order) (record.Item, error) {
	field := lineField(i)
	product, known, err := tx.Products().Product(l.Code)
	if err != nil {
		return record.Item{}, err
	}
	if !known {
		return record.Item{}, Problemf(catalog.InvalidParameter, "%s.Code %q is no product of this account", field, shorten(l.Code)).
			Of(field+".Code", shorten(l.Code), "the code of a product")
	}
	var options []record.PricingOption
	for _, code := range l.Options {
		option, has := product.Option(code)
		if !has {
			return record.Item{}, Problemf(catalog.InvalidParameter, "%s.PriceOptions: product %s has no option %q", field, product.Code, shorten(code)).
				Of(field+".PriceOptions", shorten(code), phrase.List(product.OptionCodes()...))
		}
		options = append(options, option)
	}
	unit, isPriced := product.UnitPrice(strings.ToUpper(o.Currency), options)
	if !isPriced {
		return record.Item{}, Problemf(catalog.InvalidParameter, "%s: product %s has no price in %s", field, product.Code, strings.ToUpper(o.Currency)).
			Of("Currency", strings.ToUpper(o.Currency), phrase.List(slices.Sorted(maps.Keys(product.Prices))...))
	}
	sold := soldLine{field: field, product: product, quantity: l.Quantity, options: options, unit: unit, net: unit.Times(l.Quantity)}
	return sold.item(o), nil
}
