package routing

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// Reject records a request that reaches no handler, and returns its answer: a fault
// for SOAP, a text for the control interface and the pages, and otherwise the shape
// of section 2.5, because a client of REST may have mistaken the path too.
func Reject(g *gate.Gate, r conn.Rejected) []byte {
	return g.Reject(r, func(id string) ([]byte, string) {
		contentType, body, code := "text/plain; charset=utf-8", []byte(r.Reason), ""
		switch {
		case isBelow(r.Path, soap.Path):
			contentType, body, code = soap.RejectionAnswer(r.Reason, id)
		case !control.Serves(r.Path) && !isBelow(r.Path, web.Base):
			contentType, body, code = rest.RejectionAnswer(r.Status, r.Reason)
		}
		return r.Answer(contentType, id, body), code
	})
}

// isBelow reports whether a path is a folder, or below it.
func isBelow(path, folder string) bool { return strings.HasPrefix(path+"/", folder+"/") }
