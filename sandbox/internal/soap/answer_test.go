package soap_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

const (
	head11 = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body>`
	head12 = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body>`
	foot = `</env:Body></env:Envelope>` + "\n"
)

func TestLoginAnswer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		request soap.Request
		want    string
	}{
		{"rpc", soap.Request{Version: soap.SOAP11, Namespace: soap.TargetNamespace, Style: soap.RPC}, head11 +
			`<ns1:loginResponse xmlns:ns1="urn:commerce-sandbox:6.0"><loginReturn>a&lt;b</loginReturn></ns1:loginResponse>` + foot},
		{"document", soap.Request{Version: soap.SOAP12, Namespace: soap.TargetNamespace, Style: soap.Document}, head12 +
			`<ns1:loginResponse xmlns:ns1="urn:commerce-sandbox:6.0"><ns1:loginReturn>a&lt;b</ns1:loginReturn></ns1:loginResponse>` + foot},
		{"a namespace of its own", soap.Request{Version: soap.SOAP11, Namespace: `urn:"&`, Style: soap.RPC}, head11 +
			`<ns1:loginResponse xmlns:ns1="urn:&#34;&amp;"><loginReturn>a&lt;b</loginReturn></ns1:loginResponse>` + foot},
	}
	for _, test := range tests {
		if got := string(test.request.LoginAnswer("a<b")); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	for text, want := range map[string]string{
		"a&b>c": "a&amp;b&gt;c", "\t\n": "\t\n", "\r": "&#xD;", " \"'": " \"'", "é😀": "é😀",
		"\x00\x08\x0b\x1f": "\uFFFD\uFFFD\uFFFD\uFFFD", "\uFFFD\uFFFE\uFFFF": "\uFFFD\uFFFD\uFFFD",
	} {
		if got := string(tests[0].request.LoginAnswer(text)); !strings.Contains(got, "<loginReturn>"+want+"</loginReturn>") {
			t.Errorf("%q: got %q", text, got)
		}
	}
}

func TestUpgradeAnswer(t *testing.T) {
	t.Parallel()
	result := commerce.UpgradeResult{RefNo: "248810377", Status: "AWAITING_PAYMENT", OrderLockReason: []string{"UNPAID_PROFORMA", "X"},
		ProformaNumber: "7", TotalAmount: record.Cents(120_50), Currency: "EUR", TotalSubscriptionsNumber: 2}
	tests := []struct {
		name   string
		style  soap.Style
		result commerce.UpgradeResult
		want   string
	}{
		{"rpc", soap.RPC, result, head11 +
			`<ns1:upgradePartnerSubscriptionsResponse xmlns:ns1="urn:n"><upgradePartnerSubscriptionsReturn>` +
			`<RefNo>248810377</RefNo><Status>AWAITING_PAYMENT</Status>` +
			`<OrderLockReason><item>UNPAID_PROFORMA</item><item>X</item></OrderLockReason>` +
			`<ProformaNumber>7</ProformaNumber><TotalAmount>120.50</TotalAmount><Currency>EUR</Currency>` +
			`<TotalSubscriptionsNumber>2</TotalSubscriptionsNumber>` +
			`</upgradePartnerSubscriptionsReturn></ns1:upgradePartnerSubscriptionsResponse>` + foot},
		{"document", soap.Document, result, head11 +
			`<ns1:upgradePartnerSubscriptionsResponse xmlns:ns1="urn:n"><ns1:upgradePartnerSubscriptionsReturn>` +
			`<ns1:RefNo>248810377</ns1:RefNo><ns1:Status>AWAITING_PAYMENT</ns1:Status>` +
			`<ns1:OrderLockReason>UNPAID_PROFORMA</ns1:OrderLockReason><ns1:OrderLockReason>X</ns1:OrderLockReason>` +
			`<ns1:ProformaNumber>7</ns1:ProformaNumber><ns1:TotalAmount>120.50</ns1:TotalAmount><ns1:Currency>EUR</ns1:Currency>` +
			`<ns1:TotalSubscriptionsNumber>2</ns1:TotalSubscriptionsNumber>` +
			`</ns1:upgradePartnerSubscriptionsReturn></ns1:upgradePartnerSubscriptionsResponse>` + foot},
		{"no reasons", soap.RPC, commerce.UpgradeResult{}, head11 +
			`<ns1:upgradePartnerSubscriptionsResponse xmlns:ns1="urn:n"><upgradePartnerSubscriptionsReturn>` +
			`<RefNo></RefNo><Status></Status><OrderLockReason></OrderLockReason><ProformaNumber></ProformaNumber>` +
			`<TotalAmount>0.00</TotalAmount><Currency></Currency><TotalSubscriptionsNumber>0</TotalSubscriptionsNumber>` +
			`</upgradePartnerSubscriptionsReturn></ns1:upgradePartnerSubscriptionsResponse>` + foot},
	}
	for _, test := range tests {
		r := soap.Request{Version: soap.SOAP11, Namespace: "urn:n", Style: test.style}
		if got := string(r.UpgradeAnswer(test.result)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestFaultAnswer(t *testing.T) {
	t.Parallel()
	security := &xml.Name{Space: `urn:"s`, Local: "Security"}
	detail := func(code string) string {
		return `<ns1:CommerceFault xmlns:ns1="urn:commerce-sandbox:6.0"><ns1:code>` + code + `</ns1:code><ns1:request>DEMO-7</ns1:request></ns1:CommerceFault>`
	}
	tests := []struct {
		name    string
		version soap.Version
		fault   soap.Fault
		want    string
	}{
		{"1.1", soap.SOAP11, soap.Fault{Code: "FORBIDDEN", Text: "\"a\" & <b> 'c'\r", Request: "DEMO-7"}, head11 +
			`<env:Fault><faultcode>FORBIDDEN</faultcode><faultstring>"a" &amp; &lt;b&gt; 'c'&#xD;</faultstring>` +
			`<detail>` + detail("FORBIDDEN") + `</detail></env:Fault>` + foot},
		{"1.2", soap.SOAP12, soap.Fault{Code: "FORBIDDEN", Text: "No.", Request: "DEMO-7"}, head12 +
			`<env:Fault><env:Code><env:Value>FORBIDDEN</env:Value></env:Code><env:Reason><env:Text xml:lang="en">No.</env:Text></env:Reason>` +
			`<env:Detail>` + detail("FORBIDDEN") + `</env:Detail></env:Fault>` + foot},
		{"a header, in 1.1", soap.SOAP11, soap.Fault{Code: "MUST_UNDERSTAND", Text: "No.", NotUnderstood: security}, head11 +
			`<env:Fault><faultcode>env:MustUnderstand</faultcode><faultstring>No.</faultstring></env:Fault>` + foot},
		{"a header, in 1.2", soap.SOAP12, soap.Fault{Code: "MUST_UNDERSTAND", Text: "No.", NotUnderstood: security},
			strings.Replace(head12, "<env:Body>", `<env:Header><env:NotUnderstood xmlns:h="urn:&#34;s" qname="h:Security"/></env:Header><env:Body>`, 1) +
				`<env:Fault><env:Code><env:Value>env:MustUnderstand</env:Value></env:Code><env:Reason><env:Text xml:lang="en">No.</env:Text></env:Reason></env:Fault>` + foot},
		{"what XML cannot hold", soap.SOAP11, soap.Fault{Code: "A\x00", Text: "\xEB\x01"}, head11 +
			"<env:Fault><faultcode>A\uFFFD</faultcode><faultstring>\uFFFD\uFFFD</faultstring></env:Fault>" + foot},
	}
	for _, test := range tests {
		if got := string(soap.FaultAnswer(test.version, test.fault)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	if got, want := soap.SOAP11.ContentType(), "text/xml; charset=UTF-8"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := soap.SOAP12.ContentType(), "application/soap+xml; charset=UTF-8"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
