package soap

import (
	"encoding/xml"
	"fmt"
)

// findBody returns the Body of an envelope, which has one Body and at most one
// Header, before it. Elements beside them are ignored.
func (r *Request) findBody(envelope *node) (body *node, err error) {
	var header *node
	for child := envelope.first; child != nil; child = child.next {
		switch {
		case child.name == "Body" && body != nil:
			return nil, unreadable("its Envelope has two Bodies")
		case child.name == "Body":
			body = child
		case child.name != "Header":
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

// noteBeside records an element that is ignored, unless there are many.
func (r *Request) noteBeside(n *node, beside string) {
	if len(r.Notes) < 2*maxNotes {
		r.Notes = append(r.Notes, fmt.Sprintf("ignored element %q beside %s", n.name, beside))
	}
}

// called returns the called operation: the first element of the Body. Others are
// those that it refers to, which have an id. PHP puts arguments beside an empty
// operation where its WSDL describes one object; the fault then names the WSDL
// that the client needs.
func (r *Request) called(body *node) (*node, error) {
	operation := body.first
	if operation == nil {
		return nil, unreadable("its Body is empty and must contain the called operation")
	}
	for other := operation.next; other != nil; other = other.next {
		switch {
		case other.target:
		case operation.first == nil:
			r.noteBeside(other, operation.name)
		default:
			return nil, unreadable("its Body has two elements, " + operation.name + " and " + other.name +
				", and must contain one operation")
		}
	}
	return operation, nil
}

// Roles of headers that the endpoint has, beside none at all.
const (
	nextActor = "http://schemas.xmlsoap.org/soap/actor/next"
	nextRole  = envelope12 + "/role/next"
	lastRole  = envelope12 + "/role/ultimateReceiver"
)

// readHeader finds the first header that the endpoint must understand. It
// understands none, because the interface has none.
func (r *Request) readHeader(header *node) {
	if header == nil {
		return
	}
	for h := header.first; h != nil; h = h.next {
		switch h.role {
		case "", nextActor, nextRole, lastRole:
			if h.understand {
				r.NotUnderstood = &xml.Name{Space: lasting(h.namespace), Local: lasting(h.name)}
				return
			}
		}
	}
}
