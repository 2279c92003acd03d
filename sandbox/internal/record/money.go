package record

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"
)

// Money is an exact decimal amount. In JSON it is a number with no more digits
// than it needs: 120, 6.15, 19.9.
type Money struct{ d decimal.Decimal }

// Cents returns an amount of hundredths: Cents(615) is 6.15.
func Cents(n int64) Money { return Money{decimal.New(n, -2)} }

// MoneyDigits is how many digits an amount may have on either side of its point.
// It is bounded because otherwise a short text such as 1e999999999 would become a
// very long one.
const MoneyDigits = 18

var errMoneyDigits = fmt.Errorf("it has more than %d digits on a side of its point", MoneyDigits)

// ParseMoney reads a decimal number such as "19.99" exactly. Any other text is an
// error, and so is one of more than MoneyDigits.
func ParseMoney(s string) (Money, error) {
	if len(s) > 4*MoneyDigits {
		return Money{}, errMoneyDigits
	}
	d, err := decimal.NewFromString(s)
	if err != nil {
		return Money{}, err
	}
	if int(d.Exponent()) < -MoneyDigits || !d.IsZero() && int(d.Exponent())+d.NumDigits() > MoneyDigits {
		return Money{}, errMoneyDigits
	}
	return Money{d}, nil
}

// Plus returns m + n.
func (m Money) Plus(n Money) Money {
	return Money{m.d.Add(n.d)}
}

// Minus returns m - n.
func (m Money) Minus(n Money) Money {
	return Money{m.d.Sub(n.d)}
}

// Times returns m multiplied by a count.
func (m Money) Times(count int) Money { return Money{m.d.Mul(decimal.NewFromInt(int64(count)))} }

// Percent returns rate percent of m, rounded half up to two places.
func (m Money) Percent(rate Money) Money {
	return Money{m.d.Mul(rate.d).Shift(-2).Round(2)}
}

// PartOf returns the share of m proportional to part of whole, rounded half up to
// two places. It returns zero when whole is zero.
func (m Money) PartOf(part, whole Money) Money {
	if whole.IsZero() {
		return Money{}
	}
	return Money{m.d.Mul(part.d).DivRound(whole.d, 2)}
}

// PercentOf returns m as a percentage of whole, cut to two places, so the
// percentage of whole is never above m.
func (m Money) PercentOf(whole Money) Money {
	percent, _ := m.d.Shift(2).QuoRem(whole.d, 2)
	return Money{percent}
}

// DividedBy returns m over a count, rounded half up to two places.
func (m Money) DividedBy(count int) Money {
	return Money{m.d.DivRound(decimal.NewFromInt(int64(count)), 2)}
}

// Round returns m rounded half up to two places.
func (m Money) Round() Money { return Money{m.d.Round(2)} }

// Less reports whether m is below n.
func (m Money) Less(n Money) bool { return m.d.LessThan(n.d) }

// Equal reports whether both are the same amount, however they are written.
func (m Money) Equal(n Money) bool { return m.d.Equal(n.d) }

// IsZero reports whether the amount is zero.
func (m Money) IsZero() bool { return m.d.IsZero() }

// IsWhole reports whether the amount has no fraction.
func (m Money) IsWhole() bool { return m.d.IsInteger() }

// String returns the amount with no more digits than it needs.
func (m Money) String() string {
	var room [2*MoneyDigits + 2]byte
	return string(m.appendJSON(room[:0]))
}

// StringFixed returns the amount with two places, rounded half up: 120.00.
func (m Money) StringFixed() string { return m.d.StringFixed(2) }

// MarshalJSON writes the amount as a JSON number.
func (m Money) MarshalJSON() ([]byte, error) { return m.appendJSON(nil), nil }

// MarshalJSONTo is MarshalJSON without memory of its own.
func (m Money) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteValue(m.appendJSON(e.AvailableBuffer()))
}

// appendJSON appends the text of String. It allocates no text for usual amounts.
func (m Money) appendJSON(to []byte) []byte {
	places := -int(m.d.Exponent())
	switch {
	case m.d.IsZero():
		return append(to, '0')
	case places < 0 || places > MoneyDigits || m.d.NumDigits() > MoneyDigits:
		return append(to, m.d.String()...)
	}
	n := m.d.CoefficientInt64()
	for ; places > 0 && n%10 == 0; places-- {
		n /= 10
	}
	if m.d.IsNegative() {
		to, n = append(to, '-'), -n
	}
	one := int64(1) // in units of the last place
	for range places {
		one *= 10
	}
	to = strconv.AppendInt(to, n/one, 10)
	if places == 0 {
		return to
	}
	point := len(to)
	to = strconv.AppendInt(to, one+n%one, 10) // the point replaces its first digit
	to[point] = '.'
	return to
}

// UnmarshalJSON reads a JSON number as ParseMoney does. null changes nothing.
func (m *Money) UnmarshalJSON(text []byte) (err error) {
	if string(text) == "null" {
		return nil
	}
	*m, err = ParseMoney(string(text))
	return err
}
