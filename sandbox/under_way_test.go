package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// generationEnd ends the account of a call under way. gone says that no account follows.
type generationEnd struct {
	name, how string
	gone      bool
	end       func(*testing.T, *sandboxtest.Running)
}

func generationEnds() []generationEnd {
	reset := func(to string) func(*testing.T, *sandboxtest.Running) {
		return func(t *testing.T, s *sandboxtest.Running) {
			t.Helper()
			must(t, errorOf(controlled(s).Reset(t.Context(), to)))
		}
	}
	remove := func(t *testing.T, s *sandboxtest.Running) {
		t.Helper()
		must(t, controlled(s).Delete(t.Context()))
	}
	reopen := func(secret string) func(*testing.T, *sandboxtest.Running) {
		return func(t *testing.T, s *sandboxtest.Running) {
			t.Helper()
			remove(t, s)
			must(t, errorOf(s.Control().Open(t.Context(), client.NewAccount{VendorCode: s.Code(), Secret: secret})))
		}
	}
	return []generationEnd{
		{name: "reset", how: "reset", end: reset(client.ToWorld)},
		{name: "restore", how: "reset", end: reset("before")},
		{name: "delete", how: "deleted", gone: true, end: remove},
		{name: "reopen", how: "deleted", end: reopen("")},
		{name: "reopen with another secret", how: "deleted", end: reopen("another-secret")},
	}
}

// writingOperations returns the operations that change records.
func writingOperations() []catalog.OperationID {
	return []catalog.OperationID{
		catalog.CancelOrder, catalog.UploadOrderForm, catalog.CreateUpsell, catalog.UpdateUpsell, catalog.DeleteUpsell, catalog.ChangeUpsellSettings,
		catalog.UpgradePartnerSubscriptions,
	}
}

// TestUnderWay ends the account of a call that waits, in each way and with each operation: the
// call changes nothing, says why, and is in no journal but among the calls without an account,
// where it does not count.
func TestUnderWay(t *testing.T) {
	t.Parallel()
	fresh := records(t, controlled(sandboxtest.Start(t, sandboxtest.Frozen)))
	run := func(end generationEnd, id catalog.OperationID, name, yaml string) {
		t.Run(fmt.Sprintf("%s/%s/%s", end.name, id, name), func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			endsWithItsAccount(t, s, goodCall(t, s, id), yaml, end, fresh)
		})
	}
	const delay = `{rules: [{on: "*", delay: 1h}]}`
	for _, end := range generationEnds() {
		for name, yaml := range map[string]string{"delay": delay, "silence": `{rules: [{on: "*", delay: 1h, cut: empty}]}`, "slow body": ""} {
			run(end, catalog.CreateUpsell, name, yaml)
		}
		for name, wait := range map[string]string{"silence": "delay: 1h, cut: empty", "answer": "delay: 1h, answer: {status: 200}"} {
			t.Run(end.name+"/stub/"+name, func(t *testing.T) {
				t.Parallel()
				s := sandboxtest.Start(t, sandboxtest.Frozen)
				stub := `{rules: [{on: "POST path:/shipments/", ` + wait + `, do: {before: {refund: order order-complete}}}]}`
				endsWithItsAccount(t, s, operationCall{http.MethodPost, s.REST() + "/shipments/", "{}"}, stub, end, fresh)
			})
		}
		t.Run(end.name+"/unknown path", func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			const answered = "{rules: [{on: unknown-path, before: credential, delay: 1h, answer: {status: 200}}]}"
			endsWithItsAccount(t, s, operationCall{http.MethodPost, s.REST() + "/order/", "{}"}, answered, end, fresh)
		})
	}
	for _, id := range writingOperations() {
		if id != catalog.CreateUpsell {
			run(generationEnds()[0], id, "delay", delay)
		}
	}
}

func endsWithItsAccount(t *testing.T, s *sandboxtest.Running, call operationCall, yaml string, end generationEnd, fresh string) {
	t.Helper()
	must(t, errorOf(controlled(s).SaveSnapshot(t.Context(), "before")))
	if err := controlled(s).ClearRequests(t.Context()); err != nil { // of the login
		t.Fatal(err)
	}
	answered := make(chan string, 1)
	if yaml == "" {
		connection := sendHalf(t, s, call)
		go func() { answered <- readAnswer(connection) }()
	} else {
		must(t, errorOf(controlled(s).PutOwnScenario(t.Context(), "held", yaml)))
		go func() {
			got, err := tryCall(t, s, call, func(r *http.Request) { r.Close = true })
			answered <- fmt.Sprint(got.Status, " ", got.Body, err)
		}()
	}
	awaitUnderWay(t, s, 1)
	end.end(t, s)
	if answer, want := <-answered, "The account DEMO was "+end.how+" during the call"; !strings.Contains(answer, want) {
		t.Errorf("got %s, want %q", answer, want)
	}
	none, err := s.Control().Account(client.NoAccount).Requests(t.Context(), client.Filter{})
	if err != nil || len(none.Requests) != 1 || none.Requests[0].Ended != end.how {
		t.Errorf("got %+v, %v, want one call ended by %q without an account", none.Requests, err, end.how)
	}
	if _, err := controlled(s).State(t.Context()); end.gone {
		if err == nil {
			t.Error("the account is there again")
		}
		return
	}
	if got := records(t, controlled(s)); got != fresh {
		t.Error("the new world is not as it was seeded")
	}
	if list, err := controlled(s).Requests(t.Context(), client.Filter{}); err != nil || list.Total != 0 || list.UnderWay != nil {
		t.Errorf("got %d calls and %+v under way, %v, want none", list.Total, list.UnderWay, err)
	}
	if v := s.Verdict(client.VerdictRequest{NothingElse: true}); !v.Passed || v.Calls != 0 {
		t.Errorf("got %v and %d calls, want a verdict over no call", v.Failures, v.Calls)
	}
	coverage, err := s.Control().Coverage(t.Context())
	if err != nil || coverage.Outside != 0 || coverage.Other != 0 || coveredWithoutLogin(coverage) != 0 {
		t.Errorf("got %+v, %v, want no call but a login", coverage, err)
	}
}

// TestSlowSOAPBody ends the account of a session while the body of its call arrives. A call of
// SOAP belongs to no account before its body is read, so it comes to the new world and is
// refused there, because the session is over.
func TestSlowSOAPBody(t *testing.T) {
	t.Parallel()
	fresh := records(t, controlled(sandboxtest.Start(t, sandboxtest.Frozen)))
	for _, end := range generationEnds() {
		t.Run(end.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			must(t, errorOf(controlled(s).SaveSnapshot(t.Context(), "before")))
			call := goodCall(t, s, catalog.UpgradePartnerSubscriptions)
			connection := sendHead(t, s, call)
			must(t, errorOf(io.WriteString(connection, call.body[:len(call.body)/2])))
			end.end(t, s)
			must(t, errorOf(io.WriteString(connection, call.body[len(call.body)/2:])))
			if answer := readAnswer(connection); !strings.Contains(answer, "Wrong sessionID: ") {
				t.Errorf("got %s, want a session that is over", answer)
			}
			if !end.gone && records(t, controlled(s)) != fresh {
				t.Error("the new world is not as it was seeded")
			}
		})
	}
}

func coveredWithoutLogin(c client.CoverageReport) (calls int64) {
	for _, o := range c.Outcomes {
		if o.Operation != string(catalog.Login) {
			calls += o.Count
		}
	}
	return calls
}

// awaitUnderWay waits until so many calls of the account are under way, and returns them.
func awaitUnderWay(t *testing.T, s *sandboxtest.Running, count int) []client.CallUnderWay {
	t.Helper()
	for t.Context().Err() == nil {
		list, err := controlled(s).Requests(t.Context(), client.Filter{})
		must(t, err)
		if len(list.UnderWay) == count {
			return list.UnderWay
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the test ended")
	return nil
}

// sendHalf sends a REST call with half of its body.
func sendHalf(t *testing.T, s *sandboxtest.Running, call operationCall) *connection {
	t.Helper()
	connection, path := connect(t, s), strings.TrimPrefix(call.url, s.URL())
	_, err := fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nX-Service-Authentication: %s\r\nContent-Length: %d\r\n\r\n%s",
		call.method, path, s.Sign(), len(call.body), call.body[:len(call.body)/2])
	must(t, err)
	return connection
}

// sendHead sends the head of a request, and returns once the sandbox asks for its body.
func sendHead(t *testing.T, s *sandboxtest.Running, call operationCall) *connection {
	t.Helper()
	connection := connect(t, s)
	_, err := fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n",
		call.method, strings.TrimPrefix(call.url, s.URL()), len(call.body))
	must(t, err)
	if asked, err := http.ReadResponse(connection.in, nil); err != nil || asked.StatusCode != http.StatusContinue {
		t.Fatalf("got %v, %v, want 100 Continue", asked, err)
	}
	return connection
}

// readAnswer returns the answer on a connection, or why there is none.
func readAnswer(connection *connection) string {
	answer, err := http.ReadResponse(connection.in, nil)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return fmt.Sprint(answer.StatusCode, " ", string(body), err)
}

// TestResetsAmidWriters resets an account thirty times while sixteen clients write: each
// world is as it was seeded, and its journal has no call.
func TestResetsAmidWriters(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fresh := records(t, controlled(s))
	call, seeded := goodCall(t, s, catalog.CreateUpsell), campaigns(t, s)
	for round := range 30 {
		begin := make(chan struct{})
		var writers sync.WaitGroup
		for range 16 {
			writers.Go(func() {
				<-begin
				if _, err := tryCall(t, s, call, nil); err != nil {
					t.Error(err)
				}
			})
		}
		close(begin)
		_, err := controlled(s).Reset(t.Context(), client.ToWorld)
		writers.Wait() // those that came after the reset write into the new world
		if created, calls := campaigns(t, s)-seeded, callsOf(t, s); created != calls {
			t.Fatalf("round %d: the world has %d new campaigns, and its journal %d calls", round, created, calls)
		}
		if err == nil {
			_, err = controlled(s).Reset(t.Context(), client.ToWorld)
		}
		if got := records(t, controlled(s)); err != nil || got != fresh {
			t.Fatalf("round %d: the world is not as it was seeded, %v", round, err)
		}
		list, err := controlled(s).Requests(t.Context(), client.Filter{})
		if err != nil || list.Total != 0 || list.UnderWay != nil {
			t.Fatalf("round %d: got %+v, %v, want no call", round, list, err)
		}
	}
}

func campaigns(t *testing.T, s *sandboxtest.Running) int {
	t.Helper()
	state, err := controlled(s).State(t.Context())
	must(t, err)
	return state.Counts.Records.Campaigns
}

func callsOf(t *testing.T, s *sandboxtest.Running) int {
	t.Helper()
	list, err := controlled(s).Requests(t.Context(), client.Filter{Limit: 1})
	must(t, err)
	return list.Total
}

// TestControlEndsWithTheAccount resets an account while a change of it is still being sent:
// the change is refused and changes nothing.
func TestControlEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fresh := records(t, controlled(s))
	before, err := controlled(s).State(t.Context())
	must(t, err)
	for path, body := range map[string]string{
		"PUT /_sandbox/accounts/DEMO/clock":          `{"advance": "8d"}`,
		"PATCH /_sandbox/accounts/DEMO":              `{"features": {"API_GET_CUSTOMER_ORDERS": false}}`,
		"PUT /_sandbox/accounts/DEMO/scenarios/slow": `{"times": 3}`,
		"POST /_sandbox/accounts/DEMO/world":         "products:\n  - {code: NEW-1, name: New, prices: {EUR: 5}}\n",
	} {
		method, address, _ := strings.Cut(path, " ")
		connection := sendHead(t, s, operationCall{method, s.URL() + address, body})
		must(t, errorOf(io.WriteString(connection, body[:len(body)/2])))
		must(t, errorOf(controlled(s).Reset(t.Context(), client.ToWorld)))
		answer, err := http.ReadResponse(connection.in, nil)
		if err != nil || answer.StatusCode != http.StatusConflict {
			t.Fatalf("%s: got %v, %v, want 409", path, answer, err)
		}
		_ = answer.Body.Close()
	}
	state, err := controlled(s).State(t.Context())
	if err != nil || state.Clock != before.Clock || len(state.Scenarios) != 0 || !state.Features["API_GET_CUSTOMER_ORDERS"] || records(t, controlled(s)) != fresh {
		t.Errorf("got %+v, %v, want an account as it was opened", state, err)
	}
}

// TestHundredHeldCalls resets an account that has a hundred held calls: all end, nothing is left
// waiting, and the followers of the account hear of each.
func TestHundredHeldCalls(t *testing.T) {
	t.Parallel()
	const held = 100
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fresh := records(t, controlled(s))
	must(t, errorOf(controlled(s).PutOwnScenario(t.Context(), "held", `{rules: [{on: create-upsell, delay: 1h}]}`)))
	call, statuses := goodCall(t, s, catalog.CreateUpsell), make(chan int, held)
	for range held {
		go func() {
			got, _ := tryCall(t, s, call, func(r *http.Request) { r.Close = true })
			statuses <- got.Status
		}()
	}
	awaitUnderWay(t, s, held)
	events, err := s.Control().Stream(t.Context(), client.StreamOptions{Accounts: []string{s.Code()}})
	must(t, err)
	must(t, errorOf(controlled(s).Reset(t.Context(), client.ToWorld)))
	for range held {
		if status := <-statuses; status != http.StatusUnauthorized {
			t.Errorf("got %d, want 401", status)
		}
	}
	awaitUnderWay(t, s, 0)
	if records(t, controlled(s)) != fresh {
		t.Error("the new world is not as it was seeded")
	}
	ended := 0
	for event, err := range events {
		if data, is := event.Data.(client.EndedEvent); is {
			ended++
			if data.Account != s.Code() || data.How != "reset" || data.Operation != "create-upsell" || !strings.HasPrefix(data.Call, "none-") {
				t.Errorf("got %+v", data)
			}
		}
		if err != nil || ended == held {
			return
		}
	}
	t.Errorf("the stream ended after %d calls", ended)
}

// TestEndAfterTheOperation ends the account of calls that wait after their operation: what they
// did stays in the world that ended, they move nothing more, and their connection closes.
func TestEndAfterTheOperation(t *testing.T) {
	t.Parallel()
	fresh := records(t, controlled(sandboxtest.Start(t, sandboxtest.Frozen)))
	for wait, yaml := range map[string]string{
		"rule that reads the answer": `{rules: [{on: create-upsell, when: status == 201, delay: 1h}, {on: create-upsell, do: {after: [{place: STUDIO-PRO-1Y}]}}]}`,
		"pieces":                     `{rules: [{on: create-upsell, pace: 1B/s}]}`,
	} {
		for _, end := range generationEnds() {
			t.Run(wait+"/"+end.name, func(t *testing.T) {
				t.Parallel()
				s := sandboxtest.Start(t, sandboxtest.Frozen)
				must(t, errorOf(controlled(s).SaveSnapshot(t.Context(), "before")))
				must(t, errorOf(controlled(s).PutOwnScenario(t.Context(), "held", yaml)))
				seeded, answered := campaigns(t, s), make(chan error, 1)
				go func() {
					_, err := tryCall(t, s, goodCall(t, s, catalog.CreateUpsell), func(r *http.Request) { r.Close = true })
					answered <- err
				}()
				for campaigns(t, s) == seeded || wait != "rule that reads the answer" && callsOf(t, s) == 0 {
					time.Sleep(time.Millisecond)
				}
				end.end(t, s)
				if <-answered == nil {
					t.Error("the client got a whole answer")
				}
				if !end.gone && records(t, controlled(s)) != fresh {
					t.Error("the new world is not as it was seeded")
				}
			})
		}
	}
}
