package soap

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// describe answers with a description of the endpoint. Such a call has a journal
// entry only if a scenario affects it.
func (h *Handler) describe(c *call) {
	contentType, text := h.description(c.Request)
	c.Operation, _ = catalog.Find(catalog.WSDL)
	c.Recorder.Operation = string(catalog.WSDL)
	for _, values := range c.Request.URL.Query() {
		c.NameAsCredential(values...)
	}
	c.OneCall = append(c.OneCall, c.InCredential...)
	if !h.Gate.AdmitWSDL(&c.Call) {
		gate.Protect(c.Writer.Header())
		c.Writer.Header().Set("Content-Type", contentType)
		_, _ = c.Writer.Write(text) // an error means that the client went away
		return
	}
	answer, replaces := c.Replacement(c)
	if !replaces {
		answer = gate.Answer{ContentType: contentType, Body: text}
	}
	h.Gate.Conclude(&c.Call, c, answer, nil)
}

// description answers ?wsdl, in any case of its letters, with a description of
// the endpoint, and anything else with a list of the descriptions.
func (h *Handler) description(r *http.Request) (contentType string, text []byte) {
	address, unknown := h.Gate.Address.Of(r)+Path, ""
	for name, values := range r.URL.Query() {
		if !strings.EqualFold(name, "wsdl") {
			continue
		}
		style, ok := StyleOf(strings.Join(values, ","))
		if ok {
			return SOAP11.ContentType(), WSDL(style, address)
		}
		unknown = fmt.Sprintf("There is no description %q; %s\n\n", phrase.Shorten(string(style), phrase.MaxName), phrase.Suggest(style, []Style{Document, Object}))
	}
	return "text/plain; charset=utf-8", fmt.Appendf(nil, "%[3]sThis is a SOAP endpoint: POST an envelope of SOAP 1.1 or 1.2. Its descriptions are\n\n"+
		"  %[1]s?wsdl           rpc/literal, a part for each parameter\n"+
		"  %[1]s?wsdl=document  document/literal wrapped\n"+
		"  %[1]s?wsdl=request   rpc/literal, sessionID and one object\n\n"+
		"Which client needs which, as tried by a login, an upgrade and a fault:\n\n%[2]s", address, clientList(), unknown)
}
