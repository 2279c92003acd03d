package sandboxtest_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// shop is the code under test: a client of the commerce interface.
type shop struct {
	http *http.Client
	base string
}

// hasOrder reports whether the service has an order.
func (s *shop) hasOrder(reference string) (bool, error) {
	response, err := s.http.Get(s.base + "/orders/" + reference + "/")
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		return true, nil
	case http.StatusNotFound:
		return false, nil
	}
	text, err := io.ReadAll(response.Body)
	return false, fmt.Errorf("%s: %s, %w", response.Status, text, err)
}

// The tests below show a fixture for each test, and all can run in parallel.

// fixture is the start of every test of the package.
type fixture struct {
	*sandboxtest.Running
	shop *shop
}

func newFixture(t testing.TB) fixture {
	s := sandboxtest.Start(t)
	return fixture{s, &shop{http: s.Client(), base: s.REST()}}
}

func TestHasOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	found, err := f.shop.hasOrder(f.ID("order-complete", "OrderReference"))
	if !found || err != nil {
		t.Errorf("got %t, %v, want the order", found, err)
	}
	once := 1
	f.Verify(client.Expectation{Operation: "retrieve-order", Count: &once})
}

func TestOutage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Activate("retrieve-order-internal-error")
	if _, err := f.shop.hasOrder(f.ID("order-complete", "OrderReference")); err == nil {
		t.Error("got no error, want that of an outage")
	}
}
