package sandbox_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
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
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	reset := func(to string) func(*testing.T, *sandboxtest.Running) {
		return func(t *testing.T, s *sandboxtest.Running) {
			t.Helper()
			_, err := controlled(s).Reset(t.Context(), to)
			must(t, err)
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
			_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: s.Code(), Secret: secret})
			must(t, err)
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

// TestUnderWay ends the account of a call that waits: the call changes nothing, says why,
// and is in no journal but among the calls without an account, where it does not count.
func TestUnderWay(t *testing.T) {
	t.Parallel()
	fresh := records(t, sandboxtest.Start(t, sandboxtest.Frozen))
	waits := map[string]string{
		"delay":     `{rules: [{on: "*", delay: 1h}]}`,
		"silence":   `{rules: [{on: "*", delay: 1h, cut: empty}]}`,
		"slow body": "",
	}
	for _, end := range generationEnds() {
		for _, id := range writingOperations() {
			op, _ := catalog.Find(id)
			for name, yaml := range waits {
				s := sandboxtest.Start(t, sandboxtest.Frozen)
				call := goodCall(t, s, id)
				if name == "slow body" && (call.body == "" || op.Protocol == catalog.SOAP) {
					continue // a call of SOAP belongs to no account before its body is read
				}
				t.Run(fmt.Sprintf("%s/%s/%s", end.name, id, name), func(t *testing.T) {
					t.Parallel()
					endsWithItsAccount(t, s, call, yaml, end, fresh)
				})
			}
		}
	}
}

func endsWithItsAccount(t *testing.T, s *sandboxtest.Running, call operationCall, yaml string, end generationEnd, fresh string) {
	t.Helper()
	if _, err := controlled(s).SaveSnapshot(t.Context(), "before"); err != nil {
		t.Fatal(err)
	}
	if err := controlled(s).ClearRequests(t.Context()); err != nil { // of the login
		t.Fatal(err)
	}
	answered := make(chan string, 1)
	if yaml == "" {
		connection := sendHalf(t, s, call)
		go func() { answered <- readAnswer(connection) }()
	} else {
		if _, err := controlled(s).PutOwnScenario(t.Context(), "held", yaml); err != nil {
			t.Fatal(err)
		}
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
	if got := records(t, s); got != fresh {
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
		if err != nil {
			t.Fatal(err)
		}
		if len(list.UnderWay) == count {
			return list.UnderWay
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the test ended")
	return nil
}

// sendHalf sends a REST call with half of its body.
func sendHalf(t *testing.T, s *sandboxtest.Running, call operationCall) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	path := strings.TrimPrefix(call.url, s.URL())
	_, err = fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nX-Service-Authentication: %s\r\nContent-Length: %d\r\n\r\n%s",
		call.method, path, s.Sign(), len(call.body), call.body[:len(call.body)/2])
	if err != nil {
		t.Fatal(err)
	}
	return connection
}

// readAnswer returns the answer on a connection, or why there is none.
func readAnswer(connection net.Conn) string {
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return fmt.Sprint(answer.StatusCode, " ", string(body), err)
}
