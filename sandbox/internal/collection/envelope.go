package collection

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// The envelopes of SOAP, with variables of the collection. The endpoint reads the
// style without types (open question soap-style).
const (
	before = `<?xml version="1.0" encoding="UTF-8"?>
<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="urn:commerce-sandbox:6.0"><e:Body>
`
	after = `
</e:Body></e:Envelope>`

	loginCall = `<c:login><merchantCode>{{vendor_code}}</merchantCode><date>{{date}}</date><hash>{{hash}}</hash><algorithm>sha256</algorithm></c:login>`

	upgradeCall = `<c:upgradePartnerSubscriptions>
  <sessionID>{{session}}</sessionID>
  <Items><Item>
    <SubscriptionReference>%s</SubscriptionReference>
    <UpgradeProductCode>%s</UpgradeProductCode>
    <Quantity>1</Quantity>
    <PricingOptions/>
  </Item></Items>
  <ExternalReferenceNumber>collection</ExternalReferenceNumber>
</c:upgradePartnerSubscriptions>`
)

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Envelope returns the body of a SOAP call with the values of its fields.
type Envelope func(value func(field string) string) string

// LoginEnvelope is the body of a login, to be signed by the script of the collection.
func LoginEnvelope(func(string) string) string { return loginCall }

// UpgradeEnvelope is the body of an upgrade of one subscription.
func UpgradeEnvelope(value func(field string) string) string {
	return fmt.Sprintf(upgradeCall, value("Items.SubscriptionReference"), value("Items.UpgradeProductCode"))
}

// request returns the call with the inputs of an example. A field missing in all records
// stays a variable.
func (e Envelope) request(op *catalog.Operation, inputs map[string]any) *request {
	value := func(field string) string {
		if given, ok := inputs[field]; ok {
			return markup.Replace(fmt.Sprint(given))
		}
		return "{{" + strings.TrimPrefix(field, "Items.") + "}}"
	}
	r := &request{
		Method: http.MethodPost, URL: address("{{soap_url}}", ""), Description: op.Summary,
		Header: []header{{Key: "Content-Type", Value: xmlType}},
		Body:   &body{Mode: "raw", Raw: before + e(value) + after, Options: languageOf("xml")},
	}
	return r.withPreview()
}

// fault returns the envelope of a failure.
func fault(op *catalog.Operation, code catalog.Code) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><env:Fault><faultcode>` + string(code) +
		`</faultcode><faultstring>` + markup.Replace(op.Message(code)) + `</faultstring>` +
		`<detail><c:CommerceFault xmlns:c="urn:commerce-sandbox:6.0"><c:code>` + string(code) + `</c:code></c:CommerceFault></detail></env:Fault></env:Body></env:Envelope>`
}
