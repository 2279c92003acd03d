package worlds

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
