package control

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// maxSampled is how many records of each kind without a handle are tried for a
// sample.
const maxSampled = 50

// Operation is an operation of the catalogue with its shapes and its sample.
type Operation struct {
	Row     *catalog.Operation
	Reads   openapi.Body   // of REST
	Answers openapi.Answer // of REST
	Sample  Sample
	Example Example // of REST
}

// Sample finds a successful call of an operation with the records of an account. It is
// zero for an operation without records.
type Sample struct {
	Handle  string                      // of the best record for an example
	Try     func(*sampler) (any, error) // calls the operation with the ids of a record, and returns the body of its answer
	Removes string                      // name of the removed record's id, "" for none
}

// sampler looks for a successful call. Its shop stores nothing.
type sampler struct {
	shop  *commerce.Shop
	terms commerce.Terms
	ids   map[string]string // of the tried record
	body  string            // of the tried call
}

// samplePaging requests one order, because further ones would show nothing new.
var samplePaging = commerce.Paging{Page: 1, Limit: 1}

// sampleOf returns a successful call of an operation with the records of an account as
// they are, nil if none succeeds.
func sampleOf(a *account.Account, op Operation) (*client.Sample, error) {
	if op.Sample.Try == nil {
		return &client.Sample{Values: map[string]string{}}, nil
	}
	call, err := findCall(a, op, func(map[string]string) bool { return true })
	if call == nil || err != nil {
		return nil, err
	}
	return &client.Sample{Handle: call.handle, Values: valuesFor(op.Row, call.ids), Body: call.body}, nil
}

// sampled is a successful call.
type sampled struct {
	*sampler
	handle string // of its record, "" for none
	answer any    // the body of its answer, as JSON shows it
}

// findCall tries the records of an account one by one, beginning with the handles that
// suit the operation, but only records with free ids. It returns nil if no call succeeds.
func findCall(a *account.Account, op Operation, free func(ids map[string]string) bool) (*sampled, error) {
	handles, err := handlesFor(a, op.Sample.Handle)
	if err != nil {
		return nil, err
	}
	s := newSampler(a)
	for _, h := range handles {
		if !free(h.ids) {
			continue
		}
		s.ids, s.body = h.ids, ""
		answer, err := op.Sample.Try(s)
		if err != nil {
			continue
		}
		if s.ids == nil {
			h.name = ""
		}
		return &sampled{s, h.name, answer}, nil
	}
	return nil, nil
}

func newSampler(a *account.Account) *sampler {
	return &sampler{shop: a.Shop.Preview(), terms: terms(a)}
}

// today is the day on the account's clock.
func (s *sampler) today() record.Day { return record.DayOf(s.terms.Now) }

// write makes the body of the call.
func (s *sampler) write(body any) error {
	var text strings.Builder
	writer := json.NewEncoder(&text)
	writer.SetEscapeHTML(false)
	writer.SetIndent("", "  ")
	err := writer.Encode(body)
	s.body = strings.TrimSpace(text.String())
	return err
}

// named is a record to try.
type named struct {
	name string // handle, "" for none
	ids  map[string]string
}

// handlesFor returns the records to try: the one with the suited handle, all with handles, then
// some without.
func handlesFor(a *account.Account, suited string) ([]named, error) {
	var all []named
	err := a.Shop.View(func(tx commerce.Tx) error {
		handles, err := tx.Handles().All()
		for _, name := range append([]string{suited}, slices.Sorted(maps.Keys(handles))...) {
			if handle, known := handles[name]; known {
				all = append(all, named{name, maps.Clone(handle.IDs)})
			}
		}
		if err != nil {
			return err
		}
		none := named{ids: map[string]string{"ProductCode": "PRODUCT"}}
		all = append(slices.Concat(all, unnamedOrders(tx), unnamedCustomer(tx), unnamedCampaigns(tx), unnamedSubscriptions(tx)), none)
		return nil
	})
	return all, err
}
