package soap

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// describe answers ?wsdl, in any case of its letters, with a description of
// the endpoint, and anything else with a list of the descriptions.
func (h *Handler) describe(w http.ResponseWriter, r *http.Request) {
	address := h.Gate.Address.Of(r) + Path
	gate.Protect(w.Header())
	for name, values := range r.URL.Query() {
		if !strings.EqualFold(name, "wsdl") {
			continue
		}
		if style, ok := StyleOf(strings.Join(values, ",")); ok {
			w.Header().Set("Content-Type", "text/xml; charset=utf-8")
			_, _ = w.Write(WSDL(style, address)) // an error means that the client went away
			return
		}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "This is a SOAP endpoint: POST an envelope of SOAP 1.1 or 1.2. Its descriptions are\n\n"+
		"  %[1]s?wsdl           rpc/literal, a part for each parameter\n"+
		"  %[1]s?wsdl=document  document/literal wrapped\n"+
		"  %[1]s?wsdl=request   rpc/literal, sessionID and one object\n\n"+
		"Which client needs which, as tried by a login, an upgrade and a fault:\n\n%[2]s", address, clientList())
}
