package control

import (
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
)

// clockView is how an account's clock stands.
type clockView struct {
	Now  time.Time  `json:"now"`
	Mode clock.Mode `json:"mode"`
}

func viewClock(a *account.Account) clockView { return clockView{a.Clock.Now(), a.Clock.State().Mode} }

func (i *API) showClock(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	return ok(viewClock(a)), nil
}

// moveClock changes the clock; what the next call meets is done when it answers.
func (i *API) moveClock(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	var asked clockMove
	if err := r.decode(&asked); err != nil {
		return answer{}, err
	}
	move, err := asked.read()
	if err != nil {
		return answer{}, err
	}
	if err := a.MoveClock(r.Context(), move); err != nil {
		return answer{}, err
	}
	return ok(viewClock(a)), nil
}

// clockMove is the body that changes a clock.
type clockMove struct {
	Mode    *clock.Mode `json:"mode"`    // real, and nothing beside it
	Now     *string     `json:"now"`     // where to move it
	Advance *string     `json:"advance"` // by how much, backwards when negative
	Freeze  *bool       `json:"freeze"`  // whether it stands from then on
}

const clockHint = `send {"mode": "real"}, {"now": "2026-10-09 12:00:00"}, {"advance": "8d"} or {"freeze": true}; freeze goes with now or advance too`

// read returns what the body does to a clock.
func (m clockMove) read() (func(*clock.Clock) error, error) {
	switch {
	case m == clockMove{}:
		return nil, refuse(http.StatusBadRequest, clockHint, "the body does not say what to do with the clock")
	case m.Mode != nil:
		return m.real()
	case m.Now != nil && m.Advance != nil:
		return nil, refuse(http.StatusBadRequest, clockHint, "now and advance cannot both be told")
	case m.Freeze != nil && !*m.Freeze:
		return nil, refuse(http.StatusBadRequest, clockHint, `freeze can only be true; {"mode": "real"} lets a clock run again`)
	}
	move, err := m.motion()
	if err != nil {
		return nil, refuse(http.StatusBadRequest, clockHint, "%v", err)
	}
	return func(c *clock.Clock) error {
		if m.Freeze != nil {
			c.Freeze() // first, so that it stands where it is moved to
		}
		if err := move(c); err != nil {
			return refuse(http.StatusBadRequest, clockHint, "%v", err)
		}
		return nil
	}, nil
}

func (m clockMove) real() (func(*clock.Clock) error, error) {
	if *m.Mode != clock.Real || m.Now != nil || m.Advance != nil || m.Freeze != nil {
		return nil, refuse(http.StatusBadRequest, clockHint, "mode can only be %q, and alone", clock.Real)
	}
	return func(c *clock.Clock) error { c.Real(); return nil }, nil
}

// motion returns where the clock goes.
func (m clockMove) motion() (func(*clock.Clock) error, error) {
	switch {
	case m.Now != nil:
		t, err := clock.ParseMoment(*m.Now)
		return func(c *clock.Clock) error { return c.Set(t) }, err
	case m.Advance != nil:
		d, err := clock.ParseDuration(*m.Advance)
		return func(c *clock.Clock) error { return c.Advance(d) }, err
	}
	return func(*clock.Clock) error { return nil }, nil
}
