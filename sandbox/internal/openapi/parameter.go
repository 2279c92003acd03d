package openapi

import (
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// parameter describes a parameter of the path or the query. An empty value in
// the query counts as absent.
func (b *builder) parameter(p catalog.Parameter, of Example) *openapi3.Parameter {
	s := b.input(p)
	described := &openapi3.Parameter{
		Name: p.Name, In: string(p.In), Required: p.Required, Schema: s.NewRef(), Example: of.input(p),
		Description: s.Description, Extensions: s.Extensions,
	}
	s.Description, s.Extensions = "", nil
	return described
}

// input returns the schema of a parameter, with its rule in words and its open question.
func (b *builder) input(p catalog.Parameter) *openapi3.Schema {
	s := schemaOf(p)
	narrow(p, s)
	s.Default = defaultOf(p)
	s.Description = sentence(p.Rule) + spellings(p)
	if p.Question != "" {
		b.cite(p.Question)
		s.Extensions = map[string]any{"x-open-question": p.Question}
	}
	return s
}

// schemaOf returns the schema of a parameter's type and of its list of values.
func schemaOf(p catalog.Parameter) *openapi3.Schema {
	if item, ok := strings.CutPrefix(p.Type, "array of "); ok {
		p.Type = item
		one := schemaOf(p)
		if p.Name == "CampaignCodes" {
			one.Format = "uuid"
		}
		return openapi3.NewArraySchema().WithItems(one)
	}
	var s *openapi3.Schema
	switch p.Type {
	case "integer":
		s = openapi3.NewInt64Schema()
	case "number":
		s = amount()
	case "boolean":
		s = openapi3.NewBoolSchema()
	case "object":
		s = openapi3.NewObjectSchema()
	default:
		s = openapi3.NewStringSchema()
	}
	s.Enum = words(p.Enum...)
	return s
}

// BoundsOf returns the limits of a parameter of either protocol.
func BoundsOf(p catalog.Parameter) client.Bounds {
	s := &openapi3.Schema{}
	narrow(p, s)
	return client.Bounds{Minimum: s.Min, Maximum: s.Max, MaxLength: s.MaxLength, Pattern: s.Pattern, Format: s.Format}
}

// narrow adds the rule of a parameter to its schema.
func narrow(p catalog.Parameter, s *openapi3.Schema) {
	switch p.Name {
	case "Page":
		if p.Type == "string" {
			s.Pattern = `^0*[1-9][0-9]*$`
			return
		}
		s.WithMin(catalog.MinPage)
	case "Limit":
		s.WithMin(catalog.MinPageSize).WithMax(catalog.MaxPageSize)
	case "CustomerReference", "SaleId":
		s.Format = "int64"
	case "Newer":
		s.Pattern = `^([0-9]+|` + dayForm + `( ` + timeForm + `)?)$`
	case "StartDate", "EndDate", "StartsBefore", "StartsAfter", "EndsBefore", "EndsAfter":
		calendarDay(s)
		s.Nullable = p.In == catalog.InBody // open question campaign-absent
	case "ClientTime":
		moment(s)
	case "ExternalReferenceNumber":
		s.WithMaxLength(catalog.MaxExternalReference)
	case "FileName":
		s.WithMinLength(1).WithMaxLength(catalog.MaxFileName)
	case "Name":
		if p.In == catalog.InBody {
			s.WithMinLength(1).WithMaxLength(catalog.MaxCampaignName)
		}
	case "upsellCode":
		s.Format = "uuid"
	case "Discount.Value":
		s.WithMin(0).WithMax(100)
	case "Discount.Values.Amount", "PrimaryProduct.Quantity", "Quantity":
		s.WithMin(0)
	case "RecommendedProduct.Quantity":
		s.WithMin(1)
	case "Description.Language":
		language(s)
	case "Discount.Values.Currency", "Discount.DefaultCurrency":
		currency(s)
	}
}

// defaultOf returns the value of an absent parameter, nil when there is none.
func defaultOf(p catalog.Parameter) any {
	if p.Default == "" {
		return nil
	}
	if p.Type == "string" {
		return p.Default
	}
	if n, err := strconv.ParseInt(p.Default, 10, 64); err == nil {
		return n
	}
	flag, _ := strconv.ParseBool(p.Default) // the catalogue has no other defaults
	return flag
}

// spellings says how else the sandbox reads a value (open questions booleans and
// campaign-query).
func spellings(p catalog.Parameter) string {
	switch {
	case p.Type == "boolean" && p.In == catalog.InBody:
		return " The sandbox reads 0 and 1 too."
	case p.Type == "boolean":
		var others []string
		for _, w := range catalog.BooleanWords() {
			if w.Word != strconv.FormatBool(w.Truth) {
				others = append(others, w.Word)
			}
		}
		return " The sandbox reads " + phrase.And(others...) + " too, in any case."
	}
	return ""
}

// sentence returns a rule as a description.
func sentence(rule string) string {
	if rule == "" {
		return ""
	}
	return strings.ToUpper(rule[:1]) + rule[1:] + "."
}
