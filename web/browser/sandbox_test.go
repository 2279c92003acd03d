package browser_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// busy starts a sandbox with calls of every kind: answered, refused by each
// cause, over both protocols, and without an account.
func busy(t testing.TB) *sandboxtest.Running {
	t.Helper()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	s.Get("/orders/?Limit=3")
	s.Get("/orders/" + s.ID("order-complete", "OrderReference") + "/")
	s.Get("/orders/?Limit=500")
	s.Get("/orders/none/")
	s.Do(http.MethodPut, "/orders/"+s.ID("purchase-order-awaiting-form", "OrderReference")+"/", `{"Status": "?"}`)
	upgrade(t, s)
	unsigned(t, s, "code=\"DEMO\" date=\"2026-01-01 00:00:00\" hash=\"00\"")
	unsigned(t, s, "code=\"GHOST <b>\" date=\"2026-01-01 00:00:00\" hash=\"00\"")
	try(t, account.Activate(t.Context(), "search-orders-internal-error", client.ActivationLimits{Times: 5}))
	s.Get("/orders/?Page=2")
	_, err := account.SaveSnapshot(t.Context(), "before-lunch")
	try(t, err)
	openInRun(t, s, "test_before", "ci-16").Get("/orders/0/invoice/?InvoiceId=abc")
	openInRun(t, s, "test_nothing", "ci-17").Get("/orders/?Limit=1")
	openInRun(t, s, "test_paging", "ci-17").Get("/orders/?Limit=0")
	openInRun(t, s, "test_idle", "ci-17")
	return s
}

// openInRun opens an account of a run, whose code is the name of its test.
func openInRun(t testing.TB, s *sandboxtest.Running, test, run string) *sandboxtest.Running {
	t.Helper()
	_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: test, Label: test, Run: run})
	try(t, err)
	return s.As(test)
}

// try fails the test when a step of its preparation failed.
func try(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// unsigned calls the list of orders with credentials that no account accepts.
func unsigned(t testing.TB, s *sandboxtest.Running, credentials string) {
	t.Helper()
	post(t, http.MethodGet, s.REST()+"/orders/", "", map[string]string{sandbox.AuthHeader: credentials, "Accept": "application/json"})
}

// upgrade logs in and upgrades a subscription of a partner over SOAP.
func upgrade(t testing.TB, s *sandboxtest.Running) {
	t.Helper()
	signed, err := s.Control().Account(s.Code()).Sign(t.Context(), client.SignRequest{Protocol: "soap"})
	try(t, err)
	answer := post(t, http.MethodPost, s.SOAP(), signed.Envelope, map[string]string{"Content-Type": "text/xml; charset=utf-8"})
	session := regexp.MustCompile(`Return>([^<]+)<`).FindStringSubmatch(answer)
	if session == nil {
		t.Fatalf("no session: %s", answer)
	}
	post(t, http.MethodPost, s.SOAP(), fmt.Sprintf(`<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>
		<upgradePartnerSubscriptions xmlns="urn:commerce-sandbox:6.0"><sessionID>%s</sessionID>
		<Items><SubscriptionReference>%s</SubscriptionReference><UpgradeProductCode>STUDIO-TEAM-1Y</UpgradeProductCode><Quantity>2</Quantity></Items>
		</upgradePartnerSubscriptions></soapenv:Body></soapenv:Envelope>`, session[1], s.ID("subscription-upgradable", "SubscriptionReference")),
		map[string]string{"Content-Type": "text/xml; charset=utf-8"})
}

// post makes a call with headers of the test's choice and returns the body of the
// answer.
func post(t testing.TB, method, address, body string, header map[string]string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	try(t, err)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	try(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	try(t, err)
	return string(text)
}

// bad returns answers that no sandbox gives: cut, empty, or of something between.
func bad() []http.HandlerFunc {
	return []http.HandlerFunc{
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"accounts":[{"co`)
		},
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{`)
		},
		func(http.ResponseWriter, *http.Request) {},
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusBadGateway)
			fmt.Fprint(w, "<h1>Bad Gateway</h1>")
		},
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<h1>Welcome</h1>")
		},
	}
}

// fail answers as a control interface that fails.
func fail(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusInternalServerError)
	fmt.Fprint(w, `{"error":"the disk is full <b>","hint":"free some space"}`)
}
