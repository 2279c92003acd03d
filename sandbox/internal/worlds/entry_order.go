package worlds

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// orderEntry is an order, or with repeat several.
type orderEntry struct {
	Handle            string                `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Reference         text                  `yaml:"reference" interface:"RefNo,OrderReference" jsonschema_description:"7 to 9 digits."`
	ExternalReference text                  `yaml:"external_reference" interface:"ExternalRefNo"`
	Customer          text                  `yaml:"customer" interface:"CustomerDetails,CustomerReference" jsonschema_description:"Handle or reference of the customer."`
	Partner           string                `yaml:"partner" interface:"PartnerCode" jsonschema_description:"Handle or code of the partner."`
	Date              date                  `yaml:"date" interface:"OrderDate" jsonschema_description:"When the order was placed. Default: -1d."`
	Finished          *date                 `yaml:"finished" interface:"FinishDate" jsonschema_description:"When a paid order was finished. Default: some minutes after date."`
	Number            int64                 `yaml:"number" interface:"OrderNo" jsonschema:"minimum=0" jsonschema_description:"Number of a paid order. Default: the next in the order of the finish dates."`
	Sale              int64                 `yaml:"sale" interface:"SaleId" jsonschema:"minimum=0" jsonschema_description:"Sale of a paid order. Default: the next."`
	Invoice           text                  `yaml:"invoice" interface:"InvoiceId" jsonschema_description:"Invoice of a paid order. Default: the next."`
	Status            catalog.Status        `yaml:"status" jsonschema_description:"Default: COMPLETE, otherwise what the purchase order implies."`
	ApproveStatus     catalog.ApproveStatus `yaml:"approve_status" jsonschema_description:"Default: the usual one for the status."`
	Lines             []orderLineEntry      `yaml:"lines" interface:"Items" jsonschema:"required,minItems=1,maxItems=100"`
	Currency          string                `yaml:"currency" jsonschema:"pattern=^[A-Z]{3}$" jsonschema_description:"Default: the partner's, otherwise that of the customer's country."`
	Totals            *totalsEntry          `yaml:"totals" jsonschema_description:"Sums of the order. They must be what the lines add up to."`
	Promotion         *promotionEntry       `yaml:"promotion" interface:"Promotions"`

	Billing  *billingEntry  `yaml:"billing" interface:"BillingDetails" jsonschema_description:"Who pays. What it leaves out is the customer's."`
	Shipping *shippingEntry `yaml:"shipping" interface:"DeliveryInformation,ShippingMethod" jsonschema_description:"How an order with a tangible product is shipped."`

	Payment      paymentKind `yaml:"payment" interface:"PaymentDetails,PaymentMethod" jsonschema_description:"Default: card."`
	ChargeFailed bool        `yaml:"charge_failed" jsonschema_description:"Whether the charge of a PENDING order was declined."`
	Test         bool        `yaml:"test" interface:"TestOrder" jsonschema_description:"Whether it is a test order."`

	PurchaseOrder catalog.PurchaseOrderState `yaml:"purchase_order" jsonschema_description:"What the purchase order waits for."`

	Dispute *disputeEntry `yaml:"dispute" interface:"ChargebackResolution,ChargebackReasonCode"`
	Refunds []refundEntry `yaml:"refunds" jsonschema_description:"Default: all of it when the status is REFUND."`

	Affiliate string       `yaml:"affiliate" interface:"AffiliateCode" jsonschema_description:"Code of the affiliate."`
	Renews    bool         `yaml:"renews" interface:"RecurringEnabled" jsonschema_description:"Whether its subscriptions renew."`
	Repeat    *repeatEntry `yaml:"repeat"`

	Set set[wholeOrder] `yaml:"set" jsonschema_description:"Any other field, in the names of the interface. A date is a moment."`
}

// repeatEntry makes several orders of one entry.
type repeatEntry struct {
	Times int      `yaml:"times" jsonschema:"required,minimum=1,maximum=1000000" jsonschema_description:"How many orders the entry makes."`
	Every duration `yaml:"every" jsonschema_description:"How much older each order is than the one before."`
}

// totalsEntry are sums given by the file. All must agree with the computed sums.
type totalsEntry struct {
	Net             *amount `yaml:"net" interface:"NetPrice"`
	VAT             *amount `yaml:"vat"`
	Gross           *amount `yaml:"gross" interface:"GrossPrice"`
	Discount        *amount `yaml:"discount"`
	NetDiscounted   *amount `yaml:"net_discounted" interface:"NetDiscountedPrice"`
	GrossDiscounted *amount `yaml:"gross_discounted" interface:"GrossDiscountedPrice" jsonschema_description:"What the buyer pays."`
}

// promotionEntry takes a percentage off every line of an order.
type promotionEntry struct {
	Name    string `yaml:"name"`
	Code    string `yaml:"code" jsonschema:"required"`
	Percent amount `yaml:"percent" interface:"Discount"`
}

// billingEntry is a payer.
type billingEntry struct {
	Person    person `yaml:",inline"`
	Fiscal    text   `yaml:"fiscal_code"`
	TaxOffice text   `yaml:"tax_office"`
}

// shippingEntry is the fee of shipping, the rest is in set of the order.
type shippingEntry struct {
	Fee *amount `yaml:"fee" jsonschema_description:"Net. Default: 9.90."`
}

// disputeEntry is a dispute about a payment.
type disputeEntry struct {
	Resolution catalog.Resolution `yaml:"resolution" interface:"ChargebackResolution" jsonschema:"required"`
	Reason     catalog.Reason     `yaml:"reason" interface:"ChargebackReasonCode" jsonschema:"required"`
}

// refundEntry is money returned to the buyer.
type refundEntry struct {
	Date    *date             `yaml:"date" jsonschema_description:"Default: some hours after the order was finished."`
	Amount  *amount           `yaml:"amount" jsonschema_description:"Default: all that is left of what the buyer paid."`
	Percent *amount           `yaml:"percent" jsonschema_description:"The amount as a percentage of what the buyer paid."`
	Reason  string            `yaml:"reason"`
	Comment string            `yaml:"comment"`
	Lines   []refundLineEntry `yaml:"lines" interface:"Items" jsonschema_description:"Default: every line, when the amount is all of the order."`
}

type refundLineEntry struct {
	Product  string `yaml:"product" interface:"LineItemReference,Code,ProductCode" jsonschema:"required" jsonschema_description:"Handle or code of a product of the order."`
	Quantity *int   `yaml:"quantity" jsonschema:"minimum=1,maximum=99999" jsonschema_description:"Default: that of the line."`
	Amount   amount `yaml:"amount" jsonschema:"required"`
}

// orderLineEntry is one line of an order.
type orderLineEntry struct {
	Line         lineEntry         `yaml:",inline"`
	UpSell       *upSellEntry      `yaml:"up_sell" interface:"UpSell" jsonschema_description:"The upsell campaign that the line came from."`
	Trial        *trialEntry       `yaml:"trial" jsonschema_description:"The trial that the line was bought with. Its subscription is a trial."`
	Subscription subscriptionTerms `yaml:"subscription" interface:"Subscriptions" jsonschema_description:"The subscription that the line begins."`

	Set set[record.Item] `yaml:"set" jsonschema_description:"Any other field, in the names of the interface. A date is a moment."`
}

// lineEntry is an order's or subscription's entry about one product.
type lineEntry struct {
	Product  string   `yaml:"product" interface:"Code,ProductCode,ProductDetails" jsonschema:"required" jsonschema_description:"Handle or code of the product."`
	Quantity *int     `yaml:"quantity" jsonschema:"minimum=1,maximum=99999" jsonschema_description:"Default: 1."`
	Options  []string `yaml:"options" interface:"PriceOptions,PricingOptions" jsonschema_description:"Codes of pricing options."`
	Price    *amount  `yaml:"price" interface:"UnitNetPrice,UnitPrice" jsonschema_description:"The net price of one piece, options included. Default: the product's in the order's currency."`
	VAT      *amount  `yaml:"vat" interface:"VATPercent" jsonschema_description:"In percent. Default: that of the billing country, and 0 for orders of partners."`
}

// upSellEntry names the campaign and the product behind a line.
type upSellEntry struct {
	Campaign string `yaml:"campaign" interface:"CampaignCode" jsonschema:"required" jsonschema_description:"Handle or code of the campaign."`
	Parent   string `yaml:"parent" interface:"ParentCode" jsonschema:"required" jsonschema_description:"Handle or code of the product that the buyer had chosen."`
}

type trialEntry struct {
	Days  int    `yaml:"days" interface:"Period" jsonschema:"required,minimum=1,maximum=3650"`
	Price amount `yaml:"price" interface:"NetPrice" jsonschema_description:"Net. Default: 0."`
}

// subscriptionEntry is a subscription and its first order, of one line.
type subscriptionEntry struct {
	Customer text              `yaml:"customer" interface:"CustomerReference" jsonschema_description:"Handle or reference of the customer."`
	Partner  string            `yaml:"partner" interface:"PartnerCode" jsonschema_description:"Handle or code of the partner."`
	Date     date              `yaml:"date" interface:"PurchaseDate,OrderDate" jsonschema_description:"When the order was placed. Default: -90d."`
	Currency string            `yaml:"currency" jsonschema:"pattern=^[A-Z]{3}$" jsonschema_description:"Default: the partner's, otherwise that of the customer's country."`
	Line     lineEntry         `yaml:",inline"`
	Terms    subscriptionTerms `yaml:",inline"`
}

// subscriptionTerms describe the subscription begun by a line.
type subscriptionTerms struct {
	Handle        string `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Reference     text   `yaml:"reference" interface:"SubscriptionReference"`
	Start         *date  `yaml:"start" interface:"SubscriptionStartDate,StartDate" jsonschema_description:"Default: when the order was finished."`
	Expires       *date  `yaml:"expires" interface:"ExpirationDate" jsonschema_description:"May be in the future, such as 30d. Default: the product's months after start; the days of a trial."`
	Lifetime      bool   `yaml:"lifetime" jsonschema_description:"Whether it never expires. Such a product needs no months."`
	Trial         bool   `yaml:"trial"`
	Disabled      bool   `yaml:"disabled" interface:"Enabled" jsonschema_description:"Whether it is switched off. A refunded or expired one always is."`
	Renews        *bool  `yaml:"renews" interface:"RecurringEnabled" jsonschema_description:"Default: whether the order renews."`
	Upgradable    *bool  `yaml:"upgradable" jsonschema_description:"Default: whether the product has upgrades."`
	NeedsApproval bool   `yaml:"upgrade_needs_approval" jsonschema_description:"Whether an upgrade waits for approval."`

	Set set[record.ItemSubscription] `yaml:"set" jsonschema_description:"Any other field, in the names of the interface. A date is a moment."`
}

// paymentKind is how an order is paid. A test order and a purchase order have none,
// because their kind decides their payment.
type paymentKind string

const (
	byCard   paymentKind = "card"
	byPayPal paymentKind = "paypal"
	byWire   paymentKind = "wire"
)

// paymentKinds returns all kinds, the default first.
func paymentKinds() []paymentKind { return []paymentKind{byCard, byPayPal, byWire} }
