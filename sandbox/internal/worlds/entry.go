package worlds

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// entries are a world file as it is written. A name of another record is its
// handle, its code or its reference. What an entry leaves out follows from the
// rest or is random. The JSON Schema of world files is generated from these
// types and the tags of their fields.
type entries struct {
	Summary       string              `yaml:"summary" jsonschema_description:"What the world is for, in one line."`
	Products      []productEntry      `yaml:"products" jsonschema_description:"Without this list the world has the shipped products."`
	Partners      []partnerEntry      `yaml:"partners" jsonschema_description:"Without this list the world has the shipped partners."`
	Customers     []customerEntry     `yaml:"customers"`
	Subscriptions []subscriptionEntry `yaml:"subscriptions" jsonschema_description:"Subscriptions, each with the order of one line that began it."`
	Orders        []orderEntry        `yaml:"orders"`
	Campaigns     []campaignEntry     `yaml:"campaigns" jsonschema_description:"Campaigns in the order of their creation."`
	Settings      *settingsEntry      `yaml:"settings"`
	Generate      *generateEntry      `yaml:"generate" jsonschema_description:"Random records that fill the world up to these numbers."`
}

// generateEntry says up to how many records a world is filled.
type generateEntry struct {
	Orders    int `yaml:"orders" jsonschema:"minimum=0,maximum=1000000" jsonschema_description:"How many orders the world has, listed ones included."`
	Recent    int `yaml:"recent" jsonschema:"minimum=0,maximum=1000000" jsonschema_description:"How many plain orders the last 7 days have. Default: 40."`
	Customers int `yaml:"customers" jsonschema:"minimum=0,maximum=1000000" jsonschema_description:"How many customers the world has, listed ones included."`
	Campaigns int `yaml:"campaigns" jsonschema:"minimum=0,maximum=1000000" jsonschema_description:"How many campaigns the world has, listed ones included."`
}

type settingsEntry struct {
	DisplayType catalog.DisplayType `yaml:"upselling_display_type" jsonschema:"required"` // section 2.3
}

type productEntry struct {
	Handle      string            `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Code        string            `yaml:"code" jsonschema:"required" jsonschema_description:"The product code."`
	Name        string            `yaml:"name" jsonschema:"required"`
	Description string            `yaml:"description"`
	Prices      map[string]amount `yaml:"prices" jsonschema:"required" jsonschema_description:"The net price of one piece, by currency."`
	Months      int               `yaml:"months" jsonschema:"minimum=0" jsonschema_description:"How long the subscription lasts. Without months a product begins no subscription."`
	Tangible    bool              `yaml:"tangible" jsonschema_description:"Whether the product is shipped."`
	Options     []optionEntry     `yaml:"options" jsonschema_description:"Pricing options."`
	Upgrades    []string          `yaml:"upgrades" jsonschema_description:"Products that a subscription can be upgraded to."`
	Multiple    []string          `yaml:"multiple_choice" jsonschema_description:"Groups of which a buyer can choose several options. Of any other group an upgrade chooses one."`
}

// optionEntry is a pricing option.
type optionEntry struct {
	Group   string `yaml:"group" jsonschema:"required"`
	Code    string `yaml:"code" jsonschema:"required"`
	Percent amount `yaml:"percent" jsonschema_description:"Percentage of the unit price that the option adds."`
}

type partnerEntry struct {
	Handle   string `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Code     string `yaml:"code" jsonschema:"required"`
	Name     string `yaml:"name"`
	Currency string `yaml:"currency" jsonschema:"required,pattern=^[A-Z]{3}$" jsonschema_description:"The currency of the partner's orders."`
	Margin   amount `yaml:"margin" jsonschema_description:"Percentage that the partner keeps."`
}

type customerEntry struct {
	Handle    string `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Reference int64  `yaml:"reference" jsonschema:"minimum=0,maximum=999999999999" jsonschema_description:"CustomerReference."`
	External  string `yaml:"external" jsonschema:"oneof_type=string;integer" jsonschema_description:"ExternalCustomerReference."`
	FirstName string `yaml:"first_name"`
	LastName  string `yaml:"last_name"`
	Company   string `yaml:"company"`
	Email     string `yaml:"email"`
	Country   string `yaml:"country" jsonschema:"pattern=^[a-z]{2}$" jsonschema_description:"Two lower-case letters."`
}

// subscriptionEntry is a subscription and the order of one line that began it.
type subscriptionEntry struct {
	Customer string            `yaml:"customer" jsonschema:"oneof_type=string;integer" jsonschema_description:"Handle or reference of the customer."`
	Partner  string            `yaml:"partner" jsonschema_description:"Handle or code of the partner."`
	Date     date              `yaml:"date" jsonschema_description:"When the order was placed. Default: -90d."`
	Currency string            `yaml:"currency" jsonschema:"pattern=^[A-Z]{3}$" jsonschema_description:"Default: the partner's, otherwise that of the customer's country."`
	Line     lineEntry         `yaml:",inline"`
	Terms    subscriptionTerms `yaml:",inline"`
}

// subscriptionTerms are what a line says about the subscription that it begins.
type subscriptionTerms struct {
	Handle        string `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Reference     string `yaml:"reference" jsonschema:"oneof_type=string;integer" jsonschema_description:"SubscriptionReference."`
	Upgradable    *bool  `yaml:"upgradable" jsonschema_description:"Default: whether the product has upgrades."`
	NeedsApproval bool   `yaml:"upgrade_needs_approval" jsonschema_description:"Whether an upgrade waits for approval."`
}

type lineEntry struct {
	Product  string   `yaml:"product" jsonschema:"required" jsonschema_description:"Handle or code of the product."`
	Quantity *int     `yaml:"quantity" jsonschema:"minimum=1,maximum=99999" jsonschema_description:"Default: 1."`
	Options  []string `yaml:"options" jsonschema_description:"Codes of pricing options."`
}

type orderEntry struct {
	Handle            string                     `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Reference         string                     `yaml:"reference" jsonschema:"oneof_type=string;integer" jsonschema_description:"RefNo: 7 to 9 digits."`
	Customer          string                     `yaml:"customer" jsonschema:"oneof_type=string;integer" jsonschema_description:"Handle or reference of the customer."`
	Partner           string                     `yaml:"partner" jsonschema_description:"Handle or code of the partner."`
	Date              date                       `yaml:"date" jsonschema_description:"When the order was placed. Default: -1d."`
	Status            catalog.Status             `yaml:"status" jsonschema_description:"Default: COMPLETE, otherwise what the purchase order implies."`
	ApproveStatus     catalog.ApproveStatus      `yaml:"approve_status" jsonschema_description:"Default: the usual one for the status."`
	Currency          string                     `yaml:"currency" jsonschema:"pattern=^[A-Z]{3}$" jsonschema_description:"Default: the partner's, otherwise that of the customer's country."`
	Lines             []orderLineEntry           `yaml:"lines" jsonschema:"required,minItems=1,maxItems=100"`
	ExternalReference string                     `yaml:"external_reference" jsonschema:"oneof_type=string;integer"`
	Payment           paymentKind                `yaml:"payment" jsonschema_description:"Default: card."`
	ChargeFailed      bool                       `yaml:"charge_failed" jsonschema_description:"Whether the charge of a PENDING order was declined."`
	Test              bool                       `yaml:"test" jsonschema_description:"Whether it is a test order."`
	PurchaseOrder     catalog.PurchaseOrderState `yaml:"purchase_order" jsonschema_description:"What the purchase order waits for."`
	Dispute           *disputeEntry              `yaml:"dispute"`
	Promotion         *promotionEntry            `yaml:"promotion"`
	Affiliate         string                     `yaml:"affiliate" jsonschema_description:"Code of the affiliate."`
	Renews            bool                       `yaml:"renews" jsonschema_description:"Whether its subscriptions renew."`
	Repeat            *repeatEntry               `yaml:"repeat"`
}

// orderLineEntry is one line of an order.
type orderLineEntry struct {
	Line         lineEntry         `yaml:",inline"`
	Subscription subscriptionTerms `yaml:"subscription" jsonschema_description:"The subscription that the line begins."`
}

// paymentKind is how an order is paid. A test order and a purchase order have
// none, because their payment follows from what they are.
type paymentKind string

const (
	byCard   paymentKind = "card"
	byPayPal paymentKind = "paypal"
	byWire   paymentKind = "wire"
)

// paymentKinds returns all kinds, the default first.
func paymentKinds() []paymentKind { return []paymentKind{byCard, byPayPal, byWire} }

type disputeEntry struct {
	Resolution catalog.Resolution `yaml:"resolution" jsonschema:"required"`
	Reason     catalog.Reason     `yaml:"reason" jsonschema:"required"`
}

// promotionEntry takes a percentage off every line of an order.
type promotionEntry struct {
	Name    string `yaml:"name"`
	Code    string `yaml:"code" jsonschema:"required"`
	Percent amount `yaml:"percent"`
}

// repeatEntry makes several orders of one entry.
type repeatEntry struct {
	Times int      `yaml:"times" jsonschema:"required,minimum=1,maximum=1000000" jsonschema_description:"How many orders the entry makes."`
	Every duration `yaml:"every" jsonschema_description:"How much older each order is than the one before."`
}

type campaignEntry struct {
	Handle          string            `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Name            string            `yaml:"name" jsonschema:"required,maxLength=500"`
	Start           *date             `yaml:"start"`
	End             *date             `yaml:"end"`
	Renewals        bool              `yaml:"renewals" jsonschema_description:"Whether it is also shown for manual renewals."`
	Disabled        bool              `yaml:"disabled"`
	Percent         *amount           `yaml:"percent" jsonschema_description:"A discount as a whole percentage. A campaign has percent or fixed."`
	Fixed           map[string]amount `yaml:"fixed" jsonschema_description:"A discount as an amount, by currency. A campaign has percent or fixed."`
	DefaultCurrency string            `yaml:"default_currency" jsonschema_description:"One of the currencies of fixed. Default: the first of them."`
	Primary         offerEntry        `yaml:"primary" jsonschema:"required" jsonschema_description:"The product that the customer buys."`
	Recommended     offerEntry        `yaml:"recommended" jsonschema:"required" jsonschema_description:"The product that the campaign recommends."`
	Description     map[string]string `yaml:"description" jsonschema_description:"Text by language."`
}

// offerEntry is a product of a campaign. Its code may be any (open question
// campaign-products).
type offerEntry struct {
	Product  string                    `yaml:"product" jsonschema:"required" jsonschema_description:"Handle or code of the product."`
	Quantity *int                      `yaml:"quantity" jsonschema:"minimum=0,maximum=99999"`
	Options  map[string]map[string]int `yaml:"options" jsonschema_description:"How many of each option, by group and option."`
}
