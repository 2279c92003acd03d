package soap

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// client is a tried client library: it logged in, upgraded a subscription and read a
// fault, with every description in its row.
type client struct {
	name    string
	version string
	styles  []Style // first the one to take; none for a client that works without a description
	note    string
}

// clients are the tried client libraries, by language. The list of the endpoint and the
// table of the guide show them.
var clients = []client{
	{"PHP SoapClient", "8.2", []Style{RPC, Object, Document},
		"?wsdl for arguments one by one, =request for sessionID and an object, =document for one object with everything; any other call loses its arguments"},
	{"zeep", "4.2.1", []Style{Document, RPC, Object}, "=document lets you leave optional parameters out"},
	{"suds", "1.1.2", []Style{RPC, Document, Object}, ""},
	{"soap of Node.js", "1.1.12", []Style{RPC, Document, Object}, ""},
	{"strong-soap", "5.0.10", []Style{RPC, Document, Object}, "=document needs the arguments inside an object named like the operation"},
	{"gowsdl", "0.5.0", []Style{Document}, "reads no rpc"},
	{"wsdl2go", "1.4.7", []Style{RPC, Document, Object}, "a fault is an error with the text of the answer; later versions do not generate code"},
	{"gSOAP", "2.8.124", []Style{RPC, Document, Object}, "also with SOAP_XML_STRICT; the fault has a typed detail"},
	{"JAX-WS RI", "2.3.0", []Style{Document, RPC, Object}, "a fault is a CommerceException; =document lets you leave optional parameters out"},
	{"Axis", "1.4", []Style{RPC, Document, Object}, "a fault is a CommerceFault; the port is CommercePort_PortType"},
	{"soap4r", "2.0.5", []Style{Document, RPC, Object}, "at rpc the result comes in an array"},
	{"SOAP::Lite", "1.27", nil, "works without WSDL; with one it leaves lists and objects out"},
	{"SOAP::WSDL", "3.004", []Style{Document}, "reads no rpc; it reads faults when `wsdl2perl -mi` adds `'Fault/detail' => '__SKIP__'`"},
	{"KDSoap", "1.9.1", []Style{RPC, Document, Object}, ""},
	{".NET (Mono wsdl2)", "6.8", []Style{RPC, Document, Object}, "a fault is a SoapException with the detail in Detail"},
}

// wsdl returns the styles of the client as they follow the address.
func (c client) wsdl() string {
	if len(c.styles) == 0 {
		return "none"
	}
	queries := make([]string, len(c.styles))
	for i, s := range c.styles {
		queries[i] = s.query()
	}
	return strings.Join(queries, ", ")
}

// clientList returns the clients as text in columns.
func clientList() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0) // writing to a builder never fails
	fmt.Fprintln(w, "  CLIENT\tVERSION\tWSDL\tNOTE")
	for _, c := range clients {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", c.name, c.version, c.wsdl(), c.note)
	}
	_ = w.Flush()
	return b.String()
}
