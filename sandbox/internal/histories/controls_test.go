package histories

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// failing are the scenarios to activate, with their effects.
var failing = []activation{
	{name: "outage", fails: "503 SERVICE_UNAVAILABLE"},
	{name: "FORBIDDEN", fails: "403 FORBIDDEN", operations: []string{"customer-orders", "upgrade-partner-subscriptions"}},
	{name: "retrieve-order-internal-error", fails: "500 INTERNAL_ERROR", operations: []string{"retrieve-order"}},
	{name: "change-upsell-settings-internal-error", fails: "500 INTERNAL_ERROR", operations: []string{"change-upsell-settings"}},
	{name: "read-upsell-settings-internal-error", fails: "500 INTERNAL_ERROR", operations: []string{"read-upsell-settings"}},
	{name: "create-upsell-internal-error", fails: "500 INTERNAL_ERROR", operations: []string{"create-upsell"}},
	{name: "login-authentication-failed", fails: "500 AUTHENTICATION_FAILED", operations: []string{"login"}},
	{name: "upgrade-partner-subscriptions-product-error", fails: "500 PRODUCT_ERROR", operations: []string{"upgrade-partner-subscriptions"}},
}

func (h *history) scenario(a *account, s step) {
	to := pick(failing, s.X)
	active := func(x activation) bool { return x.name == to.name }
	switch {
	case s.Y%5 == 4:
		a.active = nil
		h.change(a, "DELETE", "/scenarios", "", answer{outcome: "204"})
	case s.Y%5 == 3:
		want := answer{outcome: "404"}
		if slices.ContainsFunc(a.active, active) {
			want.outcome = "204"
		}
		a.active = slices.DeleteFunc(a.active, active)
		h.change(a, "DELETE", "/scenarios/"+to.name, "", want)
	default:
		to.left = s.Z%3 + 1
		body := fmt.Sprintf(`{"times":%d}`, to.left)
		if s.Y%5 == 2 && to.name != "outage" {
			to.left, body = -1, "{}"
		}
		to.times = to.left
		a.active = append([]activation{to}, slices.DeleteFunc(a.active, active)...)
		h.change(a, "PUT", "/scenarios/"+to.name, body, answer{outcome: "200"})
	}
}

// configure changes a setting of the account.
func (h *history) configure(a *account, s step) {
	questions := map[string]string{"search-status": "200", "retrieve-unknown": "400", "campaign-update": "merge", "recommended-not-found": "null", "future-orders": "shown"}
	on := s.Z%4 > 0
	switch s.Y % 5 {
	case 0:
		a.noList = on
		h.change(a, "PATCH", "", fmt.Sprintf(`{"features":{"API_GET_CUSTOMER_ORDERS":%t}}`, !on), answer{outcome: "200"})
	case 1:
		a.discards = on
		h.change(a, "PATCH", "", fmt.Sprintf(`{"discard_writes":%t}`, on), answer{outcome: "200"})
	case 2:
		a.calls, a.refused = 0, 0
		h.change(a, "DELETE", "/requests", "", answer{outcome: "204"})
	default:
		id := pick(sorted(questions), s.X)
		answered := "null"
		if delete(a.answers, id); on {
			a.answers[id] = questions[id]
			answered = strconv.Quote(questions[id])
		}
		h.change(a, "PATCH", "", fmt.Sprintf(`{"assume":{%q:%s}}`, id, answered), answer{outcome: "200"})
	}
}

// imports imports a waiting order, or a campaign.
func (h *history) imports(a *account, s step) {
	replace := s.Z%2 == 0
	query := fmt.Sprintf("&anonymize=false&replace=%t", replace)
	n := s.X % 2
	if s.Y%2 == 0 {
		c := h.campaign(a, s)
		c.code = fmt.Sprint("c0ffee00-0000-4000-8000-00000000001", n)
		want := answer{outcome: "200"}
		switch known := a.data.campaign(c.code); {
		case known == nil:
			a.data.campaigns = append(a.data.campaigns, c) // its place follows from its code, as a new one's
			slices.SortFunc(a.data.campaigns, func(x, y campaign) int { return strings.Compare(y.code, x.code) })
		case replace:
			*known = c
		default:
			want.outcome = "409"
		}
		h.change(a, "POST", "/records?kind=campaigns"+query, c.json(), want)
		return
	}
	ref := fmt.Sprint("90000000", n)
	o := order{ref: ref, date: wall.AddDate(0, 0, -1).Format(moment), status: "PENDING", approve: "WAITING", product: "SOLO", customer: true}
	want := answer{outcome: "200"}
	switch known := a.data.order(ref); {
	case o.date > a.now().Format(moment): // later than the clock
		want.outcome = "400"
	case known == nil:
		a.data.orders = append(a.data.orders, o)
	case replace:
		*known = o
		a.data.subs = slices.DeleteFunc(a.data.subs, func(s subscription) bool { return s.order == ref })
	default:
		want.outcome = "409"
	}
	a.data.stranger = a.data.stranger && want.outcome != "200" // an order implies its customer
	h.change(a, "POST", "/records?kind=orders"+query, strings.ReplaceAll(h.pending, "100000001", ref), want)
}

// forge signs a call with another secret. No scenario but the outage meets it.
func (h *history) forge(a *account, _ step) {
	got, _ := h.shop.rest(a.code, "GET", "/upsell/settings/campaign/", "", "another secret")
	want := refuse(either(a.gate("read-upsell-settings", false), "401 AUTHENTICATION_ERROR"))
	a.calls++
	a.refused++
	h.same("a forged call", got, want)
}

func (h *history) login(a *account, s step) {
	key := secret
	if s.X%4 == 3 {
		key = "another secret"
	}
	got, text := h.shop.login(a.code, key)
	want := ""
	switch early := a.gate("login", key == secret); {
	case early != "":
		want = soapOutcome(early)
	case key != secret:
		want = "500 AUTHENTICATION_FAILED"
	default:
		want = "200"
		a.sessions = append(a.sessions, session{token: element(text, "loginReturn"), issued: a.now()})
	}
	a.count(want)
	h.same("login", answer{outcome: got}, answer{outcome: want})
}

// soapOutcome gives a failure the status of a fault. An answer of a scenario keeps its own.
func soapOutcome(fails string) string { return strings.Replace(fails, "403", "500", 1) }

func (a *account) count(outcome string) {
	a.calls++
	if outcome[0] > '3' {
		a.refused++
	}
}

// upgrade upgrades with any session the account ever had.
func (h *history) upgrade(a *account, s step) {
	if len(a.sessions) == 0 {
		h.login(a, step{})
	}
	if len(a.sessions) == 0 { // a scenario failed the login
		return
	}
	used := pick(a.sessions, s.Z)
	ref := a.subRef(s.X)
	target := "DUO"
	if sub := a.data.sub(ref); s.Y%4 != 0 && sub != nil {
		target = upgradesTo[sub.product]
	}
	if target == "" {
		target = "TRIO"
	}
	got, text := h.shop.upgrade(used.token, ref, target)
	valid := a.valid(used)
	if fails := a.gate("upgrade-partner-subscriptions", valid); fails != "" {
		a.count(soapOutcome(fails))
		h.same("upgrade", answer{outcome: got}, answer{outcome: soapOutcome(fails)})
		return
	}
	want := refuse("500 FORBIDDEN")
	if valid {
		d := &a.data
		if copied := a.data.clone(); a.discards {
			d = &copied
		}
		want = a.upgrade(ref, target, func() string { return element(text, "RefNo") })(d)
	}
	a.count(want.outcome)
	body := element(text, "RefNo")
	h.same("upgrade "+ref+" to "+target, answer{got, body}, want)
}

// restart ends the sandbox, or kills its process, and starts it again.
func (h *history) restart(_ *account, s step) {
	if !h.killed && s.X%4 > 0 {
		return
	}
	h.shop.end(h, h.killed)
	h.shop.start(h, h.killed)
	for _, a := range h.accounts {
		a.restart()
	}
}
