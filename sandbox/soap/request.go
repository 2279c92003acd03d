package soap

import (
	"bytes"
	"strings"

	"github.com/antchfx/xmlquery"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// Request is a SOAP call as it was read.
type Request struct {
	Version   Version // the caller's, in which it is answered
	Operation string  // local name of the first element of Body, as sent
	Namespace string  // of that element, TargetNamespace when it has none
	Style     Style   // RPC or Document: how the answer is written

	call     element        // the operation with its references resolved
	content  []byte         // the envelope in UTF-8, nil when it holds no call
	document *xmlquery.Node // the same without prefixes, nil until it is asked for
}

// Read reads an envelope of SOAP 1.1 or 1.2. Prefixes, SOAPAction, headers,
// types and the namespace of the operation do not matter to it.
//
// The error is a *commerce.Problem: REQUEST_TOO_LARGE past 4 MiB, else
// INVALID_REQUEST_BODY (open question general-errors). Even then the request
// is not nil and has the version to answer in, as far as it can be told.
func Read(body []byte, contentType string) (*Request, error) {
	r := &Request{Version: guess(body, contentType), Namespace: TargetNamespace, Style: RPC}
	if len(body) > catalog.MaxSOAPBody {
		return r, tooLarge()
	}
	text, err := decode(body, contentType)
	if err != nil {
		return r, err
	}
	r.Version = guess(text, contentType)
	// A character of one byte can take three in UTF-8.
	if len(text) > catalog.MaxSOAPBody {
		return r, tooLarge()
	}
	content, err := scan(text)
	if err != nil {
		return r, err
	}
	envelope, err := grow(content)
	if err != nil {
		return r, err
	}
	operation, err := r.open(envelope.root)
	if err != nil {
		return r, err
	}
	r.content = content
	return r, r.take(envelope, operation)
}

func tooLarge() error {
	return commerce.Problemf(catalog.RequestTooLarge, "The envelope is larger than %d MiB.", catalog.MaxSOAPBody>>20)
}

// guess tells the version of an envelope that may turn out to be unreadable.
func guess(body []byte, contentType string) Version {
	const head = 1024
	start := body[:min(len(body), head)]
	switch {
	case bytes.Contains(start, []byte(envelope11)):
		return SOAP11
	case bytes.Contains(start, []byte(envelope12)),
		strings.HasPrefix(strings.ToLower(strings.TrimSpace(contentType)), "application/soap+xml"):
		return SOAP12
	}
	return SOAP11
}

// open finds the operation within the envelope.
func (r *Request) open(envelope *node) (*node, error) {
	if envelope == nil || envelope.name != "Envelope" {
		return nil, refuse("its root element is not Envelope")
	}
	switch envelope.namespace {
	case envelope11:
		r.Version = SOAP11
	case envelope12:
		r.Version = SOAP12
	default:
		return nil, commerce.Problemf(catalog.InvalidRequestBody,
			"The Envelope's namespace %q is of no known version of SOAP: use %s (1.1) or %s (1.2).",
			envelope.namespace, envelope11, envelope12)
	}
	for _, child := range envelope.children {
		if child.name != "Body" {
			continue
		}
		if operation := child.first(); operation != nil {
			return operation, nil
		}
		return nil, refuse("its Body is empty, where the called operation is expected")
	}
	return nil, refuse("its Envelope has no Body")
}

// take reads the call out of the tree.
func (r *Request) take(envelope *tree, operation *node) error {
	r.Operation = operation.name
	if operation.namespace != "" {
		r.Namespace = operation.namespace
	}
	if qualifies(operation) {
		r.Style = Document
	}
	call, err := envelope.resolve(operation)
	r.call = call
	return err
}

// qualifies tells a document call from an rpc call. Parts of an rpc call belong
// to no namespace, while a document call puts every element into that of the
// operation, and the answer has to do the same. Encoded rpc calls, which some
// clients qualify as well, are known by their types and references.
func qualifies(operation *node) bool {
	first := operation.first()
	if first == nil || first.namespace == "" || first.namespace != operation.namespace {
		return false
	}
	return !first.typed && !first.refers
}
