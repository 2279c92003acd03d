package control_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestOperations reads every operation: its recorded exchanges are the files, every
// scenario for a failure exists, and every cited question is explained.
func TestOperations(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	c := client.New(s.URL(), client.Options{})
	library, err := c.Scenarios(t.Context())
	must(t, err)
	for _, op := range catalog.Operations() {
		got, err := c.Account("DEMO").Operation(t.Context(), string(op.ID))
		must(t, err)
		files, err := filepath.Glob("../../testdata/exchange/" + string(op.ID) + "/*.http")
		if err != nil || len(got.Exchanges) != len(files) || len(files) == 0 {
			t.Errorf("%s: got %d exchanges, want %d", op.ID, len(got.Exchanges), len(files))
		}
		for _, e := range got.Exchanges {
			if e.Summary == "" || strings.HasPrefix(e.Summary, "#") || !strings.Contains(e.Text, "\nHTTP/1.1 ") {
				t.Errorf("%s/%s: got %q, %.200s", op.ID, e.Name, e.Summary, e.Text)
			}
		}
		if len(got.Rules) != len(op.Failures())-1 {
			t.Errorf("%s: got %d rules, want all failures but INTERNAL_ERROR", op.ID, len(got.Rules))
		}
		for _, o := range got.Outcomes[1:] {
			if !slices.ContainsFunc(library, func(s client.Scenario) bool { return s.Name == o.Scenario }) {
				t.Errorf("%s %s: the library has no scenario %q", op.ID, o.Code, o.Scenario)
			}
			for _, id := range o.Questions {
				if !slices.ContainsFunc(got.Questions, func(q client.AnsweredQuestion) bool { return q.ID == id }) {
					t.Errorf("%s %s: question %s is not explained", op.ID, o.Code, id)
				}
			}
		}
	}
}

// TestOperationOfAccount reads one operation for an account with another answer.
func TestOperationOfAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	c := client.New(s.URL(), client.Options{})
	must(t, c.Account("DEMO").SetAnswer(t.Context(), "search-status", "200"))
	for account, want := range map[string]int{"": 201, "DEMO": 200} {
		got, err := c.Account(account).Operation(t.Context(), "search-orders")
		if err != nil || got.Outcomes[0].Status != want || got.Account != account {
			t.Errorf("%q: got %d, %v, want %d", account, got.Outcomes[0].Status, err, want)
		}
	}
	got, err := c.Account("DEMO").Operation(t.Context(), "order-by-sale")
	must(t, err)
	for _, e := range got.Examples {
		if want := map[string]string{"SaleId": s.ID(e.Handle, "SaleId")}; !reflect.DeepEqual(e.Values, want) {
			t.Errorf("%s: got %v, want %v", e.Handle, e.Values, want)
		}
	}
	if len(got.Examples) == 0 {
		t.Error("got no examples")
	}
	limits, err := c.Operation(t.Context(), "customer-orders")
	if p := limits.Parameters[3]; err != nil || p.Name != "Limit" || *p.Minimum != 1 || *p.Maximum != 200 {
		t.Errorf("got %+v, %v", p, err)
	}
	play(t, s, []step{
		{"GET", "/operations/search-order", "", 404, `{"error":"unknown operation \"search-order\"","hint":"did you mean search-orders?"}`},
		{"GET", "/operations/login?account=DEMA", "", 404, `{"error":"unknown account \"DEMA\"","hint":"did you mean DEMO?"}`},
	})
}

// TestRulesInOrder makes a call against every rule of an operation, and corrects one
// mistake after the other: the rules fail in the listed order.
func TestRulesInOrder(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	c := client.New(s.URL(), client.Options{})
	must(t, c.Account("DEMO").DisableFeature(t.Context(), "API_GET_CUSTOMER_ORDERS"))
	shown, err := c.Operation(t.Context(), "customer-orders")
	must(t, err)
	var want, got []string
	for _, rule := range shown.Rules {
		want = append(want, rule.Code)
	}
	query := "?Page=0&Limit=0&%zz"
	accept, credential := "text/html", "wrong"
	for _, correct := range []func(){
		func() {},
		func() { credential = s.Sign() },
		func() { accept = "application/json" },
		func() {
			must(t, c.Account("DEMO").EnableFeature(t.Context(), "API_GET_CUSTOMER_ORDERS"))
		},
		func() { query = "?Page=0&Limit=0" },
		func() {
			query = "?Page=0&Limit=0&CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")
		},
		func() { query = strings.Replace(query, "Page=0", "Page=1", 1) },
	} {
		correct()
		_, text := exchange(t, "GET", s.REST()+"/orders/customer/"+query, "", "Accept", accept, "X-Service-Authentication", credential)
		var failed struct {
			Code string `json:"error_code"`
		}
		must(t, json.Unmarshal([]byte(text), &failed))
		got = append(got, failed.Code)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
