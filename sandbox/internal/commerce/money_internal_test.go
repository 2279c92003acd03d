package commerce

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shopspring/decimal"
)

// TestCents compares the sums and percentages of random amounts with those of the
// decimals.
func TestCents(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		m, n := randomMoney(random), randomMoney(random)
		if random.IntN(2) == 0 { // near the end of what cents has
			m, n = someCents(random), someCents(random)
		}
		got := [...]string{m.Plus(n).String(), m.Minus(n).String(), m.Percent(n).String()}
		want := [...]string{m.d.Add(n.d).String(), m.d.Sub(n.d).String(), m.d.Mul(n.d).Shift(-2).Round(2).String()}
		if got != want {
			t.Fatalf("%s and %s: got %s, want %s", m, n, got, want)
		}
	}
}

// someCents returns an amount of up to twelve digits with up to two places.
func someCents(random *rand.Rand) Money {
	limit := int64(math.Pow10(1 + random.IntN(12)))
	return Money{decimal.New(random.Int64N(2*limit)-limit, int32(-random.IntN(3)))}
}
