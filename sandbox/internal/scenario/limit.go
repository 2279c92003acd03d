package scenario

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpguts"
)

// limit lets so many calls through per period, from a bucket that refills evenly. It is stored
// with its buckets.
type limit struct {
	Calls  int           `json:"calls"`
	Per    time.Duration `json:"per_ns"` // on the account's clock
	By     limitBy       `json:"by"`
	Header string        `json:"header,omitempty"` // canonical name, of byHeader
}

// limitBy says which calls share a bucket.
type limitBy string

const (
	byAccount   limitBy = "account"
	byOperation limitBy = "operation"
	byHeader    limitBy = "header." // and the name of a header: the calls with the same value
)

// maxLimitCalls is the most calls of a limit.
const maxLimitCalls = 1_000_000

// String returns the limit as people read it.
func (l limit) String() string {
	return fmt.Sprintf("%d per %s by %s", l.Calls, shortDuration(l.Per), string(l.By)+l.Header)
}

var limitForm = form{must: "a limit must be a mapping", needs: "limit must have calls and per, such as {calls: 5, per: 10s}", keys: []key{
	{"calls", number(1, maxLimitCalls).require(), "How many calls the bucket has room for."},
	{"per", span(aYear, "10s or 1h").require(), "How long an empty bucket takes to be full again, on the account's clock."},
	{"by", wordOf(`{"type": "string", "pattern": "^(account|operation|header[.].+)$"}`), "Which calls share a bucket: account, operation, or header.NAME for those with the same value. Default: account."},
}}

// limit reads the limit of a rule, nil for none.
func (r *reader) limit(shape value, late bool) *limit {
	if !shape.isPresent() {
		return nil
	}
	if late {
		r.add(fault(shape.at, "limit decides before the call, so its condition must not read status, code or answer"))
	}
	made := &limit{Calls: int(shape.of["calls"].number), Per: shape.of["per"].span(), By: byAccount}
	written := shape.of["by"]
	name, isHeader := strings.CutPrefix(written.text, string(byHeader))
	switch by := limitBy(written.text); {
	case !written.isPresent():
	case by == byAccount, by == byOperation:
		made.By = by
	case isHeader && httpguts.ValidHeaderFieldName(name):
		made.By, made.Header = byHeader, textproto.CanonicalMIMEHeaderKey(name)
	default:
		r.add(fault(written.at, "by must be account, operation or header.NAME, got %q", written.text))
	}
	return made
}

// key returns the bucket of a call.
func (l *limit) key(c Call) bucketKey {
	switch l.By {
	case byOperation:
		return sha256.Sum256([]byte(c.Operation()))
	case byHeader:
		return sha256.Sum256([]byte(c.Header(l.Header)))
	}
	return bucketKey{}
}

// bucketKey is a digest, because long header values would take memory.
type bucketKey [sha256.Size]byte

// bucket holds the remaining calls. It refills on each look.
type bucket struct {
	calls float64
	at    time.Time // on the account's clock
}

// almost makes up for the rounding of fractions of calls.
const almost = 1e-9

// seconds returns how long it takes for so many calls to flow in, rounded up.
func (l *limit) seconds(calls float64) int64 {
	return int64(math.Ceil(max(0, calls-almost) / float64(l.Calls) * l.Per.Seconds()))
}

// limitState is the state of a bucket for a call.
type limitState struct {
	passes    bool
	remaining int64 // whole calls, after this one
	next      int64 // seconds until the next call can pass
	full      int64 // seconds until the bucket is full
}

// maxBuckets is how many buckets a rule has. The calls of all further header
// values share one.
const maxBuckets = 1000

// limits are the buckets of an account. It is safe for concurrent use.
type limits struct {
	clock  func() time.Time // of the account
	mu     sync.Mutex
	byRule map[limitedRule]map[bucketKey]*bucket
}

// limitedRule is a rule with a limit. A file that changes the limit begins again.
type limitedRule struct {
	Scenario string `json:"scenario"`
	Rule     int    `json:"rule"` // its number, from 1
	limit
}

// draw lets a call through if its bucket has one left. A preview draws none. It reads
// the clock under the lock, because otherwise a call that overtakes another looks
// like a clock set back.
func (l *limits) draw(rule limitedRule, key bucketKey, preview bool) limitState {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := &rule.limit
	b := l.bucket(rule, key)
	found := *b
	now := l.clock()
	if now.Before(b.at) {
		found.calls = float64(of.Calls) // a clock set back fills the bucket
	}
	flow := float64(now.Sub(b.at)) / float64(of.Per) * float64(of.Calls)
	found.calls, found.at = min(float64(of.Calls), found.calls+max(0, flow)), now
	passes := found.calls >= 1-almost
	if passes {
		found.calls = max(0, found.calls-1)
	}
	if !preview {
		*b = found
	}
	return limitState{passes: passes, remaining: int64(found.calls + almost), next: of.seconds(1 - found.calls), full: of.seconds(float64(of.Calls) - found.calls)}
}

// bucket returns the bucket of a key, full when it is new.
func (l *limits) bucket(rule limitedRule, key bucketKey) *bucket {
	buckets := l.byRule[rule]
	if buckets == nil {
		maps.DeleteFunc(l.byRule, func(former limitedRule, _ map[bucketKey]*bucket) bool { // its limit has changed
			return former.Scenario == rule.Scenario && former.Rule == rule.Rule
		})
		buckets = map[bucketKey]*bucket{}
		l.byRule[rule] = buckets
	}
	if buckets[key] == nil && len(buckets) >= maxBuckets {
		key = bucketKey{}
	}
	if buckets[key] == nil {
		buckets[key] = &bucket{calls: float64(rule.Calls)}
	}
	return buckets[key]
}

// forget fills the buckets of a scenario, of all scenarios for "".
func (l *limits) forget(scenario string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.byRule, func(rule limitedRule, _ map[bucketKey]*bucket) bool {
		return scenario == "" || rule.Scenario == scenario
	})
}

// tooManyRequests is the code of a call beyond a limit. The interface documents
// none (open question rate-limits).
const tooManyRequests = "TOO_MANY_REQUESTS"

// exceeds applies the limit of a rule to the call, once even if the call names an
// active scenario. It reports true and sets the rejection for a call beyond the
// limit.
func (s *selection) exceeds(r *activeRule) bool {
	l := r.rule.limit
	rule := limitedRule{r.scenario.Name, r.number, *l}
	if slices.Contains(s.limited, rule) {
		return false
	}
	s.limited = append(s.limited, rule)
	state := s.limits.draw(rule, l.key(s.call), s.decision.preview)
	name := strconv.Quote(r.scenario.Name) // of the policy of draft-ietf-httpapi-ratelimit-headers
	s.decision.Headers = map[string]string{
		"RateLimit-Policy": fmt.Sprintf("%s;q=%d;w=%d", name, l.Calls, int64(math.Ceil(l.Per.Seconds()))),
		"RateLimit":        fmt.Sprintf("%s;r=%d;t=%d", name, state.remaining, state.full),
	}
	if state.passes {
		return false
	}
	s.rejection = &Answer{Status: 429, Headers: map[string]string{"Retry-After": strconv.FormatInt(state.next, 10)}, Code: tooManyRequests,
		Message: fmt.Sprintf("More than %s, try again in %d seconds", *l, state.next)}
	return true
}
