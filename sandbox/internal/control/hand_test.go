package control_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestByHand reads the changes made beside calls, all of them and those of one record,
// until a reset ends them.
func TestByHand(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	a := s.Control().Account("DEMO")
	city := "Galway"
	must(t, a.ChangeCustomer(t.Context(), "@customer-without-orders", client.CustomerChange{City: &city}))
	_, err := a.Advance(t.Context(), time.Hour)
	must(t, err)
	must(t, a.Activate(t.Context(), "outage", client.ActivationLimits{}))
	must(t, a.Deactivate(t.Context(), "outage"))
	_, err = a.DeleteRecord(t.Context(), client.Campaigns, "@campaign-enabled")
	must(t, err)

	found, err := a.ByHand(t.Context(), "", 0)
	must(t, err)
	var lines []string
	for _, c := range found.Changes {
		lines = append(lines, strings.TrimSpace(string(c.Kind)+" "+c.Name+" "+c.Value))
	}
	if got, want := strings.Join(lines, ", "), "record, scenario outage deactivated, scenario outage activated, clock, record"; got != want || found.Total != 5 {
		t.Errorf("got %s (%d)\nwant %s", got, found.Total, want)
	}
	if c := found.Changes[3]; c.To == nil || c.To.Sub(*c.From) != time.Hour {
		t.Errorf("the clock: got %+v", c)
	}
	if found.Since.IsZero() || found.Why == "" {
		t.Errorf("got since %v, %q", found.Since, found.Why)
	}

	customer, err := a.ByHand(t.Context(), "customer/@customer-without-orders", 1)
	must(t, err)
	if len(customer.Changes) != 1 || customer.Changes[0].Change == nil || !strings.Contains(string(customer.Changes[0].Change.After), `"City":"Galway"`) {
		t.Errorf("the customer: got %+v", customer)
	}
	if gone, err := a.ByHand(t.Context(), "campaign/"+found.Changes[0].Records[0].ID, 0); err != nil || gone.Total != 1 || gone.Changes[0].Change.After != nil {
		t.Errorf("the deleted campaign: got %+v, %v", gone, err)
	}
	for record, limit := range map[string]int{"order": 0, "thing/1": 0, "": -1} {
		var refused *client.Error
		if _, err := a.ByHand(t.Context(), record, limit); !errors.As(err, &refused) || refused.Status != http.StatusBadRequest {
			t.Errorf("%q, %d: got %v", record, limit, err)
		}
	}
	_, err = a.Reset(t.Context(), "world")
	must(t, err)
	if found, err := a.ByHand(t.Context(), "", 0); err != nil || found.Total != 0 || found.Why != "the account was reset" {
		t.Errorf("after the reset: got %+v, %v", found, err)
	}
}
