package sandbox_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// searchAt searches orders at an address as the account of a code, and returns the status.
func searchAt(t *testing.T, origin, code string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+"/rest/6.0/orders/", nil)
	must(t, err)
	request.Header.Set("Accept", "application/json")
	if code != "" {
		signed, err := sandbox.Credentials{VendorCode: code}.Sign(time.Time{})
		must(t, err)
		request.Header.Set("X-Service-Authentication", signed.Header())
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	_ = response.Body.Close()
	return response.StatusCode
}

// TestPortOfAnAccount verifies what belongs to the owner of a port.
func TestPortOfAnAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.PublicURL = "https://shop.example.com" })
	fault := map[string]string{"fault": "rules: [{on: search-orders, skip: 3, times: 1, answer: {status: 503}}]"}
	owner, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OWNER", Port: true, Own: fault, Run: "trials", TTL: time.Hour})
	if err != nil || owner.Port == "" || owner.RESTURL != owner.Port+"/rest/6.0" {
		t.Fatalf("got %+v, %v", owner, err)
	}
	statuses := []int{
		searchAt(t, owner.Port, "OWNER"),
		searchAt(t, owner.Port, "DEMO"), // which is a stranger there
		searchAt(t, owner.Port, "NEW"),  // which opens an account
		searchAt(t, owner.Port, "NEW"),
		searchAt(t, owner.Port, "OWNER"),
		searchAt(t, owner.Port, ""),
	}
	if want := []int{201, 201, 201, 503, 201, 401}; !slices.Equal(statuses, want) {
		t.Errorf("got %v, want %v: one count for both accounts", statuses, want)
	}
	at := client.New(owner.Port, client.Options{})
	opened, err := at.Open(t.Context(), client.NewAccount{VendorCode: "POSTED"})
	if err != nil || opened.Owner != "OWNER" || opened.Run != "trials" || opened.TTL != "1h0m0s" || opened.RESTURL != owner.RESTURL || !slices.Equal(opened.Scenarios, []string{"fault"}) {
		t.Errorf("got %+v, %v", opened, err)
	}
	if first, err := at.First(t.Context()); err != nil || first.Code != "OWNER" {
		t.Errorf("the first account there: got %+v, %v", first, err)
	}
	if _, err := at.Open(t.Context(), client.NewAccount{Port: true}); err == nil || !strings.Contains(err.Error(), "shares that port") {
		t.Errorf("a port at a port: got %v", err)
	}
	demo, err := s.Control().Account("DEMO").State(t.Context())
	if err != nil || demo.Calls != 0 || demo.RESTURL != "https://shop.example.com/rest/6.0" {
		t.Errorf("got %+v, %v", demo, err)
	}
	if state, err := s.Control().Account("OWNER").State(t.Context()); err != nil || state.Calls != 4 {
		t.Errorf("got %d calls, %v, want 4: its own, that of the stranger and that without credentials", state.Calls, err)
	}
	for _, clear := range []func() error{
		func() error { _, err := at.Account("OWNER").Reset(t.Context(), client.ToEmpty); return err },
		func() error { return at.Account("NEW").Delete(t.Context()) },
	} {
		must(t, clear())
	}
	if closed, err := at.Account("OWNER").Close(t.Context(), client.Close{Keep: true}); err != nil || len(closed.Calls) != 6 || closed.Calls[3].Account != "NEW" {
		t.Errorf("after a reset and a deletion: got %d calls, %v, want all 6", len(closed.Calls), err)
	}
	if err := at.Account("OWNER").Delete(t.Context()); err != nil {
		t.Errorf("at its own port: %v", err)
	}
	for _, code := range []string{"OWNER", "NEW", "POSTED"} {
		if _, err := s.Control().Account(code).State(t.Context()); err == nil {
			t.Errorf("%s outlives the owner of the port", code)
		}
	}
}

// TestPortsAreReleased opens more ports one after the other than there may be at once.
func TestPortsAreReleased(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.World("empty"))
	var codes []string
	for {
		opened, err := s.Control().Open(t.Context(), client.NewAccount{Port: true})
		if err != nil {
			if !strings.Contains(err.Error(), "their limit of 100 is reached") {
				t.Error(err)
			}
			break
		}
		codes = append(codes, opened.VendorCode)
	}
	if len(codes) != 100 {
		t.Errorf("got %d ports", len(codes))
	}
	all, err := s.Control().Accounts(t.Context())
	if err != nil || len(all) != 101 {
		t.Errorf("got %d accounts, %v: the one without a port stayed", len(all), err)
	}
	must(t, s.Control().Account(codes[0]).Delete(t.Context()))
	if _, err := s.Control().Open(t.Context(), client.NewAccount{Port: true}); err != nil {
		t.Errorf("after one was released: %v", err)
	}
}

// TestStopEndsStreamsOfPorts stops a sandbox while a client follows the stream at the port
// of an account. No call is cut off.
func TestStopEndsStreamsOfPorts(t *testing.T) {
	t.Parallel()
	s := made(t)
	must(t, s.Start(t.Context()))
	owner, err := client.New(s.URL(), client.Options{}).Open(t.Context(), client.NewAccount{VendorCode: "OWNER", Port: true})
	must(t, err)
	stream, err := http.Get(owner.Port + "/_sandbox/stream")
	must(t, err)
	defer stream.Body.Close()
	patient, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Stop(patient); err != nil {
		t.Errorf("got %v", err)
	}
}

// TestClockSteps verifies that each call moves the clock of an account, and of one that is
// opened at its port, on by the step.
func TestClockSteps(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.World("empty"))
	noon := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	owner, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OWNER", Port: true, Clock: noon, ClockStep: time.Second})
	must(t, err)
	for _, code := range []string{"OWNER", "NEW"} {
		for range 3 {
			searchAt(t, owner.Port, code)
		}
		state, err := s.Control().Account(code).State(t.Context())
		if want := noon.Add(3 * time.Second); err != nil || !state.Clock.Now.Equal(want) || state.Clock.Mode != "frozen" {
			t.Errorf("%s: got %+v, %v, want %s", code, state.Clock, err, want)
		}
	}
}

// TestClosingJudgesWhatIsGone compares the records that an account had when a suite deleted
// it at a port.
func TestClosingJudgesWhatIsGone(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.World("empty"))
	run := func(code string, names ...string) {
		owner, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: code, Port: true})
		must(t, err)
		at := client.New(owner.Port, client.Options{})
		for n, name := range names {
			opened, err := at.Open(t.Context(), client.NewAccount{VendorCode: fmt.Sprint(code, n)})
			must(t, err)
			r := s.As(opened.VendorCode)
			for one := range strings.SplitSeq(name, "+") {
				body := `{"Name":"` + one + `","Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`
				if got := r.Do(http.MethodPost, "/upsell", body); got.Status != 201 {
					t.Fatalf("got %d %s", got.Status, got.Body)
				}
			}
			must(t, at.Account(opened.VendorCode).Delete(t.Context()))
		}
	}
	run("GOOD", "Spring", "Summer")
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"Summer", "Spring"}, "[]"},
		{[]string{"Spring", "Summer+Summer"}, "[doubled Summer -1]"},
		{[]string{"Spring"}, "[missing Summer -1]"},
		{[]string{"Spring", "Summer", "Autumn"}, "[extra Autumn -1]"},
	} {
		run("TRIAL", test.names...)
		closed, err := s.Control().Account("TRIAL").Close(t.Context(), client.Close{Compare: "GOOD"})
		got := []string{}
		for _, d := range closed.Records {
			got = append(got, fmt.Sprint(d.Change, " ", d.Name, " ", d.Account))
		}
		if err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%v: got %v, %v, want %s", test.names, got, err, test.want)
		}
	}
}

// TestCloseAwaitsCalls closes an account directly after its client gave up a call, which the
// server notices later. The call is among those of the account.
func TestCloseAwaitsCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Log = nil })
	silent := map[string]string{"silent": "rules: [{on: search-orders, delay: 1h, cut: empty}]"}
	moment := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for range 20 {
		owner, err := s.Control().Open(t.Context(), client.NewAccount{Port: true, Own: silent, Answers: map[string]string{"rest-auth": "documented"}, Clock: moment, ClockStep: time.Second})
		must(t, err)
		connection, err := net.Dial("tcp", strings.TrimPrefix(owner.Port, "http://"))
		must(t, err)
		must(t, errorOf(fmt.Fprintf(connection, "GET /rest/6.0/orders/ HTTP/1.1\r\nHost: localhost\r\n\r\n")))
		account := s.Control().Account(owner.VendorCode)
		for state := owner; state.Clock.Now.Equal(moment); { // until the call has begun
			if state, err = account.State(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		_ = connection.Close()
		closed, err := account.Close(t.Context(), client.Close{})
		if err != nil || len(closed.Calls) != 1 || closed.Calls[0].Response.Status != 0 {
			t.Fatalf("got %+v, %v, want the call", closed.Calls, err)
		}
	}
}
