package scenario

import (
	"math"
	"slices"
	"testing"
	"time"
)

// near reports whether got is within a share of want.
func near(got, want, share float64) bool { return math.Abs(got-want) <= share*want }

func TestDelayDistribution(t *testing.T) {
	t.Parallel()
	const draws = 10_000
	for name, test := range map[string]struct {
		delay                 delay
		median, p99, min, max time.Duration
	}{
		"fixed":      {delay{from: time.Second, to: time.Second}, time.Second, time.Second, time.Second, time.Second},
		"uniform":    {delay{from: 100 * time.Millisecond, to: 2100 * time.Millisecond}, 1100 * time.Millisecond, 2080 * time.Millisecond, 100 * time.Millisecond, 2100 * time.Millisecond},
		"log-normal": {delay{median: 300 * time.Millisecond, p99: 2 * time.Second}, 300 * time.Millisecond, 2 * time.Second, 1, 6 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dice := diceFor(1, name, 0)
			drawn := make([]time.Duration, draws)
			for i := range drawn {
				drawn[i] = test.delay.at(dice.share(int64(i+1), forDelay))
			}
			slices.Sort(drawn)
			if got := drawn[draws/2]; !near(float64(got), float64(test.median), 0.05) {
				t.Errorf("median %s, want about %s", got, test.median)
			}
			if got := drawn[draws*99/100]; !near(float64(got), float64(test.p99), 0.1) {
				t.Errorf("99th percentile %s, want about %s", got, test.p99)
			}
			if drawn[0] < test.min || drawn[draws-1] > test.max {
				t.Errorf("from %s to %s, want within %s and %s", drawn[0], drawn[draws-1], test.min, test.max)
			}
		})
	}
}

func TestDelayEnds(t *testing.T) {
	t.Parallel()
	wide := delay{median: time.Microsecond, p99: maxDelay}
	if got, want := wide.at(1-1e-16), maxTail*maxDelay; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := wide.at(1e-16); got < 0 {
		t.Errorf("got %s", got)
	}
}

// A share depends on seed, scenario, rule, ordinal and purpose, and on nothing
// else; chance and delay are independent.
func TestShareIsRepeatable(t *testing.T) {
	t.Parallel()
	first := diceFor(1, "flaky", 0)
	drawn := func(d dice, p purpose) []float64 {
		var shares []float64
		for n := range int64(100) {
			shares = append(shares, d.share(n+1, p))
		}
		return shares
	}
	want := drawn(first, forChance)
	if got := drawn(diceFor(1, "flaky", 0), forChance); !slices.Equal(got, want) {
		t.Error("the same dice give another result")
	}
	for name, other := range map[string]dice{"seed": diceFor(2, "flaky", 0), "scenario": diceFor(1, "flakz", 0), "rule": diceFor(1, "flaky", 1)} {
		if slices.Equal(drawn(other, forChance), want) {
			t.Errorf("another %s gives the same result", name)
		}
	}
	const draws = 10_000
	for _, chance := range []float64{0.01, 0.25, 0.5} {
		acted, actedAndLate := 0, 0
		for n := range int64(draws) {
			if first.share(n+1, forChance) < chance {
				acted++
				if first.share(n+1, forDelay) > 0.5 {
					actedAndLate++
				}
			}
		}
		if !near(float64(acted), chance*draws, 0.15) {
			t.Errorf("chance %v acts on %d of %d calls", chance, acted, draws)
		}
		if !near(float64(actedAndLate), float64(acted)/2, 0.2) {
			t.Errorf("chance %v: %d of %d calls have a long delay", chance, actedAndLate, acted)
		}
	}
}

// TestShareStays keeps the calls that a seed chooses, because a test suite that names its
// seed expects them in every version.
func TestShareStays(t *testing.T) {
	t.Parallel()
	first, second := diceFor(1, "flaky", 0), diceFor(7, "own", 2)
	got := []float64{first.share(1, forChance), first.share(2, forDelay), second.share(1, forChance), second.share(1000, forDelay)}
	want := []float64{0.0638027298026479, 0.2155173873963815, 0.04588819281640688, 0.8147119462917253}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
