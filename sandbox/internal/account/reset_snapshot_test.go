package account_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// A reset to a snapshot takes the moment of its seeding, and whether its records have
// personal data, from that snapshot and no other. One of an older program leaves both.
func TestResetToSnapshots(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a, err := e.start(t, account.Baseline{World: "paging"}).Open(t.Context(), account.OpenRequest{Code: "DEMO"})
	nothing := func(commerce.Tx, time.Time) error { return nil }
	later := noon.Add(time.Hour)
	must(t, err, save(t, a, "a-plain"),
		moveClock(t, a, func(c *clock.Clock) error { return c.Advance(time.Hour) }),
		reset(t, &a, client.ToWorld, []client.Part{client.KeepClock}),
		a.Import(t.Context(), true, 0, nothing), save(t, a, "b-personal"))
	must(t, errorOf(e.store.SaveSnapshot(t.Context(), "DEMO", account.Snapshot{Name: "c-old"})))
	for _, step := range []struct {
		to       string
		seededAt time.Time
		personal bool
	}{
		{"a-plain", noon, false}, {"c-old", noon, false},
		{"b-personal", later, true}, {"c-old", later, true},
		{"a-plain", noon, false}, {client.ToWorld, later, false},
	} {
		must(t, reset(t, &a, step.to, []client.Part{client.KeepClock}))
		if d := a.Document(); !d.SeededAt.Equal(step.seededAt) || d.PersonalData != step.personal {
			t.Errorf("%s: got seeded at %s, personal data %t, want %s and %t", step.to, d.SeededAt, d.PersonalData, step.seededAt, step.personal)
		}
	}
	e.people = true
	people := find(t, e.start(t, account.Baseline{}), "PEOPLE")
	for to, personal := range map[string]bool{client.ToWorld: true, client.ToEmpty: false} {
		must(t, reset(t, &people, to, nil))
		if got := people.Document().PersonalData; got != personal {
			t.Errorf("%s of a world with the data of people: got personal data %t", to, got)
		}
	}
}
