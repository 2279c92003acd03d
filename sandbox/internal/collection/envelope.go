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

// envelope returns the SOAP call of an operation that succeeds.
func (c Collection) envelope(op *catalog.Operation) *request {
	call := loginCall
	if op.ID == catalog.UpgradePartnerSubscriptions {
		inputs := c.Examples[op.ID].Inputs
		value := func(name string) string {
			if given, ok := inputs["Items."+name]; ok {
				return markup.Replace(fmt.Sprint(given))
			}
			return "{{" + name + "}}"
		}
		call = fmt.Sprintf(upgradeCall, value("SubscriptionReference"), value("UpgradeProductCode"))
	}
	r := &request{
		Method: http.MethodPost, URL: address("{{soap_url}}", ""), Description: op.Summary,
		Header: []header{{Key: "Content-Type", Value: xmlType}},
		Body:   &body{Mode: "raw", Raw: before + call + after, Options: languageOf("xml")},
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
