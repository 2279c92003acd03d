package openapi

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// responses describes how an operation ends: its success and, by status, its
// failures.
func (b *builder) responses(op *catalog.Operation) *openapi3.Responses {
	all := openapi3.NewResponses()
	set := func(status int, r *openapi3.Response) {
		all.Set(strconv.Itoa(status), &openapi3.ResponseRef{Value: r})
	}
	set(op.Success.StatusFor(b.Answers), b.success(op))
	byStatus := map[int][]catalog.Outcome{}
	for _, o := range b.failures(op) {
		status := o.StatusFor(b.Answers)
		byStatus[status] = append(byStatus[status], o)
	}
	for status, outcomes := range byStatus {
		set(status, b.failure(outcomes))
	}
	if op.ID == catalog.RecommendedUpsell && b.Answers.Is(catalog.RecommendedNotFound, "204") {
		missing, _ := op.Failure(catalog.UpsellCampaignNotFound)
		set(http.StatusNoContent, b.response([]catalog.Outcome{missing}, missing.Condition))
	}
	return all
}

// failures returns the failures that are possible with the account's answers, and
// the sandbox's own.
func (b *builder) failures(op *catalog.Operation) []catalog.Outcome {
	return slices.DeleteFunc(append(op.Failures(), op.SandboxFailures()...), func(o catalog.Outcome) bool {
		switch {
		case o.Code == catalog.InvalidAcceptHeader:
			return b.lenient()
		case o.Code == catalog.UpsellCampaignNotFound && op.ID == catalog.RecommendedUpsell:
			return !b.Answers.Is(catalog.RecommendedNotFound, "404")
		}
		return false
	})
}

// response describes an answer; it cites the questions on which its outcomes
// depend.
func (b *builder) response(outcomes []catalog.Outcome, description string) *openapi3.Response {
	r := openapi3.NewResponse().WithDescription(description)
	var questions []catalog.QuestionID
	documented := false
	for _, o := range outcomes {
		documented = documented || o.Documented
		for _, id := range o.DependsOn() {
			if !slices.Contains(questions, id) {
				questions = append(questions, id)
			}
		}
	}
	b.cite(questions...)
	r.Extensions = map[string]any{"x-documented": documented}
	if len(questions) > 0 {
		r.Extensions["x-open-questions"] = questions
	}
	return r
}

// success describes the answer of an operation that succeeds.
func (b *builder) success(op *catalog.Operation) *openapi3.Response {
	r := b.response([]catalog.Outcome{op.Success}, op.Success.Condition)
	if op.ID == catalog.CreateUpsell {
		r.Headers = openapi3.Headers{"Location": {Value: &openapi3.Header{Parameter: openapi3.Parameter{
			Description: "Address of the campaign.", Required: true,
			Example: "/rest/6.0/upsell/" + newCampaign,
			Schema:  openapi3.NewStringSchema().WithFormat("uri-reference").NewRef(),
		}}}}
	}
	if mediaType, schema := b.answer(op.ID); schema != nil {
		media := &openapi3.MediaType{Schema: schema}
		media.Example = b.Examples[op.ID].Answer
		r.Content = openapi3.Content{mediaType: media}
	}
	return r
}

// answer returns the body of a success, nil when it has none.
func (b *builder) answer(id catalog.OperationID) (mediaType string, schema *openapi3.SchemaRef) {
	switch id {
	case catalog.SearchOrders, catalog.CustomerOrders:
		return jsonType, b.orders.of(typeOf[orderPage]())
	case catalog.RetrieveOrder:
		return jsonType, b.orders.of(typeOf[commerce.Order]())
	case catalog.OrderBySale, catalog.OrderByInvoice:
		reference := b.scalar("OrderReference", orderReference(openapi3.NewStringSchema()))
		if b.Answers.Is(catalog.LookupBody, "text") {
			return textType, reference
		}
		return jsonType, reference
	case catalog.CancelOrder, catalog.UploadOrderForm:
		if b.Answers.Is(catalog.YesBody, "empty") {
			return "", nil
		}
		return jsonType, b.scalar("Done", openapi3.NewBoolSchema())
	case catalog.SearchUpsell:
		return jsonType, b.campaigns.of(typeOf[campaignPage]())
	case catalog.RecommendedUpsell:
		if b.Answers.Is(catalog.RecommendedNotFound, "null") {
			return jsonType, b.campaigns.of(typeOf[*commerce.Campaign]())
		}
		return jsonType, b.campaigns.of(typeOf[commerce.Campaign]())
	case catalog.CreateUpsell, catalog.UpdateUpsell:
		return jsonType, b.campaigns.of(typeOf[commerce.Campaign]())
	case catalog.ReadUpsellSettings, catalog.ChangeUpsellSettings:
		return jsonType, b.campaigns.of(typeOf[commerce.UpsellSettings]())
	}
	return "", nil
}

// scalar makes a component of a body that is no object.
func (b *builder) scalar(name string, s *openapi3.Schema) *openapi3.SchemaRef {
	s.Description = descriptions[name]
	b.schemas[name] = s.NewRef()
	return &openapi3.SchemaRef{Ref: schemaPath + name}
}
