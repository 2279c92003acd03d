package openapi

import (
	"reflect"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// orderPage is a page of orders (open questions search-envelope and
// customer-envelope).
type orderPage struct {
	Items      []commerce.Order `json:"Items"`
	Pagination pagination       `json:"Pagination"`
}

type pagination struct {
	Page  int `json:"Page"`
	Limit int `json:"Limit"`
	Count int `json:"Count"`
}

// campaignPage is a page of campaigns (section 2.4).
type campaignPage struct {
	Page         int                 `json:"Page"`
	Limit        int                 `json:"Limit"`
	Upsells      []commerce.Campaign `json:"Upsells"`
	UpsellsCount int                 `json:"UpsellsCount"`
	PagesCount   int                 `json:"PagesCount"`
}

// enums are the values of the types that are closed sets.
var enums = map[reflect.Type][]any{
	typeOf[catalog.Status]():        valuesOf[catalog.Status](),
	typeOf[catalog.ApproveStatus](): valuesOf[catalog.ApproveStatus](),
	typeOf[catalog.OrderFlow]():     valuesOf[catalog.OrderFlow](),
	typeOf[catalog.Resolution]():    valuesOf[catalog.Resolution](),
	typeOf[catalog.Reason]():        valuesOf[catalog.Reason](),
	typeOf[catalog.DiscountType]():  valuesOf[catalog.DiscountType](),
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

// exactly adds rules of a field that its Go type does not have.
var exactly = map[string]func(*openapi3.Schema){
	"Order.RefNo":          func(s *openapi3.Schema) { *s = *orderReference() },
	"Item.Quantity":        func(s *openapi3.Schema) { s.WithMin(1).WithMax(commerce.MaxQuantity) },
	"Campaign.Code":        func(s *openapi3.Schema) { s.Format = "uuid" },
	"Campaign.Name":        func(s *openapi3.Schema) { s.WithMinLength(1).WithMaxLength(catalog.MaxCampaignName) },
	"Discount.Value":       func(s *openapi3.Schema) { s.WithMin(0).WithMax(100) },
	"pagination.Page":      func(s *openapi3.Schema) { s.WithMin(catalog.MinPage) },
	"pagination.Limit":     func(s *openapi3.Schema) { s.WithMin(catalog.MinPageSize).WithMax(catalog.MaxPageSize) },
	"pagination.Count":     func(s *openapi3.Schema) { s.WithMin(0) },
	"campaignPage.Page":    func(s *openapi3.Schema) { s.WithMin(catalog.MinPage) },
	"campaignPage.Limit":   func(s *openapi3.Schema) { s.WithMin(catalog.MinPageSize).WithMax(catalog.MaxPageSize) },
	"campaignPage.Upsells": func(s *openapi3.Schema) { s.WithMaxItems(catalog.MaxPageSize) },
	"orderPage.Items":      func(s *openapi3.Schema) { s.WithMaxItems(catalog.MaxPageSize) },
}

// The patterns of dates and times (open question times).
const (
	dayForm  = `[0-9]{4}-[0-9]{2}-[0-9]{2}`
	timeForm = `[0-9]{2}:[0-9]{2}:[0-9]{2}`
)

// moment makes a text a commerce.Moment. The format date-time of JSON Schema does
// not fit, because it has a T and a zone.
func moment(s *openapi3.Schema) *openapi3.Schema {
	s.Pattern = `^` + dayForm + ` ` + timeForm + `$`
	s.Description = "Y-m-d H:i:s, UTC."
	s.Example = "2026-10-02 09:14:51"
	return s
}

// calendarDay makes a text a commerce.Day.
func calendarDay(s *openapi3.Schema) *openapi3.Schema {
	s.Format = "date"
	s.Pattern = `^` + dayForm + `$`
	s.Description = "Y-m-d, UTC."
	s.Example = "2026-10-02"
	return s
}

// orderReference returns the schema of an order reference (section 2.1).
func orderReference() *openapi3.Schema {
	s := openapi3.NewStringSchema()
	s.Pattern = `^[0-9]{7,9}$`
	s.Example = "248810377"
	return s
}
