package client_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	_, _, shop := start(t)
	for _, kind := range []client.Kind{client.Orders, client.Campaigns, client.Customers, client.Subscriptions, client.Products, client.Partners} {
		all, total, err := shop.Records(t.Context(), kind, client.Page{Limit: 2})
		check(t, len(all), err, 2)
		if total < 2 {
			t.Errorf("%s: got %d in all", kind, total)
		}
		second, _, err := shop.Records(t.Context(), kind, client.Page{Limit: 1, Offset: 1})
		check(t, second, err, []json.RawMessage{all[1]})
	}
	var refunds []client.OrderLine
	total, err := shop.RecordLines(t.Context(), client.Orders, client.Page{Query: "status:REFUND", Sort: "-date", Limit: 1}, &refunds)
	if err != nil || len(refunds) != 1 || refunds[0].Status != "REFUND" || total < 2 {
		t.Errorf("got %d of %d, %v", len(refunds), total, err)
	}
	err = shop.Record(t.Context(), client.Products, "STUDIO-BASIC-1", nil)
	if refusal, ok := err.(*client.Error); !ok || refusal.Status != http.StatusNotFound || !strings.Contains(refusal.Hint, "STUDIO-BASIC-1M") {
		t.Errorf("got %v, want the nearest", err)
	}
}
