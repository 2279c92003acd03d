package oracle

import (
	"net/url"
	"slices"
	"strings"
)

// operation has the gate's part of a row of section 4.
type operation struct {
	id      string
	accept  bool // its header list shows Accept
	open    bool // its header list is not shown: question rest-auth
	feature string
	scalars []string // parameters of the query other than lists
	answer  func(*state, *request) prediction
}

// success returns the status of success. Three questions may change it.
func (op *operation) success(s *state) string {
	switch op.id {
	case "search-orders":
		return s.answers["search-status"]
	case "create-upsell":
		return s.answers["create-status"]
	}
	return "200"
}

var paging = []string{"Page", "Limit"}

var operations = slices.Concat(orderOperations, purchaseOrderOperations, campaignOperations)

var orderOperations = []*operation{
	{id: "search-orders", open: true, answer: (*state).searchOrders,
		scalars: append([]string{"ApproveStatus", "Newer", "Status", "StartDate", "EndDate", "PartnerOrders", "ExternalRefNo", "IncludeTestOrders"}, paging...)},
	{id: "customer-orders", accept: true, feature: "API_GET_CUSTOMER_ORDERS", answer: (*state).customerOrders,
		scalars: append([]string{"CustomerReference", "ExternalCustomerReference"}, paging...)},
	{id: "order-by-sale", open: true, answer: (*state).orderBySale, scalars: []string{"SaleId"}},
	{id: "order-by-invoice", accept: true, answer: (*state).orderByInvoice, scalars: []string{"InvoiceId"}},
	{id: "retrieve-order", accept: true, answer: (*state).retrieveOrder},
}

// route finds the operation by method and path; general-errors has the two refusals.
// A double slash and a slash at the end are no difference.
func route(c call) (op *operation, ref string, p prediction) {
	rest, below := strings.CutPrefix(c.Path, restBase+"/")
	if !below {
		return nil, "", refuse("404 NOT_FOUND")
	}
	segments := slices.DeleteFunc(strings.Split(rest, "/"), func(s string) bool { return s == "" })
	methods, ref := row(segments)
	if c.Method == "OPTIONS" && methods != nil {
		return operations[0], "", prediction{}
	}
	i := slices.IndexFunc(operations, func(op *operation) bool { return op.id == methods[c.Method] })
	switch {
	case methods == nil: // no text names the paths of other interfaces
		return nil, "", refuse("404 NOT_FOUND", "404 OUTSIDE_INTERFACE")
	case i < 0:
		return nil, "", refuse("405 METHOD_NOT_ALLOWED")
	}
	return operations[i], ref, p
}

// row returns the operations of a path by their method.
func row(s []string) (methods map[string]string, ref string) {
	last := func(i int) string {
		text, err := url.PathUnescape(s[i])
		if err != nil {
			return "\xff"
		}
		return text
	}
	switch path := strings.Join(s, "/"); {
	case path == "orders":
		return map[string]string{"GET": "search-orders"}, ""
	case path == "orders/customer":
		return map[string]string{"GET": "customer-orders"}, ""
	case path == "orders/0/sale":
		return map[string]string{"GET": "order-by-sale"}, ""
	case path == "orders/0/invoice":
		return map[string]string{"GET": "order-by-invoice"}, ""
	case path == "upsell":
		return map[string]string{"GET": "search-upsell", "POST": "create-upsell"}, ""
	case path == "upsell/recommended":
		return map[string]string{"GET": "recommended-upsell"}, ""
	case path == "upsell/settings/campaign":
		return map[string]string{"GET": "read-upsell-settings", "PUT": "change-upsell-settings"}, ""
	case len(s) == 2 && s[0] == "orders":
		return map[string]string{"GET": "retrieve-order", "DELETE": "cancel-order"}, last(1)
	case len(s) == 3 && s[0] == "orders" && s[2] == "upload":
		return map[string]string{"POST": "upload-order-form"}, last(1)
	case len(s) == 2 && s[0] == "upsell":
		return map[string]string{"PUT": "update-upsell", "DELETE": "delete-upsell"}, last(1)
	}
	return nil, ""
}
