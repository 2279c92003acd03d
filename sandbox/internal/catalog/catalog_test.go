package catalog_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

var kebab = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

func TestOperationsAreThoseOfTheInterface(t *testing.T) {
	t.Parallel()
	want := []string{
		"search-orders 4.1 GET /orders/",
		"customer-orders 4.2 GET /orders/customer/",
		"order-by-sale 4.3 GET /orders/0/sale/",
		"order-by-invoice 4.4 GET /orders/0/invoice/",
		"retrieve-order 4.5 GET /orders/{OrderReference}/",
		"cancel-order 4.6 DELETE /orders/{OrderReference}/",
		"upload-order-form 4.7 POST /orders/{OrderReference}/upload",
		"search-upsell 4.8 GET /upsell",
		"create-upsell 4.8 POST /upsell",
		"recommended-upsell 4.8 GET /upsell/recommended",
		"update-upsell 4.8 PUT /upsell/{upsellCode}",
		"delete-upsell 4.8 DELETE /upsell/{upsellCode}",
		"read-upsell-settings 4.8 GET /upsell/settings/campaign/",
		"change-upsell-settings 4.8 PUT /upsell/settings/campaign/",
		"login 5 SOAP login",
		"upgrade-partner-subscriptions 4.9 SOAP upgradePartnerSubscriptions",
	}
	var got []string
	for _, op := range catalog.Operations() {
		where := op.Method + " " + op.Path
		if op.Protocol == catalog.SOAP {
			where = "SOAP " + op.Action
		}
		got = append(got, fmt.Sprintf("%s %s %s", op.ID, op.Section, where))
	}
	if !slices.Equal(got, want) {
		t.Errorf("operations:\n got %q\nwant %q", got, want)
	}
}

func TestHeadersAsListed(t *testing.T) {
	t.Parallel()
	var accept, unlisted []catalog.OperationID
	for _, op := range catalog.Operations() {
		if op.Accept {
			accept = append(accept, op.ID)
		}
		if op.Protocol == catalog.REST && !op.CredentialListed {
			unlisted = append(unlisted, op.ID)
		}
		if _, answers := op.Failure(catalog.InvalidAcceptHeader); answers != op.Accept {
			t.Errorf("%s: answers INVALID_ACCEPT_HEADER is %t, lists Accept is %t", op.ID, answers, op.Accept)
		}
	}
	wantAccept := []catalog.OperationID{catalog.CustomerOrders, catalog.OrderByInvoice, catalog.RetrieveOrder,
		catalog.CancelOrder, catalog.UploadOrderForm, catalog.DeleteUpsell, catalog.ReadUpsellSettings}
	if !slices.Equal(accept, wantAccept) {
		t.Errorf("operations that list Accept: got %q, want %q", accept, wantAccept)
	}
	if want := []catalog.OperationID{catalog.SearchOrders, catalog.OrderBySale}; !slices.Equal(unlisted, want) {
		t.Errorf("REST operations that do not list the credential: got %q, want %q", unlisted, want)
	}
}

func TestFindHandsOutCopies(t *testing.T) {
	t.Parallel()
	op, ok := catalog.Find(catalog.CustomerOrders)
	if !ok {
		t.Fatal("customer-orders not found")
	}
	op.Path = "/changed"
	op.Failures()[0].Code = "CHANGED"
	op.Parameters()[0].Name = "Changed"
	again, _ := catalog.Find(catalog.CustomerOrders)
	if again.Path != "/orders/customer/" || again.Failures()[0].Code != catalog.AuthenticationError ||
		again.Parameters()[0].Name != "CustomerReference" {
		t.Errorf("the table changed: %q %q %q", again.Path, again.Failures()[0].Code, again.Parameters()[0].Name)
	}

	search, _ := catalog.Find(catalog.SearchOrders)
	search.Parameters()[0].Enum[0] = "CHANGED"
	if got := search.Parameters()[0].Enum[0]; got != "WAITING" {
		t.Errorf("the values of ApproveStatus changed: %q", got)
	}
	if op, ok := catalog.Find("search-order"); ok {
		t.Errorf("found %v under an id that is none", op)
	}
}

func TestEveryOperationIsWhole(t *testing.T) {
	t.Parallel()
	sections := regexp.MustCompile(`^(4\.[1-9]|5)$`)
	for _, op := range catalog.Operations() {
		if !kebab.MatchString(string(op.ID)) || !sections.MatchString(op.Section) || op.Summary == "" || op.Subject == "" {
			t.Errorf("%q: section %q, summary %q, subject %q", op.ID, op.Section, op.Summary, op.Subject)
		}
		if op.Success.Code != "" || op.Success.Status/100 != 2 || op.Success.Condition == "" {
			t.Errorf("%s: odd success %+v", op.ID, op.Success)
		}
		seen := map[string]bool{}
		for _, p := range op.Parameters() {
			key := string(p.In) + " " + p.Name
			if p.Name == "" || p.Type == "" || seen[key] {
				t.Errorf("%s: odd or repeated parameter %+v", op.ID, p)
			}
			seen[key] = true
		}
	}
}

func TestFeatures(t *testing.T) {
	t.Parallel()
	for _, op := range catalog.Operations() {
		gated := op.ID == catalog.CustomerOrders
		if gated != (op.Feature == catalog.GetCustomerOrders) || !gated && op.Feature != "" {
			t.Errorf("%s: feature %q", op.ID, op.Feature)
		}
	}
	info, ok := catalog.FindFeature(catalog.GetCustomerOrders)
	if !ok || !info.Default || !slices.Equal(catalog.Features(), []catalog.FeatureInfo{info}) {
		t.Errorf("features: got %+v, want the one of section 4.2, on by default", catalog.Features())
	}
	if info, ok := catalog.FindFeature("API_NONE"); ok {
		t.Errorf("found %+v under a name that is none", info)
	}
}

func TestLimitsAsPrinted(t *testing.T) {
	t.Parallel()
	want := []string{
		"1 to 200, default 10 (8)", "at least 1, default 1 (8)", "1 to 200, default 10 ()", "at least 1, default 1 ()",
		"at most 500 characters (8)", "at most 100 characters (8)", "the last 7 days (8)",
		"not empty, at most 255 characters ()", "at most 1 MiB ()", "at most 16 MiB ()", "at most 4 MiB ()",
		"at most 32 MiB, discarded ()", "none ()",
	}
	var got []string
	for _, l := range catalog.Limits() {
		got = append(got, fmt.Sprintf("%s (%s)", l.Value, l.Section))
	}
	if !slices.Equal(got, want) {
		t.Errorf("limits:\n got %q\nwant %q", got, want)
	}
}
