package openapi

import (
	"reflect"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// orderPage is a page of orders (open questions search-envelope and
// customer-envelope).
type orderPage struct {
	Items      []record.Order `json:"Items"`
	Pagination pagination     `json:"Pagination"`
}

type pagination struct {
	Page  int `json:"Page"`
	Limit int `json:"Limit"`
	Count int `json:"Count"`
}

// campaignPage is a page of campaigns (section 2.4).
type campaignPage struct {
	Page         int               `json:"Page"`
	Limit        int               `json:"Limit"`
	Upsells      []record.Campaign `json:"Upsells"`
	UpsellsCount int               `json:"UpsellsCount"`
	PagesCount   int               `json:"PagesCount"`
}

// enums are the values of the types with closed sets.
var enums = map[reflect.Type][]any{
	typeOf[catalog.Status]():        valuesOf[catalog.Status](),
	typeOf[catalog.ApproveStatus](): valuesOf[catalog.ApproveStatus](),
	typeOf[catalog.OrderFlow]():     valuesOf[catalog.OrderFlow](),
	typeOf[catalog.Resolution]():    valuesOf[catalog.Resolution](),
	typeOf[catalog.Reason]():        valuesOf[catalog.Reason](),
	typeOf[catalog.DisplayType]():   valuesOf[catalog.DisplayType](),
}

func valuesOf[T catalog.ClosedSet[T]]() []any {
	var none T
	return words(none.Values()...)
}

// words returns values as a schema lists them, nil when there are none.
func words[T ~string](values ...T) []any {
	var list []any
	for _, v := range values {
		list = append(list, string(v))
	}
	return list
}

// nullableLists are the lists and maps that may be null; Go's types do not say.
// The others are empty instead.
var nullableLists = map[string]bool{
	"Order.Errors": true, "Order.AdditionalFields": true, "Order.CustomParameters": true, "Order.Refunds": true,
	"Item.AdditionalFields": true, "ProductDetails.Subscriptions": true,
}

// componentNames are the names of components for clients, where the name of the Go type
// would not do.
var componentNames = map[reflect.Type]string{
	typeOf[orderPage]():          "OrderPage",
	typeOf[pagination]():         "Pagination",
	typeOf[campaignPage]():       "CampaignPage",
	typeOf[record.Customer]():    "CustomerDetails",
	typeOf[record.ProductRef]():  "ProductReference",
	typeOf[record.Localized]():   "LocalizedText",
	typeOf[record.OptionValue](): "PriceOptionValue",
}

// alsoNotNull are the types that may be null in some places only: they have two
// components, because in a component null is allowed or it is not.
var alsoNotNull = map[reflect.Type]bool{typeOf[record.Promotion](): true, typeOf[record.Campaign](): true}

// lists are the types of the items of lists common to drafts and records.
var lists = map[string]reflect.Type{
	"PriceOptions": typeOf[record.PriceOption](), "Description": typeOf[record.Localized](),
}

// exactly adds rules of a field beyond its Go type.
var exactly = map[string]func(*openapi3.Schema){
	"Order.RefNo":                 func(s *openapi3.Schema) { orderReference(s) },
	"Order.Currency":              func(s *openapi3.Schema) { s.Pattern = `^[a-z]{3}$` },
	"Order.PayoutCurrency":        func(s *openapi3.Schema) { currency(s) },
	"Order.Language":              func(s *openapi3.Schema) { language(s) },
	"PaymentDetails.Currency":     func(s *openapi3.Schema) { s.Pattern = `^[a-z]{3}$` },
	"Price.Currency":              func(s *openapi3.Schema) { s.Pattern = `^[a-z]{3}$` },
	"Customer.Language":           func(s *openapi3.Schema) { language(s) },
	"Customer.CountryCode":        func(s *openapi3.Schema) { s.Pattern = `^[a-z]{2}$` },
	"DeliveryDetails.CountryCode": func(s *openapi3.Schema) { s.Pattern = `^[a-z]{2}$` },
	"Item.Quantity":               func(s *openapi3.Schema) { s.WithMin(1).WithMax(commerce.MaxQuantity) },
	"Item.LineItemReference":      func(s *openapi3.Schema) { s.Pattern = `^[0-9a-f]{40}$` },
	"Item.PurchaseType":           func(s *openapi3.Schema) { s.Enum = words("PRODUCT", "SHIPPING", "TAX", "COUPON") },
	"Promotion.Type":              func(s *openapi3.Schema) { s.Enum = words("REGULAR", "GLOBAL", "ORDER") },
	"Promotion.DiscountType":      func(s *openapi3.Schema) { s.Enum = valuesOf[catalog.DiscountType]() },
	"Order.VendorApproveStatus":   func(s *openapi3.Schema) { s.Enum = words("OK", "WAITING", "REJECTED") },
	"Campaign.Code":               func(s *openapi3.Schema) { s.Format = "uuid" },
	"Campaign.Name":               func(s *openapi3.Schema) { s.WithMinLength(1).WithMaxLength(catalog.MaxCampaignName) },
	"Refund.Currency":             func(s *openapi3.Schema) { currency(s) },
	"RefundItem.Quantity":         func(s *openapi3.Schema) { s.WithMin(0) },
	"Amount.Currency":             func(s *openapi3.Schema) { currency(s) },
	"Amount.Amount":               func(s *openapi3.Schema) { s.WithMin(0) },
	"ProductRef.Quantity":         func(s *openapi3.Schema) { s.WithMin(0) },
	"Localized.Language":          func(s *openapi3.Schema) { language(s) },
	"pagination.Page":             func(s *openapi3.Schema) { s.WithMin(catalog.MinPage) },
	"pagination.Limit":            func(s *openapi3.Schema) { s.WithMin(catalog.MinPageSize).WithMax(catalog.MaxPageSize) },
	"pagination.Count":            func(s *openapi3.Schema) { s.WithMin(0) },
	"campaignPage.Page":           func(s *openapi3.Schema) { s.WithMin(catalog.MinPage) },
	"campaignPage.Limit":          func(s *openapi3.Schema) { s.WithMin(catalog.MinPageSize).WithMax(catalog.MaxPageSize) },
	"campaignPage.UpsellsCount":   func(s *openapi3.Schema) { s.WithMin(0) },
	"campaignPage.PagesCount":     func(s *openapi3.Schema) { s.WithMin(0) },
	"campaignPage.Upsells":        func(s *openapi3.Schema) { s.WithMaxItems(catalog.MaxPageSize) },
	"orderPage.Items":             func(s *openapi3.Schema) { s.WithMaxItems(catalog.MaxPageSize) },
}

// The patterns of dates and times (open question times).
const (
	dayForm  = `[0-9]{4}-[0-9]{2}-[0-9]{2}`
	timeForm = `[0-9]{2}:[0-9]{2}:[0-9]{2}`
)

// moment makes a text a record.Moment. The format date-time of JSON Schema does
// not fit, because it has a T and a zone.
func moment(s *openapi3.Schema) *openapi3.Schema {
	s.Pattern = `^` + dayForm + ` ` + timeForm + `$`
	return s
}

// calendarDay makes a text a record.Day. The format is its pattern: generators make a
// date of it, and OpenAPI Generator cannot apply another pattern to a date.
func calendarDay(s *openapi3.Schema) *openapi3.Schema {
	s.Format = "date"
	return s
}

// amount returns the schema of a decimal number. Without the format, generators for Go
// and Java choose 32 bits, too few for 1234567.89.
func amount() *openapi3.Schema { return openapi3.NewFloat64Schema().WithFormat("double") }

// currency makes a text a currency code of ISO 4217.
func currency(s *openapi3.Schema) *openapi3.Schema {
	s.Pattern = `^[A-Z]{3}$`
	return s
}

// language makes a text a language code, such as en or pt-br.
func language(s *openapi3.Schema) *openapi3.Schema {
	s.Pattern = `^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$`
	return s
}

// orderReference makes a text an order reference (section 2.1).
func orderReference(s *openapi3.Schema) *openapi3.Schema {
	s.Pattern = `^[1-9][0-9]{0,17}$`
	return s
}
