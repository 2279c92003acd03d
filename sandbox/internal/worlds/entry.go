package worlds

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// entries are a world file as it is written. A name of another record is its
// handle, its code or its reference. Omitted fields follow from the rest or are
// random. The JSON Schema of world files and the tables of the guide are generated
// from these types and the tags of their fields; the tag interface has the
// interface's names of a field.
type entries struct {
	Summary       string              `yaml:"summary" jsonschema_description:"What the world is for, in one line."`
	Products      []productEntry      `yaml:"products" jsonschema_description:"Without this list the world has the shipped products."`
	Partners      []partnerEntry      `yaml:"partners" jsonschema_description:"Without this list the world has the shipped partners."`
	Customers     []customerEntry     `yaml:"customers"`
	Subscriptions []subscriptionEntry `yaml:"subscriptions" jsonschema_description:"Subscriptions, each with the order of one line that began it."`
	Orders        []orderEntry        `yaml:"orders"`
	Campaigns     []campaignEntry     `yaml:"campaigns" jsonschema_description:"Campaigns in the order of their creation."`
	Settings      *settingsEntry      `yaml:"settings"`
	Records       *recordsEntry       `yaml:"records" jsonschema_description:"Exact records, as an export writes them."`
	OrdersFrom    patterns            `yaml:"orders_from" jsonschema:"oneof_type=string;array" jsonschema_description:"Files of orders in the JSON of the interface below the folder of this file, such as exports/*.json, or a list of such patterns."`
	Generate      *generateEntry      `yaml:"generate" jsonschema_description:"Random records that fill the world up to these numbers."`

	given  map[transfer.Kind][]string // the references of exact records
	shared *transfer.Batch            // the exact records an account may have already
	counts map[transfer.Kind]int      // of the exact records
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
	Code        string            `yaml:"code" interface:"ProductCode" jsonschema:"required" jsonschema_description:"The product code."`
	Name        string            `yaml:"name" jsonschema:"required"`
	Description string            `yaml:"description" interface:"ShortDescription"`
	Prices      map[string]amount `yaml:"prices" jsonschema:"required" jsonschema_description:"The net price of one piece, by currency."`
	Months      int               `yaml:"months" jsonschema:"minimum=0,maximum=1200" jsonschema_description:"How long the subscription lasts. Without months a product begins no subscription."`
	Tangible    bool              `yaml:"tangible" jsonschema_description:"Whether the product is shipped."`
	Options     []optionEntry     `yaml:"options" interface:"PricingOptions,PriceOptions" jsonschema_description:"Pricing options."`
	Upgrades    []string          `yaml:"upgrades" interface:"UpgradeProducts" jsonschema_description:"Products that a subscription can be upgraded to."`
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
	Code     string `yaml:"code" interface:"PartnerCode" jsonschema:"required"`
	Name     string `yaml:"name"`
	Currency string `yaml:"currency" jsonschema:"required,pattern=^[A-Z]{3}$" jsonschema_description:"The currency of the partner's orders."`
	Margin   amount `yaml:"margin" interface:"PartnerMarginPercent,MarginPercent" jsonschema_description:"Percentage that the partner keeps."`
}

type customerEntry struct {
	Handle    string `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Reference int64  `yaml:"reference" interface:"CustomerReference,AvangateCustomerReference" jsonschema:"minimum=0,maximum=999999999999" jsonschema_description:"The sandbox's own number."`
	External  text   `yaml:"external" interface:"ExternalCustomerReference,ExternalReference" jsonschema_description:"Your own reference."`
	Person    person `yaml:",inline"`

	Set set[record.Customer] `yaml:"set" jsonschema_description:"Any other field, in the names of the interface. A date is a moment."`
}

// person is a name and an address.
type person struct {
	FirstName string `yaml:"first_name"`
	LastName  string `yaml:"last_name"`
	Company   string `yaml:"company"`
	Email     string `yaml:"email"`
	Phone     text   `yaml:"phone"`
	Address   text   `yaml:"address" interface:"Address1"`
	Address2  text   `yaml:"address2"`
	City      string `yaml:"city"`
	Zip       text   `yaml:"zip"`
	State     string `yaml:"state"`
	Country   string `yaml:"country" interface:"CountryCode" jsonschema:"pattern=^[a-z]{2}$" jsonschema_description:"Two lower-case letters."`
}

type campaignEntry struct {
	Handle          string            `yaml:"handle" jsonschema_description:"The name that tests and other entries use."`
	Code            string            `yaml:"code" interface:"CampaignCode,upsellCode" jsonschema_description:"A UUID. Of several campaigns for a product, the one with the last code is the latest. Default: a code later than those before."`
	Name            string            `yaml:"name" jsonschema:"required,maxLength=500"`
	Start           *date             `yaml:"start" interface:"StartDate"`
	End             *date             `yaml:"end" interface:"EndDate"`
	Renewals        bool              `yaml:"renewals" interface:"DisplayForManualRenewals" jsonschema_description:"Whether it is also shown for manual renewals."`
	Disabled        bool              `yaml:"disabled" interface:"Enabled"`
	Percent         *amount           `yaml:"percent" jsonschema_description:"A discount as a whole percentage. A campaign has percent or fixed."`
	Fixed           map[string]amount `yaml:"fixed" jsonschema_description:"A discount as an amount, by currency. A campaign has percent or fixed."`
	DefaultCurrency string            `yaml:"default_currency" jsonschema_description:"One of the currencies of fixed. Default: the first of them."`
	Primary         offerEntry        `yaml:"primary" interface:"PrimaryProduct" jsonschema:"required" jsonschema_description:"The product that the customer buys."`
	Recommended     offerEntry        `yaml:"recommended" interface:"RecommendedProduct" jsonschema:"required" jsonschema_description:"The product that the campaign recommends."`
	Description     map[string]string `yaml:"description" interface:"Descriptions" jsonschema_description:"Text by language."`
}

// offerEntry is a product of a campaign. Its code may be any (open question
// campaign-products).
type offerEntry struct {
	Product  string                    `yaml:"product" interface:"Code,ProductCode" jsonschema:"required" jsonschema_description:"Handle or code of the product."`
	Quantity *int                      `yaml:"quantity" jsonschema:"minimum=0,maximum=99999"`
	Options  map[string]map[string]int `yaml:"options" interface:"PriceOptions" jsonschema_description:"How many of each option, by group and option."`
}
