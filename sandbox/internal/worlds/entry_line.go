package worlds

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"

// orderLineEntry is one line of an order.
type orderLineEntry struct {
	Line         lineEntry         `yaml:",inline"`
	CrossSell    *originEntry      `yaml:"cross_sell" jsonschema_description:"The campaign that the line came from."`
	UpSell       *originEntry      `yaml:"up_sell" interface:"UpSell" jsonschema_description:"The upsell campaign that the line came from."`
	Trial        *trialEntry       `yaml:"trial" jsonschema_description:"The trial that the line was bought with. Its subscription is a trial."`
	Fields       []fieldEntry      `yaml:"fields" interface:"AdditionalFields"`
	Subscription subscriptionTerms `yaml:"subscription" interface:"Subscriptions" jsonschema_description:"The subscription that the line begins."`

	Set set[record.Item] `yaml:"set" jsonschema_description:"Any other field, in the names of the interface. A date is a moment."`
}

// Formerly returns what to write for a former word.
func (orderLineEntry) Formerly(word string) string {
	return setNow(word, map[string]string{
		"reference": "LineItemReference: …", "external_reference": "ExternalReference: …", "sku": "SKU: …", "totals": "Price: {NetPrice: …}",
	})
}

// lineEntry is an order's or subscription's entry about one product.
type lineEntry struct {
	Product  string        `yaml:"product" interface:"Code,ProductCode,ProductDetails" jsonschema:"required" jsonschema_description:"Handle or code of the product."`
	Quantity *int          `yaml:"quantity" jsonschema:"minimum=1,maximum=99999" jsonschema_description:"Default: 1."`
	Options  []string      `yaml:"options" interface:"PriceOptions,PricingOptions" jsonschema_description:"Codes of pricing options."`
	Price    *amount       `yaml:"price" interface:"UnitNetPrice,UnitPrice" jsonschema_description:"The net price of one piece, options included. Default: the product's in the order's currency."`
	VAT      *amount       `yaml:"vat" interface:"VATPercent" jsonschema_description:"In percent. Default: that of the billing country, and 0 for orders of partners."`
	Renewal  *renewalEntry `yaml:"renewal" interface:"RecurringOptions" jsonschema_description:"How the line renews. Default: each time its months are over, when the order renews."`
}

// originEntry names the campaign and the product behind a line.
type originEntry struct {
	Campaign string `yaml:"campaign" interface:"CampaignCode" jsonschema:"required" jsonschema_description:"Handle or code of the campaign."`
	Parent   string `yaml:"parent" interface:"ParentCode" jsonschema:"required" jsonschema_description:"Handle or code of the product that the buyer had chosen."`
}

type trialEntry struct {
	Days  int    `yaml:"days" interface:"Period" jsonschema:"required,minimum=1,maximum=3650"`
	Price amount `yaml:"price" interface:"NetPrice" jsonschema_description:"Net. Default: 0."`
}

type renewalEntry struct {
	Months   int     `yaml:"months" interface:"CycleLength" jsonschema:"minimum=0,maximum=1200" jsonschema_description:"Default: those of the product."`
	Price    *amount `yaml:"price" interface:"CycleAmount" jsonschema_description:"Gross. Default: what the line costs."`
	Contract int     `yaml:"contract" interface:"ContractLength" jsonschema:"minimum=0,maximum=1200" jsonschema_description:"In months. Default: three times months."`
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
