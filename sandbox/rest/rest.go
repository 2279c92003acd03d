// Package rest is the JSON wire of the interface (section 4, without 4.9), on
// gin. It reads query, header and body names, asks the gate to admit the call
// and the shop to answer it, and gives the answer its shape.
//
// A handler turns a call into a reply or an error and touches nothing else.
// One function, answer, gives the reply its status out of the catalogue and
// hands it to the gate, which alone writes. One file, reshape.go, knows the answers to
// open questions that change the shape of a stored record; without them stored
// bytes travel as they are.
//
// The package leaves rules to commerce, the order of checks to gate, and where
// the engine listens to sandbox. gin only routes: its binding, rendering,
// logging and recovery are not used, because they cannot give the exact codes
// and shapes of the interface.
package rest

import (
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
)

// Base is the path of the REST base address (section 9).
const Base = "/rest/6.0"

// CredentialHeaders are the names that the credential header is known by (open
// question header-name).
func CredentialHeaders() []string {
	return []string{"X-Service-Authentication", "X-Avangate-Authentication"}
}

// Handler serves the REST operations.
type Handler struct {
	Gate              *gate.Gate
	CredentialHeaders []string // canonical names, in the order they are looked for

	buffers   sync.Pool // of *bytes.Buffer, the bodies of answers
	addresses addresses // that are routed, filled by Mount
}

// handler answers one admitted call. It writes nothing itself.
type handler func(c *call) (reply, error)

// handlers are the operations that are served.
func handlers() map[catalog.OperationID]handler {
	return map[catalog.OperationID]handler{
		catalog.SearchOrders:    searchOrders,
		catalog.CustomerOrders:  customerOrders,
		catalog.OrderBySale:     orderBySale,
		catalog.OrderByInvoice:  orderByInvoice,
		catalog.RetrieveOrder:   retrieveOrder,
		catalog.CancelOrder:     cancelOrder,
		catalog.UploadOrderForm: uploadOrderForm,

		catalog.SearchUpsell:         searchUpsell,
		catalog.CreateUpsell:         createUpsell,
		catalog.RecommendedUpsell:    recommendedUpsell,
		catalog.UpdateUpsell:         updateUpsell,
		catalog.DeleteUpsell:         deleteUpsell,
		catalog.ReadUpsellSettings:   readUpsellSettings,
		catalog.ChangeUpsellSettings: changeUpsellSettings,
	}
}

// Mount routes every operation that has a handler, in both spellings of its
// trailing slash, because the interface is often called without redirects.
func (w *Handler) Mount(engine *gin.Engine) {
	served := handlers()
	for _, op := range catalog.Operations() {
		handle, ok := served[op.ID]
		if !ok {
			continue
		}
		methods := []string{op.Method}
		if op.Method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		path := routePath(op.Path)
		w.addresses.allow(path, methods...)
		for _, method := range methods {
			engine.Handle(method, path, w.serve(op, handle))
			engine.Handle(method, path+"/", w.serve(op, handle))
		}
	}
	for _, a := range w.addresses {
		engine.OPTIONS(a.path, options(a.allowed()))
		engine.OPTIONS(a.path+"/", options(a.allowed()))
	}
}

// routePath spells a path of the catalogue as gin wants it, without the
// trailing slash.
func routePath(path string) string {
	path = strings.TrimSuffix(path, "/")
	path = strings.ReplaceAll(path, "{", ":")
	return Base + strings.ReplaceAll(path, "}", "")
}

// options answers OPTIONS with the methods of a path. There is no CORS: the
// real service is called by servers.
func options(allowed string) gin.HandlerFunc {
	return func(g *gin.Context) {
		g.Header("Allow", allowed)
		g.Status(http.StatusNoContent)
	}
}
