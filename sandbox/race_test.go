package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRace makes all calls at once in several accounts, which the first calls
// open, while the clock moves. The sandbox must answer each call, and its file
// must be consistent, which sandboxtest checks at the end.
func TestRace(t *testing.T) {
	t.Parallel()
	const accounts, callers, rounds = 2, 4, 2
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 40 })
	var calling sync.WaitGroup
	for a := range accounts {
		account := s.As(fmt.Sprintf("ACME-%d", a))
		for c := range callers {
			calling.Go(func() {
				for round := range rounds {
					for _, call := range everyCall(s, c, round) {
						got := account.Do(call.method, call.path, call.body)
						if got.Status >= http.StatusInternalServerError || got.Status == 0 {
							t.Errorf("%s %s: got %d %s", call.method, call.path, got.Status, got.Body)
						}
					}
					upgrade(t, account)
					s.Advance(time.Second)
				}
			})
		}
	}
	calling.Wait()
	opened, err := s.Control().Accounts(t.Context())
	if got, want := len(opened), accounts+1; got != want || err != nil {
		t.Errorf("got %d accounts, %v, want %d", got, err, want)
	}
}

type raceCall struct{ method, path, body string }

// everyCall returns one call of every REST operation. Callers cancel, update and
// delete the same records.
func everyCall(s *sandboxtest.Running, caller, round int) []raceCall {
	order := func(handle string) string { return "/orders/" + s.ID(handle, "OrderReference") + "/" }
	campaign := "/upsell/" + s.ID("campaign-enabled", "upsellCode")
	name := fmt.Sprintf("Race %d.%d", caller, round)
	draft := `{"Name":"` + name + `","Enabled":true,"DisplayForManualRenewals":false,"Discount":{"Type":"PERCENT","Value":5},` +
		`"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`
	form := `{"FileName":"form.pdf","ClientTime":"2026-10-09 12:00:00","File":"QQ=="}`
	return []raceCall{
		{"GET", "/orders/?Limit=50&IncludeTestOrders=YES&PartnerOrders=true", ""},
		{"GET", "/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference"), ""},
		{"GET", "/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"), ""},
		{"GET", "/orders/0/invoice/?InvoiceId=" + s.ID("invoice", "InvoiceId"), ""},
		{"POST", order("purchase-order-awaiting-form") + "upload", form},
		{"GET", order("purchase-order-awaiting-form"), ""},
		{"DELETE", order("purchase-order-awaiting-confirmation"), ""},
		{"POST", "/upsell", draft},
		{"GET", "/upsell?Limit=50", ""},
		{"GET", "/upsell/recommended?ProductCode=STUDIO-BASIC-1Y", ""},
		{"PUT", campaign, draft},
		{"GET", "/upsell/settings/campaign/", ""},
		{"PUT", "/upsell/settings/campaign/", `{"UpsellingDisplayType":"interstitial"}`},
		{"DELETE", "/upsell/" + s.ID("campaign-percent", "upsellCode"), ""},
		{"GET", "/nowhere", ""},
	}
}

// upgrade makes both calls of the SOAP protocol. One caller of an account upgrades
// the subscription, the others get an error.
func upgrade(t *testing.T, s *sandboxtest.Running) {
	date := s.Now().Format(time.DateTime)
	login := "<login><merchantCode>" + s.Code() + "</merchantCode><date>" + date + "</date>" +
		"<hash>" + credential.Sign(credential.SHA256, s.Code(), date, s.Secret()) + "</hash><algorithm>sha256</algorithm></login>"
	_, session, _ := strings.Cut(post(t, s, login), "<loginReturn>")
	session, _, _ = strings.Cut(session, "<")
	got := post(t, s, "<upgradePartnerSubscriptions><sessionID>"+session+"</sessionID><Items><item><SubscriptionReference>"+
		s.ID("subscription-upgradable", "SubscriptionReference")+"</SubscriptionReference>"+
		"<UpgradeProductCode>STUDIO-PRO-1Y</UpgradeProductCode><Quantity>1</Quantity></item></Items></upgradePartnerSubscriptions>")
	if !strings.Contains(got, "<RefNo>") && !strings.Contains(got, "<faultcode>INVALID_SUBSCRIPTION<") {
		t.Errorf("upgrade: got %s", got)
	}
}

func post(t *testing.T, s *sandboxtest.Running, call string) string {
	envelope := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` + call + `</e:Body></e:Envelope>`
	response, err := http.Post(s.URL()+soap.Path, "text/xml", strings.NewReader(envelope))
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return string(answer)
}
