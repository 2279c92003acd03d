package oracle

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

//go:embed world.json
var worldFile []byte

const (
	clock    = "2021-06-16 12:00:00"
	secret   = "conformance-secret"
	moment   = "2006-01-02 15:04:05"
	day      = "2006-01-02"
	restBase = "/rest/6.0"
	soapPath = "/soap/6.0"
)

// state is an account: its records, settings and clock.
type state struct {
	now       time.Time
	answers   map[string]string
	features  map[string]bool
	display   string
	orders    []*order
	customers []customer
	campaigns []*campaign // the latest created first
	products  []product
	partners  []partner
	subs      []*subscription
	made      int // campaigns created by calls
	sold      int // and partner orders
}

type order struct {
	Reference     string
	External      string `json:"external_reference"`
	Date          string
	Status        string
	Approve       string `json:"approve_status"`
	Customer      int
	Partner       string
	Sale          int
	Invoice       string
	Test          bool
	PurchaseOrder string `json:"purchase_order"`
	Dispute       *struct{ Resolution, Reason string }
	Lines         []line
	at            time.Time
}

type line struct {
	Product  string
	Quantity int
	Price    string
	VAT      string
	Begins   *subscription `json:"subscription"`
}

type customer struct {
	Reference int
	External  string
}

type product struct {
	Code     string
	Prices   map[string]string
	Months   int
	Upgrades []string
	Options  []option
}

type option struct{ Group, Code, Percent string }

type partner struct{ Code, Currency, Margin string }

type subscription struct {
	Reference, Expires string
	Disabled           bool
	Approval           bool `json:"upgrade_needs_approval"`
	partner, product   string
}

// fresh returns the state at the start of every case.
func fresh(s settings) *state {
	var world struct {
		Products  []product
		Partners  []partner
		Customers []customer
		Orders    []*order
		Campaigns []worldCampaign
		Settings  struct {
			Display string `json:"upselling_display_type"`
		}
	}
	if err := json.Unmarshal(worldFile, &world); err != nil {
		panic(fmt.Sprintf("world.json: %v", err))
	}
	st := &state{now: at(clock), answers: maps.Clone(questions), features: map[string]bool{"API_GET_CUSTOMER_ORDERS": true}}
	maps.Copy(st.answers, s.Answers)
	maps.Copy(st.features, s.Features)
	st.display, st.orders, st.customers = world.Settings.Display, world.Orders, world.Customers
	st.products, st.partners = world.Products, world.Partners
	for _, o := range st.orders {
		o.at = at(o.Date)
		if sub := o.Lines[0].Begins; sub != nil {
			sub.partner, sub.product = o.Partner, o.Lines[0].Product
			st.subs = append(st.subs, sub)
		}
	}
	for _, c := range world.Campaigns {
		st.campaigns = append([]*campaign{c.campaign()}, st.campaigns...)
	}
	return st
}

// clone returns a copy for a call to change.
func (s *state) clone() *state {
	t := *s
	t.orders, t.subs, t.campaigns = copies(s.orders), copies(s.subs), copies(s.campaigns)
	return &t
}

func copies[T any](all []*T) []*T {
	values := make([]T, len(all))
	made := make([]*T, len(all))
	for i, one := range all {
		values[i] = *one
		made[i] = &values[i]
	}
	return made
}

// questions has the default answers.
var questions = map[string]string{
	"nulls": "shown", "search-status": "201", "page-totals": "right", "page-count": "filtered", "page-stability": "stable",
	"page-depth": "any", "refund-money": "positive", "lookup-body": "json", "retrieve-unknown": "404", "yes-body": "true",
	"campaign-update": "replace", "create-status": "201", "campaign-statuses": "all", "ended-campaigns": "expired",
	"recommended-not-found": "404", "rest-hash": "any", "rest-skew": "5m", "rest-auth": "all", "accept": "406",
	"session-life": "10m", "session-fault": "FORBIDDEN", "soap-headers": "checked", "option-groups": "single",
	"future-orders": "hidden", "progress": "manual",
}

func (s *state) order(reference string) *order {
	for _, o := range s.orders {
		if o.Reference == reference {
			return o
		}
	}
	return nil
}

func (s *state) campaign(code string) *campaign {
	for _, c := range s.campaigns {
		if strings.EqualFold(c.code, code) {
			return c
		}
	}
	return nil
}

// paid says whether the order has begun its subscriptions: section 3 and question
// transitions finish an order with COMPLETE, and only COMPLETE becomes REFUND.
func (o *order) paid() bool { return o.Status == "COMPLETE" || o.Status == "REFUND" }

// subscribed says whether the order is one of a subscription, as found by rule 2 of
// section 4.2.
func (s *state) subscribed(o *order) bool {
	return o.paid() && slices.ContainsFunc(o.Lines, func(l line) bool {
		return slices.ContainsFunc(s.products, func(p product) bool { return p.Code == l.Product && p.Months > 0 })
	})
}

// gross returns the price of the order with VAT, in cents. Every order of the world has
// one line, no discount and whole cents.
func (o *order) gross() int {
	l := o.Lines[0]
	net := cents(l.Price) * l.Quantity
	return net + net*cents(l.VAT)/10000
}

// cents reads an amount with two decimals or none.
func cents(amount string) int {
	whole, part, _ := strings.Cut(amount, ".")
	n := 0
	if _, err := fmt.Sscan(whole+(part + "00")[:2], &n); err != nil {
		panic(err)
	}
	return n
}

func at(text string) time.Time {
	t, err := time.Parse(moment, text)
	if err != nil {
		panic(err)
	}
	return t
}
