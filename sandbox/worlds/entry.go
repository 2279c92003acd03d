package worlds

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"

// entries are a world file as it is written. Names of other records are their
// handles or their codes; what an entry leaves out is derived from the rest or
// templates.
type entries struct {
	Summary       string              `yaml:"summary"`
	Products      []productEntry      `yaml:"products"`
	Partners      []partnerEntry      `yaml:"partners"`
	Customers     []customerEntry     `yaml:"customers"`
	Subscriptions []subscriptionEntry `yaml:"subscriptions"`
	Orders        []orderEntry        `yaml:"orders"`
	Campaigns     []campaignEntry     `yaml:"campaigns"`
	Settings      *settingsEntry      `yaml:"settings"`
	Generate      *generateEntry      `yaml:"generate"`
}

// generateEntry says up to how many records the world is filled.
type generateEntry struct {
	Orders    int `yaml:"orders"`
	Recent    int `yaml:"recent"` // plain orders in the last 7 days, 40 unless told
	Customers int `yaml:"customers"`
	Campaigns int `yaml:"campaigns"`
}

type settingsEntry struct {
	DisplayType catalog.DisplayType `yaml:"upselling_display_type"` // section 2.3
}

type productEntry struct {
	Handle      string            `yaml:"handle"`
	Code        string            `yaml:"code"`
	Name        string            `yaml:"name"`
	Description string            `yaml:"description"`
	Prices      map[string]amount `yaml:"prices"` // net, by currency
	Months      int               `yaml:"months"` // 0: it begins no subscription
	Tangible    bool              `yaml:"tangible"`
	Options     []optionEntry     `yaml:"options"`
	Upgrades    []string          `yaml:"upgrades"`
}

// optionEntry is a pricing option: percent of the unit price is added to it.
type optionEntry struct {
	Group   string `yaml:"group"`
	Code    string `yaml:"code"`
	Percent amount `yaml:"percent"`
}

type partnerEntry struct {
	Handle   string `yaml:"handle"`
	Code     string `yaml:"code"`
	Name     string `yaml:"name"`
	Currency string `yaml:"currency"`
	Margin   amount `yaml:"margin"` // percent
}

type customerEntry struct {
	Handle    string `yaml:"handle"`
	Reference int64  `yaml:"reference"` // CustomerReference
	External  string `yaml:"external"`  // ExternalCustomerReference
	FirstName string `yaml:"first_name"`
	LastName  string `yaml:"last_name"`
	Company   string `yaml:"company"`
	Email     string `yaml:"email"`
	Country   string `yaml:"country"` // two letters, lower case
}

// subscriptionEntry is a subscription together with the purchase that began
// it, an order of one line.
type subscriptionEntry struct {
	Customer string            `yaml:"customer"`
	Partner  string            `yaml:"partner"`
	Date     date              `yaml:"date"` // of the purchase, -90d unless told
	Currency string            `yaml:"currency"`
	Line     lineEntry         `yaml:",inline"`
	Terms    subscriptionTerms `yaml:",inline"`
}

// subscriptionTerms are what a line may say of the subscription it begins.
type subscriptionTerms struct {
	Handle        string `yaml:"handle"`
	Reference     string `yaml:"reference"`
	Upgradable    *bool  `yaml:"upgradable"` // whether its product is, unless told
	NeedsApproval bool   `yaml:"upgrade_needs_approval"`
}

type lineEntry struct {
	Product  string   `yaml:"product"`
	Quantity *int     `yaml:"quantity"` // 1 unless told
	Options  []string `yaml:"options"`  // codes of pricing options
}

type orderEntry struct {
	Handle            string                     `yaml:"handle"`
	Reference         string                     `yaml:"reference"` // RefNo
	Customer          string                     `yaml:"customer"`
	Partner           string                     `yaml:"partner"`
	Date              date                       `yaml:"date"`           // -1d unless told
	Status            catalog.Status             `yaml:"status"`         // COMPLETE unless told
	ApproveStatus     catalog.ApproveStatus      `yaml:"approve_status"` // what goes with the status unless told
	Currency          string                     `yaml:"currency"`       // the buyer's unless told
	Lines             []orderLineEntry           `yaml:"lines"`
	ExternalReference string                     `yaml:"external_reference"`
	Payment           paymentKind                `yaml:"payment"` // card unless told
	ChargeFailed      bool                       `yaml:"charge_failed"`
	Test              bool                       `yaml:"test"`
	PurchaseOrder     catalog.PurchaseOrderState `yaml:"purchase_order"`
	Dispute           *disputeEntry              `yaml:"dispute"`
	Promotion         *promotionEntry            `yaml:"promotion"`
	Affiliate         string                     `yaml:"affiliate"` // its code
	Renews            bool                       `yaml:"renews"`
	Repeat            *repeatEntry               `yaml:"repeat"`
}

// orderLineEntry is one line of an order.
type orderLineEntry struct {
	Line         lineEntry         `yaml:",inline"`
	Subscription subscriptionTerms `yaml:"subscription"`
}

// paymentKind is how an order is paid. Test orders and purchase orders need
// none: it follows from what they are.
type paymentKind string

const (
	byCard   paymentKind = "card"
	byPayPal paymentKind = "paypal"
	byWire   paymentKind = "wire"
)

type disputeEntry struct {
	Resolution catalog.Resolution `yaml:"resolution"`
	Reason     catalog.Reason     `yaml:"reason"`
}

// promotionEntry takes a percentage off every line of an order.
type promotionEntry struct {
	Name    string `yaml:"name"`
	Code    string `yaml:"code"`
	Percent amount `yaml:"percent"`
}

// repeatEntry makes an order stand for several, each a step older than the one
// before.
type repeatEntry struct {
	Times int      `yaml:"times"`
	Every duration `yaml:"every"`
}

type campaignEntry struct {
	Handle          string            `yaml:"handle"`
	Name            string            `yaml:"name"`
	Start           *date             `yaml:"start"`
	End             *date             `yaml:"end"`
	Renewals        bool              `yaml:"renewals"`
	Disabled        bool              `yaml:"disabled"`
	Percent         *amount           `yaml:"percent"`
	Fixed           map[string]amount `yaml:"fixed"` // by currency
	DefaultCurrency string            `yaml:"default_currency"`
	Primary         offerEntry        `yaml:"primary"`
	Recommended     offerEntry        `yaml:"recommended"`
	Description     map[string]string `yaml:"description"` // by language
}

// offerEntry is a product of a campaign, by any code (open question
// campaign-products).
type offerEntry struct {
	Product  string                    `yaml:"product"`
	Quantity *int                      `yaml:"quantity"`
	Options  map[string]map[string]int `yaml:"options"` // group: {option: how many}
}
