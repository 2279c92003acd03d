package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestEvents changes an account in every way, and reads what its followers and the runs get.
func TestEvents(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{World: "paging"})
	reader := e.events.Follow([]string{"A", ""})
	defer reader.Close()
	a, err := r.Open(t.Context(), account.OpenRequest{Code: "A"})
	must(t, err)
	off, hour := "omitted", func(c *clock.Clock) error { return c.Advance(time.Hour) }
	must(t,
		a.Change(t.Context(), account.Change{
			Features: map[catalog.Feature]bool{catalog.GetCustomerOrders: false},
			Answers:  map[catalog.QuestionID]*string{catalog.Nulls: &off, catalog.RESTSkew: nil},
		}),
		a.Change(t.Context(), account.Change{Label: new("a test")}), a.Change(t.Context(), account.Change{Run: new("R")}),
		a.Change(t.Context(), account.Change{DiscardWrites: new(true)}), a.Change(t.Context(), account.Change{DiscardWrites: new(false)}),
		moveClock(t, a, hour), renameCustomer(a, "other"),
		a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) {
			return s.ChangeProduct("P", commerce.ProductChange{Name: new("other")})
		}),
		a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) {
			_, changes, err := s.UpdateUpsell(commerce.Terms{Now: noon, MergeUpdates: true}, campaign, commerce.CampaignDraft{Name: new("other")})
			return changes, err
		}),
		a.Activate(t.Context(), "slow", client.ActivationLimits{}), save(t, a, "s"), a.DeleteSnapshot(t.Context(), "s"))
	a.Director.Deactivate("slow")
	a.PublishHeld("c1", "slow")
	a.PublishEnded(client.EndedEvent{Account: "A", Call: "c2", Method: "GET", How: account.WasReset})
	a.Judge(client.Verdict{Account: "A"})
	r.PublishLibrary(client.LibraryEvent{Name: "all", Change: client.ChangeReloaded})
	a.ClearCalls()
	must(t, reset(t, &a, client.ToEmpty, []client.Part{client.KeepJournal, client.KeepClock}), reset(t, &a, client.ToWorld, nil))
	must(t, errorOf(r.Delete(t.Context(), "A")))
	batch, err := reader.Next(t.Context())
	must(t, err)
	var got []string
	for _, item := range batch.Items {
		text, err := item.Text()
		must(t, err)
		got = append(got, string(item.Kind)+" "+item.Account+" "+string(text))
	}
	want := `account A {"account":"A","change":"opened"}
feature A {"account":"A","feature":"API_GET_CUSTOMER_ORDERS","enabled":false}
question A {"account":"A","question":"nulls","answer":"omitted"}
question A {"account":"A","question":"rest-skew","answer":"5m"}
account A {"account":"A","change":"settings"}
account A {"account":"A","change":"settings"}
account A {"account":"A","change":"settings"}
account A {"account":"A","change":"settings"}
clock A {"account":"A","clock":{"now":"2026-10-09T13:00:00Z","mode":"moved"}}
record A {"account":"A","kind":"customer","id":"1","change":"changed"}
record A {"account":"A","kind":"product","id":"P","change":"changed"}
record A {"account":"A","kind":"campaign","id":"0199c2a0-0000-7000-8000-000000000001","change":"changed"}
scenario A {"account":"A","name":"slow","change":"activated","active":{"name":"slow","summary":"Every call takes two seconds longer","baseline":false,"matched":0,"affected":0,"remaining":null,"until":null}}
snapshot A {"account":"A","name":"s","change":"saved"}
snapshot A {"account":"A","name":"s","change":"deleted"}
scenario A {"account":"A","name":"slow","change":"ended"}
held A {"account":"A","call":"c1","scenario":"slow"}
ended A {"account":"A","call":"c2","method":"GET","how":"reset"}
library  {"name":"all","change":"reloaded"}
cleared A {"account":"A"}
reset A {"account":"A","to":"empty","keep":["journal","clock"]}
reset A {"account":"A","to":"world"}
account A {"account":"A","change":"deleted"}`
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got events\n%s\nwant\n%s", got, want)
	}
	if got, want := strings.Join(e.runs, ", "), "opened A, opened A a test, opened A R a test, judged A R a test, cleared A R a test after a judgement, cleared A R a test, deleted A R a test"; got != want {
		t.Errorf("got runs %s, want %s", got, want)
	}
}

// renameCustomer changes the first name of customer 1 by hand.
func renameCustomer(a *account.Account, name string) error {
	return a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) {
		return s.ChangeCustomer(1, func(c *record.Customer) { c.FirstName = name })
	})
}
