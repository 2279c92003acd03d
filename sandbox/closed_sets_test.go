package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestQueryTakesEveryValue asks every operation for every value of its filters,
// and for one that none of them has.
func TestQueryTakesEveryValue(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		for _, p := range op.Parameters() {
			if p.In != catalog.InQuery || len(p.Enum) == 0 {
				continue
			}
			for _, value := range p.Enum {
				if got := s.Get(op.Path + "?" + url.Values{p.Name: {value}}.Encode()); got.Status != op.Success.Status {
					t.Errorf("%s %s=%s: got %d %s", op.ID, p.Name, value, got.Status, got.Body)
				}
			}
			got := s.Get(op.Path + "?" + p.Name + "=OTHER")
			if got.Status != http.StatusBadRequest || !strings.Contains(got.Body, string(catalog.InvalidParameter)) {
				t.Errorf("%s %s=OTHER: got %d %s", op.ID, p.Name, got.Status, got.Body)
			}
		}
	}
}

// TestQueryTakesEveryBoolean asks for partner orders in every spelling. The clock
// is frozen, because otherwise an order leaves the search window meanwhile.
func TestQueryTakesEveryBoolean(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	counts := map[bool]string{true: s.Get("/orders/?PartnerOrders=true").Body, false: s.Get("/orders/").Body}
	if counts[true] == counts[false] {
		t.Fatal("the world has no partner orders")
	}
	for _, spelling := range catalog.BooleanWords() {
		for _, word := range []string{spelling.Word, strings.ToLower(spelling.Word), strings.ToUpper(spelling.Word)} {
			if got := s.Get("/orders/?PartnerOrders=" + word); got.Body != counts[spelling.Truth] {
				t.Errorf("PartnerOrders=%s: got %d %.80s", word, got.Status, got.Body)
			}
		}
	}
}

// TestOpenAPIListsEveryValue finds every closed set as a list of values in the
// document.
func TestOpenAPIListsEveryValue(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	_, text := roundTrip(t, "GET", s.URL()+"/_sandbox/openapi.json", "")
	var document any
	must(t, json.Unmarshal([]byte(text), &document))
	lists := enumsIn(document)
	for name, set := range map[string][]string{
		"Status":         words[catalog.Status](),
		"filter Status":  catalog.Words(catalog.SearchStatuses()),
		"ApproveStatus":  words[catalog.ApproveStatus](),
		"OrderFlow":      words[catalog.OrderFlow](),
		"TestOrders":     words[catalog.TestOrders](),
		"Resolution":     words[catalog.Resolution](),
		"Reason":         words[catalog.Reason](),
		"DiscountType":   words[catalog.DiscountType](),
		"DisplayType":    words[catalog.DisplayType](),
		"CampaignStatus": words[catalog.CampaignStatus](),
	} {
		if !slices.ContainsFunc(lists, func(list []string) bool { return slices.Equal(list, set) }) {
			t.Errorf("no schema lists the values of %s, %q", name, set)
		}
	}
}

func words[T catalog.ClosedSet[T]]() []string {
	var none T
	return catalog.Words(none.Values())
}

// enumsIn collects the lists of texts under the key enum, at any depth.
func enumsIn(node any) [][]string {
	var lists [][]string
	switch node := node.(type) {
	case []any:
		for _, n := range node {
			lists = append(lists, enumsIn(n)...)
		}
	case map[string]any:
		for key, n := range node {
			lists = append(lists, enumsIn(n)...)
			values, isList := n.([]any)
			if key != "enum" || !isList {
				continue
			}
			var list []string
			for _, v := range values {
				list = append(list, fmt.Sprint(v))
			}
			lists = append(lists, list)
		}
	}
	return lists
}

// valueOrder is an order of a world, and what the interface shows of it.
type valueOrder struct {
	entry              string // lines of YAML
	status             catalog.Status
	approval           catalog.ApproveStatus
	flow               catalog.OrderFlow
	resolution, reason string
}

// TestEveryValueSurvivesAWorldFile writes a world file with every value of every
// closed set, starts a sandbox with it and reads the records back.
func TestEveryValueSurvivesAWorldFile(t *testing.T) {
	t.Parallel()
	orders := valueOrders()
	for _, display := range catalog.DisplayType("").Values() {
		t.Run(string(display), func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, func(o *sandbox.Options) { o.World = valueWorld(t, orders, display) })
			for i, want := range orders {
				got := s.Get(fmt.Sprintf("/orders/%d/", firstValueOrder+i))
				var o record.Order
				if err := json.Unmarshal([]byte(got.Body), &o); err != nil {
					t.Errorf("%s: got %d %s", want.entry, got.Status, got.Body)
					continue
				}
				resolution, reason := "", ""
				if o.ChargebackResolution != nil && o.ChargebackReasonCode != nil {
					resolution, reason = string(*o.ChargebackResolution), string(*o.ChargebackReasonCode)
				}
				shown := valueOrder{want.entry, o.Status, o.ApproveStatus, o.OrderFlow, resolution, reason}
				if shown != want {
					t.Errorf("got %+v, want %+v", shown, want)
				}
			}
			checkValueSearches(t, s, orders)
			if got, want := s.Get("/upsell/settings/campaign/").Body, fmt.Sprintf(`{"UpsellingDisplayType":%q}`, display); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			for _, discount := range catalog.DiscountType("").Values() {
				if got := s.Get("/upsell?Limit=200").Body; !strings.Contains(got, fmt.Sprintf(`"Discount":{"Type":%q`, discount)) {
					t.Errorf("no campaign has a %s discount: %s", discount, got)
				}
			}
		})
	}
}

// checkValueSearches compares the number of orders that each filter finds with
// the world's: the index of the store has each value too.
func checkValueSearches(t *testing.T, s *sandboxtest.Running, orders []valueOrder) {
	t.Helper()
	check := func(filter, value string, matches func(valueOrder) bool) {
		want := 0
		for _, o := range orders {
			if matches(o) {
				want++
			}
		}
		got := s.Get("/orders/?StartDate=2000-01-01&Limit=1&" + filter + "=" + value).Body
		if !strings.HasSuffix(got, fmt.Sprintf(`"Count":%d}}`, want)) || want == 0 {
			t.Errorf("%s=%s: got %.200s, want %d orders", filter, value, got, want)
		}
	}
	for _, status := range catalog.SearchStatuses() {
		check("Status", string(status), func(o valueOrder) bool { return o.status == status })
	}
	for _, approval := range catalog.ApproveStatus("").Values() {
		check("ApproveStatus", string(approval), func(o valueOrder) bool { return o.approval == approval })
	}
}

// valueOrders returns an order for every status with every approval status, for
// every state of a purchase order and for every value of a dispute.
func valueOrders() []valueOrder {
	var list []valueOrder
	for _, status := range catalog.Status("").Values() {
		for _, approval := range status.Approvals() {
			list = append(list, valueOrder{entry: fmt.Sprintf("status: %s, approve_status: %s", status, approval),
				status: status, approval: approval, flow: catalog.RegularFlow})
		}
	}
	for _, state := range catalog.PurchaseOrderState("").Values() {
		for _, status := range state.Statuses() {
			list = append(list, valueOrder{entry: fmt.Sprintf("status: %s, purchase_order: %s", status, state),
				status: status, approval: status.Approvals()[0], flow: catalog.PurchaseOrderFlow})
		}
	}
	disputed := func(resolution catalog.Resolution, reason catalog.Reason) valueOrder {
		all := catalog.Status("").Values()
		status := all[slices.IndexFunc(all, func(s catalog.Status) bool { return slices.Contains(s.Resolutions(), resolution) })]
		return valueOrder{entry: fmt.Sprintf("status: %s, dispute: {resolution: %s, reason: %s}", status, resolution, reason),
			status: status, approval: catalog.Approved, flow: catalog.RegularFlow, resolution: string(resolution), reason: string(reason)}
	}
	for _, resolution := range catalog.Resolution("").Values() {
		list = append(list, disputed(resolution, catalog.UnknownReason))
	}
	for _, reason := range catalog.Reason("").Values() {
		list = append(list, disputed(catalog.DisputeOpen, reason))
	}
	return list
}

const firstValueOrder = 5000001

// valueWorld writes a world file with the orders and returns its path.
func valueWorld(t *testing.T, orders []valueOrder, display catalog.DisplayType) string {
	t.Helper()
	var world strings.Builder
	fmt.Fprintf(&world, "summary: every value\nsettings: {upselling_display_type: %s}\n", display)
	world.WriteString("products: [{code: A, name: A, prices: {EUR: 10}}]\ncustomers: [{handle: ida}]\norders:\n")
	for i, o := range orders {
		fmt.Fprintf(&world, "  - {customer: ida, lines: [{product: A}], reference: \"%d\", %s}\n", firstValueOrder+i, o.entry)
	}
	world.WriteString("campaigns:\n")
	world.WriteString("  - {name: fixed, primary: {product: A}, recommended: {product: A}, fixed: {EUR: 1}}\n")
	world.WriteString("  - {name: percent, primary: {product: A}, recommended: {product: A}, percent: 5}\n")
	path := filepath.Join(t.TempDir(), "values.yaml")
	must(t, os.WriteFile(path, []byte(world.String()), 0o600))
	return path
}
