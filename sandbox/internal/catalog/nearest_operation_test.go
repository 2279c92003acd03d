package catalog_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

func TestNearestOperation(t *testing.T) {
	t.Parallel()
	tests := []struct {
		method, path string
		want         catalog.OperationID
	}{
		{"POST", "/orders/", catalog.SearchOrders},
		{"GET", "/order/123456/", catalog.RetrieveOrder},
		{"GET", "/orders/123456/uplod", catalog.UploadOrderForm},
		{"GET", "/Orders/Customer", catalog.CustomerOrders},
		{"GET", "/orders/customers/", catalog.CustomerOrders},
		{"GET", "/orders/0/sales/", catalog.OrderBySale},
		{"GET", "/orders/invoice/", catalog.OrderByInvoice},
		{"PATCH", "/upsell/3f0c", catalog.UpdateUpsell},
		{"GET", "/upsell/recomended", catalog.RecommendedUpsell},
		{"PUT", "/upsell/settings", catalog.ChangeUpsellSettings},
		{"GET", "/upsell/settings", catalog.ReadUpsellSettings},
		{"GET", "/rest/5.0/orders/123456/", catalog.RetrieveOrder},
		{"GET", "/upsells", catalog.SearchUpsell},
		{"POST", "/upsell/settings/campaign/", catalog.ReadUpsellSettings},
		{"GET", "", catalog.SearchOrders},
		{"GET", strings.Repeat("/a", 100_000), catalog.RetrieveOrder},
		{"GET", "/orders/" + strings.Repeat("9", 100_000), catalog.RetrieveOrder},
	}
	for _, test := range tests {
		if got := catalog.NearestOperation(test.method, test.path); got.ID != test.want {
			t.Errorf("%s %.40s: got %s, want %s", test.method, test.path, got.ID, test.want)
		}
	}
}
