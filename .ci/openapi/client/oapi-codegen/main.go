// Command oapi-codegen calls every REST operation of an account with the Go code that
// oapi-codegen makes of its OpenAPI document for generators: oapi-codegen ORIGIN CODE. It
// takes references, codes and dates from the examples of the document.
package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"

	"example.test/client/caller"
	"example.test/client/oapi-codegen/api"
)

func main() { caller.Main("oapi-codegen", run) }

func run(from caller.Caller) error {
	ctx := context.Background()
	c, err := connect(from)
	if err != nil {
		return err
	}
	calls := 0
	for _, part := range []func(context.Context, *api.ClientWithResponses, caller.Caller) (int, error){orders, changeOrders, campaigns, settings} {
		made, err := part(ctx, c, from)
		if err != nil {
			return err
		}
		calls += made
	}
	if calls != 14 {
		return fmt.Errorf("called %d operations, want 14", calls)
	}
	return meetThrottled(ctx, from)
}

func connect(from caller.Caller) (*api.ClientWithResponses, error) {
	sign := func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Service-Authentication", from.Credential())
		return nil
	}
	return api.NewClientWithResponses(from.Base(), api.WithHTTPClient(&http.Client{Transport: from}), api.WithRequestEditorFn(sign))
}

// meetThrottled meets an undocumented error code.
func meetThrottled(ctx context.Context, from caller.Caller) error {
	from.Scenario = "throttled"
	c, err := connect(from)
	if err != nil {
		return err
	}
	met, err := c.ReadUpsellSettingsWithResponse(ctx)
	if err := ends("throttled", met, err, 429); err != nil {
		return err
	}
	if met.JSON429 == nil || met.JSON429.ErrorCode != "TOO_MANY_REQUESTS" {
		return fmt.Errorf("throttled: got %s", met.Body)
	}
	return nil
}

// answer is common to all generated answers.
type answer interface{ StatusCode() int }

// ends returns the first error, or an error for another status.
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

func orders(ctx context.Context, c *api.ClientWithResponses, from caller.Caller) (int, error) {
	day, err := time.Parse(time.DateOnly, from.Text("search-orders", "StartDate"))
	if err != nil {
		return 0, err
	}
	status, partner := api.SearchOrdersParamsStatus(from.Text("search-orders", "Status")), false
	found, err := c.SearchOrdersWithResponse(ctx, &api.SearchOrdersParams{
		Status: &status, StartDate: &types.Date{Time: day}, EndDate: &types.Date{Time: day}, PartnerOrders: &partner,
	})
	if err := ends("search-orders", found, err, 201); err != nil {
		return 0, err
	}
	if rows := found.JSON201.Items; len(rows) == 0 || rows[0].GrossPrice <= 0 || rows[0].Status != api.OrderStatus(status) {
		return 0, fmt.Errorf("search-orders: got %s", found.Body)
	}
	reference := from.Number("customer-orders", "CustomerReference")
	listed, err := c.CustomerOrdersWithResponse(ctx, &api.CustomerOrdersParams{CustomerReference: &reference})
	if err := ends("customer-orders", listed, err, 200); err != nil {
		return 0, err
	}
	if len(listed.JSON200.Items) == 0 || listed.JSON200.Items[0].CustomerDetails.AvangateCustomerReference != reference {
		return 0, fmt.Errorf("customer-orders: got %s", listed.Body)
	}
	sale, err := c.OrderBySaleWithResponse(ctx, &api.OrderBySaleParams{SaleId: from.Number("order-by-sale", "SaleId")})
	if err := ends("order-by-sale", sale, err, 200); err != nil {
		return 0, err
	}
	invoice, err := c.OrderByInvoiceWithResponse(ctx, &api.OrderByInvoiceParams{InvoiceId: from.Text("order-by-invoice", "InvoiceId")})
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

func changeOrders(ctx context.Context, c *api.ClientWithResponses, from caller.Caller) (int, error) {
	form := api.OrderForm{FileName: "form.txt", ClientTime: "2026-10-02 09:14:51", File: "U2lnbmVkLgo="}
	uploaded, err := c.UploadOrderFormWithResponse(ctx, from.Text("upload-order-form", "OrderReference"), form)
	if err := ends("upload-order-form", uploaded, err, 200); err != nil {
		return 0, err
	}
	reference := from.Text("cancel-order", "OrderReference")
	canceled, err := c.CancelOrderWithResponse(ctx, reference)
	if err := ends("cancel-order", canceled, err, 200); err != nil {
		return 0, err
	}
	again, err := c.CancelOrderWithResponse(ctx, reference)
	if err := ends("cancel-order again", again, err, 400); err != nil {
		return 0, err
	}
	if code := again.JSON400.ErrorCode; code != "ORDER_CANNOT_BE_CANCELED" {
		return 0, fmt.Errorf("cancel-order again: got %s", code)
	}
	return 2, nil
}

func campaigns(ctx context.Context, c *api.ClientWithResponses, from caller.Caller) (int, error) {
	product := from.Text("recommended-upsell", "ProductCode")
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
	unused, err := uuid.Parse(from.Text("delete-upsell", "upsellCode"))
	if err != nil {
		return 0, err
	}
	deleted, err := c.DeleteUpsellWithResponse(ctx, unused)
	return 5, ends("delete-upsell", deleted, err, 200)
}

// create creates a campaign with a discount too exact for a float32.
func create(ctx context.Context, c *api.ClientWithResponses, product string) (uuid.UUID, error) {
	currency := "EUR"
	created, err := c.CreateUpsellWithResponse(ctx, api.CampaignDraft{
		Name: "Made by generated code", Enabled: true, DisplayForManualRenewals: true,
		Discount:       api.Discount{Type: api.DiscountTypeFIXED, DefaultCurrency: &currency, Values: &[]api.Amount{{Currency: currency, Amount: caller.Amount}}},
		PrimaryProduct: api.ProductDraft{Code: product}, RecommendedProduct: api.ProductDraft{Code: product},
	})
	if err := ends("create-upsell", created, err, 201); err != nil {
		return uuid.Nil, err
	}
	return created.JSON201.Code, nil
}

func settings(ctx context.Context, c *api.ClientWithResponses, _ caller.Caller) (int, error) {
	read, err := c.ReadUpsellSettingsWithResponse(ctx)
	if err := ends("read-upsell-settings", read, err, 200); err != nil {
		return 0, err
	}
	changed, err := c.ChangeUpsellSettingsWithResponse(ctx, *read.JSON200)
	return 2, ends("change-upsell-settings", changed, err, 200)
}
