// Command ogen calls every REST operation of an account with the Go code that ogen makes
// of its OpenAPI document for generators: ogen ORIGIN CODE. The code validates every
// answer by the document.
package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	"example.test/client/caller"
	"example.test/client/ogen/api"
)

func main() { caller.Main("ogen", run) }

// credentials sign each call in one of the two headers.
type credentials struct{ caller.Caller }

func (c credentials) XServiceAuthentication(context.Context, api.OperationName) (api.XServiceAuthentication, error) {
	return api.XServiceAuthentication{APIKey: c.Credential()}, nil
}

func (credentials) XAvangateAuthentication(context.Context, api.OperationName) (api.XAvangateAuthentication, error) {
	return api.XAvangateAuthentication{}, ogenerrors.ErrSkipClientSecurity
}

func connect(from caller.Caller) (*api.Client, error) {
	return api.NewClient(from.Base(), credentials{from}, api.WithClient(&http.Client{Transport: from}))
}

// is returns an answer of the required type.
func is[T any](name string) func(answer any, err error) (T, error) {
	return func(answer any, err error) (T, error) {
		typed, same := answer.(T)
		if err == nil && !same {
			err = fmt.Errorf("got %T %v", answer, answer)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return typed, err
	}
}

func run(from caller.Caller) error {
	ctx := context.Background()
	c, err := connect(from)
	if err != nil {
		return err
	}
	for _, part := range []func(context.Context, *api.Client, caller.Caller) error{orders, changeOrders, campaigns, settings} {
		if err := part(ctx, c, from); err != nil {
			return err
		}
	}
	from.Scenario = "throttled"
	if c, err = connect(from); err != nil {
		return err
	}
	met, err := is[*api.ReadUpsellSettingsTooManyRequests]("throttled")(c.ReadUpsellSettings(ctx))
	if err == nil && met.ErrorCode != "TOO_MANY_REQUESTS" {
		err = fmt.Errorf("throttled: got %s", met.ErrorCode)
	}
	return err
}

func orders(ctx context.Context, c *api.Client, from caller.Caller) error {
	found, err := is[*api.OrderPage]("search-orders")(c.SearchOrders(ctx, api.SearchOrdersParams{
		StartDate: api.NewOptDate(time.Now().AddDate(-2, 0, 0)), Limit: api.NewOptInt64(200),
	}))
	if err != nil {
		return err
	}
	if len(found.Items) != 200 {
		return fmt.Errorf("search-orders: got %d orders, want 200", len(found.Items))
	}
	if _, err := is[*api.OrderPage]("customer-orders")(c.CustomerOrders(ctx, api.CustomerOrdersParams{
		CustomerReference: api.NewOptInt64(from.Number("customer-orders", "CustomerReference")),
	})); err != nil {
		return err
	}
	sale, err := is[*api.OrderReference]("order-by-sale")(c.OrderBySale(ctx, api.OrderBySaleParams{SaleId: from.Number("order-by-sale", "SaleId")}))
	if err != nil {
		return err
	}
	if _, err := is[*api.OrderReference]("order-by-invoice")(c.OrderByInvoice(ctx, api.OrderByInvoiceParams{InvoiceId: from.Text("order-by-invoice", "InvoiceId")})); err != nil {
		return err
	}
	order, err := is[*api.Order]("retrieve-order")(c.RetrieveOrder(ctx, api.RetrieveOrderParams{OrderReference: string(*sale)}))
	if err == nil && order.RefNo != string(*sale) {
		err = fmt.Errorf("retrieve-order: got %s, want %s", order.RefNo, *sale)
	}
	return err
}

func changeOrders(ctx context.Context, c *api.Client, from caller.Caller) error {
	form := &api.OrderForm{FileName: "form.txt", ClientTime: "2026-10-02 09:14:51", File: "U2lnbmVkLgo="}
	if _, err := is[*api.Done]("upload-order-form")(c.UploadOrderForm(ctx, form, api.UploadOrderFormParams{
		OrderReference: from.Text("upload-order-form", "OrderReference"),
	})); err != nil {
		return err
	}
	order := api.CancelOrderParams{OrderReference: from.Text("cancel-order", "OrderReference")}
	_, err := is[*api.Done]("cancel-order")(c.CancelOrder(ctx, order))
	return err
}

func campaigns(ctx context.Context, c *api.Client, from caller.Caller) error {
	product := from.Text("recommended-upsell", "ProductCode")
	read, err := is[*api.Campaign]("recommended-upsell")(c.RecommendedUpsell(ctx, api.RecommendedUpsellParams{ProductCode: product}))
	if err != nil {
		return err
	}
	if _, err := is[*api.Campaign]("update-upsell")(c.UpdateUpsell(ctx, read, api.UpdateUpsellParams{UpsellCode: read.Code})); err != nil {
		return err
	}
	created, err := is[*api.CampaignHeaders]("create-upsell")(c.CreateUpsell(ctx, &api.CampaignDraft{
		Name: "Made by generated code", Enabled: true, DisplayForManualRenewals: true,
		Discount: api.Discount{
			Type: api.DiscountTypeFIXED, DefaultCurrency: api.NewOptString("EUR"), Values: []api.Amount{{Currency: "EUR", Amount: caller.Amount}},
		},
		PrimaryProduct: api.ProductDraft{Code: product}, RecommendedProduct: api.ProductDraft{Code: product},
	}))
	if err != nil {
		return err
	}
	found, err := is[*api.CampaignPage]("search-upsell")(c.SearchUpsell(ctx, api.SearchUpsellParams{CampaignCodes: []uuid.UUID{created.Response.Code}}))
	if err != nil {
		return err
	}
	if found.UpsellsCount != 1 {
		return fmt.Errorf("search-upsell: got %d campaigns, want 1", found.UpsellsCount)
	}
	unused, err := uuid.Parse(from.Text("delete-upsell", "upsellCode"))
	if err != nil {
		return err
	}
	_, err = is[*api.DeleteUpsellOK]("delete-upsell")(c.DeleteUpsell(ctx, api.DeleteUpsellParams{UpsellCode: unused}))
	return err
}

func settings(ctx context.Context, c *api.Client, _ caller.Caller) error {
	read, err := is[*api.UpsellSettings]("read-upsell-settings")(c.ReadUpsellSettings(ctx))
	if err != nil {
		return err
	}
	_, err = is[*api.UpsellSettings]("change-upsell-settings")(c.ChangeUpsellSettings(ctx, read))
	return err
}
