package histories

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// retrieve is section 4.5.
func (a *account) retrieve(ref string) func(*data) answer {
	return func(d *data) answer {
		o := d.order(ref)
		if o == nil {
			return refuse(either(a.answers["retrieve-unknown"], "404") + " ORDER_NOT_FOUND")
		}
		return answer{"200", o.shown()}
	}
}

func (o *order) shown() string {
	return fmt.Sprintf("%s %s %s %s %s %s", o.ref, o.date, o.status, o.approve, o.dispute, o.reason)
}

func either(chosen, otherwise string) string {
	if chosen == "" {
		return otherwise
	}
	return chosen
}

// cancel is section 4.6 with question cancel-errors.
func cancel(ref string) func(*data) answer {
	return func(d *data) answer {
		switch o := d.order(ref); {
		case o == nil:
			return refuse("404 ORDER_NOT_FOUND")
		case o.po == "":
			return refuse("400 ORDER_NOT_PURCHASE_ORDER")
		case o.status != "PENDING":
			return refuse("400 ORDER_CANNOT_BE_CANCELED")
		default:
			o.cancel()
			return answer{"200", "true"}
		}
	}
}

func (o *order) cancel() {
	o.status, o.approve = "CANCELED", "OK"
	if o.po != "" {
		o.po = "canceled"
	}
}

// upload is section 4.7 with questions upload-errors and upload-effect.
func upload(ref string) func(*data) answer {
	return func(d *data) answer {
		o := d.order(ref)
		if o == nil || o.po == "" || o.status != "PENDING" {
			return refuse("400 INVALID_REFERENCE")
		}
		if o.po == "awaiting_form" {
			o.po = "awaiting_confirmation"
		}
		return answer{"200", "true"}
	}
}

// visible leaves out orders later than the clock: question future-orders.
func (a *account) visible(o *order) bool {
	return a.answers["future-orders"] == "shown" || o.date <= a.now().Format(moment)
}

// list returns orders as sections 4.1 and 4.2 sort them.
func (a *account) list(status string, orders []order, keep func(*order) bool) answer {
	found := slices.DeleteFunc(slices.Clone(orders), func(o order) bool { return !a.visible(&o) || !keep(&o) })
	slices.SortFunc(found, func(x, y order) int { return strings.Compare(y.date+y.ref, x.date+x.ref) })
	rows := make([]string, len(found))
	for i := range found {
		rows[i] = found[i].shown()
	}
	return answer{status, strings.Join(rows, "\n")}
}

// search is section 4.1 with partner and test orders.
func (a *account) search(from, status string) func(*data) answer {
	if from == "" {
		from = a.now().Add(-pages).Format(moment)
	}
	return func(d *data) answer {
		return a.list(either(a.answers["search-status"], "201"), d.orders, func(o *order) bool {
			return o.date >= from && (status == "" || o.status == status)
		})
	}
}

// customerOrders is section 4.2 for the one customer.
func (a *account) customerOrders(d *data) answer {
	if a.noList {
		return refuse("403 FORBIDDEN")
	}
	if d.stranger {
		return refuse("400 INVALID_CUSTOMER")
	}
	return a.list("200", d.orders, func(o *order) bool { return o.customer && o.paid() && o.product != "BOOK" })
}

// lookup is sections 4.3 and 4.4 for the world's numbers.
func lookup(number int, code string) func(*data) answer {
	return func(d *data) answer {
		i := slices.IndexFunc(d.orders, func(o order) bool { return o.sale == number })
		if i < 0 {
			return refuse("400 " + code)
		}
		return answer{"200", d.orders[i].ref}
	}
}

// ended says whether EndDate is before today.
func (a *account) ended(c *campaign) bool { return c.end != "" && c.end < a.now().Format(day) }

// searchUpsell is GET /upsell with question campaign-query.
func (a *account) searchUpsell(status string) func(*data) answer {
	return func(d *data) answer {
		var rows []string
		for _, c := range d.campaigns {
			ended := a.ended(&c)
			if status == "" || status == "Enabled" && c.enabled && !ended || status == "Disabled" && !c.enabled && !ended || status == "Expired" && ended {
				rows = append(rows, c.code+" "+c.shown())
			}
		}
		return answer{"200", strings.Join(rows, "\n")}
	}
}

// recommended is question recommended-match.
func (a *account) recommended(product string) func(*data) answer {
	return func(d *data) answer {
		for _, c := range d.campaigns {
			if c.enabled && c.primary == product && c.start <= a.now().Format(day) && !a.ended(&c) {
				return answer{"200", c.code + " " + c.shown()}
			}
		}
		if a.answers["recommended-not-found"] == "null" {
			return answer{"200", ""}
		}
		return refuse("404 UPSELL_CAMPAIGN_NOT_FOUND")
	}
}

// update is PUT /upsell/{upsellCode} with question campaign-update. A part of a campaign
// has its name and whether it is enabled.
func (a *account) update(to campaign, part bool) func(*data) answer {
	return func(d *data) answer {
		merge := a.answers["campaign-update"] == "merge"
		if part && !merge {
			return refuse("400 INVALID_UPSELL_CAMPAIGN")
		}
		c := d.campaign(to.code)
		switch {
		case c == nil:
			return refuse("404 UPSELL_CAMPAIGN_NOT_FOUND")
		case part:
			c.name, c.enabled = to.name, to.enabled
		case merge:
			to.start, to.end = either(to.start, c.start), either(to.end, c.end)
			*c = to
		default:
			*c = to
		}
		return answer{"200", c.code + " " + c.shown()}
	}
}

func deleteUpsell(code string) func(*data) answer {
	return func(d *data) answer {
		if d.campaign(code) == nil {
			return refuse("404 UPSELL_CAMPAIGN_NOT_FOUND")
		}
		d.campaigns = slices.DeleteFunc(d.campaigns, func(c campaign) bool { return c.code == code })
		return answer{"200", ""}
	}
}

func readSettings(d *data) answer { return answer{"200", d.display} }

func changeSettings(to string) func(*data) answer {
	return func(d *data) answer {
		if to != "overlay" && to != "interstitial" {
			return refuse("400 INVALID_UPSELL_SETTINGS")
		}
		d.display = to
		return answer{"200", to}
	}
}

// valid says whether a session may call: section 5 and question session-life.
func (a *account) valid(s session) bool {
	return !s.ended && a.now().Before(s.issued.Add(10*time.Minute))
}

// upgrade is section 4.9 with question soap-upgrade. The body of its answer is the
// reference chosen by the shop, given by made afterwards.
func (a *account) upgrade(ref, target string, made func() string) func(*data) answer {
	return func(d *data) answer {
		sub := d.sub(ref)
		switch {
		case sub == nil || !a.canUpgrade(sub):
			return refuse("500 INVALID_SUBSCRIPTION")
		case upgradesTo[sub.product] != target:
			return refuse("500 PRODUCT_ERROR")
		}
		o := order{ref: made(), date: a.now().Format(moment), status: "PENDING", approve: "WAITING", product: target, upgrades: ref, target: target}
		d.orders = append(d.orders, o)
		sub.upgradedBy = o.ref
		return answer{"200", o.ref}
	}
}

// nextStatuses are the moves of question transitions.
var nextStatuses = map[string][]string{"PENDING": {"AUTHRECEIVED", "CANCELED"}, "AUTHRECEIVED": {"COMPLETE", "REVERSED"}, "COMPLETE": {"REFUND"}}

var approvals = map[string][]string{"PENDING": {"WAITING"}, "AUTHRECEIVED": {"WAITING", "OK"}, "COMPLETE": {"OK"}, "REFUND": {"OK"},
	"REVERSED": {"FRAUD"}, "CANCELED": {"OK", "FRAUD", "INVALIDDATA"}}

var nextPurchase = map[string][]string{"awaiting_form": {"awaiting_confirmation", "canceled"},
	"awaiting_confirmation": {"awaiting_payment", "canceled"}, "awaiting_payment": {"confirmed", "canceled"}}

var disputes = map[string][]string{"COMPLETE": {"OPEN", "WON"}, "REFUND": {"LOST", "ACCEPTED"}, "REVERSED": {"LOST", "ACCEPTED"}}

// move changes an order by hand: a status, an approval, a purchase order or a dispute.
func (a *account) move(ref, field, to string) answer {
	o := a.data.order(ref)
	if o == nil {
		return refuse("404")
	}
	var legal bool
	switch field {
	case "status":
		legal = to == o.status || a.moveStatus(o, to)
	case "approve_status":
		if legal = slices.Contains(approvals[o.status], to); legal {
			o.approve = to
		}
	case "purchase_order":
		legal = o.po != "" && (to == o.po || a.movePurchase(o, to))
	case "dispute":
		legal = a.moveDispute(o, to)
	}
	if !legal {
		return refuse("409")
	}
	return answer{outcome: "200"}
}

func (a *account) moveStatus(o *order, to string) bool {
	if !slices.Contains(nextStatuses[o.status], to) || o.status == "PENDING" && o.po != "" && o.po != "awaiting_payment" && to != "CANCELED" {
		return false
	}
	if o.dispute != "" && !slices.Contains(disputes[to], o.dispute) {
		return false
	}
	switch to {
	case "CANCELED":
		o.cancel()
		a.release(o)
	case "REVERSED":
		o.status, o.approve = to, "FRAUD"
		a.release(o)
	case "COMPLETE":
		a.complete(o)
	case "REFUND":
		a.refund(o)
	default:
		o.status, o.approve = to, "OK"
		if o.po != "" {
			o.po = "confirmed"
		}
	}
	return true
}

func (a *account) movePurchase(o *order, to string) bool {
	if !slices.Contains(nextPurchase[o.po], to) {
		return false
	}
	switch o.po = to; to {
	case "confirmed":
		a.complete(o)
	case "canceled":
		o.cancel()
	}
	return true
}

func (a *account) moveDispute(o *order, to string) bool {
	if to == "" {
		o.dispute, o.reason = "", ""
		return true
	}
	gives := to == "LOST" || to == "ACCEPTED"
	if !slices.Contains(disputes[o.status], to) && !(gives && o.status == "COMPLETE") {
		return false
	}
	if gives && o.status == "COMPLETE" {
		a.refund(o)
	}
	o.dispute, o.reason = to, either(o.reason, "UNKNOWN")
	return true
}

// complete begins the subscription of the product, or gives the upgraded one its new
// product. The shop chooses the reference, for adopt to take.
func (a *account) complete(o *order) {
	o.status, o.approve = "COMPLETE", "OK"
	if o.upgrades != "" {
		if s := a.data.sub(o.upgrades); s != nil {
			s.order, s.product, s.upgradedBy, s.upgradable = o.ref, o.target, "", upgradesTo[o.target] != ""
		}
		return
	}
	if o.product == "BOOK" {
		return
	}
	finished := max(a.now().Format(moment), o.date)
	at, _ := time.Parse(moment, finished) // a formatted moment
	a.data.subs = append(a.data.subs, subscription{order: o.ref, product: o.product, start: finished, expires: at.AddDate(0, 12, 0).Format(moment),
		enabled: true, upgradable: upgradesTo[o.product] != ""})
}

// release lets a subscription be upgraded again.
func (a *account) release(o *order) {
	if s := a.data.sub(o.upgrades); s != nil && s.upgradedBy == o.ref {
		s.upgradedBy = ""
	}
}

// refund ends the subscriptions of an order.
func (a *account) refund(o *order) {
	o.status = "REFUND"
	for i := range a.data.subs {
		if s := &a.data.subs[i]; s.order == o.ref {
			s.enabled, s.upgradable = false, false
		}
	}
}

// changeSub changes a subscription by hand.
func (a *account) changeSub(ref, change string) answer {
	s := a.data.sub(ref)
	if s == nil {
		return refuse("404")
	}
	to := *s
	switch change {
	case "disable":
		to.enabled = false
	case "enable":
		if a.expired(s) || !s.enabled && a.data.order(s.order).status != "COMPLETE" {
			return refuse("409")
		}
		to.enabled = true
	case "-1d", "+30d":
		by, _ := time.ParseDuration(map[string]string{"-1d": "-24h", "+30d": "720h"}[change])
		to.expires = a.now().Add(by).Format(moment)
		if to.expires <= to.start {
			return refuse("400")
		}
		to.enabled = to.enabled && !a.expired(&to)
	case "upgradable":
		if to.upgradable = true; !a.canUpgrade(&to) || upgradesTo[to.product] == "" {
			return refuse("409")
		}
	case "not upgradable":
		to.upgradable = false
	}
	*s = to
	return answer{outcome: "200"}
}

// reset takes the account back: the baseline has no settings, and sessions end.
func (a *account) reset(to string, keep []string) answer {
	kept, known := a.snapshots[to]
	if !known && to != "world" && to != "empty" {
		return refuse("404")
	}
	keeps := func(part string) bool { return slices.Contains(keep, part) }
	if !keeps("clock") {
		a.clock, a.mode = 0, "real"
	}
	switch {
	case to == "world":
		a.data = a.seeded()
	case to == "empty":
		a.data = data{display: "overlay", stranger: true}
	default:
		a.data = kept.clone()
	}
	if !keeps("scenarios") {
		a.active = nil
	}
	for i := range a.active { // the counters of kept ones start again
		a.active[i].left = a.active[i].times
	}
	if !keeps("journal") {
		a.calls, a.refused = 0, 0
	}
	if !keeps("features") {
		a.noList = false
	}
	if !keeps("questions") {
		a.answers = map[string]string{}
	}
	for i := range a.sessions {
		a.sessions[i].ended = true
	}
	return answer{outcome: "200"}
}

// restart forgets everything outside the data file.
func (a *account) restart() { a.active, a.calls, a.refused = nil, 0, 0 }
