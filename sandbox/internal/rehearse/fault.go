package rehearse

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// fault is an effect on a call. Its rule has the keys of an effect of the scenario language.
type fault struct {
	name   string
	says   string // the call's part in a story, such as: lost its answer
	rule   map[string]any
	weight int  // the order of trials: lost answers of writes first, weaker faults later
	lie    bool // it makes a true answer untrue; no client survives it together with others
}

// losesAnswer reports whether the client gets no whole answer of an operation carried out.
func (f fault) losesAnswer() bool { return f.weight <= 2 }

// answerRule returns a rule that answers with a status and a code of no document.
func answerRule(status int, code string, more map[string]any) map[string]any {
	answer := map[string]any{"status": status, "error_code": code, "message": "Try again"}
	for key, value := range more {
		answer[key] = value
	}
	return map[string]any{"answer": answer}
}

// gatewayPage is the answer of a proxy in front of the service.
const gatewayPage = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"

// shippedAnswers are the shipped scenarios with changes of an answer that serve as faults.
var shippedAnswers = []string{"empty-list", "null-customer", "unknown-status", "new-field", "numbers-as-text"}

// silent is the name of the fault that leaves a call without an answer for patience.
const silent = "silent"

// transport returns the faults of any call. A silent one waits for patience.
func transport(patience time.Duration) []fault {
	lost := func(rule map[string]any) map[string]any {
		rule["after"] = true
		return rule
	}
	return []fault{
		{name: "lost-answer", says: "lost its answer", weight: 0, rule: lost(map[string]any{"cut": "reset"})},
		{name: "late-504", says: "got a late 504", weight: 1, rule: lost(answerRule(504, "GATEWAY_TIMEOUT", nil))},
		{name: "cut-in-body", says: "got a part of its answer", weight: 2, rule: map[string]any{"cut": "truncate"}},
		{name: "cut-in-head", says: "got a part of the head of its answer", weight: 2, rule: map[string]any{"cut": map[string]any{"after": 20, "in": "head"}}},
		{name: "503", says: "got 503", weight: 3, rule: answerRule(503, "SERVICE_UNAVAILABLE", nil)},
		{name: "429", says: "got 429", weight: 4, rule: answerRule(429, "TOO_MANY_REQUESTS", map[string]any{"headers": map[string]any{"Retry-After": "1"}})},
		{name: "reset", says: "lost its connection", weight: 5, rule: map[string]any{"cut": "reset"}},
		{name: "closed", says: "lost its connection", weight: 6, rule: map[string]any{"cut": "empty"}},
		{name: "gateway-page", says: "got the page of a gateway", weight: 7, rule: map[string]any{"answer": map[string]any{"status": 502, "headers": map[string]any{"Content-Type": "text/html"}, "body": gatewayPage}}},
		{name: "stale-connection", says: "left a connection that was closed as the next request arrived", weight: 8, rule: map[string]any{"keep_alive": "stale"}},
		{name: silent, says: "got no answer for a long time", weight: 20, rule: map[string]any{"delay": max(patience, time.Millisecond).String(), "cut": "empty"}},
	}
}

// faultsOf returns the faults of calls of an operation or a neighbour.
func faultsOf(id catalog.OperationID, shipped map[string][]map[string]any, patience time.Duration) []fault {
	op, known := catalog.Find(id)
	if !known {
		return faultsOfNeighbours(patience)
	}
	all := transport(patience)
	for _, outcome := range op.Failures() {
		all = append(all, faultOf(op, outcome))
	}
	if code := sessionCode(op); code != "" {
		all = append(all, fault{name: "session-ended", says: "met the end of its session", weight: 9, rule: map[string]any{"fail": code, "do": map[string]any{"after": map[string]any{"advance": "1h"}}}})
	}
	all = append(all, shippedFaults(op, shipped)...)
	slices.SortStableFunc(all, func(a, b fault) int { return cmp.Compare(a.weight, b.weight) })
	return all
}

// shippedFaults returns the changes of an answer. A project may replace a shipped scenario
// by one with several rules of the operation, or with a rule that changes nothing.
func shippedFaults(op *catalog.Operation, shipped map[string][]map[string]any) (all []fault) {
	for _, scenario := range shippedAnswers {
		name, n := scenario, 1
		for _, rule := range shipped[scenario] {
			if rule["change"] == nil || !slices.Contains(operationsOf(rule["on"]), string(op.ID)) {
				continue
			}
			all = append(all, fault{name: name, says: "got the answer of " + name, weight: 15, lie: true, rule: map[string]any{"change": rule["change"]}})
			n++
			name = fmt.Sprintf("%s-%d", scenario, n)
		}
	}
	return all
}

// faultOf returns the fault of a documented failure. A deletion is carried out before its
// campaign is not found, as for a client that deletes it again after a lost answer.
func faultOf(op *catalog.Operation, o catalog.Outcome) fault {
	f := fault{name: string(o.Code), says: "got " + string(o.Code), weight: 10, rule: map[string]any{"fail": string(o.Code)}}
	if f.lie = o.Status == http.StatusNotFound; f.lie && op.ID == catalog.DeleteUpsell {
		f.lie, f.rule = false, answerRule(o.Status, string(o.Code), map[string]any{"message": o.Condition})
		f.rule["after"] = true
	}
	return f
}

// sessionCode returns the code of the operation's failure for an expired session, "" for an
// operation without sessions. The session of session-ended stays expired, because the clock
// moves on.
func sessionCode(op *catalog.Operation) string {
	for _, check := range op.Checks() {
		if check.Name == catalog.SessionCheck {
			return string(check.Outcome.Code)
		}
	}
	return ""
}

// operationsOf returns the operations of a rule.
func operationsOf(on any) (ids []string) {
	switch on := on.(type) {
	case string:
		return []string{on}
	case []any:
		for _, one := range on {
			ids = append(ids, fmt.Sprint(one))
		}
	}
	return ids
}

// readShipped reads the rules of shippedAnswers.
func readShipped(ctx context.Context, c *client.Client) (map[string][]map[string]any, error) {
	shipped := map[string][]map[string]any{}
	for _, name := range shippedAnswers {
		file, err := c.Scenario(ctx, name)
		if err != nil {
			return nil, err
		}
		var scenario struct {
			Rules []map[string]any `yaml:"rules"`
		}
		if err := yaml.Unmarshal([]byte(file.YAML), &scenario); err != nil {
			return nil, fmt.Errorf("scenario %s cannot be read: %w", name, err)
		}
		shipped[name] = scenario.Rules
	}
	return shipped, nil
}
