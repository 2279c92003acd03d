package control_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const summer = `{"Name":"Summer","Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`

// TestClose compares accounts that made other calls than a good one.
func TestClose(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log = nil })
	create := func(r *sandboxtest.Running, body string) {
		t.Helper()
		if got := r.Do(http.MethodPost, "/upsell", body); got.Status != 201 {
			t.Fatalf("got %d %s", got.Status, got.Body)
		}
	}
	order := "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	good := s.As("GOOD")
	create(good, summer)
	good.Do(http.MethodDelete, order, "")
	if kept, err := s.Control().Account("GOOD").Close(t.Context(), client.Close{Keep: true}); err != nil || len(kept.Calls) != 2 {
		t.Fatalf("got %+v, %v", kept, err)
	}
	for name, test := range map[string]struct {
		calls func(*sandboxtest.Running)
		want  map[client.RecordChange]string
	}{
		"same":    {func(r *sandboxtest.Running) { r.Do(http.MethodDelete, order, ""); create(r, summer) }, nil},
		"twice":   {func(r *sandboxtest.Running) { r.Do(http.MethodDelete, order, ""); create(r, summer); create(r, summer) }, map[client.RecordChange]string{client.RecordDoubled: "Summer"}},
		"nothing": {func(r *sandboxtest.Running) { r.Do(http.MethodDelete, order, "") }, map[client.RecordChange]string{client.RecordMissing: "Summer"}},
		"other": {func(r *sandboxtest.Running) {
			r.Do(http.MethodDelete, order, "")
			create(r, `{"Name":"Winter"`+summer[len(`{"Name":"Summer"`):])
		}, map[client.RecordChange]string{client.RecordOther: "Summer"}},
		"not canceled": {func(r *sandboxtest.Running) { create(r, summer) }, map[client.RecordChange]string{client.RecordOther: s.ID("purchase-order-awaiting-form", "OrderReference")}},
	} {
		trial := s.As("TRIAL-" + string(rune('A'+len(name))))
		test.calls(trial)
		closed, err := s.Control().Account(trial.Code()).Close(t.Context(), client.Close{Compare: "GOOD"})
		must(t, err)
		got := map[client.RecordChange]string{}
		for _, d := range closed.Records {
			got[d.Change] = d.Name
		}
		if len(got) != len(test.want) || len(closed.Records) != len(test.want) {
			t.Errorf("%s: got %+v, want %v", name, closed.Records, test.want)
		}
		for change := range test.want {
			if _, found := got[change]; !found {
				t.Errorf("%s: got %+v, want %v", name, closed.Records, test.want)
			}
		}
		if _, err := s.Control().Account(trial.Code()).State(t.Context()); err == nil {
			t.Errorf("%s: the account is not deleted", name)
		}
	}
	if _, err := s.Control().Account("GOOD").Close(t.Context(), client.Close{Compare: "NOBODY"}); err == nil {
		t.Error("an unknown account to compare with is no error")
	}
}

// TestCloseOfMany compares the numbers of records where too many differ.
func TestCloseOfMany(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log, o.Orders = nil, 600 })
	s.As("MANY").Get("/orders/?Limit=1")
	_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "NONE", World: "empty"})
	must(t, err)
	closed, err := s.Control().Account("NONE").Close(t.Context(), client.Close{Compare: "MANY"})
	must(t, err)
	if got := closed.Records[0]; got.Kind != "order" || got.Change != client.RecordMissing || got.Name != "" || got.Count.A != 600 || got.Count.B != 0 {
		t.Errorf("got %+v, want all orders missing", got)
	}
}

// TestCloseWithoutRoom clears more calls at a port than have room. They are counted, and no
// difference is made of what they wrote.
func TestCloseWithoutRoom(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log, o.JournalBytes = nil, 128<<10 })
	end := func(code string, more int, asked client.Close) client.Closed {
		t.Helper()
		_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: code, Port: true})
		must(t, err)
		at := s.As(code)
		at.Do(http.MethodPost, "/upsell", summer)
		for range more {
			at.Get("/orders/?Limit=1")
		}
		must(t, s.Control().Account(code).ClearRequests(t.Context()))
		closed, err := s.Control().Account(code).Close(t.Context(), asked)
		must(t, err)
		return closed
	}
	if got := end("GOOD", 0, client.Close{Keep: true}); got.Dropped != 0 || len(got.Calls) != 1 {
		t.Errorf("got %d calls and %d without room, want one with room", len(got.Calls), got.Dropped)
	}
	if got := end("TRIAL", 50, client.Close{Compare: "GOOD"}); got.Dropped != 51 || len(got.Calls)+len(got.Records) > 0 {
		t.Errorf("got %d calls, %d without room, and %+v, want all without room and no difference", len(got.Calls), got.Dropped, got.Records)
	}
}

// TestCloseBesideWriters compares accounts while calls of another one make the file grow.
func TestCloseBesideWriters(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log = nil })
	good, trial, writer := s.As("GOOD"), s.As("TRIAL"), s.As("WRITER")
	good.Get("/orders/")
	trial.Do(http.MethodPost, "/upsell", summer)
	var writing sync.WaitGroup
	writing.Go(func() {
		for range 300 {
			writer.Do(http.MethodPost, "/upsell", summer)
		}
	})
	for range 50 {
		closed, err := s.Control().Account("TRIAL").Close(t.Context(), client.Close{Compare: "GOOD", Keep: true})
		if err != nil || len(closed.Records) != 1 || closed.Records[0].Change != client.RecordExtra {
			t.Fatalf("got %+v, %v", closed.Records, err)
		}
	}
	writing.Wait()
}
