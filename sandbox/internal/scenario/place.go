package scenario

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// place reads the status of orders placed by a stub from its body.
func (r *reader) place(w placement, paths []pathName, targets int) catalog.Status {
	placed := catalog.PlacedStatuses()
	reads := func(p pathName) bool { return p.method == http.MethodPost || p.method == http.MethodPut }
	switch status := catalog.Status(w.text); {
	case !w.isPresent():
		return ""
	case !slices.Contains(placed, status):
		r.add(faultNear(w.at, nearest(status, placed), "place must be the status of the order, %s, got %q", phrase.Or(placed...), w.text))
	case targets > 1 || slices.ContainsFunc(paths, func(p pathName) bool { return !reads(p) }) || len(paths) == 0 && targets > 0:
		r.add(fault(w.at, "place reads a JSON body, so the rule must be on stubs with POST or PUT alone, such as POST %s/orders/", catalog.PathPrefix))
	default:
		return status
	}
	return ""
}

// placement reads the new order of a move.
func (r *reader) placement(shape moveShape) *Placement {
	quantity := r.number("quantity", shape.Quantity.word, 1, anyNumber)
	return &Placement{
		Product: shape.Place.text, Quantity: int(max(quantity, 1)), Currency: strings.ToUpper(cmp.Or(shape.Currency.text, "EUR")),
		Customer: shape.Customer.text, ExternalReference: shape.External.text, Status: cmp.Or(oneOf(r, "status", shape.Status, catalog.PlacedStatuses()), catalog.Pending),
	}
}
