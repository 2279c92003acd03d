package control_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestFilters filters by names of fields, as the terms of a query do, and by handles, as
// values of fields with ids.
func TestFilters(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, test := range []struct{ query, same string }{
		{"status=REFUND", "q=status:REFUND"},
		{"status=REFUND,PENDING&test=false", "q=test:false+status:REFUND,PENDING"},
		{"total=>500&q=currency:usd", "q=currency:usd+total:>500"},
		{"name=Ida+Moreau", "q=name:%22Ida+Moreau%22"},
		{"partner=", `q=partner:""`},
		{"customer=@customer-regular", "q=customer:410008"},
		{"q=-customer:@customer-regular", "q=-customer:410008"},
		{"reference=@order-refund", "q=handle:order-refund"},
	} {
		_, got := visit(t, s, "GET", "/accounts/DEMO/orders?view=line&limit=1000&"+test.query, "")
		_, want := visit(t, s, "GET", "/accounts/DEMO/orders?view=line&limit=1000&"+test.same, "")
		if got != want || strings.Contains(got, `"total":0`) || strings.Contains(got, "error") {
			t.Errorf("%s: got %.200s\nas by %s: %.200s", test.query, got, test.same, want)
		}
	}
	play(t, s, []step{
		{"GET", "/accounts/DEMO/orders?stauts=REFUND", "", 400, `{"error":"unknown query name \"stauts\"","hint":"did you mean status?"}`},
		{"GET", "/accounts/DEMO/orders?status=GONE", "", 400,
			`{"error":"unknown status \"GONE\"","hint":"known: COMPLETE, PENDING, CANCELED, REFUND, AUTHRECEIVED, REVERSED"}`},
		{"GET", "/accounts/DEMO/orders?customer=@customer-regulr", "", 400,
			`{"error":"unknown handle \"customer-regulr\" at column 10","hint":"did you mean customer-regular?"}`},
		{"GET", "/accounts/DEMO/subscriptions?customer=@campaign-enabled", "", 400,
			`{"error":"handle \"campaign-enabled\" has no CustomerReference at column 10","hint":"it has ProductCode and upsellCode"}`},
	})
}

// shown returns a record.
func shown(t *testing.T, shop *client.Account, kind client.Kind, id string) (record map[string]any) {
	t.Helper()
	must(t, shop.Record(t.Context(), kind, id, &record))
	return record
}

// TestChangeSubscription changes a subscription and reads the same in its order.
func TestChangeSubscription(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	changed, err := shop.ChangeSubscription(t.Context(), "@subscription-upgradable", client.SubscriptionChange{Enabled: new(false), ExpirationDate: "+1d"})
	if err != nil || changed.Enabled || changed.ExpirationDate != "2026-10-10 12:00:00" {
		t.Fatalf("got %+v, %v", changed, err)
	}
	order, err := json.Marshal(shown(t, shop, client.Orders, changed.Order)["Items"])
	if want := `"Enabled":false,"ExpirationDate":"2026-10-10 12:00:00","Lifetime":false,"PurchaseDate":`; err != nil || !strings.Contains(string(order), want) {
		t.Errorf("got order %s, want %s", order, want)
	}
	play(t, s, []step{
		{"PATCH", "/accounts/DEMO/subscriptions/@subscription-upgradable", `{"upgradable":true}`, 409,
			`{"error":"upgradable cannot become true: it is disabled","hint":"enabled goes with a COMPLETE order and an expiration_date after now, upgradable with enabled; send them together, such as expiration_date \"+30d\" with enabled true"}`},
		{"PATCH", "/accounts/DEMO/subscriptions/@subscription-upgradable", `{"expiration_date":"-1d","enabled":true}`, 409,
			`{"error":"enabled cannot become true: it expired 2026-10-08 12:00:00, and the clock shows 2026-10-09 12:00:00; move expiration_date behind that","hint":"enabled goes with a COMPLETE order and an expiration_date after now, upgradable with enabled; send them together, such as expiration_date \"+30d\" with enabled true"}`},
		{"PATCH", "/accounts/DEMO/subscriptions/@subscription-upgradable", `{"expiration_date":"1999-01-01"}`, 400,
			`{"error":"expiration_date must be after the start, which is 2026-08-10 12:07:11, got \"1999-01-01 00:00:00\"","hint":"correct the fields that are named"}`},
		{"PATCH", "/accounts/DEMO/subscriptions/@subscription-upgradable", `{"expiration_date":"tomorrow"}`, 400,
			`{"error":"expiration_date: \"tomorrow\" is not a moment: write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z","hint":"such as 2026-11-30 or +30d"}`},
		{"PATCH", "/accounts/DEMO/subscriptions/@subscription-upgradable", `{"enabled":null}`, 400,
			`{"error":"enabled must be true or false, got null","hint":"send one JSON object with the documented fields"}`},
		{"PATCH", "/accounts/DEMO/subscriptions/@subscription-upgradable", `{}`, 400,
			`{"error":"enabled, upgradable, upgrade_needs_approval or expiration_date is required","hint":"send what is to change"}`},
	})
}

// A subscription expired by hand is disabled, as time disables one, and only a later
// expiration lets it be enabled again.
func TestASubscriptionThatExpiresByHand(t *testing.T) {
	t.Parallel()
	shop := sandboxtest.Start(t, sandboxtest.Frozen).Control().Account("DEMO")
	for _, step := range []struct {
		change client.SubscriptionChange
		status int
		want   bool
	}{
		{client.SubscriptionChange{ExpirationDate: "+1d"}, 0, true},
		{client.SubscriptionChange{ExpirationDate: "-1d"}, 0, false},
		{client.SubscriptionChange{Enabled: new(true)}, 409, false},
		{client.SubscriptionChange{ExpirationDate: "+1d"}, 0, false},
		{client.SubscriptionChange{Enabled: new(true), Upgradable: new(true)}, 0, true},
		{client.SubscriptionChange{ExpirationDate: "+0s"}, 0, false},
		{client.SubscriptionChange{ExpirationDate: "+1d", Enabled: new(true)}, 0, true},
	} {
		_, err := shop.ChangeSubscription(t.Context(), "@subscription-upgradable", step.change)
		var refused *client.Error
		if status := 0; errors.As(err, &refused) {
			if status = refused.Status; status != step.status {
				t.Errorf("%+v: got %v", step.change, err)
			}
		} else if err != nil || step.status != 0 {
			t.Errorf("%+v: got %v, want status %d", step.change, err, step.status)
		}
		got := shown(t, shop, client.Subscriptions, "@subscription-upgradable")
		if got["enabled"] != step.want || got["upgradable"] == true && !step.want {
			t.Errorf("%+v: got enabled %v, upgradable %v", step.change, got["enabled"], got["upgradable"])
		}
	}
}

// TestChangeCustomer changes a customer: orders, searches and handles follow.
func TestChangeCustomer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	before := shown(t, shop, client.Customers, "@customer-regular")
	must(t, shop.ChangeCustomer(t.Context(), "@customer-regular", client.CustomerChange{
		Email: new("new@example.test"), ExternalReference: new("CRM-NEW"), Company: new(""), Enabled: new(false),
	}))
	want := before
	want["Email"], want["ExternalCustomerReference"], want["Company"], want["Enabled"] = "new@example.test", "CRM-NEW", nil, false
	if got := shown(t, shop, client.Customers, "@customer-regular"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	delete(want, "sandbox")
	orders, total, err := shop.Records(t.Context(), client.Orders, client.Page{Query: "customer:@customer-regular"})
	if err != nil || total == 0 {
		t.Fatal(total, err)
	}
	for _, text := range orders {
		var order struct{ CustomerDetails map[string]any }
		if err := json.Unmarshal(text, &order); err != nil || !reflect.DeepEqual(order.CustomerDetails, want) {
			t.Errorf("got %v, %v", order.CustomerDetails, err)
		}
	}
	external := func() string {
		handles, err := shop.Handles(t.Context())
		must(t, err)
		return handles["customer-regular"].IDs["ExternalCustomerReference"]
	}
	if got := external(); got != "CRM-NEW" {
		t.Errorf("the handle has %s", got)
	}
	must(t, shop.ChangeCustomer(t.Context(), "410004", client.CustomerChange{ExternalReference: new("CRM-4")}))
	play(t, s, []step{
		{"PATCH", "/accounts/DEMO/customers/@customer-regular", `{"ExternalCustomerReference":"CRM-4"}`, 409,
			`{"error":"ExternalCustomerReference \"CRM-4\" belongs to customer 410004","hint":"choose another one, or change the other customer first"}`},
		{"PATCH", "/accounts/DEMO/customers/@customer-regular", `{"CountryCode":"France","Email":"x","FirstName":"a\u0000b"}`, 400,
			`{"error":"FirstName must be at most 255 characters without control characters, got \"a\\x00b\"; CountryCode must be two lower-case letters, got \"France\"; Email must be an e-mail address, got \"x\"","hint":"correct the fields that are named"}`},
		{"PATCH", "/accounts/DEMO/customers/@customer-regular", `{"FirstName":null}`, 400,
			`{"error":"FirstName must be a string, got null","hint":"send one JSON object with the documented fields"}`},
		{"PATCH", "/accounts/DEMO/customers/@customer-regular", `{"AvangateCustomerReference":7}`, 400,
			`{"error":"unknown field AvangateCustomerReference; did you mean ExternalCustomerReference?","hint":"send one JSON object with the documented fields"}`},
		{"PATCH", "/accounts/DEMO/customers/@customer-regular", `{}`, 400,
			`{"error":"a field of a customer is required, such as Email","hint":"send what is to change"}`},
	})
	if status, text := visit(t, s, "PATCH", "/accounts/DEMO/customers/@customer-regular", `{"ExternalCustomerReference":null,"Phone":null}`); status != 200 || external() != "" {
		t.Errorf("got %d %s, and the handle has %q", status, text, external())
	}
}

// statusOf returns the status of an error, 0 for none.
func statusOf(err error) int {
	var e *client.Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// TestDeleteRecord deletes records of each kind.
func TestDeleteRecord(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	ref := s.ID("order-refund", "OrderReference")
	preview, err := shop.PreviewDeleteRecord(t.Context(), client.Orders, "@order-refund")
	must(t, err)
	got, err := shop.DeleteRecord(t.Context(), client.Orders, "@order-refund")
	must(t, err)
	preview.DryRun = false
	if !reflect.DeepEqual(got, preview) || got.Removed[0] != (client.RecordName{Kind: "order", ID: ref}) || got.Removed[1] != (client.RecordName{Kind: "handle", ID: "order-refund"}) {
		t.Errorf("got %+v, the preview said %+v", got, preview)
	}
	for _, removed := range got.Removed {
		if removed.Kind == "handle" {
			continue
		}
		if _, err := shop.DeleteRecord(t.Context(), client.Kind(removed.Kind+"s"), removed.ID); statusOf(err) != 404 {
			t.Errorf("%v: got error %v", removed, err)
		}
	}
	if answer := s.Get("/orders/" + ref + "/"); answer.Status != 404 {
		t.Errorf("the order is still there: %d", answer.Status)
	}
	for _, test := range []struct {
		kind             client.Kind
		id               string
		removed, changed int // at least
	}{
		{client.Customers, "@customer-regular", 3, 0}, {client.Campaigns, "@campaign-enabled", 2, 0}, {client.Subscriptions, "@subscription-upgradable", 2, 1},
	} {
		deleted, err := shop.DeleteRecord(t.Context(), test.kind, test.id)
		if err != nil || len(deleted.Removed) < test.removed || len(deleted.Changed) < test.changed {
			t.Errorf("%s %s: got %+v, %v", test.kind, test.id, deleted, err)
		}
	}
	play(t, s, []step{
		{"DELETE", "/accounts/DEMO/partners/@partner-north", "", 409,
			`{"error":"partner NORTHWIND is in use: order 100037854 and subscription 3ZYQS2VXZ8","hint":"delete what uses it first"}`},
		{"DELETE", "/accounts/DEMO/orders/@approve-ok?dry_run=yes", "", 400, `{"error":"dry_run must be true or false, got \"yes\"","hint":"without it, it is false"}`},
	})
	if _, err := shop.DeleteRecord(t.Context(), client.Products, "STUDIO-TEAM-1Y"); statusOf(err) != 409 {
		t.Errorf("a product in use: got error %v", err)
	}
	for ordinal, kind := range []client.Kind{client.Subscriptions, client.Orders, client.Campaigns, client.Products} {
		deleteAll(t, shop, kind, ordinal == 3)
	}
}

// deleteAll deletes every record of a kind. Products are upgrades of each other, so one
// must go before another.
func deleteAll(t *testing.T, shop *client.Account, kind client.Kind, again bool) {
	t.Helper()
	for left := -1; ; {
		var lines []map[string]any
		total, err := shop.RecordLines(t.Context(), kind, client.Page{Limit: 10_000}, &lines)
		if err != nil || total == left {
			t.Fatalf("%s: %d are left, %v", kind, total, err)
		}
		if left = total; left == 0 {
			return
		}
		for _, line := range lines {
			id, isText := line["reference"].(string)
			if !isText {
				id = line["code"].(string)
			}
			if _, err := shop.DeleteRecord(t.Context(), kind, id); err != nil && (!again || statusOf(err) != 409) {
				t.Fatalf("%s %s: %v", kind, id, err)
			}
		}
	}
}

// TestForms uploads order forms with hostile names and reads them back.
func TestForms(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	ref := s.ID("purchase-order-awaiting-form", "OrderReference")
	content := []byte("<script>alert(1)</script>\x00\xff")
	for n, name := range []struct{ sent, disposition string }{
		{"form.pdf", `attachment; filename=form.pdf`},
		{`a"b.pdf`, `attachment; filename=a_b.pdf`},
		{"..form", `attachment; filename=form`},
		{"Formulär 日本.pdf", `attachment; filename*=utf-8''Formul%C3%A4r%20%E6%97%A5%E6%9C%AC.pdf`},
		{"x\u202efdp.exe", `attachment; filename=x_fdp.exe`},
		{"<img src=x>.html; filename=y", `attachment; filename="_img src=x_.html; filename=y"`},
	} {
		body, err := json.Marshal(map[string]string{"FileName": name.sent, "ClientTime": "2026-10-09 11:59:00", "File": base64.StdEncoding.EncodeToString(content)})
		must(t, err)
		if got := s.Do("POST", "/orders/"+ref+"/upload", string(body)); got.Status >= 300 {
			t.Fatalf("%s: got %d %s", name.sent, got.Status, got.Body)
		}
		response, got := exchange(t, "GET", fmt.Sprintf("%s/_sandbox/accounts/DEMO/orders/@purchase-order-awaiting-form/forms/%d", s.URL(), n+1), "")
		head := [...]string{response.Header.Get("Content-Disposition"), response.Header.Get("Content-Type"), response.Header.Get("X-Content-Type-Options"), response.Header.Get("Content-Security-Policy")}
		want := [...]string{name.disposition, "application/octet-stream", "nosniff", "sandbox; default-src 'none'"}
		if got != string(content) || head != want {
			t.Errorf("%s: got %q with %q, want %q", name.sent, got, head, want)
		}
	}
	notes := orderNotes(t, s.Control().Account("DEMO"), "purchase-order-awaiting-form")
	if form := notes.PurchaseOrder.Forms[0]; form.Size != len(content) || form.SHA256 != fmt.Sprintf("%x", sha256.Sum256(content)) {
		t.Errorf("got %+v", form)
	}
	play(t, s, []step{
		{"GET", "/accounts/DEMO/orders/@purchase-order-awaiting-form/forms/7", "", 404,
			`{"error":"unknown form \"7\" of order ` + ref + `","hint":"the number of a form is from 1 to 6"}`},
		{"GET", "/accounts/DEMO/orders/@order-refund/forms/1", "", 404,
			`{"error":"order ` + s.ID("order-refund", "OrderReference") + ` has no forms","hint":"upload-order-form uploads one to a purchase order"}`},
	})
}

// TestChangeCampaignAndProduct changes fields of both by hand, and tries changes against
// their rules.
func TestChangeCampaignAndProduct(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, test := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"campaigns/@campaign-enabled", `{"Enabled":false,"Name":"Autumn","EndDate":null}`, 200, `"Name":"Autumn","StartDate":"2026-08-10","EndDate":null`},
		{"campaigns/@campaign-enabled", `{"StartDate":"2026-10-10"}`, 200, `"Name":"Autumn","StartDate":"2026-10-10","EndDate":null`},
		{"campaigns/@campaign-enabled", `{"Discount":{"Type":"PERCENT","Value":120}}`, 400, `Discount.Value must be a whole number from 0 to 100`},
		{"campaigns/@campaign-enabled", `{"Nam":"x"}`, 400, `unknown field Nam; did you mean Name?`},
		{"campaigns/@campaign-enabled", `{}`, 400, `a field of a campaign is required`},
		{"campaigns/none", `{"Name":"x"}`, 404, `unknown campaign`},
		{"products/@product-not-upgradable", `{"name":"Backup+","prices":{"EUR":31.50},"upgrade_products":["STUDIO-PRO-1Y"],"months":24}`, 200, `"prices":{"EUR":31.5}`},
		{"products/BACKUP-1Y", `{"short_description":""}`, 200, `"name":"Backup+","short_description":"","prices":{"EUR":31.5}`},
		{"products/BACKUP-1Y", `{"name":" ","short_description":"\u0000","prices":{"eur":1,"USD":-1,"GBP":1.234,"CHF":100000000.01},"months":1201,"upgrade_products":["NONE"]}`, 400,
			`name must be 1 to 255 characters without control characters, got \" \"; short_description must be at most 255 characters without control characters, got \"\\x00\"; prices.CHF must be an amount from 0 to 100000000 with at most two decimals, got \"100000000.01\"; prices.GBP must be an amount from 0 to 100000000 with at most two decimals, got \"1.234\"; prices.USD must be an amount from 0 to 100000000 with at most two decimals, got \"-1\"; prices must be amounts by the three upper-case letters of a currency, got \"eur\"; months must be a whole number from 0 to 1200, got \"1201\"; upgrade_products must be codes of products that the shop sells, got \"NONE\"`},
		{"products/BACKUP-1Y", `{"prices":{}}`, 400, `prices must be a price in at least one currency`},
		{"products/BACKUP-1Y", `{"months":0,"prices":{"CHF":100000000}}`, 200, `"prices":{"CHF":100000000}`},
		{"products/BACKUP-1Y", `{}`, 400, `name, short_description, prices, months or upgrade_products is required`},
		{"products/NONE", `{"name":"x"}`, 404, `unknown product`},
	} {
		status, got := visit(t, s, http.MethodPatch, "/accounts/DEMO/"+test.path, test.body)
		if status != test.status || !strings.Contains(got, test.want) {
			t.Errorf("%s %s: got %d %s, want %d %s", test.path, test.body, status, got, test.status, test.want)
		}
	}
}
