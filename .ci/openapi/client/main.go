// Command client calls every REST operation of a sandbox with the Go code that
// oapi-codegen makes of its OpenAPI document: client ORIGIN. It takes references,
// codes and dates from the examples of the document.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"

	"example.test/client/api"
)

func main() {
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "oapi-codegen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, origin string) error {
	from, err := examplesOf(origin)
	if err != nil {
		return err
	}
	c, err := api.NewClientWithResponses(origin+"/rest/6.0", api.WithRequestEditorFn(sign))
	if err != nil {
		return err
	}
	calls := 0
	for _, part := range []func(context.Context, *api.ClientWithResponses, examples) (int, error){orders, changeOrders, campaigns, settings} {
		made, err := part(ctx, c, from)
		if err != nil {
			return err
		}
		calls += made
	}
	if calls != 14 {
		return fmt.Errorf("called %d operations, want 14", calls)
	}
	fmt.Println("oapi-codegen: 14 operations succeeded")
	return nil
}

// sign adds the headers of every call.
func sign(_ context.Context, r *http.Request) error {
	const code, secret = "DEMO", "demo-secret"
	date := time.Now().UTC().Format(time.DateTime)
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d%s%d%s", len(code), code, len(date), date)
	r.Header.Set("X-Service-Authentication", fmt.Sprintf("code=%q date=%q hash=%q", code, date, hex.EncodeToString(mac.Sum(nil))))
	r.Header.Set("Accept", "application/json")
	return nil
}

// answer is what all generated answers have.
type answer interface{ StatusCode() int }

// ends returns the first error, or the answer that has another status.
func ends(name string, a answer, err error, status int) error {
	if err == nil && a.StatusCode() != status {
		err = fmt.Errorf("got %d %s, want %d", a.StatusCode(), bodyOf(a), status)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func bodyOf(a answer) []byte {
	if with, ok := a.(interface{ GetBody() []byte }); ok {
		return with.GetBody()
	}
	return nil
}

func orders(ctx context.Context, c *api.ClientWithResponses, from examples) (int, error) {
	day, err := time.Parse(time.DateOnly, from.text("search-orders", "StartDate"))
	if err != nil {
		return 0, err
	}
	status, partner := api.SearchOrdersParamsStatus(from.text("search-orders", "Status")), false
	found, err := c.SearchOrdersWithResponse(ctx, &api.SearchOrdersParams{
		Status: &status, StartDate: &types.Date{Time: day}, EndDate: &types.Date{Time: day}, PartnerOrders: &partner,
	})
	if err := ends("search-orders", found, err, 201); err != nil {
		return 0, err
	}
	if rows := found.JSON201.Items; len(rows) == 0 || rows[0].GrossPrice <= 0 || rows[0].Status != api.OrderStatus(status) {
		return 0, fmt.Errorf("search-orders: got %s", found.Body)
	}
	reference := from.number("customer-orders", "CustomerReference")
	listed, err := c.CustomerOrdersWithResponse(ctx, &api.CustomerOrdersParams{CustomerReference: &reference})
	if err := ends("customer-orders", listed, err, 200); err != nil {
		return 0, err
	}
	if len(listed.JSON200.Items) == 0 || listed.JSON200.Items[0].CustomerDetails.AvangateCustomerReference != reference {
		return 0, fmt.Errorf("customer-orders: got %s", listed.Body)
	}
	sale, err := c.OrderBySaleWithResponse(ctx, &api.OrderBySaleParams{SaleId: from.number("order-by-sale", "SaleId")})
	if err := ends("order-by-sale", sale, err, 200); err != nil {
		return 0, err
	}
	invoice, err := c.OrderByInvoiceWithResponse(ctx, &api.OrderByInvoiceParams{InvoiceId: from.text("order-by-invoice", "InvoiceId")})
	if err := ends("order-by-invoice", invoice, err, 200); err != nil {
		return 0, err
	}
	order, err := c.RetrieveOrderWithResponse(ctx, *sale.JSON200)
	if err := ends("retrieve-order", order, err, 200); err != nil {
		return 0, err
	}
	if order.JSON200.RefNo != *sale.JSON200 {
		return 0, fmt.Errorf("retrieve-order: got %s, want %s", order.JSON200.RefNo, *sale.JSON200)
	}
	return 5, nil
}

func changeOrders(ctx context.Context, c *api.ClientWithResponses, from examples) (int, error) {
	form := api.OrderForm{FileName: "form.txt", ClientTime: "2026-10-02 09:14:51", File: "U2lnbmVkLgo="}
	uploaded, err := c.UploadOrderFormWithResponse(ctx, from.text("upload-order-form", "OrderReference"), form)
	if err := ends("upload-order-form", uploaded, err, 200); err != nil {
		return 0, err
	}
	reference := from.text("cancel-order", "OrderReference")
	canceled, err := c.CancelOrderWithResponse(ctx, reference)
	if err := ends("cancel-order", canceled, err, 200); err != nil {
		return 0, err
	}
	again, err := c.CancelOrderWithResponse(ctx, reference)
	if err := ends("cancel-order again", again, err, 400); err != nil {
		return 0, err
	}
	if code := again.JSON400.ErrorCode; code != api.ORDERCANNOTBECANCELED {
		return 0, fmt.Errorf("cancel-order again: got %s", code)
	}
	return 2, nil
}

func campaigns(ctx context.Context, c *api.ClientWithResponses, from examples) (int, error) {
	product := from.text("recommended-upsell", "ProductCode")
	read, err := c.RecommendedUpsellWithResponse(ctx, &api.RecommendedUpsellParams{ProductCode: product})
	if err := ends("recommended-upsell", read, err, 200); err != nil {
		return 0, err
	}
	campaign := *read.JSON200
	campaign.Name = "Sent back as it was read"
	updated, err := c.UpdateUpsellWithResponse(ctx, campaign.Code, campaign)
	if err := ends("update-upsell", updated, err, 200); err != nil {
		return 0, err
	}
	if updated.JSON200.Name != campaign.Name {
		return 0, fmt.Errorf("update-upsell: got %s", updated.Body)
	}
	code, err := create(ctx, c, product)
	if err != nil {
		return 0, err
	}
	renewals, codes := true, []types.UUID{code}
	found, err := c.SearchUpsellWithResponse(ctx, &api.SearchUpsellParams{EnabledForRenewals: &renewals, CampaignCodes: &codes})
	if err := ends("search-upsell", found, err, 200); err != nil {
		return 0, err
	}
	if found.JSON200.UpsellsCount != 1 {
		return 0, fmt.Errorf("search-upsell: got %s", found.Body)
	}
	deleted, err := c.DeleteUpsellWithResponse(ctx, code)
	return 5, ends("delete-upsell", deleted, err, 200)
}

// create creates a campaign with a discount that a float32 cannot have.
func create(ctx context.Context, c *api.ClientWithResponses, product string) (uuid.UUID, error) {
	const amount = 1234567.89
	discount := api.Discount{}
	if err := discount.FromFixedDiscount(api.FixedDiscount{
		Type: api.FixedDiscountTypeFIXED, DefaultCurrency: "EUR", Values: []api.Amount{{Currency: "EUR", Amount: amount}},
	}); err != nil {
		return uuid.Nil, err
	}
	created, err := c.CreateUpsellWithResponse(ctx, api.CampaignDraft{
		Name: "Made by generated code", Enabled: true, DisplayForManualRenewals: true, Discount: discount,
		PrimaryProduct: api.ProductDraft{Code: product}, RecommendedProduct: api.ProductDraft{Code: product},
	})
	if err := ends("create-upsell", created, err, 201); err != nil {
		return uuid.Nil, err
	}
	if fixed, err := created.JSON201.Discount.AsFixedDiscount(); err != nil || fixed.Values[0].Amount != amount {
		return uuid.Nil, fmt.Errorf("create-upsell: got %s, %v", created.Body, err)
	}
	return created.JSON201.Code, nil
}

func settings(ctx context.Context, c *api.ClientWithResponses, _ examples) (int, error) {
	read, err := c.ReadUpsellSettingsWithResponse(ctx)
	if err := ends("read-upsell-settings", read, err, 200); err != nil {
		return 0, err
	}
	changed, err := c.ChangeUpsellSettingsWithResponse(ctx, *read.JSON200)
	return 2, ends("change-upsell-settings", changed, err, 200)
}

// examples are the examples of parameters, by operation and name.
type examples map[string]map[string]any

func examplesOf(origin string) (examples, error) {
	response, err := http.Get(origin + "/_sandbox/openapi.json")
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct {
				Name    string
				Example any
			}
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&document); err != nil {
		return nil, err
	}
	all := examples{}
	for _, item := range document.Paths {
		for _, o := range item {
			all[o.OperationID] = map[string]any{}
			for _, p := range o.Parameters {
				all[o.OperationID][p.Name] = p.Example
			}
		}
	}
	return all, nil
}

func (e examples) text(operation, name string) string { return fmt.Sprint(e[operation][name]) }

func (e examples) number(operation, name string) int64 {
	n, _ := strconv.ParseInt(fmt.Sprintf("%.0f", e[operation][name]), 10, 64)
	return n
}
