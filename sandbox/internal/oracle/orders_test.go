package oracle

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// searchOrders is section 4.1 with questions search-window, newer-format, search-order,
// search-defaults, search-paging, bad-value, page-count, page-depth and future-orders.
func (s *state) searchOrders(r *request) prediction {
	faults := r.faults()
	keep := []func(*order) bool{}
	oneOf := func(name string, of func(*order) string, values ...string) {
		if v := r.get(name); v != "" {
			if !slices.Contains(values, v) {
				faults = append(faults, "400 INVALID_PARAMETER")
			}
			keep = append(keep, func(o *order) bool { return of(o) == v })
		}
	}
	oneOf("Status", func(o *order) string { return o.Status }, "COMPLETE", "PENDING", "CANCELED", "REFUND")
	oneOf("ApproveStatus", func(o *order) string { return o.Approve }, "WAITING", "OK", "FRAUD", "INVALIDDATA")
	if v := r.get("ExternalRefNo"); v != "" {
		keep = append(keep, func(o *order) bool { return o.External == v })
	}
	partners, tests, more := r.included()
	faults = append(faults, more...)
	from, to, more := s.window(r)
	faults = append(faults, more...)
	p, more := r.page()
	if s.answers["page-depth"] == "200" && p.number.Cmp(big.NewInt(200)) > 0 {
		more = append(more, badPage)
	}
	if faults = append(faults, more...); len(faults) > 0 {
		return refuse(unique(faults)...)
	}
	keep = append(keep, func(o *order) bool {
		t := o.at
		return (partners || o.Partner == "") && (tests == "YES" || o.Test == (tests == "ONLY")) && !t.Before(from) && !t.After(to)
	})
	return s.list(p, s.answers["search-status"], func(o *order) bool {
		return !slices.ContainsFunc(keep, func(f func(*order) bool) bool { return !f(o) })
	})
}

// included reads the two parameters that include partner and test orders.
func (r *request) included() (partners bool, tests string, faults []string) {
	if v := r.get("PartnerOrders"); v != "" {
		var ok bool
		if partners, ok = boolean(v); !ok {
			faults = append(faults, "400 INVALID_PARAMETER")
		}
	}
	tests = cmp.Or(r.get("IncludeTestOrders"), "NO")
	if !slices.Contains([]string{"YES", "NO", "ONLY"}, tests) {
		faults = append(faults, "400 INVALID_PARAMETER")
	}
	return partners, tests, faults
}

// window returns the first and the last second of the search.
func (s *state) window(r *request) (from, to time.Time, faults []string) {
	wrong := func() { faults = append(faults, "400 INVALID_PARAMETER") }
	from, to = s.now.Add(-168*time.Hour), at("9999-12-31 23:59:59")
	if v := r.get("Newer"); v != "" {
		t, ok := newer(v)
		if _, overrides := date(r.get("StartDate")); !ok && !overrides {
			wrong()
		}
		from = t
	}
	start, end := r.get("StartDate"), r.get("EndDate")
	if start != "" {
		t, ok := date(start)
		if !ok {
			wrong()
		}
		from = t
	}
	if end != "" {
		t, ok := date(end)
		if !ok {
			wrong()
		}
		to = t.Add(24*time.Hour - time.Second)
		if start != "" && len(faults) == 0 && from.After(to) {
			wrong()
		}
	}
	return from, to, faults
}

// newer reads Newer: Unix seconds, not negative, Y-m-d or Y-m-d H:i:s.
func newer(v string) (time.Time, bool) {
	if n := whole(v); n != nil {
		if !n.IsInt64() || n.Int64() > at("9999-12-31 23:59:59").Unix() {
			return at("9999-12-31 23:59:59"), n.Sign() >= 0
		}
		return time.Unix(n.Int64(), 0), n.Sign() >= 0 && v[0] != '-'
	}
	for _, layout := range []string{day, moment} {
		if t, err := time.Parse(layout, v); err == nil && t.Format(layout) == v {
			return t, true
		}
	}
	return time.Time{}, false
}

// list predicts a page of orders, changed by the questions.
func (s *state) list(p page, status string, keep func(*order) bool) prediction {
	found, count := []*order{}, 0
	for _, o := range s.orders {
		if s.answers["future-orders"] == "hidden" && o.at.After(s.now) {
			continue
		}
		count++
		if keep(o) {
			found = append(found, o)
		}
	}
	slices.SortFunc(found, func(a, b *order) int {
		return cmp.Or(strings.Compare(b.Date, a.Date), strings.Compare(b.Reference, a.Reference))
	})
	if s.answers["page-count"] == "filtered" {
		count = len(found)
	}
	want := prediction{Outcomes: []string{status}, Headers: jsonBody, Refs: []string{}, Fields: map[string]any{
		"Pagination.Page": p.number, "Pagination.Limit": p.limit, "Pagination.Count": count,
	}}
	if s.sold > 0 { // the service chose a reference and the price of the order
		want.Refs = nil
		want.Fields["Pagination.Count"] = count + s.sold
		return want
	}
	sum := 0
	for i, o := range cut(s, p, found) {
		want.Refs = append(want.Refs, o.Reference)
		sum += s.shown(o)
		if gross := s.shown(o); s.answers["page-totals"] == "running" {
			want.Fields["Items."+strconv.Itoa(i)+".GrossPrice"] = money(sum)
		} else if i < 2 {
			want.Fields["Items."+strconv.Itoa(i)+".GrossPrice"] = money(gross)
		}
	}
	if len(want.Refs) > 0 {
		s.nulls(&want, "Items.0.")
	}
	return want
}

var jsonBody = map[string]string{"Content-Type": "application/json"}

func money(cents int) float64 { return float64(cents) / 100 }

// shown returns GrossPrice in cents: question refund-money.
func (s *state) shown(o *order) int {
	if o.Status == "REFUND" && s.answers["refund-money"] == "negative" {
		return -o.gross()
	}
	return o.gross()
}

// nulls predicts a null value of a key in every order of the world.
func (s *state) nulls(want *prediction, front string) {
	if s.answers["nulls"] == "omitted" {
		want.Absent = append(want.Absent, front+"ShopperRefNo")
	} else {
		want.Fields[front+"ShopperRefNo"] = nil
	}
}

// customerOrders is section 4.2: customer present and readable, Page, Limit, then who the
// customer is. The list goes by subscription, without window and filters.
func (s *state) customerOrders(r *request) prediction {
	faults := r.faults()
	reference, external := r.get("CustomerReference"), r.get("ExternalCustomerReference")
	id := whole(reference)
	p, more := r.page()
	if r.get("Page") != "" && slices.Contains(more, badPage) { // checked before Limit
		more = []string{badPage}
	}
	switch {
	case r.broken["CustomerReference"] || r.broken["ExternalCustomerReference"]:
		return refuse(append(faults, "400 INVALID_CUSTOMER")...)
	case reference == "" && external == "", reference != "" && (id == nil || !id.IsInt64()):
		return refuse(append(faults, "400 INVALID_CUSTOMER")...)
	case len(more) > 0:
		return refuse(append(faults, more...)...)
	}
	var found []customer
	for _, c := range s.customers {
		if (id == nil || id.Int64() == int64(c.Reference)) && (external == "" || external == c.External) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return refuse("400 INVALID_CUSTOMER")
	}
	want := s.list(p, "200", func(o *order) bool { return o.Customer == found[0].Reference && s.subscribed(o) })
	if s.answers["page-count"] == "all" { // no text says whether the customer is a filter
		delete(want.Fields, "Pagination.Count")
	}
	return want
}

// orderBySale is section 4.3 with question lookup-unknown.
func (s *state) orderBySale(r *request) prediction {
	return s.lookup(r, "400 INVALID_SALE_ID", func(o *order) bool {
		id := whole(r.get("SaleId"))
		return id != nil && o.Sale != 0 && id.Cmp(big.NewInt(int64(o.Sale))) == 0
	})
}

// orderByInvoice is section 4.4.
func (s *state) orderByInvoice(r *request) prediction {
	return s.lookup(r, "400 INVALID_INVOICE_ID", func(o *order) bool { return o.Invoice != "" && o.Invoice == r.get("InvoiceId") })
}

func (s *state) lookup(r *request, unknown string, is func(*order) bool) prediction {
	if r.broken != nil {
		return refuse("400 INVALID_PARAMETER", unknown)
	}
	i := slices.IndexFunc(s.orders, is)
	if i < 0 {
		return refuse(unknown)
	}
	want, body := ok("200"), s.orders[i].Reference
	if s.answers["lookup-body"] == "json" {
		body, want.Headers = strconv.Quote(body), jsonBody
	}
	want.Body = &body
	return want
}

// retrieveOrder is section 4.5 with question retrieve-unknown.
func (s *state) retrieveOrder(r *request) prediction {
	if r.unreadable {
		return refuse("400 INVALID_PARAMETER")
	}
	o := s.order(r.ref)
	if o == nil {
		return refuse(s.answers["retrieve-unknown"] + " ORDER_NOT_FOUND")
	}
	want := prediction{Outcomes: []string{"200"}, Headers: jsonBody, Fields: map[string]any{
		"RefNo": o.Reference, "Status": o.Status, "OrderDate": o.Date,
		"TestOrder": o.Test, "GrossPrice": money(s.shown(o)), "Currency": "eur",
	}}
	if o.External != "" {
		want.Fields["ExternalReference"] = o.External
	}
	if o.Approve != "" {
		want.Fields["ApproveStatus"] = o.Approve
	}
	if o.Dispute != nil {
		want.Fields["ChargebackResolution"], want.Fields["ChargebackReasonCode"] = o.Dispute.Resolution, o.Dispute.Reason
	} else {
		want.Absent = append(want.Absent, "ChargebackResolution", "ChargebackReasonCode")
	}
	s.nulls(&want, "")
	return want
}
