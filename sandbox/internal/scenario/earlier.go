package scenario

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Earlier makes a call read records as they were before. The zero value reads them as they are.
type Earlier struct {
	Lag   time.Duration // as they were so long ago
	Reads int64         // as they were before each change, so many calls for each
}

// The bounds of looking back.
const (
	MaxLag        = time.Hour
	MaxStaleReads = 1_000
)

// IsNow reports whether records are read as they are.
func (e Earlier) IsNow() bool { return e == Earlier{} }

// RuleEarlier combines the rules that show records as they were, and names the last of them.
type RuleEarlier struct {
	Earlier
	Scenario string
	Rule     int // its number
}

var staleForm = form{must: "stale must be a mapping", needs: "stale must have reads, such as stale: {reads: 1}", keys: []key{
	{"reads", number(1, MaxStaleReads).require(), "How many calls read a record as it was, for each change of it."},
}}

// earlier reads whether a rule shows records as they were, and its operations then: "*"
// means those that read.
func (r *reader) earlier(shape value, on []catalog.OperationID, late bool) (Earlier, []catalog.OperationID) {
	key := "lag"
	if !shape.has(key) {
		key = "stale"
	}
	at := shape.of[key].at
	if at == nil || r.unproven(shape, key, at) {
		return Earlier{}, on
	}
	made := Earlier{Lag: shape.of["lag"].span(), Reads: shape.of["stale"].of["reads"].number}
	switch {
	case late:
		r.add(fault(at, "%s decides before the call, so its condition must not read status, code or answer", key))
	case shape.first("fail", "answer", "limit") != nil:
		r.add(fault(at, "%s shows records in the answer of the operation, which fail, answer and limit replace; write it in a rule of its own", key))
	}
	return made, r.reading(shape, key, at, on)
}

// reading returns the rule's operations. Operations without records to read are a fault,
// unless the rule is on all.
func (r *reader) reading(shape value, key string, at *token.Token, on []catalog.OperationID) []catalog.OperationID {
	var all []catalog.OperationID
	for _, op := range catalog.Operations() {
		if op.Protocol == catalog.REST && op.Method == http.MethodGet {
			all = append(all, op.ID)
		}
	}
	if isOnAll(shape) {
		return all
	}
	for _, id := range on {
		if !slices.Contains(all, id) {
			r.add(fault(at, "%s shows earlier records where records are read, and %s does not; those that do are %s", key, id, phrase.And(all...)))
		}
	}
	return on
}

// text returns the look back in words, "" for none.
func (e Earlier) text() string {
	switch {
	case e.IsNow():
		return ""
	case e.Reads == 0:
		return "as they were " + shortDuration(e.Lag) + " ago"
	case e.Lag == 0:
		return fmt.Sprintf("as they were, in the first %d reads after each change", e.Reads)
	}
	return fmt.Sprintf("as they were %s ago, and in the first %d reads after each change", shortDuration(e.Lag), e.Reads)
}

// looksBack reports whether a rule of the scenario shows records as they were.
func (s *Scenario) looksBack() bool {
	return slices.ContainsFunc(s.rules, func(r rule) bool { return !r.earlier.IsNow() })
}

// LooksBack reports whether an active scenario shows records as they were. The account
// has to remember changes then.
func (d *Director) LooksBack() bool {
	return slices.ContainsFunc(d.current().scenarios, func(a activeScenario) bool { return a.scenario.looksBack() })
}
