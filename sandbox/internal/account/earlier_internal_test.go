package account

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestUnseenChanges lets calls read changes of two orders and a customer, one after the other.
func TestUnseenChanges(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	var e earlier
	e.add([]commerce.Change{{Kind: record.OrderKind, ID: "2", Update: 2}, {Kind: record.CustomerKind, ID: "1", Update: 3}}, now)
	e.add([]commerce.Change{{Kind: record.OrderKind, ID: "1", Update: 1, After: []byte("x")}}, now.Add(-time.Minute)) // of an update before
	twice, second := scenario.Earlier{Reads: 2}, scenario.Earlier{Lag: time.Second}
	for i, call := range []struct {
		back    scenario.Earlier
		at      time.Duration // behind now
		order   string
		preview bool
		want    string
	}{
		{scenario.Earlier{}, 0, "", false, ""},
		{second, 0, "", false, "order 2, customer 1"}, {second, time.Second - 1, "", false, "order 2, customer 1"}, {second, time.Second, "", false, ""},
		{second, 0, "1", false, ""}, {second, 0, "2", false, "order 2"}, {second, 0, "3", false, ""},
		{twice, 0, "1", true, "order 1"}, {twice, 0, "1", true, "order 1"}, {twice, 0, "1", false, "order 1"},
		{twice, 0, "", false, "order 1, order 2, customer 1"}, {twice, 0, "", false, "order 2, customer 1"}, {twice, 0, "", false, ""},
		{scenario.Earlier{Lag: time.Second, Reads: 3}, time.Hour, "2", false, "order 2"},
		{scenario.Earlier{Lag: time.Second, Reads: 3}, 0, "2", false, "order 2"},
	} {
		var got []string
		for _, c := range e.unseenChanges(call.back, now.Add(call.at), call.order, call.preview) {
			if c.After != nil {
				t.Errorf("call %d: a change has its bytes after", i+1)
			}
			got = append(got, c.Kind+" "+c.ID)
		}
		if got := strings.Join(got, ", "); got != call.want {
			t.Errorf("call %d: got %q, want %q", i+1, got, call.want)
		}
	}
	e.forget()
	if got := e.unseenChanges(second, now, "", false); got != nil || e.bytes != 0 {
		t.Errorf("got %v, %d bytes, want none", got, e.bytes)
	}
}

// TestRememberedChanges keeps the latest changes within its limits.
func TestRememberedChanges(t *testing.T) {
	t.Parallel()
	var many, large earlier
	for n := range maxRemembered + 2 {
		many.add([]commerce.Change{{ID: fmt.Sprint(n), Update: uint64(n)}}, time.Time{})
	}
	large.add([]commerce.Change{{ID: "0", Before: make([]byte, 1)}, {ID: "1", Before: make([]byte, maxRememberedBytes-2)}}, time.Time{})
	large.add([]commerce.Change{{ID: "2", Before: make([]byte, 2)}}, time.Time{})
	for name, test := range map[string]struct {
		kept        []remembered
		count       int
		first, last string
	}{"many": {many.changes, maxRemembered, "2", "1001"}, "large": {large.changes, 2, "1", "2"}} {
		got := test.kept
		if len(got) != test.count || got[0].ID != test.first || got[len(got)-1].ID != test.last {
			t.Errorf("%s: got %d from %s to %s", name, len(got), got[0].ID, got[len(got)-1].ID)
		}
	}
	if large.bytes != maxRememberedBytes {
		t.Errorf("got %d bytes, want %d", large.bytes, maxRememberedBytes)
	}
}
