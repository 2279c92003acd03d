package record_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestNumbersAreKeptExactly reads numbers in several spellings and refuses those with too many digits.
func TestNumbersAreKeptExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"19.99": "19.99", "19.990": "19.99", "1e2": "100", "-0": "0", "0.1": "0.1", "25E-1": "2.5",
		"123456789012345678.123456789012345678": "123456789012345678.123456789012345678",
		"1e17":                                  "100000000000000000", "0e100": "0",
		"1e" + strings.Repeat("0", 69) + "2": "100",
		// refused
		"1e" + strings.Repeat("0", 70) + "2": "",
		"1e18":                               "", "1234567890123456789": "", "1e-19": "", "1e999999999": "", "1e-999999999": "", "abc": "", "": "",
	} {
		got := ""
		if amount, err := record.ParseMoney(text); err == nil {
			got = amount.String()
		}
		if got != want {
			t.Errorf("ParseMoney(%q): got %q, want %q", text, got, want)
		}
		var amount record.Money
		got = ""
		if err := json.Unmarshal([]byte(text), &amount); err == nil {
			body, _ := json.Marshal(amount)
			got = string(body)
		}
		if got != want {
			t.Errorf("JSON %q: got %q, want %q", text, got, want)
		}
	}
}

// TestArithmetic compares the results of random amounts with those of integers.
func TestArithmetic(t *testing.T) {
	t.Parallel()
	halfUp := func(n, by int64) int64 { return (2*n + by) / (2 * by) }
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		bound := []int64{10, 10_000, 1_000_000_000}[random.IntN(3)]
		a, b, whole, count := random.Int64N(bound), random.Int64N(bound), 1+random.Int64N(bound), 1+random.Int64N(99)
		m, n := record.Cents(a), record.Cents(b)
		for name, test := range map[string]struct {
			got  record.Money
			want int64
		}{
			"sum": {m.Plus(n), a + b}, "difference": {m.Minus(n), a - b}, "product": {m.Times(int(count)), a * count}, "quotient": {m.DividedBy(int(count)), halfUp(a, count)},
			"percent": {m.Percent(n), halfUp(a*b, 100_00)}, "part": {m.PartOf(n, record.Cents(whole)), halfUp(a*b, whole)}, "percentage": {m.PercentOf(record.Cents(whole)), a * 100_00 / whole},
		} {
			if want := record.Cents(test.want); !test.got.Equal(want) {
				t.Errorf("%s of %s and %s, of %d, times %d: got %s, want %s", name, m, n, whole, count, test.got, want)
			}
		}
	}
}

// TestShares compares shares with nothing as the whole, and of very large amounts.
func TestShares(t *testing.T) {
	t.Parallel()
	if got := record.Cents(1).PartOf(record.Cents(1), record.Money{}); !got.IsZero() {
		t.Errorf("got %s as a part of nothing", got)
	}
	// One cent less than 33.33 percent.
	if got := record.Cents(333_299_999_999).PercentOf(record.Cents(1_000_000_000_000)); !got.Equal(record.Cents(33_32)) {
		t.Errorf("got %s percent, want 33.32", got)
	}
}

// TestComparisons compares amounts in several spellings.
func TestComparisons(t *testing.T) {
	t.Parallel()
	amount := func(text string) record.Money {
		m, err := record.ParseMoney(text)
		must(t, err)
		return m
	}
	for _, test := range []struct {
		one, other          string
		less, equal         bool
		oneIsZero, oneWhole bool
	}{
		{"120", "120.00", false, true, false, true},
		{"0.00", "-0", false, true, true, true},
		{"0", "0.01", true, false, true, true},
		{"-0.01", "0", true, false, false, false},
		{"1e2", "99.99", false, false, false, true},
		{"19.9", "19.91", true, false, false, false},
	} {
		one, other := amount(test.one), amount(test.other)
		if one.Less(other) != test.less || one.Equal(other) != test.equal || one.IsZero() != test.oneIsZero || one.IsWhole() != test.oneWhole {
			t.Errorf("%s and %s: less %t, equal %t, zero %t, whole %t", test.one, test.other, one.Less(other), one.Equal(other), one.IsZero(), one.IsWhole())
		}
	}
}

// TestRoundedTexts writes amounts with two places and rounds a half up.
func TestRoundedTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"120": "120.00", "19.9": "19.90", "0.005": "0.01", "0.0049": "0.00", "2.675": "2.68", "1e3": "1000.00"} {
		amount, err := record.ParseMoney(text)
		if got := amount.StringFixed(); got != want || err != nil {
			t.Errorf("%s: got %s (%v), want %s", text, got, err, want)
		}
		if got := amount.Round().StringFixed(); got != want {
			t.Errorf("%s: got %s when rounded, want %s", text, got, want)
		}
	}
}

// TestTotals adds all sums of an order to those of another, and multiplies them.
func TestTotals(t *testing.T) {
	t.Parallel()
	totals := func(factor int64) record.Totals {
		c := func(n int64) record.Money { return record.Cents(n * factor) }
		return record.Totals{NetPrice: c(100), GrossPrice: c(119), NetDiscountedPrice: c(90), GrossDiscountedPrice: c(107), Discount: c(10), VAT: c(19), AffiliateCommission: c(3)}
	}
	for factor, got := range map[int64]record.Totals{
		0: totals(1).Times(0), 1: totals(1).Times(1), 3: totals(1).Times(3), 7: totals(2).Plus(totals(5)),
	} {
		text, err := record.Encode(got)
		want, wrong := record.Encode(totals(factor))
		if err != nil || wrong != nil || string(text) != string(want) {
			t.Errorf("%d: got %s (%v), want %s (%v)", factor, text, err, want, wrong)
		}
	}
}

// TestIsCurrency knows the codes of payments in upper case alone.
func TestIsCurrency(t *testing.T) {
	t.Parallel()
	for want, codes := range map[bool][]string{
		true:  {"AED", "CAD", "CDF", "EUR", "JPY", "LAK", "LBP", "NZD", "OMR", "STN", "SVC", "USD", "XCG", "XOF", "ZWG"},
		false: {"", "eur", "EURO", "EU", "DEM", "XAU", "XDR", "XTS", "XXX", "AAA", "ZZZ"},
	} {
		for _, code := range codes {
			if record.IsCurrency(code) != want {
				t.Errorf("%q is a currency: %t", code, !want)
			}
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
