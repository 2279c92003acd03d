package histories

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	moment = "2006-01-02 15:04:05"
	day    = "2006-01-02"
	pages  = 168 * time.Hour // the default window of order search (section 8)
)

// wall is where the clock of the machine stands in every history.
var wall = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// account is the model of an account, as the texts describe it.
type account struct {
	code      string
	data      data
	snapshots map[string]data
	clock     time.Duration // ahead of the wall
	mode      string
	noList    bool // without the feature of the customer order list
	discards  bool
	answers   map[string]string
	active    []activation // the latest first
	sessions  []session
	calls     int
	refused   int
}

// data is the content of a snapshot.
type data struct {
	orders    []order
	subs      []subscription
	campaigns []campaign // the latest first
	display   string
	stranger  bool // whether the account lacks the customer
}

type order struct {
	ref, date, status, approve, po, dispute, reason string
	product                                         string
	customer                                        bool // of the one customer; otherwise of the partner
	sale                                            int  // 0 when the world does not name it
	upgrades, target                                string
}

type subscription struct {
	ref, order, product, start, expires string
	partner, enabled, upgradable        bool
	upgradedBy                          string // an incomplete order
}

type campaign struct {
	code, name, start, end, primary, recommended string
	enabled                                      bool
}

// session is a SOAP session, until a reset.
type session struct {
	token  string
	issued time.Time
	ended  bool
}

// activation is an active scenario. It fails its operations, all without a list.
type activation struct {
	name, fails string
	operations  []string
	left        int // calls, -1 without a limit
	times       int // left at the start
}

// answer is the compared part of an answer: status and code, and the facts of its body.
type answer struct{ outcome, body string }

func refuse(outcome string) answer { return answer{outcome: outcome} }

func (d data) clone() data {
	return data{slices.Clone(d.orders), slices.Clone(d.subs), slices.Clone(d.campaigns), d.display, d.stranger}
}

func newAccount(code string) *account {
	a := &account{code: code, snapshots: map[string]data{}, answers: map[string]string{}, mode: "real"}
	a.data = a.seeded()
	return a
}

func (a *account) now() time.Time { return wall.Add(a.clock) }

// ago returns the moment so many days before the account's clock.
func (a *account) ago(days int) string { return a.now().AddDate(0, 0, -days).Format(moment) }

// seeded returns testdata/world.yaml on the account's clock.
func (a *account) seeded() data {
	const front = "c0ffee00-0000-4000-8000-00000000000"
	return data{
		orders: []order{
			{ref: "100000001", date: a.ago(1), status: "PENDING", approve: "WAITING", product: "SOLO", customer: true},
			{ref: "100000002", date: a.ago(2), status: "AUTHRECEIVED", approve: "WAITING", product: "BOOK", customer: true},
			{ref: "100000003", date: a.ago(3), status: "PENDING", approve: "WAITING", po: "awaiting_form", product: "SOLO", customer: true},
			{ref: "100000004", date: a.ago(4), status: "PENDING", approve: "WAITING", po: "awaiting_payment", product: "BOOK", customer: true},
			{ref: "100000005", date: a.ago(6), status: "COMPLETE", approve: "OK", product: "BOOK", customer: true, sale: 1},
			{ref: "100000006", date: a.ago(20), status: "COMPLETE", approve: "OK", product: "SOLO", sale: 2},
			{ref: "100000007", date: a.ago(30), status: "COMPLETE", approve: "OK", product: "DUO", sale: 3},
		},
		subs: []subscription{
			{ref: "SUBSCRIP01", order: "100000006", product: "SOLO", start: a.ago(19), expires: a.ago(-3), partner: true, enabled: true, upgradable: true},
			{ref: "SUBSCRIP02", order: "100000007", product: "DUO", start: a.ago(29), expires: a.ago(-300), partner: true, enabled: true, upgradable: true},
		},
		campaigns: []campaign{
			{code: front + "3", name: "Off", primary: "DUO", recommended: "TRIO"},
			{code: front + "2", name: "Week", start: a.ago(0)[:10], end: a.ago(-3)[:10], primary: "SOLO", recommended: "TRIO", enabled: true},
			{code: front + "1", name: "Always", primary: "SOLO", recommended: "DUO", enabled: true},
		},
		display: "overlay",
	}
}

// upgradesTo has the upgrade of each product.
var upgradesTo = map[string]string{"SOLO": "DUO", "DUO": "TRIO"}

func (d *data) order(ref string) *order {
	for i := range d.orders {
		if d.orders[i].ref == ref {
			return &d.orders[i]
		}
	}
	return nil
}

func (d *data) sub(ref string) *subscription {
	for i := range d.subs {
		if d.subs[i].ref == ref {
			return &d.subs[i]
		}
	}
	return nil
}

func (d *data) campaign(code string) *campaign {
	for i := range d.campaigns {
		if d.campaigns[i].code == code {
			return &d.campaigns[i]
		}
	}
	return nil
}

// paid says whether an order was finished: question transitions.
func (o *order) paid() bool { return o.status == "COMPLETE" || o.status == "REFUND" }

// expired says whether a subscription ended by the account's clock.
func (a *account) expired(s *subscription) bool { return s.expires <= a.now().Format(moment) }

// canUpgrade is question soap-upgrade, without the target.
func (a *account) canUpgrade(s *subscription) bool {
	return s.partner && s.enabled && !a.expired(s) && s.upgradedBy == "" && s.upgradable
}

// gate applies the active scenarios: the latest one with a rule for the operation acts,
// and a limit of calls counts its affected ones.
func (a *account) gate(operation string, credential bool) (fails string) {
	for i := range a.active {
		s := &a.active[i]
		if s.operations != nil && (!credential || !slices.Contains(s.operations, operation)) {
			continue
		}
		if s.left--; s.left == 0 {
			defer func() { a.active = slices.Delete(a.active, i, i+1) }()
		}
		return s.fails
	}
	return ""
}

// call predicts a call with right credentials: scenario, then the rule. An account that
// discards writes answers from a copy.
func (a *account) call(operation string, rule func(*data) answer) (want answer) {
	defer func() {
		a.calls++
		if want.outcome[0] > '3' {
			a.refused++
		}
	}()
	if fails := a.gate(operation, true); fails != "" {
		return refuse(fails)
	}
	d := &a.data
	if a.discards {
		copied := a.data.clone()
		d = &copied
	}
	return rule(d)
}

// facts lists everything about the account that the control interface shows.
func (a *account) facts() string {
	var f strings.Builder
	fmt.Fprintf(&f, "clock %s %s\ncalls %d refused %d\nlists customers %t discards %t\n", a.now().Format(moment), a.mode, a.calls, a.refused, !a.noList, a.discards)
	for _, id := range slices.Sorted(maps.Keys(a.answers)) {
		fmt.Fprintf(&f, "answer %s %s\n", id, a.answers[id])
	}
	for _, s := range a.active {
		fmt.Fprintf(&f, "scenario %s %d\n", s.name, max(s.left, -1))
	}
	for _, name := range slices.Sorted(maps.Keys(a.snapshots)) {
		d := a.snapshots[name]
		fmt.Fprintf(&f, "snapshot %s %d %d %d\n", name, len(d.orders), len(d.campaigns), len(d.subs))
	}
	for _, o := range slices.SortedFunc(slices.Values(a.data.orders), func(x, y order) int { return strings.Compare(x.ref, y.ref) }) {
		fmt.Fprintf(&f, "order %s %s %s %s %s %s\n", o.ref, o.date, o.status, o.approve, o.po, o.dispute)
	}
	for _, s := range slices.SortedFunc(slices.Values(a.data.subs), func(x, y subscription) int { return strings.Compare(x.ref, y.ref) }) {
		fmt.Fprintf(&f, "subscription %s %s %s %s %s %t %t\n", s.ref, s.order, s.product, s.start, s.expires, s.enabled, a.canUpgrade(&s) && upgradesTo[s.product] != "")
	}
	for _, c := range a.data.campaigns {
		fmt.Fprintf(&f, "campaign %s %s\n", c.code, c.shown())
	}
	return f.String()
}

func (c *campaign) shown() string {
	return fmt.Sprintf("%s %s>%s %s/%s %t", c.name, c.primary, c.recommended, c.start, c.end, c.enabled)
}
