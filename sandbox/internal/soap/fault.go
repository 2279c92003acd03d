package soap

import (
	"encoding/xml"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Fault is the answer to a failed call.
type Fault struct {
	Code    string // the bare code, such as FORBIDDEN
	Text    string // what was wrong and what would be right
	Request string // id of the call in the journal, "" when it has none

	NotUnderstood *xml.Name // the header behind the code MUST_UNDERSTAND
}

// FaultAnswer returns the envelope of a fault. It travels with status 500, but with
// its own where the call did not reach the endpoint's rules, as a cross-site call.
//
// The code is alone in Code/Value, because PHP and zeep show nothing else of a
// fault of SOAP 1.2; a Subcode below a standard code would be lost. The detail has
// one element, because gSOAP in its strict mode cannot read a second one.
func FaultAnswer(v Version, f Fault) []byte {
	name := f.Code
	if f.Code == string(catalog.MustUnderstand) {
		name = "env:MustUnderstand" // which SOAP itself prescribes
	}
	if v != SOAP12 {
		return envelope(v, "", enclose("env:Fault", leaf("faultcode", name)+leaf("faultstring", f.Text)+f.detail("detail")))
	}
	header := ""
	if f.NotUnderstood != nil {
		header = `<env:Header><env:NotUnderstood xmlns:h="` + attribute(f.NotUnderstood.Space) + `" qname="h:` + attribute(f.NotUnderstood.Local) + `"/></env:Header>`
	}
	return envelope(v, header, enclose("env:Fault", enclose("env:Code", leaf("env:Value", name))+
		`<env:Reason><env:Text xml:lang="en">`+escape(f.Text)+`</env:Text></env:Reason>`+f.detail("env:Detail")))
}

// detail returns the detail with the element that the descriptions declare, "" for a call
// without an id.
func (f Fault) detail(name string) string {
	if f.Request == "" {
		return ""
	}
	return enclose(name, `<ns1:CommerceFault xmlns:ns1="`+TargetNamespace+`">`+leaf("ns1:code", f.Code)+leaf("ns1:request", f.Request)+`</ns1:CommerceFault>`)
}
