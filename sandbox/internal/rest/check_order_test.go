package rest_test

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestTheFirstParameterThatFailsIsReported sends several bad parameters at once,
// some that cannot be read and some that break a rule of the shop. The order is
// that of the catalogue.
func TestTheFirstParameterThatFailsIsReported(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	for _, test := range []struct {
		path    string
		code    catalog.Code
		message string
	}{
		{"/orders/customer/?Page=abc", catalog.InvalidCustomer, `CustomerReference or ExternalCustomerReference is required`},
		{"/orders/customer/?Limit=0&CustomerReference=x", catalog.InvalidCustomer, `CustomerReference must be a whole number, got \"x\"`},
		{"/orders/customer/?ExternalCustomerReference=A&ExternalCustomerReference=B&Page=0", catalog.InvalidCustomer, `ExternalCustomerReference must be given once, got it 2 times`},
		{"/orders/customer/?CustomerReference=1&Limit=abc&Page=0", catalog.InvalidPage, `Page must be a whole number from 1, got 0`},
		{"/orders/customer/?CustomerReference=1&Limit=0&Page=abc", catalog.InvalidPage, `Page must be a whole number, got \"abc\"`},
		{"/orders/customer/?CustomerReference=1&Limit=0", catalog.InvalidLimit, `Limit must be from 1 to 200, got 0`},
		{"/orders/?Status=DONE&StartDate=x", catalog.InvalidParameter, `Status must be COMPLETE, PENDING, CANCELED or REFUND, got \"DONE\"`},
		{"/orders/?Status=DONE&Newer=x", catalog.InvalidParameter, `Newer must be Unix seconds, Y-m-d or Y-m-d H:i:s, got \"x\"`},
		{"/orders/?StartDate=2026-10-02&EndDate=2026-10-01&PartnerOrders=x", catalog.InvalidParameter, `PartnerOrders must be true, false, 1, 0, YES or NO, got \"x\"`},
		{"/orders/?StartDate=2026-10-02&EndDate=2026-10-01&Limit=x", catalog.InvalidLimit, `Limit must be a whole number, got \"x\"`},
		{"/orders/?Page=0&Limit=x", catalog.InvalidPage, `Page must be a whole number from 1, got 0`},
		{"/orders/?Page=0&%zz", catalog.InvalidParameter, `The query string cannot be read: invalid URL escape \"%zz\"`},
		{"/upsell?CampaignCodes=x&Statuses=y", catalog.InvalidParameter, `CampaignCodes must be UUIDs of campaigns, got \"x\"`},
		{"/upsell?CampaignCodes=x&EndsAfter=y", catalog.InvalidParameter, `EndsAfter must be a calendar day in the format Y-m-d, got \"y\"`},
		{"/upsell?Statuses=x&Limit=y", catalog.InvalidParameter, `Statuses must be Enabled, Disabled or Expired, got \"x\"`},
	} {
		want := fmt.Sprintf(`{"error_code":"%s","message":"%s"}`, test.code, test.message)
		if got := s.Get(test.path); got.Body != want || got.Status != 400 {
			t.Errorf("%s: got %d %s, want %s", test.path, got.Status, got.Body, want)
		}
	}
}
