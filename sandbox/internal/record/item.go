package record

// ShippingItemCode is the product code of a shipping fee.
const ShippingItemCode = "SHIPPING_GENERIC_PRODUCT"

// Item is one line of an order.
type Item struct {
	ProductDetails             ProductDetails    `json:"ProductDetails"`
	PriceOptions               []ItemOption      `json:"PriceOptions"`
	Price                      Price             `json:"Price"`
	Code                       string            `json:"Code,omitempty"` // absent on dynamic items
	LineItemReference          string            `json:"LineItemReference"`
	PurchaseType               string            `json:"PurchaseType"` // PRODUCT, SHIPPING, TAX, COUPON
	ExternalReference          string            `json:"ExternalReference"`
	Quantity                   int               `json:"Quantity"` // 1 to 99999
	SKU                        *string           `json:"SKU"`
	CrossSell                  *CampaignOrigin   `json:"CrossSell"`
	Trial                      *Trial            `json:"Trial"`
	AdditionalFields           []AdditionalField `json:"AdditionalFields"`
	Promotion                  *Promotion        `json:"Promotion"`
	RecurringOptions           *RecurringOptions `json:"RecurringOptions"`
	SubscriptionStartDate      *string           `json:"SubscriptionStartDate"`
	SubscriptionCustomSettings *string           `json:"SubscriptionCustomSettings"`
	UpSell                     *CampaignOrigin   `json:"UpSell"`
}

// ProductDetails describe the product of an item as it was sold.
type ProductDetails struct {
	Name                string             `json:"Name"`
	ShortDescription    string             `json:"ShortDescription"`
	Tangible            bool               `json:"Tangible"`
	IsDynamic           bool               `json:"IsDynamic"`
	ExtraInfo           *string            `json:"ExtraInfo"`
	RenewalStatus       bool               `json:"RenewalStatus"`
	Subscriptions       []ItemSubscription `json:"Subscriptions"` // null until the order is paid
	DeliveryInformation ItemDelivery       `json:"DeliveryInformation"`
}

// ItemSubscription is a subscription in the item that began it.
type ItemSubscription struct {
	SubscriptionReference string `json:"SubscriptionReference"`
	PurchaseDate          Moment `json:"PurchaseDate"`
	SubscriptionStartDate Moment `json:"SubscriptionStartDate"`
	ExpirationDate        Moment `json:"ExpirationDate"`
	Lifetime              bool   `json:"Lifetime"`
	Trial                 bool   `json:"Trial"`
	Enabled               bool   `json:"Enabled"`
	RecurringEnabled      bool   `json:"RecurringEnabled"`
}

// ItemDelivery is how a digital item is delivered.
type ItemDelivery struct {
	Delivery            string     `json:"Delivery"`
	DownloadFile        *string    `json:"DownloadFile"`
	DeliveryDescription string     `json:"DeliveryDescription"`
	CodesDescription    string     `json:"CodesDescription"`
	Codes               []struct{} `json:"Codes"`
}

// ItemOption is a pricing option chosen for an item.
type ItemOption struct {
	Code     string   `json:"Code"`
	Required bool     `json:"Required"`
	Options  []string `json:"Options"`
}

// Price has the amounts of an item. Amounts with Unit are of one piece, the others
// of the whole line; VATPercent is in percent.
type Price struct {
	UnitNetPrice             Money  `json:"UnitNetPrice"`
	UnitGrossPrice           Money  `json:"UnitGrossPrice"`
	UnitVAT                  Money  `json:"UnitVAT"`
	UnitDiscount             Money  `json:"UnitDiscount"`
	UnitNetDiscountedPrice   Money  `json:"UnitNetDiscountedPrice"`
	UnitGrossDiscountedPrice Money  `json:"UnitGrossDiscountedPrice"`
	UnitAffiliateCommission  Money  `json:"UnitAffiliateCommission"`
	ItemUnitNetPrice         Money  `json:"ItemUnitNetPrice"`
	ItemUnitGrossPrice       Money  `json:"ItemUnitGrossPrice"`
	ItemNetPrice             Money  `json:"ItemNetPrice"`
	ItemGrossPrice           Money  `json:"ItemGrossPrice"`
	VATPercent               Money  `json:"VATPercent"`
	HandlingFeeNetPrice      Money  `json:"HandlingFeeNetPrice"`
	HandlingFeeGrossPrice    Money  `json:"HandlingFeeGrossPrice"`
	Currency                 string `json:"Currency"`
	Totals
}

// CampaignOrigin names the campaign and the parent product of an item.
type CampaignOrigin struct {
	CampaignCode string `json:"CampaignCode"`
	ParentCode   string `json:"ParentCode"`
}

// Trial is the trial period of an item, in days.
type Trial struct {
	Period     int   `json:"Period"`
	Price      Money `json:"Price"`
	VAT        Money `json:"VAT"`
	GrossPrice Money `json:"GrossPrice"`
	NetPrice   Money `json:"NetPrice"`
}

// Promotion is a promotion applied to an order or an item.
type Promotion struct {
	Name                string  `json:"Name"`
	Code                string  `json:"Code"`
	Description         *string `json:"Description"`
	StartDate           *Day    `json:"StartDate"`
	EndDate             *Day    `json:"EndDate"`
	MaximumOrdersNumber *int    `json:"MaximumOrdersNumber"`
	MaximumQuantity     *int    `json:"MaximumQuantity"`
	InstantDiscount     bool    `json:"InstantDiscount"`
	Coupon              *string `json:"Coupon"`
	DiscountLabel       *string `json:"DiscountLabel"`
	Enabled             bool    `json:"Enabled"`
	Type                string  `json:"Type"` // REGULAR, GLOBAL, ORDER
	Discount            Money   `json:"Discount"`
	DiscountCurrency    *string `json:"DiscountCurrency"`
	DiscountType        string  `json:"DiscountType"` // PERCENT, FIXED
}

// RecurringOptions are how an item renews.
type RecurringOptions struct {
	CycleLength    int    `json:"CycleLength"`
	CycleUnit      string `json:"CycleUnit"`
	CycleAmount    Money  `json:"CycleAmount"`
	ContractLength int    `json:"ContractLength"`
	ContractUnit   string `json:"ContractUnit"`
}

// OptionCodes returns the codes of a line's chosen pricing options.
func (item *Item) OptionCodes() []string {
	codes := []string{}
	for _, option := range item.PriceOptions {
		codes = append(codes, option.Options...)
	}
	return codes
}

// ItemOf returns the line showing a subscription, and the subscription as shown
// there, nil for none.
func (r *StoredOrder) ItemOf(subscription string) (*Item, *ItemSubscription) {
	for i := range r.Order.Items {
		shown := r.Order.Items[i].ProductDetails.Subscriptions
		for j := range shown {
			if shown[j].SubscriptionReference == subscription {
				return &r.Order.Items[i], &shown[j]
			}
		}
	}
	return nil, nil
}
