// Package soap is the SOAP protocol of the interface (sections 4.9 and 5). It
// reads the envelopes of all kinds of generated clients, and writes answers,
// faults and the three descriptions of the endpoint.
//
// It first scans an envelope for bounds and for markup forbidden by SOAP, then reads it into
// xmlquery's tree, shared by calls, conditions and XPath. It resolves references, and reads
// parameters by name, by position or from one object. The answer has the client's version of SOAP,
// its namespace, and its way to qualify elements.
//
// The package leaves credentials and sessions to credential, the order of checks
// to gate, the rules of an upgrade to commerce, codes and limits to catalog.
package soap

// Version is a version of SOAP.
type Version string

// The versions of SOAP.
const (
	SOAP11 Version = "1.1"
	SOAP12 Version = "1.2"
)

// Namespaces of the two kinds of envelope, of the references of SOAP 1.2, and
// of the interface's own elements.
const (
	envelope11 = "http://schemas.xmlsoap.org/soap/envelope/"
	envelope12 = "http://www.w3.org/2003/05/soap-envelope"
	encoding12 = "http://www.w3.org/2003/05/soap-encoding"

	// TargetNamespace is the namespace of the operations in the descriptions.
	TargetNamespace = "urn:commerce-sandbox:6.0"
)

// ContentType returns the value of the header of an answer in this version. The
// charset is in capitals, because soap4r on a current Ruby loses bytes otherwise.
func (v Version) ContentType() string {
	if v == SOAP12 {
		return "application/soap+xml; charset=UTF-8"
	}
	return "text/xml; charset=UTF-8"
}

func (v Version) namespace() string {
	if v == SOAP12 {
		return envelope12
	}
	return envelope11
}

// Style is one of the descriptions of the endpoint, and so the shape of a call
// and of its answer (open question soap-style).
type Style string

// The styles, named as in the query ?wsdl=document.
const (
	// RPC is rpc/literal with a part for each parameter of section 4.9.
	RPC Style = "rpc"
	// Document is document/literal wrapped: every element is in the namespace
	// of the operation, lists are repeated elements.
	Document Style = "document"
	// Object is rpc/literal with two parts: sessionID, and one object with
	// the other parameters. Its answers are those of RPC.
	Object Style = "request"
)

// query returns the query of a description's address.
func (s Style) query() string {
	if s == RPC {
		return "?wsdl"
	}
	return "?wsdl=" + string(s)
}
