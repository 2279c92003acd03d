package soap

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/antchfx/xmlquery"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Request is a SOAP call.
type Request struct {
	Version   Version // of the call and of its answer
	Operation string  // local name of the first element of Body, as sent
	Namespace string  // of the same element, TargetNamespace when it has none
	Style     Style   // of the answer: RPC or Document

	Notes         []string  // what the call has that is ignored
	NotUnderstood *xml.Name // the first header that must be understood, nil for none

	envelope *tree
	call     element // the operation with its references resolved
}

// Read reads an envelope of SOAP 1.1 or 1.2. It ignores prefixes, SOAPAction,
// headers, types and the namespace of the operation.
//
// The error is a *commerce.Problem: REQUEST_TOO_LARGE above 4 MiB, otherwise
// INVALID_REQUEST_BODY (open question general-errors). Beside an error the
// request is not nil, because its version decides the shape of the fault.
func Read(body []byte, contentType string) (*Request, error) {
	r := &Request{Version: guessVersion(body, contentType), Namespace: TargetNamespace, Style: RPC}
	if len(body) > catalog.MaxSOAPBody {
		return r, tooLarge()
	}
	if err := checkAlone(body, contentType); err != nil {
		return r, err
	}
	text, err := decode(body, contentType)
	if err != nil {
		return r, err
	}
	r.Version = guessVersion(text, contentType)
	// A character of one byte can take three in UTF-8.
	if len(text) > catalog.MaxSOAPBody {
		return r, tooLarge()
	}
	content, err := scan(text)
	if err != nil {
		return r, err
	}
	if r.envelope, err = readTree(content); err != nil {
		return r, err
	}
	r.Notes = r.envelope.stray
	operation, err := r.findOperation(r.envelope.root)
	if err != nil {
		return r, err
	}
	r.Operation = operation.Data
	if operation.NamespaceURI != "" {
		r.Namespace = operation.NamespaceURI
	}
	if r.qualifies(operation) {
		r.Style = Document
	}
	call, notes, err := r.envelope.resolve(operation)
	r.call, r.Notes = call, append(r.Notes, notes...)
	return r, err
}

// checkAlone checks that the body is an envelope alone, neither compressed nor
// with attachments.
func checkAlone(body []byte, contentType string) error {
	switch {
	case bytes.HasPrefix(body, []byte("\x1F\x8B")):
		return unreadable("it is compressed with gzip; send it uncompressed")
	case bytes.HasPrefix(body, []byte("--")) || strings.HasPrefix(strings.ToLower(strings.TrimSpace(contentType)), "multipart/"):
		return unreadable("it is a multipart message; send the envelope alone, without attachments and MTOM")
	}
	return nil
}

func tooLarge() error {
	return commerce.Problemf(catalog.RequestTooLarge, "The envelope is larger than %d MiB.", catalog.MaxSOAPBody>>20)
}

// guessVersion returns the likely version of an envelope, before it is parsed.
func guessVersion(body []byte, contentType string) Version {
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

// findOperation returns the element of the called operation, and sets the version.
func (r *Request) findOperation(envelope *xmlquery.Node) (*xmlquery.Node, error) {
	if envelope == nil || envelope.Data != "Envelope" {
		return nil, unreadable("its root element is not Envelope")
	}
	switch envelope.NamespaceURI {
	case envelope11:
		r.Version = SOAP11
	case envelope12:
		r.Version = SOAP12
	default:
		return nil, commerce.Problemf(catalog.InvalidRequestBody,
			"The Envelope's namespace must be %[2]s (SOAP 1.1) or %[3]s (SOAP 1.2), got %[1]q.",
			envelope.NamespaceURI, envelope11, envelope12)
	}
	body, err := r.findBody(envelope)
	if err != nil {
		return nil, err
	}
	return r.calledOperation(body)
}

// qualifies reports whether a call is a document call, with every element in the
// namespace of the operation; the answer must be alike. Parts of an rpc call have no
// namespace, except in encoded calls of some clients, recognized by types or references.
func (r *Request) qualifies(operation *xmlquery.Node) bool {
	first := firstElement(operation)
	if first == nil || first.NamespaceURI == "" || first.NamespaceURI != operation.NamespaceURI {
		return false
	}
	m := r.envelope.marks[first]
	return !m.typed && !m.refers
}
