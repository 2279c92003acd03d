package control_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// hand makes random changes by hand to an account.
type hand struct {
	t      *testing.T
	s      *sandboxtest.Running
	random *rand.Rand
	all    map[string][]map[string]any // records by their kind, as they were before the changes of a round
	made   []string                    // changes accepted in the round
}

// TestByHandIsExported changes records in every accepted way, exports them, and imports
// the export strictly into another account.
func TestByHandIsExported(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
			h := &hand{t: t, s: s, random: rand.New(rand.NewPCG(seed, 7))}
			accepted := map[string]int{}
			for round := range 12 {
				h.read()
				for range 25 {
					if what, ok := h.change(); ok {
						accepted[what]++
					}
				}
				h.export(round)
				if t.Failed() {
					return
				}
			}
			for _, what := range []string{"PATCH orders", "PATCH subscriptions", "PATCH customers", "PATCH campaigns", "PATCH products", "DELETE subscriptions", "POST orders", "POST subscriptions", "POST customers", "POST campaigns"} {
				if accepted[what] == 0 {
					t.Errorf("no %s was accepted", what)
				}
			}
		})
	}
}

// read reads the records.
func (h *hand) read() {
	h.all, h.made = map[string][]map[string]any{}, nil
	for kind := range keys() {
		_, text := visit(h.t, h.s, "GET", "/accounts/DEMO/"+kind+"?limit=1000", "")
		var page map[string]json.RawMessage
		var all []map[string]any
		if err := errors.Join(json.Unmarshal([]byte(text), &page), json.Unmarshal(page[kind], &all)); err != nil || len(all) == 0 {
			h.t.Fatalf("%s: got %.200s, %v", kind, text, err)
		}
		h.all[kind] = all
	}
}

// export exports the account and imports the export into a new one.
func (h *hand) export(round int) {
	_, export := visit(h.t, h.s, "GET", "/accounts/DEMO/export?format=json", "")
	other := fmt.Sprintf("OTHER%d", round)
	if status, text := visit(h.t, h.s, "POST", "/accounts", `{"vendor_code":"`+other+`","world":"empty"}`); status != 201 {
		h.t.Fatalf("got %d %s", status, text)
	}
	if status, text := visit(h.t, h.s, "POST", "/accounts/"+other+"/records?anonymize=false&replace=true", export); status != 201 {
		h.t.Errorf("after\n%s\ngot %d %s", strings.Join(h.made, "\n"), status, text)
	}
	visit(h.t, h.s, "DELETE", "/accounts/"+other, "")
}

// keys returns the fields that name records, by kind.
func keys() map[string]string {
	return map[string]string{"orders": "RefNo", "subscriptions": "reference", "customers": "AvangateCustomerReference", "campaigns": "Code", "products": "code"}
}

// change makes one change, and reports whether it was accepted.
func (h *hand) change() (what string, ok bool) {
	kind := pick(h, slices.Sorted(maps.Keys(keys())))
	all := h.all[kind]
	record := maps.Clone(pick(h, all))
	id := fmt.Sprint(record[keys()[kind]])
	if n, isNumber := record[keys()[kind]].(float64); isNumber {
		id = fmt.Sprintf("%.0f", n)
	}
	method, path, body := "PATCH", "/accounts/DEMO/"+kind+"/"+id, ""
	switch n := h.random.IntN(10); {
	case n == 0:
		method = "DELETE"
	case n < 5 && kind != "products":
		method, path = "POST", "/accounts/DEMO/records?kind="+kind+"&replace=true&anonymize=false"
		for range 1 + h.random.IntN(2) {
			h.mutate(record, pick(h, all), kind == "subscriptions")
		}
		changed, err := json.Marshal(record)
		if err != nil {
			h.t.Fatal(err)
		}
		body = string(changed)
	default:
		body = pick(h, h.patches(kind))
	}
	status, answer := visit(h.t, h.s, method, path, body)
	if status >= 500 {
		h.t.Errorf("%s %s %s: got %d %s", method, path, body, status, answer)
	}
	if status < 300 {
		h.made = append(h.made, method+" "+path+" "+body)
	}
	return method + " " + kind, status < 300
}

// mutate gives a field of a record the value of another one, or none where a record may
// lack it.
func (h *hand) mutate(record, other map[string]any, mayLack bool) {
	name := pick(h, slices.Sorted(maps.Keys(record)))
	within, isObject := record[name].(map[string]any)
	switch of, same := other[name].(map[string]any); {
	case isObject && same && len(within) > 0 && h.random.IntN(3) > 0:
		changed := maps.Clone(within)
		h.mutate(changed, of, mayLack)
		record[name] = changed
	case mayLack && h.random.IntN(2) == 0:
		record[name] = nil
	default:
		if value, has := other[name]; has {
			record[name] = value
		}
	}
}

// patches are changes of records of a kind.
func (h *hand) patches(kind string) []string {
	switch kind {
	case "orders":
		var all []string
		for _, status := range []string{"PENDING", "AUTHRECEIVED", "COMPLETE", "CANCELED", "REVERSED", "REFUND", "SUSPENDED"} {
			all = append(all, `{"status":"`+status+`"}`)
		}
		return append(all, `{"approve_status":"OK"}`, `{"approve_status":"FRAUD"}`, `{"approve_status":"WAITING"}`, `{"refund":{"amount":1.5}}`, `{"refund":{}}`, `{"purchase_order":"awaiting_payment"}`,
			`{"purchase_order":"awaiting_form"}`, `{"purchase_order":"canceled"}`, `{"dispute":{"resolution":"OPEN","reason":"FRAUD"}}`, `{"dispute":{"resolution":"LOST"}}`, `{"dispute":{"resolution":"WON"}}`, `{"dispute":null}`)
	case "subscriptions":
		return []string{`{"enabled":true}`, `{"enabled":false}`, `{"upgradable":true}`, `{"upgradable":false}`, `{"upgrade_needs_approval":true}`, `{"expiration_date":"+30d"}`, `{"expiration_date":"-1d"}`, `{"expiration_date":"2040-01-01"}`}
	case "customers":
		return []string{`{"ExternalCustomerReference":"x1"}`, `{"ExternalCustomerReference":null}`, `{"Company":""}`, `{"Email":"a@b.example"}`, `{"Language":"fr"}`, `{"CountryCode":"fr"}`, `{"FirstName":"` + strings.Repeat("é", 40) + `"}`, `{"Enabled":false}`, `{"Phone":null,"Zip":"1"}`, `{"City":"","Zip":""}`}
	case "campaigns":
		return []string{`{"Enabled":true}`, `{"Enabled":false}`, `{"StartDate":null}`, `{"EndDate":null}`, `{"StartDate":"2026-11-01"}`, `{"EndDate":"2026-12-01"}`, `{"StartDate":"2026-01-01","EndDate":"2026-01-01"}`, `{"Name":"x"}`}
	}
	return []string{`{"name":"x"}`, `{"prices":{"EUR":1.25}}`, `{"months":0}`, `{"months":7}`, `{"upgrade_products":[]}`, `{"short_description":""}`}
}

func pick[T any](h *hand, of []T) T { return of[h.random.IntN(len(of))] }
