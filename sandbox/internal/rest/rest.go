// Package rest is the REST protocol of the interface (section 4, without 4.9),
// over HTTP. It reads the path, query and body of a call, lets the gate admit it,
// calls the shop, and writes the answer in JSON.
//
// A handler returns a reply or an error and writes nothing. One method, answer,
// takes the status from the catalogue and passes the answer to the gate, which
// writes it. The answers to open questions that change the shape of a stored
// order are in reshape.go; without them the stored bytes are the answer.
//
// The package leaves rules to commerce, the order of checks to gate, and the
// server to sandbox.
package rest

import (
	"cmp"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// Base is the path of the REST base address (section 9).
const Base = catalog.Base

// CredentialHeaders returns the names of the credential header (open question
// header-name).
func CredentialHeaders() []string {
	return []string{"X-Service-Authentication", "X-Avangate-Authentication"}
}

// Handler serves the REST operations.
type Handler struct {
	Gate *gate.Gate

	calls     sync.Pool                     // of *call
	addresses addresses                     // of all routes, filled by Mount
	names     map[catalog.OperationID]names // of the parameters, filled by Mount
}

// handler answers one admitted call. It writes nothing itself.
type handler func(c *call) (reply, error)

// handlers returns the handler of each REST operation.
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

// Mount adds the route of every operation that has a handler to the group of Base, in
// both spellings of its trailing slash, because the interface is often called without
// redirects.
func (h *Handler) Mount(group *gin.RouterGroup) {
	served := handlers()
	h.names = map[catalog.OperationID]names{}
	for _, op := range catalog.Operations() {
		handle, ok := served[op.ID]
		if !ok {
			continue
		}
		h.names[op.ID] = namesOf(op)
		methods := []string{op.Method}
		if op.Method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		path := routePath(op.Path)
		h.addresses.allow(Base+path, methods...)
		for _, method := range methods {
			group.Handle(method, path, h.serve(op, handle))
			group.Handle(method, path+"/", h.serve(op, handle))
		}
	}
	for _, a := range h.addresses {
		path := strings.TrimPrefix(a.path, Base)
		group.OPTIONS(path, h.options(a.allowed()))
		group.OPTIONS(path+"/", h.options(a.allowed()))
	}
}

// routePath returns a path of the catalogue as gin spells it, without the trailing
// slash.
func routePath(path string) string {
	return strings.TrimSuffix(strings.NewReplacer("{", ":", "}", "").Replace(path), "/")
}

// options answers OPTIONS with the methods of a path. Such a call has a journal entry
// only if a scenario affects it.
func (h *Handler) options(allowed string) gin.HandlerFunc {
	return func(g *gin.Context) {
		g.Header("Allow", allowed)
		c := h.begin(g, nil)
		answer, err := c.fail(nil)
		answer.status = cmp.Or(answer.status, http.StatusNoContent)
		if c.Operation == nil {
			g.Status(answer.status)
			return
		}
		h.answer(c, answer, err)
	}
}
