package control

import (
	"encoding/json"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// openAPIExamples returns, by operation, a REST call that succeeds with the records of
// an account, and its answer. It has none where no call succeeds.
func openAPIExamples(a *account.Account) (openapi.Examples, error) {
	examples := openapi.Examples{}
	for _, op := range catalog.Operations() {
		if op.Protocol != catalog.REST {
			continue
		}
		example, err := exampleOf(a, op)
		if err != nil {
			return nil, err
		}
		if example != nil {
			examples[op.ID] = *example
		}
	}
	return examples, nil
}

func exampleOf(a *account.Account, op *catalog.Operation) (*openapi.Example, error) {
	switch op.ID {
	case catalog.SearchOrders:
		return searchExample(a)
	case catalog.SearchUpsell:
		return campaignsExample(a)
	case catalog.ReadUpsellSettings:
		s := newSampler(a)
		settings, err := s.shop.UpsellSettings(s.terms)
		return &openapi.Example{Answer: settings}, err
	}
	call, err := findCall(a, op)
	if call == nil || err != nil {
		return nil, err
	}
	example := &openapi.Example{Inputs: map[string]any{}, Answer: call.answer}
	for name, value := range valuesFor(op, call.ids) {
		example.Inputs[name] = value
	}
	if call.body != "" {
		example.Body = json.RawMessage(call.body)
	}
	if op.ID == catalog.CustomerOrders {
		return example, call.customerInputs(example)
	}
	return example, nil
}

// customerInputs adds the parameters that a sample leaves out.
func (s *sampler) customerInputs(e *openapi.Example) error {
	reference, err := strconv.ParseInt(s.ids["CustomerReference"], 10, 64)
	if err != nil {
		return err
	}
	e.Inputs["Page"], e.Inputs["Limit"] = strconv.Itoa(samplePaging.Page), strconv.Itoa(samplePaging.Limit)
	return s.shop.View(func(tx commerce.Tx) error {
		customer, _, err := tx.Customers().Get(reference)
		if customer.ExternalReference != nil {
			e.Inputs["ExternalCustomerReference"] = *customer.ExternalReference
		}
		return err
	})
}
