package oracle

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// soap predicts a call of the SOAP endpoint: every failure is a fault with status 500.
func (s *state) soap(c call) prediction {
	broken := refuse("500 INVALID_REQUEST_BODY")
	if len(c.Body) > 4<<20 {
		return refuse("500 REQUEST_TOO_LARGE")
	}
	envelope := readXML(c.Body)
	if envelope == nil || envelope.name != "Envelope" {
		return broken
	}
	if body := envelope.child("Body"); body == nil || len(body.children) == 0 {
		return broken
	}
	for _, h := range envelope.children {
		for _, header := range h.children {
			if h.name == "Header" && slices.Contains([]string{"1", "true"}, header.attrs["mustUnderstand"]) && s.answers["soap-headers"] == "checked" {
				return refuse("500 MustUnderstand")
			}
		}
	}
	body, p := envelope.child("Body"), refuse("500 NOT_FOUND")
	odd := body.odd()
	switch operation := body.children[0]; operation.name {
	case "login":
		p = s.login(operation)
	case "upgradePartnerSubscriptions":
		p = s.upgrade(operation, body)
	}
	if odd != "" {
		p = prediction{silent: odd, Outcomes: append(p.Outcomes, "200", "500 INVALID_PARAMETER", "500 INVALID_PRICING_OPTION")}
	}
	return p
}

// odd returns the names that no text speaks of: in another case, or of elements given
// twice other than lists.
func (n *node) odd() string {
	had := map[string]bool{}
	for _, c := range n.children {
		for _, name := range sequence {
			if strings.EqualFold(name, c.name) && name != c.name {
				return "the case of an element"
			}
		}
		if had[c.name] && c.name != "item" && c.name != "Items" && c.name != "PricingOptions" {
			return "an element given twice"
		}
		had[c.name] = true
		if odd := c.odd(); odd != "" {
			return odd
		}
	}
	return ""
}

// login is section 5, SOAP, with questions login-fault and session-life. Of several
// faults the answer may name any.
func (s *state) login(n *node) prediction {
	if len(n.children) > 0 && strings.HasPrefix(n.children[0].name, "param") {
		for i, c := range n.children {
			c.name = sequence[i]
		}
	}
	var faults []string
	wrong := func(is bool, codes ...string) {
		for _, code := range codes {
			if is {
				faults = append(faults, "500 "+code)
			}
		}
	}
	code, date, hash, algorithm := n.value("merchantCode"), n.value("date"), n.value("hash"), n.value("algorithm")
	wrong(code == "" || date == "" || hash == "", "INVALID_PARAMETER")
	at, err := time.Parse(moment, date)
	wrong(date != "" && err != nil, "INVALID_PARAMETER", "AUTHENTICATION_FAILED")
	wrong(err == nil && at.Sub(s.now).Abs() > time.Hour, "AUTHENTICATION_FAILED")
	wrong(code != "" && code != account, "AUTHENTICATION_FAILED")
	known := slices.Contains([]string{"sha256", "md5", "sha3-256"}, strings.ToLower(algorithm))
	wrong(algorithm != "" && !known, "INVALID_PARAMETER", "AUTHENTICATION_FAILED")
	right := func(name string) bool { return strings.EqualFold(hash, sign(name, secret, account, date)) }
	wrong(algorithm == "sha256" && hash != "" && date != "" && code == account && !right("sha256"), "AUTHENTICATION_FAILED")
	wrong(algorithm == "" && hash != "" && !right("md5") && !right("sha256"), "AUTHENTICATION_FAILED")
	switch {
	case len(faults) > 0:
		return refuse(unique(faults)...)
	case algorithm != "sha256" && (algorithm != "" || !right("md5")):
		return prediction{silent: "an algorithm other than sha256", Outcomes: []string{"200", "500 AUTHENTICATION_FAILED", "500 INVALID_PARAMETER"}}
	}
	return ok("200")
}

// item is one entry of Items.
type item struct {
	sub      *subscription
	product  *product
	quantity int
	options  []string
}

var wholeQuantity = regexp.MustCompile(`^[1-9][0-9]{0,4}$`)

// upgrade is section 4.9 with questions soap-upgrade, soap-money, option-groups and
// session-fault. Parameters are checked before records; of several faults of one stage
// the answer may name any.
func (s *state) upgrade(n, body *node) prediction {
	if session := n.value("sessionID"); session != "{session}" {
		faults := []string{"500 " + s.answers["session-fault"]}
		if !strings.HasPrefix(session, "{session}") { // no text names its account
			faults = append(faults, "500 FORBIDDEN")
		}
		if session == "" { // missing, or incorrect
			faults = append(faults, "500 INVALID_PARAMETER")
		}
		return refuse(unique(faults)...)
	}
	for _, c := range n.children {
		if len(c.all("Items")) > 0 {
			n = c // the five inside one child
		}
	}
	for _, c := range n.children {
		for _, kept := range body.children {
			if id := c.attrs["href"]; id != "" && "#"+kept.attrs["id"] == id {
				c.children = kept.children
			}
		}
		for _, kept := range n.all("kept") {
			if c.attrs["href"] == "#list" {
				c.children = kept.children
			}
		}
	}
	entries := n.list("Items")
	faults := s.parameters(n, entries)
	if len(faults) > 0 {
		return refuse(unique(faults)...)
	}
	var items []item
	for _, e := range entries {
		one, more := s.item(e)
		items, faults = append(items, one), append(faults, more...)
	}
	if len(faults) > 0 {
		return refuse(unique(faults)...)
	}
	return s.sell(n, items)
}

// parameters checks everything possible without records.
func (s *state) parameters(n *node, entries []*node) (faults []string) {
	wrong := func(is bool, code string) {
		if is {
			faults = append(faults, "500 "+code)
		}
	}
	wrong(len(entries) == 0, "INVALID_PARAMETER")
	for _, e := range entries {
		for _, name := range []string{"SubscriptionReference", "UpgradeProductCode", "Quantity"} {
			wrong(e.value(name) == "", "INVALID_PARAMETER")
		}
		quantity := e.value("Quantity")
		wrong(quantity != "" && !wholeQuantity.MatchString(quantity), "INVALID_QUANTITY")
		for _, o := range e.list("PricingOptions") {
			wrong(o.value("Code") == "", "INVALID_PARAMETER")
		}
	}
	for _, name := range []string{"ExtraDiscount", "ExtraMargin"} {
		if extra := n.extra(name); extra != nil {
			v, kind := amount(extra.value("Value")), extra.value("Type")
			wrong(v == nil || v.Sign() < 0 || kind != "FIXED" && kind != "PERCENT" || kind == "PERCENT" && v.Cmp(hundred) > 0, "INVALID_PARAMETER")
		}
	}
	wrong(utf8.RuneCountInString(n.value("ExternalReferenceNumber")) > 100, "INVALID_PARAMETER")
	return faults
}

var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

func amount(text string) *big.Rat {
	if !decimal.MatchString(text) {
		return nil
	}
	n, _ := new(big.Rat).SetString(text)
	return n
}

// item finds the subject of an entry.
func (s *state) item(e *node) (one item, faults []string) {
	wrong := func(is bool, codes ...string) {
		for _, code := range codes {
			if is {
				faults = append(faults, "500 "+code)
			}
		}
	}
	i := slices.IndexFunc(s.subs, func(sub *subscription) bool { return sub.Reference == e.value("SubscriptionReference") })
	if i < 0 {
		return one, []string{"500 INVALID_SUBSCRIPTION"}
	}
	one.sub, one.quantity = s.subs[i], int(whole(e.value("Quantity")).Int64())
	wrong(one.sub.partner == "" || one.sub.Disabled || one.sub.Expires != "" && at(one.sub.Expires).Before(s.now), "INVALID_SUBSCRIPTION")
	from := s.product(one.sub.product)
	one.product = s.product(e.value("UpgradeProductCode"))
	if len(from.Upgrades) == 0 { // not upgradable, or the target is not on its list
		wrong(true, "INVALID_SUBSCRIPTION", "PRODUCT_ERROR")
		return one, faults
	}
	if one.product == nil || !slices.Contains(from.Upgrades, one.product.Code) {
		return one, append(faults, "500 PRODUCT_ERROR")
	}
	groups := map[string]bool{}
	for _, o := range e.list("PricingOptions") {
		code := o.value("Code")
		k := slices.IndexFunc(one.product.Options, func(o option) bool { return o.Code == code })
		if k < 0 || slices.Contains(one.options, code) || groups[one.product.Options[k].Group] && s.answers["option-groups"] == "single" {
			return one, append(faults, "500 INVALID_PRICING_OPTION")
		}
		groups[one.product.Options[k].Group] = true
		one.options = append(one.options, code)
	}
	return one, faults
}

func (s *state) product(code string) *product {
	for i := range s.products {
		if s.products[i].Code == code {
			return &s.products[i]
		}
	}
	return nil
}

var hundred = big.NewRat(100, 1)

// sell computes the partner order: question soap-money.
func (s *state) sell(n *node, items []item) prediction {
	of := items[0].sub.partner
	i := slices.IndexFunc(s.partners, func(p partner) bool { return p.Code == of })
	seller := s.partners[i]
	sum, approval := new(big.Rat), false
	for k, it := range items {
		price := amount(it.product.Prices[seller.Currency])
		if it.sub.partner != of || slices.ContainsFunc(items[:k], func(o item) bool { return o.sub == it.sub }) {
			return refuse("500 INVALID_SUBSCRIPTION")
		}
		if price == nil {
			return refuse("500 PRODUCT_ERROR")
		}
		share := new(big.Rat).Set(hundred)
		for _, o := range it.product.Options {
			if slices.Contains(it.options, o.Code) {
				share.Add(share, amount(o.Percent))
			}
		}
		piece := percent(price, share)
		sum.Add(sum, piece.Mul(piece, big.NewRat(int64(it.quantity), 1)))
		approval = approval || it.sub.Approval
	}
	left := new(big.Rat).Sub(sum, extra(n.extra("ExtraDiscount"), sum))
	margin := new(big.Rat).Add(percent(left, amount(seller.Margin)), extra(n.extra("ExtraMargin"), left))
	total := new(big.Rat).Sub(left, margin)
	if left.Sign() < 0 || total.Sign() < 0 {
		return refuse("500 INVALID_PARAMETER")
	}
	want := prediction{Outcomes: []string{"200"}, Fields: map[string]any{
		"Status": "AWAITING_PAYMENT", "OrderLockReason": "UNPAID_PROFORMA", "TotalAmount": total.FloatString(2), "Currency": seller.Currency}}
	if approval {
		want.Fields["Status"] = "PENDING_APPROVAL"
		delete(want.Fields, "OrderLockReason")
	}
	s.sold++
	return want
}

// percent returns a share of an amount, rounded half up to two places.
func percent(of, share *big.Rat) *big.Rat {
	exact := new(big.Rat).Quo(new(big.Rat).Mul(of, share), hundred)
	text := exact.FloatString(2) // of amounts, not negative, half up
	rounded, _ := new(big.Rat).SetString(text)
	return rounded
}

// extra returns a discount or a margin, nil when it is absent or all of it is empty.
func (n *node) extra(name string) *node {
	if found := n.child(name); found != nil && strings.TrimSpace(found.text)+found.value("Value")+found.value("Type") != "" {
		return found
	}
	return nil
}

func extra(n *node, of *big.Rat) *big.Rat {
	if n == nil {
		return new(big.Rat)
	}
	switch v := amount(n.value("Value")); {
	case n.value("Type") == "FIXED":
		return v
	default:
		return percent(of, v)
	}
}
