package soap_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// The files under testdata/client are what real clients sent (those of dotnet
// and axis-multiref are laid out as such clients do), all for the same two
// calls: login, and an upgrade of two items. Names begin with the client (12
// means SOAP 1.2) and the description it was given. A login with a 3 left
// the algorithm out; shared calls use one object twice.

var clientLogin = soap.Login{
	Claim: credential.Claim{Code: "DEMO", Date: "2026-03-01 12:00:00", Hash: "29e85dbf92ce0113e7755c31c0438a7d", Algo: "sha256"},
}

var clientItem = commerce.UpgradeItem{SubscriptionReference: "7KQ2M9XW4B", UpgradeProductCode: "STUDIO-PRO-1Y",
	Quantity: "2", PricingOptions: []string{"USERS-5", "SUPPORT"}}

func clientUpgrade() soap.Upgrade {
	second := commerce.UpgradeItem{SubscriptionReference: "8LR3N0YX5C", UpgradeProductCode: "STUDIO-PRO-1Y", Quantity: "1"}
	return soap.Upgrade{SessionID: "SID", Upgrade: commerce.Upgrade{
		Items:         []commerce.UpgradeItem{clientItem, second},
		ExtraDiscount: &commerce.Extra{Value: "10", Type: "PERCENT"}, ExternalReferenceNumber: new("EXT-1"),
	}}
}

func TestClients(t *testing.T) {
	t.Parallel()
	for name, body := range clientCalls(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := soap.Read(body, "")
			must(t, err)
			client, _, _ := strings.Cut(name, "-")
			style, version := soap.RPC, soap.SOAP11
			if strings.Contains(name, "-document-") {
				style = soap.Document
			}
			if strings.HasSuffix(client, "12") {
				version = soap.SOAP12
			}
			if r.Style != style || r.Version != version {
				t.Errorf("got style %s and version %s, want %s and %s", r.Style, r.Version, style, version)
			}
			if r.Operation == "login" {
				checkLogin(t, name, r.Login())
			} else {
				checkUpgrade(t, name, r.Upgrade())
			}
		})
	}
}

func checkLogin(t *testing.T, name string, got soap.Login) {
	t.Helper()
	want := clientLogin
	if strings.HasSuffix(name, "3-login") {
		want.Algo = ""
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func checkUpgrade(t *testing.T, name string, got soap.Upgrade) {
	t.Helper()
	want := clientUpgrade()
	if name == "axis-encoded-upgrade-partner-subscriptions" { // its classes have names of their own
		want.Departures = catalog.OtherParameters
	}
	if strings.Contains(name, "-shared-") {
		want.Items[1] = clientItem
		want.ExtraMargin = want.ExtraDiscount
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// clientCalls returns the recorded calls by name, without the file's ending.
func clientCalls(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/client/*.xml")
	if err != nil || len(files) < 50 {
		t.Fatalf("got %d recorded calls and error %v, want at least 50", len(files), err)
	}
	calls := map[string][]byte{}
	for _, file := range files {
		body, err := os.ReadFile(file)
		must(t, err)
		calls[strings.TrimSuffix(filepath.Base(file), ".xml")] = body
	}
	return calls
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
