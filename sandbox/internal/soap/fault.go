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

// faultElement is the element of the detail, as the descriptions declare it.
const faultElement = "CommerceFault"

// FaultAnswer returns the envelope of a fault. It travels with status 500, but with
// its own where the call did not reach the endpoint's rules, as a cross-site call.
//
// The code is alone in Code/Value, because PHP and zeep show nothing else of a
// fault of SOAP 1.2; a Subcode below a standard code would be lost. The detail has
// one element, because gSOAP in its strict mode cannot read a second one.
func FaultAnswer(v Version, f Fault) []byte {
	w := faultEnvelope(v, f.NotUnderstood)
	w.open("env:Fault")
	if v == SOAP12 {
		w.open("env:Code")
		w.element("env:Value", f.name())
		w.close("env:Code")
		w.write(`<env:Reason><env:Text xml:lang="en">`)
		w.escape(f.Text)
		w.write("</env:Text></env:Reason>")
		w.detail("env:Detail", f)
	} else {
		w.element("faultcode", f.name())
		w.element("faultstring", f.Text)
		w.detail("detail", f)
	}
	w.close("env:Fault")
	return w.seal()
}

// name returns the code as it travels. SOAP itself prescribes the name of one.
func (f Fault) name() string {
	if f.Code == string(catalog.MustUnderstand) {
		return "env:MustUnderstand"
	}
	return f.Code
}

// faultEnvelope begins an envelope. In SOAP 1.2 it names a header not understood in a
// header of its own.
func faultEnvelope(v Version, notUnderstood *xml.Name) writer {
	if v != SOAP12 || notUnderstood == nil {
		return envelope(v)
	}
	w := beginEnvelope(v)
	w.write(`<env:Header><env:NotUnderstood xmlns:h="`)
	w.attribute(notUnderstood.Space)
	w.write(`" qname="h:`)
	w.attribute(notUnderstood.Local)
	w.write(`"/></env:Header><env:Body>`)
	return w
}

// detail writes the declared element, with every element in the namespace of the
// descriptions. It has no detail for a call without an id.
func (w *writer) detail(name string, f Fault) {
	if f.Request == "" {
		return
	}
	w.open(name)
	w.write("<" + operationPrefix + faultElement + ` xmlns:ns1="` + TargetNamespace + `">`)
	w.element(operationPrefix+"code", f.Code)
	w.element(operationPrefix+"request", f.Request)
	w.close(operationPrefix + faultElement)
	w.close(name)
}
