package control

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// openAPIExamples returns, by operation, a REST call that succeeds with the records
// of an account, and its answer. It has none where no call succeeds.
func openAPIExamples(a *account.Account) (openapi.Examples, error) {
	m := exampleMaker{account: a, used: map[string]bool{}}
	examples := openapi.Examples{}
	for _, op := range removingLast() {
		example, err := m.exampleOf(op)
		if err != nil {
			return nil, err
		}
		if example != nil {
			examples[op.ID] = *example
		}
	}
	return examples, nil
}

// removing are the operations whose examples name records that no other example
// names, because otherwise the calls would succeed in one order only.
var removing = map[catalog.OperationID]string{catalog.CancelOrder: "OrderReference", catalog.DeleteUpsell: "upsellCode"}

// removingLast returns the REST operations, those that remove a record last.
func removingLast() []*catalog.Operation {
	all := slices.DeleteFunc(catalog.Operations(), func(op *catalog.Operation) bool { return op.Protocol != catalog.REST })
	slices.SortStableFunc(all, func(x, y *catalog.Operation) int { return cmp.Compare(removing[x.ID], removing[y.ID]) })
	return all
}

// exampleMaker makes the examples of one account.
type exampleMaker struct {
	account *account.Account
	used    map[string]bool // references and codes of records in examples
}

// use records that an example names records by these ids, "" for none.
func (m exampleMaker) use(ids ...string) {
	for _, id := range ids {
		m.used[id] = id != ""
	}
}

// codeOf returns the code of the campaign that an answer is, "" for another
// answer.
func codeOf(answer any) string {
	text, _ := answer.(json.RawMessage)
	var campaign struct{ Code string }
	_ = json.Unmarshal(text, &campaign)
	return campaign.Code
}

func (m exampleMaker) exampleOf(op *catalog.Operation) (*openapi.Example, error) {
	switch op.ID {
	case catalog.SearchOrders:
		return m.searchExample()
	case catalog.SearchUpsell:
		return m.campaignsExample()
	case catalog.ReadUpsellSettings:
		s := newSampler(m.account)
		settings, err := s.shop.UpsellSettings(s.terms)
		return &openapi.Example{Answer: settings}, err
	}
	call, err := findCall(m.account, op, func(ids map[string]string) bool { return !m.used[ids[removing[op.ID]]] })
	if call == nil || err != nil {
		return nil, err
	}
	m.use(call.ids["OrderReference"], call.ids["upsellCode"], codeOf(call.answer))
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
