package sandboxtest_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// status is what a call is answered with.
func status(s *sandboxtest.Running, path string) int { return s.Get(path).Status }

func TestStartServesTheWorld(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	got := s.Get("/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"))
	if want := `"` + s.ID("sale", "OrderReference") + `"`; got.Status != 200 || got.Body != want {
		t.Errorf("got %d %s, want 200 %s", got.Status, got.Body, want)
	}
}

func TestSandboxesAreAlone(t *testing.T) {
	t.Parallel()
	one, other := sandboxtest.Start(t), sandboxtest.Start(t)
	order := "/orders/" + one.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	for _, want := range []int{200, 400} {
		if got := one.Do("DELETE", order, "").Status; got != want {
			t.Errorf("one: got %d, want %d", got, want)
		}
	}
	if got := other.Do("DELETE", order, "").Status; got != 200 {
		t.Errorf("other: got %d, want 200", got)
	}
}

func TestAdvanceMovesTheClocks(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	const empty = `{"Items":[],"Pagination":{"Page":1,"Limit":10,"Count":0}}`
	s.Advance(30 * 24 * time.Hour)
	if got, want := s.Now().Format(time.DateTime), "2026-11-08 12:00:00"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.Get("/orders/").Body; got != empty {
		t.Errorf("got %s, want %s", got, empty)
	}
}

func TestAsOpensAnAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	order := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	if got := status(s.As("ACME"), order); got != 200 {
		t.Errorf("got %d, want 200", got)
	}
}

func TestControl(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.ControlToken = "letmein" })
	account, err := s.Control().First(t.Context())
	if err != nil || account.Code != s.Code() {
		t.Errorf("got %+v, %v, want %s", account, err, s.Code())
	}
}

// TestOptionsAreMinded covers those that change the file and one that does not.
func TestOptionsAreMinded(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		change func(*sandbox.Options)
		path   string
		want   int
	}{
		{"answer", func(o *sandbox.Options) { o.Answers = map[string]string{"search-status": "200"} }, "/orders/", 200},
		{"code and secret", func(o *sandbox.Options) { o.VendorCode, o.Secret = "ACME", "other" }, "/orders/", 201},
		{"world", func(o *sandbox.Options) { o.World = "empty" }, "/upsell/recommended?ProductCode=STUDIO-BASIC-1Y", 404},
		{"clock", func(o *sandbox.Options) { o.Clock = "2010-05-13 12:12:12" }, "/orders/", 201},
		{"own wall", func(o *sandbox.Options) {
			wall := o.Wall
			o.Wall = func() time.Time { return wall().Add(-time.Minute) }
		}, "/orders/", 201},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := status(sandboxtest.Start(t, c.change), c.path); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}
