package soap

// Fault is the answer to a failed call.
type Fault struct {
	Code    string // the bare code, such as FORBIDDEN
	Text    string // what was wrong and what would be right
	Request string // id of the call in the journal, "" when it has none
}

// FaultAnswer returns the envelope of a fault, which travels with status 500.
//
// The code is alone in Code/Value, because PHP and zeep show nothing else of a
// fault of SOAP 1.2; a Subcode below a standard code would be lost. The detail has
// at most one element, because gSOAP in its strict mode cannot read a second one.
func FaultAnswer(v Version, f Fault) []byte {
	w := envelope(v)
	w.open("env:Fault")
	if v == SOAP12 {
		w.open("env:Code")
		w.element("env:Value", f.Code)
		w.close("env:Code")
		w.WriteString(`<env:Reason><env:Text xml:lang="en">`)
		w.escape(f.Text)
		w.WriteString("</env:Text></env:Reason>")
		w.detail("env:Detail", f.Request)
	} else {
		w.element("faultcode", f.Code)
		w.element("faultstring", f.Text)
		w.detail("detail", f.Request)
	}
	w.close("env:Fault")
	return w.seal()
}

func (w *writer) detail(name, request string) {
	if request == "" {
		return
	}
	w.open(name)
	w.element("request", request)
	w.close(name)
}
