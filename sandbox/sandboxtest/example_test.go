package sandboxtest_test

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// A test reads an order, and then the same order while a scenario is active.
func ExampleStart() {
	t := newExampleTest() // the *testing.T of your test
	defer t.end()

	s := sandboxtest.Start(t)
	order := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	fmt.Println(s.Get(order).Status)

	s.Activate("retrieve-order-internal-error")
	fmt.Println(s.Get(order).Status)

	twice := 2
	s.Verify(client.Expectation{Operation: "retrieve-order", Count: &twice})
	// Output:
	// 200
	// 500
}

// Options choose the world, the clock and the answers to open questions.
func ExampleFrozen() {
	t := newExampleTest() // the *testing.T of your test
	defer t.end()

	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"), func(o *sandbox.Options) {
		o.Answers = map[string]string{"search-status": "200"}
	})
	got := s.Get("/orders/")
	fmt.Println(s.Now(), got.Status, got.Body)
	// Output:
	// 2026-10-09 12:00:00 +0000 UTC 200 {"Items":[],"Pagination":{"Page":1,"Limit":10,"Count":0}}
}

// Client returns an HTTP client that signs, for code without a signature.
func ExampleRunning_Client() {
	t := newExampleTest() // the *testing.T of your test
	defer t.end()

	s := sandboxtest.Start(t, sandboxtest.TLS)
	response, err := s.Client().Get(s.REST() + "/upsell/settings/campaign/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	fmt.Println(response.Status)
	// Output: 200 OK
}
