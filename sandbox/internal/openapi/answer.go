package openapi

import (
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Answer says how an operation answers when it succeeds.
type Answer func(*builder) answer

type answer struct {
	mediaType  string              // "" for JSON
	schema     *openapi3.SchemaRef // of the body, nil for none
	headers    openapi3.Headers
	omitsNulls bool // in the example too
}

// NoAnswer is the answer of an operation without bodies in its answers.
func NoAnswer(*builder) answer { return answer{} }

// OrderShape is a value of an order, as encoding/json writes it (open question nulls).
func OrderShape[T any](b *builder) answer {
	return answer{schema: b.orders.of(typeOf[T]()), omitsNulls: b.orders.nulls == nullsOmitted}
}

// OrderPage is a page of orders.
func OrderPage(b *builder) answer { return OrderShape[orderPage](b) }

// OrderReference is the reference of an order (open question lookup-body).
func OrderReference(b *builder) answer {
	a := answer{schema: b.scalar("OrderReference", orderReference(openapi3.NewStringSchema()))}
	if b.Answers.Is(catalog.LookupBody, "text") {
		a.mediaType = textType
	}
	return a
}

// Done is true (open question yes-body).
func Done(b *builder) answer {
	if b.Answers.Is(catalog.YesBody, "empty") {
		return answer{}
	}
	return answer{schema: b.scalar("Done", openapi3.NewBoolSchema())}
}

// CampaignShape is a value of campaigns, as encoding/json writes it.
func CampaignShape[T any](b *builder) answer {
	return answer{schema: b.campaigns.of(typeOf[T]())}
}

// CampaignPage is a page of campaigns.
func CampaignPage(b *builder) answer { return CampaignShape[campaignPage](b) }

// CreatedCampaign is a campaign, with its address in a header.
func CreatedCampaign(b *builder) answer {
	a := CampaignShape[record.Campaign](b)
	a.headers = openapi3.Headers{"Location": {Value: &openapi3.Header{Parameter: openapi3.Parameter{
		Description: "Address of the campaign.", Required: true,
		Example: "/rest/6.0/upsell/" + newCampaign,
		Schema:  openapi3.NewStringSchema().WithFormat("uri-reference").NewRef(),
	}}}}
	return a
}

// RecommendedCampaign is a campaign or null (open question recommended-not-found).
func RecommendedCampaign(b *builder) answer {
	if b.Answers.Is(catalog.RecommendedNotFound, "null") {
		return CampaignShape[*record.Campaign](b)
	}
	return CampaignShape[record.Campaign](b)
}
