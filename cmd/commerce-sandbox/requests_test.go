package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestRequests(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.customer("customer-with-one-order")
	s.customer("customer-with-10-orders")
	s.Get("/orders/nope/")
	s.Get("/odrers")
	s.golden("requests", "requests")
	s.golden("requests-filtered", "requests", "--operation", "retrieve-order", "--status", "404", "--code", "ORDER_NOT_FOUND")
	for _, arguments := range [][]string{
		{"--q", "operation:retrieve-order status:404"}, {"--status", "4xx", "--operation", "retrieve-order"}, {"--q", "record:order/nope", "--code", "ORDER_*"},
	} {
		s.golden("requests-filtered", append([]string{"requests"}, arguments...)...)
	}
	s.want(misuse("requests", `unknown field "stauts" at column 5; nearest: status`), "requests", "--q", "a=b stauts:4", "--status", "4xx")
	var calls client.Entries
	inJSON := s.call("requests", "--operation", "customer-orders", "--format", "json", "--limit", "1")
	if err := json.Unmarshal([]byte(inJSON.stdout), &calls); err != nil || len(calls.Requests) != 1 || calls.Total != 2 || calls.Requests[0].ID != "DEMO-2" {
		t.Errorf("got %+v, %v", inJSON, err)
	}
	limited := s.call("requests", "--limit", "1")
	if want := "3 calls before these; --limit shows more\n"; limited.code != exitDone || limited.stderr != want {
		t.Errorf("got %+v, want %q", limited, want)
	}
	one := []string{"requests", "--operation", "customer-orders", "--limit", "1"}
	for _, fine := range [][]string{{"--at-least", "2"}, {"--at-most", "2"}, {"--at-least", "2", "--at-most", "2"}, {"--at-least", "0"}} {
		s.wantPart(exitDone, "", append(one, fine...)...)
	}
	for want, wrong := range map[string][]string{"--at-least requires 3 calls, got 2": {"--at-least", "3"}, "--at-most allows 1 call, got 2": {"--at-most", "1"}} {
		if got := s.call(append(one, wrong...)...); got.code != exitFailed || !strings.Contains(got.stderr, want) || !strings.Contains(got.stdout, "DEMO-2") {
			t.Errorf("%q: got %+v, want %s", wrong, got, want)
		}
	}
	_, err := http.Get(s.REST() + "/orders/customer/")
	must(t, err)
	s.golden("requests-none", "requests", "--account", "none")
	s.want(misuse("requests", `unknown operation "retrieve-ordr"; did you mean retrieve-order?`), "requests", "--operation", "retrieve-ordr")
}

// TestRequestsAsArchive writes an archive to stdout and to a file.
func TestRequestsAsArchive(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.Get("/orders/nope/")
	s.Get("/orders/?Limit=1")
	file := filepath.Join(t.TempDir(), "calls.har")
	for want, arguments := range map[int][]string{
		2: {"--har", "-"}, 1: {"--har", "-", "--status", "4xx", "--at-most", "1"}, 0: {"--har", "-", "--account", "none"},
	} {
		got := s.call(append([]string{"requests"}, arguments...)...)
		if got.code != exitDone || !json.Valid([]byte(got.stdout)) || strings.Count(got.stdout, `"startedDateTime"`) != want {
			t.Errorf("%q: got %+v, want %d calls", arguments, got, want)
		}
	}
	if got := s.call("requests", "--har", file, "--at-least", "3"); got.code != exitFailed || got.stdout != "" {
		t.Errorf("got %+v, want a failed expectation", got)
	}
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), `"startedDateTime"`) != 2 {
		t.Errorf("got %.300s, %v, want 2 calls", text, err)
	}
	missing := s.call("requests", "--har", filepath.Join(file, "no", "such.har"))
	if missing.code != exitFailed || missing.stderr == "" {
		t.Errorf("got %+v, want the folder that is missing", missing)
	}
}

// TestFollow lists the recorded calls, then further calls as they end.
func TestFollow(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json", "{{.id}}"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			s := reach(t)
			s.Get("/orders/nope/")
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			out, in := io.Pipe()
			ended := make(chan int, 1)
			go func() {
				ended <- run(ctx, []string{"requests", "--follow", "--format", format}, s.env.list(), in, io.Discard)
				_ = in.Close()
			}()
			lines := bufio.NewScanner(out)
			var got []string
			for lines.Scan() {
				if strings.Contains(lines.Text(), "DEMO-1") {
					s.customer("customer-with-one-order")
				}
				got = append(got, lines.Text())
				if strings.Contains(lines.Text(), "DEMO-2") {
					interrupt()
				}
			}
			if code := <-ended; code != exitDone {
				t.Errorf("got %d, want a clean end", code)
			}
			switch format {
			case "{{.id}}":
				if want := []string{"DEMO-1", "DEMO-2"}; !slices.Equal(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
				return
			case "json":
				if len(got) != 2 || !json.Valid([]byte(got[0])) || !json.Valid([]byte(got[1])) {
					t.Errorf("got %q, want two calls", got)
				}
				return
			}
			golden(t, filepath.Join("testdata", "commands", "requests-follow.txt"), prints(strings.Join(got, "\n")))
		})
	}
}

// TestLineOf names all scenarios of a call, however long their names are.
func TestLineOf(t *testing.T) {
	t.Parallel()
	names := strings.Split(strings.TrimSuffix(strings.Repeat(strings.Repeat("a", 57)+",", 6), ","), ",")
	if got := lineOf(client.Entry{Scenarios: client.Names(strings.Join(names, ", "))}).Scenarios; !slices.Equal(got, names) {
		t.Errorf("got %q, want all six names", got)
	}
}

// TestFollowOn reads a stream from a listed call on; it misses some calls and breaks off.
func TestFollowOn(t *testing.T) {
	t.Parallel()
	called := func(id string) client.Entry {
		return client.Entry{ID: id, Operation: "login", Response: client.Response{Status: http.StatusOK}}
	}
	broken := errors.New("broken")
	stream := func(yield func(client.Event, error) bool) {
		for _, data := range []any{client.Hello{}, called("A-1"), client.ClearedEvent{}, called("A-2"), client.Missed{Calls: 7}, called("A-10"),
			client.HeldEvent{Call: "A-11", Scenario: "slow"}, client.EndedEvent{Call: "none-1", How: "reset"}} {
			if !yield(client.Event{Data: data}, nil) {
				return
			}
		}
		_ = yield(client.Event{}, broken) && yield(client.Event{Data: called("A-11")}, nil)
	}
	var stdout, stderr bytes.Buffer
	r := &request{remote: (&program{stdout: &stdout, stderr: &stderr}).remote(), format: client.AsText}
	if err := r.followOn(stream, []client.Entry{called("A-1")}); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
	want := "0001-01-01 00:00:00 A-2 login 200 - - - 0001-01-01 00:00:00 A-10 login 200 - - -"
	if got := strings.Join(strings.Fields(stdout.String()), " "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want = "7 calls were dropped from the journal before they could be read\n" +
		"A-11 is under way: held by scenario slow\nnone-1 was under way: its account was reset\n"
	if got := stderr.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExpectedNumberOfCalls counts dropped calls against an upper bound.
func TestExpectedNumberOfCalls(t *testing.T) {
	t.Parallel()
	q := &callQuery{most: 2}
	for dropped, want := range map[int64]string{
		0: "<nil>", 1: "<nil>", 2: "--at-most allows 2 calls, got 1, and the journal has dropped 2 calls, which may have matched; verify --at-most counts them by how they ended",
	} {
		if got := fmt.Sprint(q.shortage(client.ListedCalls{Total: 1, Dropped: dropped})); got != want {
			t.Errorf("%d dropped: got %q, want %q", dropped, got, want)
		}
	}
}

func TestFollowOnEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	stream := func(yield func(client.Event, error) bool) {
		_ = yield(client.Event{Data: client.AccountEvent{Change: client.ChangeOpened}}, nil) &&
			yield(client.Event{Data: client.AccountEvent{Change: client.ChangeDeleted}}, nil)
	}
	if err := (&request{}).followOn(stream, nil); err != errAccountDeleted {
		t.Errorf("got %v, want %v", err, errAccountDeleted)
	}
}
