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

// staleShape is how many calls read a record as it was, as it is written.
type staleShape struct {
	Reads positive `yaml:"reads" jsonschema:"required" jsonschema_description:"How many calls read a record as it was, for each change of it."`
}

func (staleShape) said() string { return "stale" }

// earlier reads whether a rule shows records as they were, and its operations then: "*"
// means those that read.
func (r *reader) earlier(shape ruleShape, on []catalog.OperationID, late bool) (Earlier, []catalog.OperationID) {
	at, key := shape.Lag.at, "lag"
	if at == nil {
		at, key = shape.Stale.at, "stale"
	}
	if at == nil || r.unproven(shape, key, at) {
		return Earlier{}, on
	}
	var made Earlier
	made.Lag = r.time("lag", shape.Lag, shortDuration(MaxLag), "5s")
	if w := shape.Stale; w.at != nil {
		if !w.of.Reads.isPresent() {
			r.absent(fault(w.at, "stale must have reads, such as stale: {reads: 1}"))
		}
		made.Reads = r.number("reads", w.of.Reads.word, 1, MaxStaleReads)
	}
	switch {
	case late:
		r.add(fault(at, "%s decides before the call, so its condition must not read status, code or answer", key))
	case shape.Fail.isPresent() || shape.Answer.at != nil || shape.Limit.at != nil:
		r.add(fault(at, "%s shows records in the answer of the operation, which fail, answer and limit replace; write it in a rule of its own", key))
	}
	return made, r.reading(shape, key, at, on)
}

// reading returns the rule's operations. Operations without records to read are a fault,
// unless the rule is on all.
func (r *reader) reading(shape ruleShape, key string, at *token.Token, on []catalog.OperationID) []catalog.OperationID {
	var all []catalog.OperationID
	for _, op := range catalog.Operations() {
		if op.Protocol == catalog.REST && op.Method == http.MethodGet {
			all = append(all, op.ID)
		}
	}
	if len(shape.On.names) > 0 && shape.On.names[0].text == everyOperation {
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
