package commerce

import (
	"regexp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// upgradeSums is the arithmetic of an upgrade, in the partner's currency.
type upgradeSums struct {
	net         record.Money
	discount    deduction    // ExtraDiscount
	margin      record.Money // of the partner's agreement
	extraMargin deduction    // ExtraMargin
}

// deduction is the reduction by an extra. Percent is zero for a FIXED extra.
type deduction struct{ amount, percent record.Money }

// payable returns the amount due from the partner.
func (s upgradeSums) payable() record.Money {
	return s.net.Minus(s.discount.amount).Minus(s.margin).Minus(s.extraMargin.amount)
}

// sum adds the lines up and subtracts the discount and the partner's margins.
// Margins are a share of the discounted price; together they are never above it.
func (u Upgrade) sum(lines []upgradeLine) (upgradeSums, error) {
	var s upgradeSums
	for _, l := range lines {
		s.net = s.net.Plus(l.net)
	}
	var err error
	if s.discount, err = u.ExtraDiscount.deduct("ExtraDiscount", s.net, s.net); err != nil {
		return s, err
	}
	discounted := s.net.Minus(s.discount.amount)
	s.margin = discounted.Percent(lines[0].partner.MarginPercent)
	if s.extraMargin, err = u.ExtraMargin.deduct("ExtraMargin", discounted, discounted.Minus(s.margin)); err != nil {
		return s, err
	}
	share(lines, s)
	return s, nil
}

// share spreads the discount over the lines by their price. A line gets the
// discount on all lines up to it, less the shares of the lines before it. So no
// line gets less than zero or more than its price, and together they get it all.
func share(lines []upgradeLine, s upgradeSums) {
	var reached, given record.Money
	for i := range lines {
		l := &lines[i]
		reached = reached.Plus(l.net)
		upTo := s.discount.amount.PartOf(reached, s.net)
		l.discount = upTo.Minus(given)
		given = upTo
	}
}

// decimalPattern is how a decimal of at least 0 is written.
var decimalPattern = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,12})?$`)

// validate checks the value and the type of an extra. Nil is no extra.
func (e *Extra) validate(field string) error {
	if e == nil {
		return nil
	}
	if !decimalPattern.MatchString(e.Value) {
		return e.wrongValue(field, "a decimal of at least 0 such as 12.50, with at most 12 digits before and after its point")
	}
	if e.Type == catalog.PercentDiscount && record.Cents(100_00).Less(e.value()) {
		return e.wrongValue(field, "from 0 to 100 percent")
	}
	return checkValue(catalog.InvalidParameter, field+".Type", e.Type, e.Type.Values())
}

func (e *Extra) wrongValue(field, expected string) error {
	return invalid(catalog.InvalidParameter, field+".Value", shorten(e.Value), expected)
}

// value returns the number of a valid extra.
func (e *Extra) value() record.Money {
	value, _ := record.ParseMoney(e.Value) // decimalPattern allows nothing else
	return value
}

// deduct returns the reduction of the price by an extra, rounded half up to two
// places: zero for no extra, and a problem when it is more than is left.
func (e *Extra) deduct(field string, price, left record.Money) (deduction, error) {
	if e == nil {
		return deduction{}, nil
	}
	d := deduction{amount: e.value()}
	if e.Type == catalog.PercentDiscount {
		d = deduction{amount: price.Percent(e.value()), percent: e.value()}
	}
	if left.Less(d.amount) {
		return deduction{}, e.tooMuch(field, d, price, left)
	}
	d.amount = d.amount.Round()
	return d, nil
}

// tooMuch returns the problem of an extra above the rest, in the unit of the extra.
func (e *Extra) tooMuch(field string, d deduction, price, left record.Money) error {
	if e.Type != catalog.PercentDiscount {
		return e.wrongValue(field, "at most "+left.StringFixed()+", which is left to take it from")
	}
	most := left.PercentOf(price).String()
	return Problemf(catalog.InvalidParameter, "%s is too high: %s percent is %s; at most %s, %s percent, is left",
		field+".Value", e.value(), d.amount.StringFixed(), left.StringFixed(), most).
		Of(field+".Value", shorten(e.Value), "at most "+most+" percent")
}
