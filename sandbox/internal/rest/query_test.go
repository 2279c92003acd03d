package rest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// FuzzQuery calls every operation that reads a query with any query string: each
// call gets a JSON answer below 500.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"", "&", "=", "a;b", "%", "%zz", "%ff=%ff", "Page=&Limit=", "Page=9223372036854775807&Limit=200", "Page=-1", "Limit=1e9", "Page=1&Page=2",
		"Newer=1791504000&StartDate=2026-10-02&EndDate=9999-12-31", "Newer=0001-01-01", "EndDate=0000-01-01", "StartDate=2026-10-09&EndDate=2026-10-08",
		"ApproveStatus=OK&Status=COMPLETE&PartnerOrders=YES&IncludeTestOrders=ONLY&ExternalRefNo=%E2%82%AC",
		"CustomerReference=410004&ExternalCustomerReference=CRM-11", "SaleId=40000048", "InvoiceId=7000000049", "ProductCode=STUDIO-BASIC-1Y",
		"PrimaryProductCodes[]=A&PrimaryProductCodes[1]=B&PrimaryProductCodes=C,D", "CampaignCodes=x", "Statuses=Enabled,Expired", "Name=%00",
	} {
		f.Add(query)
	}
	s := sandboxtest.Start(f, sandboxtest.Frozen)
	address, err := url.Parse(s.URL())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if strings.Contains(query, "sandbox") {
			return // it may name a scenario, which can fail the call
		}
		for _, op := range catalog.Operations() {
			if op.Protocol != catalog.REST || op.Method != http.MethodGet {
				continue
			}
			asked := *address
			asked.Path, asked.RawQuery = rest.Base+op.Path, query
			ask(t, s, asked)
		}
	})
}

// ask makes one call, unless net/http cannot send the address.
func ask(t *testing.T, s *sandboxtest.Running, asked url.URL) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, asked.String(), nil)
	if err != nil {
		return
	}
	request.Header = http.Header{"Accept": {"application/json"}, "X-Service-Authentication": {s.Sign()}}
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusInternalServerError || !json.Valid(body) {
		t.Errorf("%s: got %s %s, %v", &asked, answer.Status, body, err)
	}
}
