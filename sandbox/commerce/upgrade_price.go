package commerce

import (
	"regexp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// upgradeSums is the arithmetic of an upgrade, in the partner's currency.
type upgradeSums struct {
	net         Money
	discount    deduction // ExtraDiscount
	margin      Money     // what the partner's agreement gives
	extraMargin deduction // ExtraMargin
}

// deduction is an extra as it was worked out. Percent is nothing for one that
// was a fixed amount.
type deduction struct{ amount, percent Money }

// payable is what the partner pays.
func (s upgradeSums) payable() Money {
	return s.net.Minus(s.discount.amount).Minus(s.margin).Minus(s.extraMargin.amount)
}

// sum adds the lines up and takes off what the partner gets. Margins are of
// the discounted price; together they are never above it.
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

// share spreads the discount over the lines by their price. Each gets what the
// discount on the lines up to it has grown by, which is never below nothing
// nor above its price, and adds up to the whole.
func share(lines []upgradeLine, s upgradeSums) {
	var reached, given Money
	for i := range lines {
		l := &lines[i]
		reached = reached.Plus(l.net)
		upTo := s.discount.amount.partOf(reached, s.net)
		l.discount = upTo.Minus(given)
		given = upTo
	}
}

// decimalPattern is how a decimal of at least 0 is written.
var decimalPattern = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,12})?$`)

// deduct works an extra out as money off the price, at most as much as is
// left, rounded half up to two places. An absent one is nothing.
func (e *Extra) deduct(field string, price, left Money) (deduction, error) {
	if e == nil {
		return deduction{}, nil
	}
	refuse := func(name, given, expected string) (deduction, error) {
		at := field + "." + name
		return deduction{}, Problemf(catalog.InvalidParameter, "%s must be %s, got %q", at, expected, abbreviated(given)).
			Of(at, abbreviated(given), expected)
	}
	if !decimalPattern.MatchString(e.Value) {
		return refuse("Value", e.Value, "a decimal of at least 0 such as 12.50, with at most 12 digits before and after its point")
	}
	value, err := ParseMoney(e.Value)
	if err != nil {
		return deduction{}, err // what has that pattern is a number
	}
	d := deduction{amount: value}
	switch e.Type {
	case PercentDiscount:
		if Cents(100_00).Less(value) {
			return refuse("Value", e.Value, "from 0 to 100 percent")
		}
		d = deduction{amount: price.Percent(value), percent: value}
	case FixedDiscount:
	default:
		return refuse("Type", string(e.Type), "FIXED or PERCENT")
	}
	if left.Less(d.amount) {
		return refuse("Value", e.Value, "at most "+left.Fixed()+", which is left to take it from")
	}
	d.amount = d.amount.Rounded()
	return d, nil
}
