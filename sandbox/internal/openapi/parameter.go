package openapi

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// parameter describes a parameter of the path or the query. An empty value in
// the query counts as absent.
func (b *builder) parameter(p catalog.Parameter) *openapi3.Parameter {
	s := b.input(p)
	described := &openapi3.Parameter{
		Name: p.Name, In: string(p.In), Required: p.Required, Schema: s.NewRef(),
		AllowEmptyValue: p.In == catalog.InQuery && !p.Required,
		Description:     s.Description, Extensions: s.Extensions,
	}
	s.Description, s.Extensions = "", nil
	return described
}

// input returns the schema of a parameter, with its rule in words and the
// question on which it depends.
func (b *builder) input(p catalog.Parameter) *openapi3.Schema {
	s := typed(p)
	narrow(p, s)
	s.Default = defaultOf(p)
	s.Description = sentence(p.Rule)
	if p.Question != "" {
		b.cite(p.Question)
		s.Extensions = map[string]any{"x-open-question": p.Question}
	}
	return s
}

// typed returns the schema of a parameter's type and of its list of values.
func typed(p catalog.Parameter) *openapi3.Schema {
	if item, ok := strings.CutPrefix(p.Type, "array of "); ok {
		of := p
		of.Type = item
		return openapi3.NewArraySchema().WithItems(listItem(of))
	}
	var s *openapi3.Schema
	switch p.Type {
	case "integer":
		s = openapi3.NewIntegerSchema()
	case "number":
		s = openapi3.NewFloat64Schema()
		s.Format = "" // amounts are decimals
	case "boolean":
		return flagSchema(p.In)
	case "object":
		return closedObject()
	default:
		s = openapi3.NewStringSchema()
	}
	s.Enum = words(p.Enum...)
	return s
}

// listItem returns the schema of an item of a list. In a query one value may
// have several items, separated by commas (open question campaign-query).
func listItem(p catalog.Parameter) *openapi3.Schema {
	one := typed(p)
	if p.In != catalog.InQuery || len(p.Enum) == 0 {
		return one
	}
	several := openapi3.NewStringSchema()
	several.Pattern = fmt.Sprintf(`^[ ,]*((%s)[ ,]*)*$`, strings.Join(p.Enum, "|"))
	return openapi3.NewAnyOfSchema(one, several)
}

// flagSchema returns the schema of a flag (open question booleans).
func flagSchema(in catalog.Place) *openapi3.Schema {
	if in == catalog.InBody {
		return openapi3.NewAnyOfSchema(openapi3.NewBoolSchema(), openapi3.NewIntegerSchema().WithEnum(0, 1))
	}
	spelled := openapi3.NewStringSchema()
	spelled.Pattern = `^(` + anyCase(catalog.BooleanWords()) + `)$`
	return openapi3.NewAnyOfSchema(openapi3.NewBoolSchema(), spelled)
}

// anyCase returns a pattern of words in upper and lower case, such as [Nn][Oo],
// because JSON Schema has no flag for it.
func anyCase(words []catalog.BooleanWord) string {
	patterns := make([]string, len(words))
	for i, w := range words {
		for _, letter := range w.Word {
			upper, lower := unicode.ToUpper(letter), unicode.ToLower(letter)
			if upper == lower {
				patterns[i] += string(letter)
				continue
			}
			patterns[i] += "[" + string(upper) + string(lower) + "]"
		}
	}
	return strings.Join(patterns, "|")
}

// closedObject returns an object that allows no other fields than its own.
func closedObject() *openapi3.Schema {
	no := false
	s := openapi3.NewObjectSchema()
	s.Properties = openapi3.Schemas{}
	s.AdditionalProperties = openapi3.AdditionalProperties{Has: &no}
	return s
}

// Bounds are the limits of a parameter, as JSON Schema has them.
type Bounds struct {
	Minimum, Maximum *float64
	MaxLength        *uint64
	Pattern, Format  string
}

// BoundsOf returns the limits of a parameter of either protocol.
func BoundsOf(p catalog.Parameter) Bounds {
	s := &openapi3.Schema{}
	narrow(p, s)
	return Bounds{s.Min, s.Max, s.MaxLength, s.Pattern, s.Format}
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
	case "Code", "upsellCode":
		s.Format = "uuid"
	case "Discount.Value":
		s.WithMin(0).WithMax(100)
	case "Discount.Values.Amount", "PrimaryProduct.Quantity":
		s.WithMin(0)
	case "RecommendedProduct.Quantity":
		s.WithMin(1)
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

// sentence returns a rule as a description.
func sentence(rule string) string {
	if rule == "" {
		return ""
	}
	return strings.ToUpper(rule[:1]) + rule[1:] + "."
}
