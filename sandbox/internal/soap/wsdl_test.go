package soap_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/antchfx/xmlquery"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

func description(t *testing.T, style soap.Style, address string) *xmlquery.Node {
	t.Helper()
	d, err := xmlquery.Parse(bytes.NewReader(soap.WSDL(style, address)))
	must(t, err)
	return d
}

func TestWSDLAddress(t *testing.T) {
	t.Parallel()
	const address = `https://host:8443/soap/6.0/?a="1"&b=<2>`
	for _, style := range soap.Styles() {
		d := description(t, style, address)
		if got := xmlquery.FindOne(d, "//*[local-name()='address']/@location").InnerText(); got != address {
			t.Errorf("%s: got the address %q, want %q", style, got, address)
		}
		if bytes.Contains(soap.WSDL(style, address), []byte("SOAP-ADDRESS")) {
			t.Errorf("%s: the mark of the address is still there", style)
		}
	}
	if got := soap.WSDL("encoded", address); got != nil {
		t.Errorf("got %q for an unknown style, want nothing", got)
	}
}

func TestStyleOf(t *testing.T) {
	t.Parallel()
	known := map[string]soap.Style{"": soap.RPC, "rpc": soap.RPC, "RPC": soap.RPC, "Document": soap.Document, "request": soap.Object}
	for value, want := range known {
		if got, ok := soap.StyleOf(value); got != want || !ok {
			t.Errorf("%q: got %q and %t, want %q", value, got, ok, want)
		}
	}
	for _, value := range []string{"encoded", "1", "document/literal"} {
		if _, ok := soap.StyleOf(value); ok {
			t.Errorf("%q: got a style, want none", value)
		}
	}
}

// TestWSDLOptional checks that an optional member cannot be nil too, because then
// Java makes a JAXBElement of it.
func TestWSDLOptional(t *testing.T) {
	t.Parallel()
	optional := map[soap.Style][]string{
		soap.RPC:      {"Value", "Type"},
		soap.Document: {"PricingOptions", "Value", "Type", "OrderLockReason", "algorithm", "Items", "ExtraDiscount", "ExtraMargin", "ExternalReferenceNumber", "Comment"},
		soap.Object:   {"Value", "Type", "ExtraDiscount", "ExtraMargin", "ExternalReferenceNumber", "Comment"},
	}
	for _, style := range soap.Styles() {
		d := description(t, style, "http://localhost/")
		var got []string
		for _, n := range xmlquery.Find(d, "//*[local-name()='element'][@minOccurs='0'][@name!='item']/@name") {
			got = append(got, n.InnerText())
		}
		if nillable := xmlquery.Find(d, "//*[@nillable]"); !slices.Equal(got, optional[style]) || nillable != nil {
			t.Errorf("%s: got %q optional and %d that may be nil, want %q and none", style, got, len(nillable), optional[style])
		}
	}
}

// The names of the interface, in its order, are the contract of a description.
func TestWSDLNames(t *testing.T) {
	t.Parallel()
	parts := func(message string) string {
		return "//*[local-name()='message'][@name='" + message + "']/*[local-name()='part']/@name"
	}
	const fault = "//*[local-name()='schema']/*[local-name()='element'][@name='CommerceFault']//*[local-name()='element'][@form='qualified']/@name"
	const declared = "//*[local-name()='portType' or local-name()='binding']/*[local-name()='operation']/*[local-name()='fault']/@name"
	twice := []string{"CommerceException", "CommerceException"}
	typed := func(name string) string {
		return "//*[local-name()='complexType'][@name='" + name + "']//*[local-name()='element']/@name"
	}
	wrapped := func(name string) string {
		return "//*[local-name()='schema']/*[local-name()='element'][@name='" + name + "']//*[local-name()='element']/@name"
	}
	six := []string{"sessionID", "Items", "ExtraDiscount", "ExtraMargin", "ExternalReferenceNumber", "Comment"}
	four := []string{"merchantCode", "date", "hash", "algorithm"}
	item := []string{"SubscriptionReference", "UpgradeProductCode", "Quantity", "PricingOptions"}
	result := []string{"RefNo", "Status", "OrderLockReason", "ProformaNumber", "TotalAmount", "Currency", "TotalSubscriptionsNumber"}
	tests := []struct {
		style soap.Style
		path  string
		want  []string
	}{
		{soap.RPC, fault, []string{"code", "request"}},
		{soap.Document, fault, []string{"code", "request"}},
		{soap.Object, fault, []string{"code", "request"}},
		{soap.RPC, declared, append(twice, twice...)},
		{soap.Document, declared, append(twice, twice...)},
		{soap.Object, declared, append(twice, twice...)},
		{soap.RPC, parts("login"), four},
		{soap.RPC, parts("upgradePartnerSubscriptions"), six},
		{soap.RPC, typed("UpgradeItem"), item},
		{soap.RPC, typed("UpgradeResult"), result},
		{soap.Document, wrapped("login"), four},
		{soap.Document, wrapped("upgradePartnerSubscriptions"), six},
		{soap.Document, wrapped("loginResponse"), []string{"loginReturn"}},
		{soap.Document, wrapped("upgradePartnerSubscriptionsResponse"), []string{"upgradePartnerSubscriptionsReturn"}},
		{soap.Document, typed("UpgradeItem"), item},
		{soap.Document, typed("UpgradeResult"), result},
		{soap.Object, parts("login"), four},
		{soap.Object, parts("upgradePartnerSubscriptions"), []string{"sessionID", "request"}},
		{soap.Object, typed("UpgradeRequest"), six[1:]},
		{soap.Object, typed("UpgradeItem"), item},
		{soap.Object, typed("UpgradeResult"), result},
	}
	for _, test := range tests {
		var got []string
		for _, n := range xmlquery.Find(description(t, test.style, "http://localhost/"), test.path) {
			got = append(got, n.InnerText())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %s: got %q, want %q", test.style, test.path, got, test.want)
		}
	}
}
