package sandbox_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// atPort opens an account with a port of its own.
func atPort(t *testing.T, s *sandboxtest.Running, code string) (c *client.Client, origin string) {
	t.Helper()
	owner, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: code, Port: true})
	must(t, err)
	return client.New(owner.Port, client.Options{}), owner.Port
}

// TestFixedCodesAtPorts runs tests with fixed vendor codes at two ports at once. Each port has
// accounts of its own, also when the first account with a code is gone.
func TestFixedCodesAtPorts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.World("empty"))
	one, firstPort := atPort(t, s, "ONE")
	two, secondPort := atPort(t, s, "TWO")
	for _, port := range []struct{ owner, origin string }{{"ONE", firstPort}, {"TWO", secondPort}} {
		at := client.New(port.origin, client.Options{})
		if got := searchAt(t, port.origin, "CALLED"); got != http.StatusCreated {
			t.Errorf("%s: got %d", port.owner, got)
		}
		_, err := at.Open(t.Context(), client.NewAccount{VendorCode: "POSTED"})
		if _, again := at.Open(t.Context(), client.NewAccount{VendorCode: "POSTED"}); err != nil || again == nil {
			t.Errorf("%s: got %v, and %v for the second", port.owner, err, again)
		}
		for code, calls := range map[string]int64{"CALLED": 1, "POSTED": 0} {
			if state, err := at.Account(code).State(t.Context()); err != nil || state.Owner != port.owner || state.Calls != calls {
				t.Errorf("%s: %s: got %+v, %v", port.owner, code, state, err)
			}
		}
	}
	must(t, one.Account("CALLED").Delete(t.Context()))
	if got := searchAt(t, secondPort, "CALLED"); got != http.StatusCreated {
		t.Errorf("got %d after the first account is gone", got)
	}
	if state, err := two.Account("CALLED").State(t.Context()); err != nil || state.Owner != "TWO" || state.Calls != 2 {
		t.Errorf("got %+v, %v after the first account is gone", state, err)
	}
	must(t, two.Account("POSTED").Delete(t.Context()))
	if state, err := one.Account("POSTED").State(t.Context()); err != nil || state.Owner != "ONE" {
		t.Errorf("got %+v, %v", state, err)
	}
}

// TestPartnersOfAccounts compares accounts opened at two ports, which tests side by side do
// in any order: those of one code and of one label, the last of a test that was repeated.
func TestPartnersOfAccounts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.World("empty"))
	open := func(at *client.Client, account client.NewAccount, campaigns ...string) {
		opened, err := at.Open(t.Context(), account)
		must(t, err)
		for _, name := range campaigns {
			body := `{"Name":"` + name + `","Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`
			if got := s.As(opened.VendorCode).Do(http.MethodPost, "/upsell", body); got.Status != http.StatusCreated {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
		}
	}
	good, _ := atPort(t, s, "GOOD")
	open(good, client.NewAccount{VendorCode: "SHOP"}, "Spring")
	open(good, client.NewAccount{Label: "test_autumn"}, "Autumn")
	open(good, client.NewAccount{Label: "test_summer"}, "Summer")
	open(good, client.NewAccount{Label: "test_repeated"}, "Winter")
	trial, _ := atPort(t, s, "TRIAL")
	open(trial, client.NewAccount{Label: "test_repeated"}) // it failed, and was repeated
	open(trial, client.NewAccount{Label: "test_repeated"}, "Winter")
	open(trial, client.NewAccount{Label: "test_summer"}, "Summer", "Summer")
	open(trial, client.NewAccount{Label: "test_autumn"}, "Autumn")
	open(trial, client.NewAccount{VendorCode: "SHOP"}, "Spring", "Spring")
	closed, err := s.Control().Account("TRIAL").Close(t.Context(), client.Close{Compare: "GOOD"})
	got := []string{}
	for _, d := range closed.Records {
		got = append(got, fmt.Sprint(d.Change, " ", d.Name))
	}
	if err != nil || fmt.Sprint(got) != "[doubled Spring doubled Summer]" {
		t.Errorf("got %v, %v", got, err)
	}
}
