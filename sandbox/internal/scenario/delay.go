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
func (r *reader) checkDelays(rules []rule, shapes []ruleShape) {
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
				r.add(fault(shapes[i].Delay.at, "the delays of a call must add up to at most %s, got up to %s for %s", phrase.Duration(maxDelay), phrase.Duration(total[id]), id))
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

// delayParts are the parts of a delay that is drawn.
type delayParts struct {
	Median duration `yaml:"median" jsonschema_description:"Half of the delays are shorter. Needs p99."`
	P99    duration `yaml:"p99" jsonschema_description:"One delay in a hundred is longer. Needs median."`
	From   duration `yaml:"from" interface:"min" jsonschema_description:"The shortest delay. Needs to."`
	To     duration `yaml:"to" interface:"max" jsonschema_description:"The longest delay. Needs from."`
}

func (delayParts) forms() string {
	return "delay must be a duration such as 250ms, or {median, p99}, or {from, to}"
}

// delay reads the delay of a rule, nil for none.
func (r *reader) delay(s either[delayParts]) *delay {
	if s.at == nil {
		return nil
	}
	if s.one.isPresent() {
		d := r.aDelay(duration{s.one})
		return &delay{from: d, to: d}
	}
	p := s.parts
	switch lognormal, even := p.Median.isPresent() && p.P99.isPresent(), p.From.isPresent() && p.To.isPresent(); {
	case lognormal && !p.From.isPresent() && !p.To.isPresent():
		median, p99 := r.delays("median", p.Median, "p99", p.P99)
		return &delay{median: median, p99: p99}
	case even && !p.Median.isPresent() && !p.P99.isPresent():
		from, to := r.delays("from", p.From, "to", p.To)
		return &delay{from: from, to: to}
	}
	if !r.isPartial(r.path + ".delay") {
		r.add(fault(s.at, "%s", p.forms()))
	}
	return nil
}

// delays reads two delays, of which the second is longer.
func (r *reader) delays(lowName string, low duration, highName string, high duration) (l, h time.Duration) {
	if l, h = r.aDelay(low), r.aDelay(high); l > 0 && h > 0 && l >= h {
		r.add(fault(high.at, "%s must be longer than %s, which is %s; got %s", highName, lowName, l, h))
	}
	return l, h
}

func (r *reader) aDelay(d duration) time.Duration { return r.time("a delay", d, "1h", "250ms or 2s") }
