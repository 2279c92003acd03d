package sandbox_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// operationCall is a call of an operation.
type operationCall struct{ method, url, body string }

// goodCall returns a call that succeeds unless a scenario affects it.
func goodCall(t testing.TB, s *sandboxtest.Running, id catalog.OperationID) operationCall {
	t.Helper()
	op, _ := catalog.Find(id)
	if op.Protocol == catalog.SOAP {
		return operationCall{http.MethodPost, s.URL() + soap.Path, envelope(soapCall(t, s, id))}
	}
	path, body := restCall(s, id)
	return operationCall{op.Method, s.REST() + path, body}
}

func restCall(s *sandboxtest.Running, id catalog.OperationID) (path, body string) {
	order := func(handle string) string { return "/orders/" + s.ID(handle, "OrderReference") + "/" }
	draft := `{"Name":"Spring","Enabled":true,"DisplayForManualRenewals":false,"Discount":{"Type":"PERCENT","Value":5},` +
		`"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`
	switch id {
	case catalog.SearchOrders:
		return "/orders/?Limit=1", ""
	case catalog.CustomerOrders:
		return "/orders/customer/?Limit=2&CustomerReference=" + s.ID("customer-with-10-orders", "CustomerReference"), ""
	case catalog.OrderBySale:
		return "/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"), ""
	case catalog.OrderByInvoice:
		return "/orders/0/invoice/?InvoiceId=" + s.ID("invoice", "InvoiceId"), ""
	case catalog.RetrieveOrder:
		return order("order-complete"), ""
	case catalog.CancelOrder:
		return order("purchase-order-awaiting-confirmation"), ""
	case catalog.UploadOrderForm:
		return order("purchase-order-awaiting-form") + "upload", `{"FileName":"form.pdf","ClientTime":"2026-10-09 12:00:00","File":"QQ=="}`
	case catalog.CreateUpsell:
		return "/upsell", draft
	case catalog.RecommendedUpsell:
		return "/upsell/recommended?ProductCode=STUDIO-BASIC-1Y", ""
	case catalog.UpdateUpsell:
		return "/upsell/" + s.ID("campaign-enabled", "upsellCode"), draft
	case catalog.DeleteUpsell:
		return "/upsell/" + s.ID("campaign-enabled", "upsellCode"), ""
	case catalog.ReadUpsellSettings:
		return "/upsell/settings/campaign/", ""
	case catalog.ChangeUpsellSettings:
		return "/upsell/settings/campaign/", `{"UpsellingDisplayType":"interstitial"}`
	}
	return "/upsell?Limit=1", ""
}

func soapCall(t testing.TB, s *sandboxtest.Running, id catalog.OperationID) string {
	t.Helper()
	if id == catalog.Login {
		date := s.Now().Format(time.DateTime)
		return "<login><merchantCode>" + s.Code() + "</merchantCode><date>" + date + "</date><hash>" +
			credential.Sign(credential.SHA256, s.Code(), date, s.Secret()) + "</hash><algorithm>sha256</algorithm></login>"
	}
	return upgradeCall(session(t, s), s.ID("subscription-upgradable", "SubscriptionReference"))
}

func upgradeCall(session, subscription string) string {
	return "<upgradePartnerSubscriptions><sessionID>" + session + "</sessionID><Items><item><SubscriptionReference>" + subscription +
		"</SubscriptionReference><UpgradeProductCode>STUDIO-PRO-1Y</UpgradeProductCode><Quantity>1</Quantity></item></Items></upgradePartnerSubscriptions>"
}

// session logs in.
func session(t testing.TB, s *sandboxtest.Running) string {
	t.Helper()
	got := makeCall(t, s, goodCall(t, s, catalog.Login), nil)
	_, session, ok := strings.Cut(got.Body, "<loginReturn>")
	if !ok {
		t.Fatalf("login: got %d %s", got.Status, got.Body)
	}
	session, _, _ = strings.Cut(session, "<")
	return session
}

func envelope(call string) string {
	return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` + call + `</e:Body></e:Envelope>`
}

// callAnswer is the answer to a call of either protocol.
type callAnswer struct {
	sandboxtest.Answer
	Code catalog.Code // of a failure
}

// effect is the part of an answer that shows what a scenario did.
type effect struct {
	Status   int
	Code     catalog.Code
	Scenario string
}

func (a callAnswer) effect() effect {
	return effect{a.Status, a.Code, a.Header.Get(scenario.HeaderName)}
}

// makeCall makes a call, signed and with Accept unless change removes them.
func makeCall(t testing.TB, s *sandboxtest.Running, c operationCall, change func(*http.Request)) callAnswer {
	t.Helper()
	got, err := tryCall(t, s, c, change)
	if err != nil {
		t.Fatalf("%s %s: %v", c.method, c.url, err)
	}
	return got
}

// tryCall makes a call that may get no answer or a part of one. It has a connection
// of its own if change sets Close.
func tryCall(t testing.TB, s *sandboxtest.Running, c operationCall, change func(*http.Request)) (callAnswer, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), c.method, c.url, strings.NewReader(c.body))
	must(t, err)
	r.Header.Set("Content-Type", "text/xml; charset=utf-8")
	if strings.HasPrefix(c.url, s.REST()) {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json")
		r.Header.Set("X-Service-Authentication", s.Sign())
	}
	if change != nil {
		change(r)
	}
	connections := http.DefaultClient
	if r.Close {
		connections = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	}
	a, err := connections.Do(r)
	if err != nil {
		return callAnswer{}, err
	}
	body, err := io.ReadAll(a.Body)
	err = errors.Join(err, a.Body.Close())
	return callAnswer{sandboxtest.Answer{Status: a.StatusCode, Header: a.Header, Body: string(body)}, failureCode(string(body))}, err
}

// roundTrip sends a request without credentials and returns the status and the body of the
// answer.
func roundTrip(t testing.TB, method, url, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	must(t, err)
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	content, err := io.ReadAll(answer.Body)
	must(t, err, answer.Body.Close())
	return answer.StatusCode, string(content)
}

// must ends a test whose preparation failed.
func must(t testing.TB, faults ...error) {
	t.Helper()
	if err := errors.Join(faults...); err != nil {
		t.Fatal(err)
	}
}

// errorOf leaves out what came with an error.
func errorOf[T any](_ T, err error) error { return err }

// asking requests scenarios by the header.
func asking(names string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(scenario.HeaderName, names) }
}

// controlled returns the first account, by the control interface.
func controlled(s *sandboxtest.Running) *client.Account {
	return s.Control().Account(s.Code())
}

// latest returns the entry of the last call of the first account.
func latest(t *testing.T, s *sandboxtest.Running) client.Entry {
	t.Helper()
	e, err := controlled(s).Latest(t.Context())
	must(t, err)
	return e
}
