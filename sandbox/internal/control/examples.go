package control

import (
	"encoding/json"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// Example finds a successful call of an operation with the records of an account, and its
// answer, for the OpenAPI document. It returns nil if no call succeeds.
type Example func(m exampleMaker, op Operation) (*openapi.Example, error)

// findExamples returns the examples of operations, nil where no call succeeds. Those that
// remove a record come last and have records of their own, because otherwise the calls
// would succeed in one order only.
func findExamples(a *account.Account, operations []Operation) ([]*openapi.Example, error) {
	m := exampleMaker{account: a, used: map[string]bool{}}
	examples := make([]*openapi.Example, len(operations))
	for _, last := range []bool{false, true} {
		for n, op := range operations {
			if removes := op.Sample.Removes != ""; removes != last {
				continue
			}
			var err error
			if examples[n], err = op.Example(m, op); err != nil {
				return nil, err
			}
		}
	}
	return examples, nil
}

// exampleMaker makes the examples of one account.
type exampleMaker struct {
	account *account.Account
	used    map[string]bool // references and codes of records in examples
}

// use marks the ids of an example's records as used, "" for none.
func (m exampleMaker) use(ids ...string) {
	for _, id := range ids {
		m.used[id] = id != ""
	}
}

// SampleExample is the sample of the operation.
func SampleExample(m exampleMaker, op Operation) (*openapi.Example, error) {
	call, err := m.find(op)
	if call == nil || err != nil {
		return nil, err
	}
	return call.example(op), nil
}

// CustomerExample is the sample of the operation, with its optional parameters too.
func CustomerExample(m exampleMaker, op Operation) (*openapi.Example, error) {
	call, err := m.find(op)
	if call == nil || err != nil {
		return nil, err
	}
	example := call.example(op)
	example.Inputs["Page"], example.Inputs["Limit"] = strconv.Itoa(samplePaging.Page), strconv.Itoa(samplePaging.Limit)
	reference, err := strconv.ParseInt(call.ids["CustomerReference"], 10, 64)
	if err != nil {
		return nil, err
	}
	err = call.shop.View(func(tx commerce.Tx) error {
		customer, _, err := tx.Customers().Get(reference)
		if customer.ExternalReference != nil {
			example.Inputs["ExternalCustomerReference"] = *customer.ExternalReference
		}
		return err
	})
	return example, err
}

// SettingsExample reads the settings of campaigns.
func SettingsExample(m exampleMaker, _ Operation) (*openapi.Example, error) {
	s := newSampler(m.account)
	settings, err := s.shop.UpsellSettings(s.terms)
	return &openapi.Example{Answer: settings}, err
}

// find finds a call for an example and uses its records.
func (m exampleMaker) find(op Operation) (*sampled, error) {
	call, err := findCall(m.account, op, func(ids map[string]string) bool { return !m.used[ids[op.Sample.Removes]] })
	if call == nil || err != nil {
		return nil, err
	}
	var campaign struct{ Code string } // which the answer may show
	text, _ := call.answer.(json.RawMessage)
	_ = json.Unmarshal(text, &campaign)
	m.use(call.ids["OrderReference"], call.ids["upsellCode"], campaign.Code)
	return call, nil
}

// example returns the call as an example.
func (s *sampled) example(op Operation) *openapi.Example {
	example := &openapi.Example{Inputs: map[string]any{}, Answer: s.answer}
	for name, value := range valuesFor(op.Row, s.ids) {
		example.Inputs[name] = value
	}
	if s.body != "" {
		example.Body = json.RawMessage(s.body)
	}
	return example
}
