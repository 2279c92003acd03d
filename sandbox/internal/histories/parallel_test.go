package histories

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anishathalye/porcupine"
)

// deed is an action of one client on a thing shared by all clients.
type deed struct{ thing, verb, value string }

// unanswered is the answer to a deed interrupted by a kill: it happened, or it did not.
const unanswered = "unanswered"

// deeds are the choices of a client. A list shows two things, because a mixture of two
// states must be found.
var deeds = map[string][]deed{
	"settings":     {{verb: "write", value: "overlay"}, {verb: "write", value: "interstitial"}, {verb: "read"}},
	"campaigns":    {{verb: "1"}, {verb: "2"}, {verb: "read"}, {verb: "read"}},
	"orders":       {{verb: "1", value: "AUTHRECEIVED"}, {verb: "1", value: "COMPLETE"}, {verb: "3", value: "CANCELED"}, {verb: "read"}, {verb: "read"}},
	"subscription": {{verb: "upgrade"}, {verb: "read"}},
	"session":      {{verb: "call"}, {verb: "call"}, {verb: "expire"}, {verb: "revive"}},
}

var beginnings = map[string]string{"settings": "overlay", "campaigns": "Always Off", "orders": "PENDING PENDING", "subscription": "true", "session": "valid"}

// happens returns the state after a deed and its answer.
func happens(state string, d deed) (next, answered string) {
	first, second, _ := strings.Cut(state, " ")
	switch d.thing + " " + d.verb {
	case "settings write":
		return d.value, d.value
	case "campaigns 1":
		return d.value + " " + second, "200"
	case "campaigns 2":
		return first + " " + d.value, "200"
	case "orders 1":
		if first != d.value && !slices.Contains(nextStatuses[first], d.value) {
			return state, "409"
		}
		return d.value + " " + second, "200"
	case "orders 3":
		if second == "CANCELED" {
			return state, "400 ORDER_CANNOT_BE_CANCELED"
		}
		return first + " CANCELED", "200"
	case "subscription upgrade":
		if state == "false" {
			return state, "500 INVALID_SUBSCRIPTION"
		}
		return "false", "200"
	case "session call":
		return state, map[string]string{"valid": "500 INVALID_SUBSCRIPTION", "expired": "500 FORBIDDEN"}[state]
	case "session expire":
		return "expired", "200"
	case "session revive":
		return "valid", "200"
	}
	return state, state // read
}

// things is the model for porcupine, which checks each thing on its own.
var things = (&porcupine.NondeterministicModel{
	Partition: func(all []porcupine.Operation) (parts [][]porcupine.Operation) {
		of := map[string][]porcupine.Operation{}
		for _, o := range all {
			thing := o.Input.(deed).thing
			of[thing] = append(of[thing], o)
		}
		return slices.Collect(maps.Values(of))
	},
	Init: func() []any { return []any{""} },
	Step: func(state, input, output any) []any {
		d, was := input.(deed), state.(string)
		next, answered := happens(either(was, beginnings[d.thing]), d)
		switch {
		case output == answered:
			return []any{next}
		case d.verb == "upgrade" && output == "500 FORBIDDEN": // the session has expired
			return []any{was}
		case output == unanswered:
			return []any{was, next}
		}
		return nil
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprint(input, output) },
}).ToModel()

// TestParallelHistories lets clients do things at once, and looks for an order of all
// deeds to explain every answer.
func TestParallelHistories(t *testing.T) {
	t.Parallel()
	for n := range max(4, *histories/20) {
		parallel(t, *historySeed+uint64(n), n%4 == 3)
	}
}

func parallel(t *testing.T, seed uint64, killed bool) {
	random := rand.New(rand.NewPCG(seed, 1))
	s := &shop{data: filepath.Join(t.TempDir(), "data.db")}
	s.begin(t, killed)
	defer s.abandon()
	outcome, text := s.login("ONE", secret)
	if outcome != "200" {
		t.Fatal(outcome, text)
	}
	session := element(text, "loginReturn")
	var ticks atomic.Int64
	var history []porcupine.Operation
	for round := range 2 {
		var all sync.WaitGroup
		var mu sync.Mutex
		var answered atomic.Int64
		half := make(chan struct{})
		began := len(history)
		for client := range 4 + random.IntN(5) {
			choose := rand.New(rand.NewPCG(seed, uint64(100*round+client)))
			all.Go(func() {
				for i := range 8 {
					thing := pick(sorted(deeds), choose.IntN(len(deeds)))
					d := pick(deeds[thing], choose.IntN(100))
					if d.thing = thing; thing == "campaigns" && d.verb != "read" {
						d.value = fmt.Sprintf("%d.%d.%d", round, client, i)
					}
					o := porcupine.Operation{ClientId: client, Input: d, Call: ticks.Add(1)}
					o.Output = s.perform(d, session)
					if o.Return = ticks.Add(1); o.Output == unanswered {
						o.Return = math.MaxInt64
					}
					mu.Lock()
					history = append(history, o)
					mu.Unlock()
					if o.Output == unanswered { // the process is killed
						return
					}
					if answered.Add(1) == 16 {
						close(half)
					}
				}
			})
		}
		if killed && round == 0 {
			<-half
			must(t, s.process.Process.Kill())
		}
		all.Wait()
		if round == 1 {
			break
		}
		if !killed {
			s.end(t, false)
		} else {
			_ = s.process.Wait()
		}
		s.start(t, killed)
		for i := range history[began:] { // an unanswered deed happened before this, or never
			history[began+i].Return = min(history[began+i].Return, ticks.Load()+1)
		}
		ticks.Add(2)
	}
	if !porcupine.CheckOperations(things, history) {
		t.Fatalf("no order of the deeds explains the answers, with -history-seed %d:\n%s", seed, described(history))
	}
	s.end(t, false)
}

func described(history []porcupine.Operation) string {
	slices.SortFunc(history, func(x, y porcupine.Operation) int { return int(x.Call - y.Call) })
	var lines strings.Builder
	for _, o := range history {
		fmt.Fprintf(&lines, "client %d, %d to %d: %v: %v\n", o.ClientId, o.Call, o.Return, o.Input, o.Output)
	}
	return lines.String()
}

// perform does a deed and returns its answer.
func (s *shop) perform(d deed, session string) string {
	const campaigns = "c0ffee00-0000-4000-8000-00000000000"
	var got answer
	switch d.thing + " " + d.verb {
	case "settings write":
		got, _ = s.rest("ONE", "PUT", "/upsell/settings/campaign/", `{"UpsellingDisplayType":"`+d.value+`"}`, secret)
		return answered(got.outcome, got.body)
	case "settings read":
		got, _ = s.rest("ONE", "GET", "/upsell/settings/campaign/", "", secret)
		return answered(got.outcome, got.body)
	case "campaigns read":
		got, _ = s.rest("ONE", "GET", "/upsell?CampaignCodes="+campaigns+"1,"+campaigns+"3", "", secret)
		rows := strings.Fields(strings.ReplaceAll(got.body, "\n", " ")) // code, name, products, dates, enabled
		if len(rows) != 10 {
			return answered(got.outcome, got.body)
		}
		return rows[6] + " " + rows[1]
	case "campaigns 1", "campaigns 2":
		c := campaign{code: campaigns + map[string]string{"1": "1", "2": "3"}[d.verb], name: d.value, primary: "SOLO", recommended: "TRIO"}
		got, _ = s.rest("ONE", "PUT", "/upsell/"+c.code, c.json(), secret)
	case "orders 1":
		status, _ := s.control("PATCH", "/accounts/ONE/orders/100000001", `{"status":"`+d.value+`"}`)
		return answered(fmt.Sprint(status), "200")
	case "orders 3":
		got, _ = s.rest("ONE", "DELETE", "/orders/100000003/", "", secret)
	case "orders read":
		got, _ = s.rest("ONE", "GET", "/orders/?Limit=200", "", secret)
		var statuses [2]string
		for row := range strings.SplitSeq(got.body, "\n") {
			for i, ref := range []string{"100000001", "100000003"} {
				if words := strings.Fields(row); len(words) > 3 && words[0] == ref {
					statuses[i] = words[3]
				}
			}
		}
		return answered(got.outcome, statuses[0]+" "+statuses[1])
	case "subscription upgrade":
		got.outcome, _ = s.upgrade(session, "SUBSCRIP01", "DUO")
	case "subscription read":
		status, text := s.control("GET", "/accounts/ONE/subscriptions/SUBSCRIP01", "")
		return answered(fmt.Sprint(status), fmt.Sprint(strings.Contains(text, `"upgradable":true`)))
	case "session call":
		got.outcome, _ = s.upgrade(session, "NOBODYS000", "DUO")
	default:
		change := map[string]string{"expire": `{"now":"2026-10-09 12:10:00"}`, "revive": `{"mode":"real"}`}[d.verb]
		status, _ := s.control("PUT", "/accounts/ONE/clock", change)
		return answered(fmt.Sprint(status), "200")
	}
	return answered(got.outcome, got.outcome)
}

// answered returns the compared part: the body of a success, otherwise the outcome.
func answered(outcome, body string) string {
	switch {
	case outcome == "0" || outcome[0] < '0' || outcome[0] > '9':
		return unanswered
	case outcome[0] > '3':
		return outcome
	}
	return body
}
