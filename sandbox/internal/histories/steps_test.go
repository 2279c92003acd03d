package histories

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

type contexter interface{ Context() context.Context }

// step is one step of a history: the action, its account, and three numbers to choose among the
// things there. Any numbers make a right step, otherwise a history could not shrink.
type step struct {
	Do      int
	Account int
	X, Y, Z int
}

// history is a shop and the model of its accounts.
type history struct {
	failer
	shop     *shop
	accounts [2]*account
	killed   bool
	inspects bool   // verifies the data file after each step, not only after restarts
	pending  string // the order in JSON for imports under other references
	log      []string
}

var steps = []struct {
	name string
	do   func(*history, *account, step)
}{
	{"read", (*history).read}, {"list", (*history).list}, {"list campaigns", (*history).listCampaigns}, {"settings", (*history).settings},
	{"cancel", (*history).cancel}, {"upload", (*history).upload}, {"create", (*history).create}, {"update", (*history).update}, {"delete", (*history).delete},
	{"login", (*history).login}, {"upgrade", (*history).upgrade}, {"upgrade again", (*history).upgrade}, {"move", (*history).move}, {"move again", (*history).move}, {"change a subscription", (*history).changeSub},
	{"clock", (*history).moveClock}, {"snapshot", (*history).snapshot}, {"reset", (*history).reset}, {"reset again", (*history).reset}, {"scenario", (*history).scenario},
	{"account", (*history).configure}, {"account again", (*history).configure}, {"import", (*history).imports}, {"forge", (*history).forge}, {"restart", (*history).restart},
}

func pick[T any](from []T, n int) T { return from[n%len(from)] }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (h *history) run(all []step) {
	for i, now := range all {
		a := h.accounts[now.Account]
		what := pick(steps, now.Do)
		h.log = append(h.log, fmt.Sprintf("%d. %s of %s %v", i+1, what.name, a.code, now))
		what.do(h, a, now)
		for _, a := range h.accounts {
			if got, want := h.shop.look(h, a.code), a.facts(); got != want {
				h.fail("account %s:\n%s", a.code, differing(got, want))
			}
		}
		if h.inspects {
			if err := h.shop.inspect(); err != nil {
				h.fail("%v", err)
			}
		}
	}
}

func (h *history) fail(form string, args ...any) {
	h.Helper()
	h.Fatalf("%s\n%s", strings.Join(h.log, "\n"), fmt.Sprintf(form, args...))
}

// differing returns the lines in only one of two texts.
func differing(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	var lines []string
	for _, line := range g {
		if !slices.Contains(w, line) {
			lines = append(lines, "got  "+line)
		}
	}
	for _, line := range w {
		if !slices.Contains(g, line) {
			lines = append(lines, "want "+line)
		}
	}
	if lines == nil {
		return "another order:\n" + got
	}
	return strings.Join(lines, "\n")
}

func (h *history) same(what string, got, want answer) {
	h.Helper()
	h.log = append(h.log, "   "+what+" "+want.outcome)
	if got != want {
		h.fail("%s:\ngot  %q\nwant %q", what, got, want)
	}
}

// call makes a REST call and compares its answer.
func (h *history) call(a *account, operation, method, path, body string, rule func(*data) answer) {
	h.Helper()
	got, _ := h.shop.rest(a.code, method, path, body, secret)
	h.same(method+" "+path, got, a.call(operation, rule))
}

// change makes a call of the control interface and compares its status.
func (h *history) change(a *account, method, path, body string, want answer) {
	h.Helper()
	status, _ := h.shop.control(method, "/accounts/"+a.code+path, body)
	if status == 201 {
		status = 200
	}
	h.same(fmt.Sprintf("%s %s %.120s", method, path, body), answer{outcome: strconv.Itoa(status)}, answer{outcome: want.outcome})
}

func (a *account) orderRef(n int) string {
	refs := []string{"999999999", "100000001", "100000003"}
	for _, o := range a.data.orders {
		refs = append(refs, o.ref)
	}
	return pick(refs, n)
}

func (a *account) campaignCode(n int) string {
	codes := []string{"c0ffee00-0000-4000-8000-000000000009", "c0ffee00-0000-4000-8000-000000000001"}
	for _, c := range a.data.campaigns {
		codes = append(codes, c.code)
	}
	return pick(codes, n)
}

func (a *account) subRef(n int) string {
	refs := []string{"SUBSCRIP01", "SUBSCRIP02"}
	for _, s := range a.data.subs {
		refs = append(refs, s.ref)
	}
	return pick(append(refs, "NOBODYS000"), n)
}

func (h *history) read(a *account, s step) {
	switch number := pick([]int{1, 2, 3, 900}, s.X); s.Y % 3 {
	case 0:
		ref := a.orderRef(s.X)
		h.call(a, "retrieve-order", "GET", "/orders/"+ref+"/", "", a.retrieve(ref))
	case 1:
		h.call(a, "order-by-sale", "GET", fmt.Sprint("/orders/0/sale/?SaleId=", 41000000+number), "", lookup(number, "INVALID_SALE_ID"))
	default:
		h.call(a, "order-by-invoice", "GET", fmt.Sprint("/orders/0/invoice/?InvoiceId=", 7100000000+number), "", lookup(number, "INVALID_INVOICE_ID"))
	}
}

func (h *history) list(a *account, s step) {
	status := pick([]string{"", "COMPLETE", "PENDING", "CANCELED", "REFUND"}, s.X)
	query := "?PartnerOrders=true&Limit=200&Status=" + status
	switch s.Y % 3 {
	case 0:
		h.call(a, "search-orders", "GET", "/orders/"+query, "", a.search("", status))
	case 1:
		h.call(a, "search-orders", "GET", "/orders/"+query+"&StartDate=2000-01-01", "", a.search("2000", status))
	default:
		h.call(a, "customer-orders", "GET", "/orders/customer/?CustomerReference=700001&Limit=200", "", a.customerOrders)
	}
}

func (h *history) listCampaigns(a *account, s step) {
	if s.Y%2 == 0 {
		product := pick([]string{"SOLO", "DUO"}, s.X)
		h.call(a, "recommended-upsell", "GET", "/upsell/recommended?ProductCode="+product, "", a.recommended(product))
		return
	}
	status := pick([]string{"", "Enabled", "Disabled", "Expired"}, s.X)
	h.call(a, "search-upsell", "GET", "/upsell?Limit=200&Statuses="+status, "", a.searchUpsell(status))
}

func (h *history) settings(a *account, s step) {
	const path = "/upsell/settings/campaign/"
	if s.Y%3 == 0 {
		to := pick([]string{"interstitial", "overlay", "none"}, s.X)
		h.call(a, "change-upsell-settings", "PUT", path, `{"UpsellingDisplayType":"`+to+`"}`, changeSettings(to))
	}
	h.call(a, "read-upsell-settings", "GET", path, "", readSettings)
}

func (h *history) cancel(a *account, s step) {
	ref := a.orderRef(s.X)
	h.call(a, "cancel-order", "DELETE", "/orders/"+ref+"/", "", cancel(ref))
}

func (h *history) upload(a *account, s step) {
	ref := a.orderRef(s.X)
	h.call(a, "upload-order-form", "POST", "/orders/"+ref+"/upload", `{"FileName":"form.pdf","ClientTime":"2026-10-09 12:00:00","File":"QQ=="}`, upload(ref))
}

func (h *history) campaign(a *account, s step) campaign {
	c := campaign{name: fmt.Sprint("Made ", s.X%3), enabled: s.Y%3 > 0, primary: pick([]string{"SOLO", "DUO"}, s.Z), recommended: "TRIO"}
	if s.Z%3 == 0 {
		c.start, c.end = a.ago(-s.X % 3)[:10], a.ago(-s.X%3 - s.Y%3)[:10]
	}
	return c
}

func (c *campaign) json() string {
	quoted := func(date string) string {
		if date == "" {
			return "null"
		}
		return strconv.Quote(date)
	}
	code := ""
	if c.code != "" {
		code = `"Code":"` + c.code + `",`
	}
	return fmt.Sprintf(`{%s"Name":%q,"Enabled":%t,"DisplayForManualRenewals":false,"StartDate":%s,"EndDate":%s,"Discount":{"Type":"PERCENT","Value":5},`+
		`"PrimaryProduct":{"Code":%q},"RecommendedProduct":{"Code":%q}}`, code, c.name, c.enabled, quoted(c.start), quoted(c.end), c.primary, c.recommended)
}

func (h *history) create(a *account, s step) {
	c := h.campaign(a, s)
	got, _ := h.shop.rest(a.code, "POST", "/upsell", c.json(), secret)
	want := a.call("create-upsell", func(d *data) answer {
		c.code, _, _ = strings.Cut(got.body, " ")
		if c.code == "" || d.campaign(c.code) != nil {
			h.fail("the new campaign has the code %q", c.code)
		}
		d.campaigns = append([]campaign{c}, d.campaigns...)
		return answer{"201", c.code + " " + c.shown()}
	})
	h.same("POST /upsell", got, want)
}

func (h *history) update(a *account, s step) {
	c := h.campaign(a, s)
	c.code = a.campaignCode(s.Z)
	body, part := c.json(), s.Y%4 == 3
	if part {
		body = fmt.Sprintf(`{"Name":%q,"Enabled":%t}`, c.name, c.enabled)
	} else if a.answers["campaign-update"] == "merge" {
		body = strings.NewReplacer(`"StartDate":null,`, "", `"EndDate":null,`, "").Replace(body)
	}
	h.call(a, "update-upsell", "PUT", "/upsell/"+c.code, body, a.update(c, part))
}

func (h *history) delete(a *account, s step) {
	code := a.campaignCode(s.X)
	if s.Y%2 == 0 {
		h.call(a, "delete-upsell", "DELETE", "/upsell/"+code, "", deleteUpsell(code))
		return
	}
	want := deleteUpsell(code)(&a.data)
	want.outcome = want.outcome[:3]
	h.change(a, "DELETE", "/campaigns/"+code, "", want)
}

func (h *history) move(a *account, s step) {
	fields := []struct {
		name   string
		values []string
	}{
		{"status", []string{"AUTHRECEIVED", "COMPLETE", "REFUND", "CANCELED", "REVERSED"}},
		{"purchase_order", []string{"awaiting_confirmation", "awaiting_payment", "confirmed", "canceled"}},
		{"dispute", []string{"OPEN", "WON", "LOST", "ACCEPTED", ""}},
		{"approve_status", []string{"OK", "WAITING", "FRAUD", "INVALIDDATA"}},
	}
	field, ref := pick(fields, s.Y), a.orderRef(s.X)
	to := pick(field.values, s.Z)
	value := strconv.Quote(to)
	if field.name == "dispute" {
		value = `{"resolution":` + value + `}`
		if to == "" {
			value = "null"
		}
	}
	h.change(a, "PATCH", "/orders/"+ref, `{"`+field.name+`":`+value+`}`, a.move(ref, field.name, to))
	h.adopt(a)
}

// adopt takes the shop's references of new subscriptions.
func (h *history) adopt(a *account) {
	var list struct {
		Subscriptions []struct{ Reference, Order string }
	}
	for i := range a.data.subs {
		sub := &a.data.subs[i]
		if sub.ref != "" {
			continue
		}
		h.shop.get(h, a.code, "/subscriptions?view=line", &list)
		for _, one := range list.Subscriptions {
			if one.Order == sub.order {
				sub.ref = one.Reference
			}
		}
	}
}

func (h *history) changeSub(a *account, s step) {
	changes := map[string]string{"disable": `{"enabled":false}`, "enable": `{"enabled":true}`, "-1d": `{"expiration_date":"-1d"}`,
		"+30d": `{"expiration_date":"+30d"}`, "upgradable": `{"upgradable":true}`, "not upgradable": `{"upgradable":false}`}
	name, ref := pick(sorted(changes), s.Y), a.subRef(s.X)
	h.change(a, "PATCH", "/subscriptions/"+ref, changes[name], a.changeSub(ref, name))
}

func (h *history) moveClock(a *account, s step) {
	const limit = 24 * 24 * time.Hour
	by := pick([]time.Duration{time.Minute, 9 * time.Minute, 10 * time.Minute, 25 * time.Hour, 97 * time.Hour, 168 * time.Hour}, s.X)
	if s.Y%2 == 1 {
		by = -by
	}
	switch {
	case s.Z%8 == 7 || (a.clock+by).Abs() > limit:
		a.clock, a.mode = 0, "real"
		h.change(a, "PUT", "/clock", `{"mode":"real"}`, answer{outcome: "200"})
	case s.Z%8 == 6:
		a.mode = "frozen"
		h.change(a, "PUT", "/clock", `{"freeze":true}`, answer{outcome: "200"})
	default:
		a.clock += by
		switch {
		case a.mode == "frozen":
		case a.clock == 0:
			a.mode = "real"
		default:
			a.mode = "moved"
		}
		h.change(a, "PUT", "/clock", `{"advance":"`+by.String()+`"}`, answer{outcome: "200"})
	}
}

func (h *history) snapshot(a *account, s step) {
	name := pick([]string{"before", "after"}, s.X)
	if s.Y%4 == 3 {
		want := answer{outcome: "404"}
		if _, known := a.snapshots[name]; known {
			want.outcome = "204"
			delete(a.snapshots, name)
		}
		h.change(a, "DELETE", "/snapshots/"+name, "", want)
		return
	}
	a.snapshots[name] = a.data.clone()
	h.change(a, "PUT", "/snapshots/"+name, "", answer{outcome: "200"})
}

func (h *history) reset(a *account, s step) {
	to := pick(append(sorted(a.snapshots), "world", "empty", "before"), s.X)
	keep := []string{}
	for i, part := range []string{"clock", "scenarios", "journal", "features", "questions"} {
		if s.Z%2 == 1 && s.Y>>i&1 == 1 {
			keep = append(keep, part)
		}
	}
	text := strings.ReplaceAll(fmt.Sprintf("%q", keep), " ", ",")
	h.change(a, "POST", "/reset", `{"to":"`+to+`","keep":`+text+`}`, a.reset(to, keep))
}
