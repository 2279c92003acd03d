package scenario

import (
	"math"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// delay is how long a call waits because of a rule: always the same, or drawn
// evenly between two durations, or drawn log-normally by median and 99th
// percentile, as response times usually spread.
type delay struct {
	from, to    time.Duration // equal when fixed
	median, p99 time.Duration // set when log-normal
}

// maxDelay is the longest delay of a file. A test that waits longer tests
// something else.
const maxDelay = time.Hour

// maxTail bounds a drawn delay as a multiple of the 99th percentile. A
// log-normal distribution has no end, and one draw in a million must not stop a
// test run for an hour.
const maxTail = 3

// z99 is the 99th percentile of the standard normal distribution.
const z99 = 2.3263478740408408

// checkDelays adds a fault when rules for every call of an operation delay it by
// more than maxDelay together, by the 99th percentiles of log-normal delays. The Director
// limits the sum for other calls, and over several scenarios.
func (r *reader) checkDelays(rules []rule, shapes []value) {
	total, ended := map[catalog.OperationID]time.Duration{}, map[catalog.OperationID]bool{}
	for i, rule := range rules {
		if rule.when != nil || !rule.always() {
			continue
		}
		for _, id := range rule.operations {
			overruled := rule.ends() && ended[id]
			ended[id] = ended[id] || !rule.effect.Empty()
			if overruled || rule.delay == nil {
				continue
			}
			if total[id] += max(rule.delay.to, rule.delay.p99); total[id] > maxDelay {
				r.add(fault(shapes[i].of["delay"].at, "the delays of a call must add up to at most %s, got up to %s for %s", phrase.Duration(maxDelay), phrase.Duration(total[id]), id))
				return
			}
		}
	}
}

// always reports whether the rule acts on every matching call, at the latest when skip is
// over.
func (r *rule) always() bool {
	return r.chance >= 1 && r.times == 0 && r.every <= 1 && r.nth == nil && r.during == nil
}

// at returns the delay at a share from 0 up to 1 of all delays, the shortest
// first.
func (d delay) at(share float64) time.Duration {
	if d.median == 0 {
		return d.from + time.Duration(share*float64(d.to-d.from))
	}
	sigma := math.Log(float64(d.p99)/float64(d.median)) / z99
	z := math.Sqrt2 * math.Erfinv(2*share-1)
	drawn := float64(d.median) * math.Exp(sigma*z)
	return time.Duration(min(drawn, maxTail*float64(d.p99)))
}

// delayForm is a delay that is always the same, or drawn.
var delayForm = form{must: "delay must be a duration such as 250ms, or {median, p99}, or {from, to}", single: aDelay.single, check: aDelay.check, keys: []key{
	{"median", aDelay, "Half of the delays are shorter. Needs p99."},
	{"p99", aDelay, "One delay in a hundred is longer. Needs median."},
	{"from", aDelay, "The shortest delay. Needs to."},
	{"to", aDelay, "The longest delay. Needs from."},
}}

// aDelay is one duration of a delay.
var aDelay = span("1h", "250ms or 2s")

// delay reads the delay of a rule, nil for none.
func (r *reader) delay(shape value) *delay {
	if !shape.isPresent() {
		return nil
	}
	if shape.of == nil {
		return &delay{from: shape.span(), to: shape.span()}
	}
	switch isDrawn, isEven := shape.first("median", "p99") != nil, shape.first("from", "to") != nil; {
	case isDrawn == isEven:
	case shape.has("median") && shape.has("p99"):
		median, p99 := r.delays(shape, "median", "p99")
		return &delay{median: median, p99: p99}
	case shape.has("from") && shape.has("to"):
		from, to := r.delays(shape, "from", "to")
		return &delay{from: from, to: to}
	}
	if !shape.partial {
		r.add(fault(shape.at, "%s", delayForm.must))
	}
	return nil
}

// delays reads two delays, of which the second is longer.
func (r *reader) delays(shape value, lowName, highName string) (low, high time.Duration) {
	low, high = shape.of[lowName].span(), shape.of[highName].span()
	if low > 0 && high > 0 && low >= high {
		r.add(fault(shape.of[highName].at, "%s must be longer than %s, which is %s; got %s", highName, lowName, low, high))
	}
	return low, high
}
