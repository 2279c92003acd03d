package soap

import (
	"encoding/xml"
	"fmt"

	"github.com/antchfx/xmlquery"
)

// findBody returns the Body of an envelope. There is one Body and at most one Header,
// before it. Elements beside them are ignored.
func (r *Request) findBody(envelope *xmlquery.Node) (body *xmlquery.Node, err error) {
	var header *xmlquery.Node
	for child := range elements(envelope) {
		switch {
		case child.Data == "Body" && body != nil:
			return nil, unreadable("its Envelope has two Bodies")
		case child.Data == "Body":
			body = child
		case child.Data != "Header":
			r.noteBeside(child, "the Body")
		case header != nil:
			return nil, unreadable("its Envelope has two Headers")
		case body != nil:
			return nil, unreadable("its Header comes after its Body")
		default:
			header = child
		}
	}
	if body == nil {
		return nil, unreadable("its Envelope has no Body")
	}
	r.readHeader(header)
	return body, nil
}

// noteBeside records an ignored element, unless there are many.
func (r *Request) noteBeside(n *xmlquery.Node, beside string) {
	if len(r.Notes) < 2*maxNotes {
		r.Notes = append(r.Notes, fmt.Sprintf("ignored element %q beside %s", n.Data, beside))
	}
}

// calledOperation returns the called operation: the first element of the Body. Others have an id,
// because it refers to them. PHP puts arguments beside an empty operation where its WSDL
// describes one object; the fault then names the WSDL that the client needs.
func (r *Request) calledOperation(body *xmlquery.Node) (operation *xmlquery.Node, err error) {
	for child := range elements(body) {
		switch {
		case operation == nil:
			operation = child
		case r.envelope.marks[child].target:
		case firstElement(operation) == nil:
			r.noteBeside(child, operation.Data)
		default:
			return nil, unreadable("its Body has two elements, " + operation.Data + " and " + child.Data +
				", and must contain one operation")
		}
	}
	if operation == nil {
		return nil, unreadable("its Body is empty and must contain the called operation")
	}
	return operation, nil
}

// Roles of the endpoint in headers, beside none at all.
const (
	nextActor = "http://schemas.xmlsoap.org/soap/actor/next"
	nextRole  = envelope12 + "/role/next"
	lastRole  = envelope12 + "/role/ultimateReceiver"
)

// readHeader finds the first header that the endpoint must understand. It
// understands none, because the interface has none.
func (r *Request) readHeader(header *xmlquery.Node) {
	if header == nil {
		return
	}
	for h := range elements(header) {
		m := r.envelope.marks[h]
		switch m.role {
		case "", nextActor, nextRole, lastRole:
			if m.understand {
				r.NotUnderstood = &xml.Name{Space: h.NamespaceURI, Local: h.Data}
				return
			}
		}
	}
}
