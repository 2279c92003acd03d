package scenario

import (
	"math"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
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

// longest returns the longest delay, of a log-normal one the 99th percentile.
func (d delay) longest() time.Duration { return max(d.to, d.p99) }

// checkDelays adds a fault when rules for every call of an operation delay it by
// more than maxDelay together. The Director limits the sum for other calls, and
// over several scenarios.
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
			if total[id] += rule.delay.longest(); total[id] > maxDelay {
				r.add(fault(shapes[i].Delay.at, "the delays of a call must add up to at most %s, got up to %s for %s", maxDelay, total[id], id))
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

// aDelay names a delay in messages.
const aDelay = "a delay"

const delayForms = "delay must be a duration such as 250ms, or {median, p99}, or {from, to}"

// read returns the delay as written, nil when there is none.
func (s delayShape) read() (*delay, error) {
	if s.at == nil {
		return nil, nil
	}
	if s.fixed.isPresent() {
		d, err := s.fixed.read(aDelay)
		return &delay{from: d, to: d}, err
	}
	p := s.parts
	switch lognormal, even := p.Median.isPresent() && p.P99.isPresent(), p.From.isPresent() && p.To.isPresent(); {
	case lognormal && !p.From.isPresent() && !p.To.isPresent():
		median, p99, err := parseRange("median", p.Median, "p99", p.P99)
		return &delay{median: median, p99: p99}, err
	case even && !p.Median.isPresent() && !p.P99.isPresent():
		from, to, err := parseRange("from", p.From, "to", p.To)
		return &delay{from: from, to: to}, err
	}
	return nil, fault(s.at, delayForms)
}

func parseRange(lowName string, low duration, highName string, high duration) (l, h time.Duration, err error) {
	if l, err = low.read(aDelay); err != nil {
		return 0, 0, err
	}
	if h, err = high.read(aDelay); err != nil {
		return 0, 0, err
	}
	if l >= h {
		return 0, 0, fault(high.at, "%s must be longer than %s, which is %s; got %s", highName, lowName, l, h)
	}
	return l, h, nil
}

// read returns the duration under a key.
func (d duration) read(key string) (time.Duration, error) {
	parsed, err := clock.ParseDuration(d.text)
	if err != nil || parsed <= 0 || parsed > maxDelay {
		return 0, fault(d.at, "%s must be longer than 0s and at most 1h, such as 250ms or 2s, got %q", key, d.text)
	}
	return parsed, nil
}
