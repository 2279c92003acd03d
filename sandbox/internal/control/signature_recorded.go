package control

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// recordedSignature reads the signature and the time of the recorded call named by a
// request.
func (api *API) recordedSignature(asked *client.SignatureRequest, d *gate.Diagnosed) error {
	e, err := api.entry(asked.Call)
	if err != nil {
		return err
	}
	switch header, envelope := api.credentialHeader(e.Request.Header), e.Request.Body; {
	case header != "":
		asked.Header = header
	case e.Operation == string(catalog.Login) && len(envelope) > 0 && !e.Request.Truncated:
		asked.Envelope = string(envelope)
	default:
		return badRequest("name a call with a credential header, or a SOAP login", "call %s has no signature, or the journal keeps it no longer", e.ID)
	}
	if d.At == nil {
		d.At = momentsOf(e)
	}
	return nil
}

// credentialHeader returns the first credential header among the fields, "" for none.
func (api *API) credentialHeader(fields client.Header) string {
	for _, name := range api.CredentialHeaders {
		if value := fields.Get(name); value != "" {
			return value
		}
	}
	return ""
}

// momentsOf returns the time of a call on each clock for checking its date.
func momentsOf(e *journal.Entry) []time.Time {
	moments := []time.Time{e.WallTime}
	if !e.AccountTime.IsZero() {
		moments = append(moments, e.AccountTime)
	}
	return moments
}
