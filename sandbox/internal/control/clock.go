package control

import (
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// changeClock changes the clock, or answers a preview of the change. The change applies
// to every call that begins after the answer.
func (api *API) changeClock(c *gin.Context, a *account.Account) (answer, error) {
	var asked client.ClockChange
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	dryRun := asked.DryRun
	asked.DryRun = false // because it is no change by itself
	change, err := clockChange(asked)
	if err != nil {
		return answer{}, err
	}
	if dryRun { // in turn with other reads
		end, err := api.reading.take(c.Request.Context())
		if err != nil {
			return answer{}, err
		}
		defer end()
		preview, err := previewClock(c.Request.Context(), a, change)
		return ok(preview), err
	}
	move, err := a.MoveClock(c.Request.Context(), change)
	if err != nil {
		return answer{}, err
	}
	return ok(showMove(a, move)), nil
}

// showMove shows the clock and the effects of its move.
func showMove(a *account.Account, move account.ClockMove) client.Clock {
	shown := a.ShownClock()
	if move.Progress {
		shown.Progress = new(client.ClockProgress(move.Changed))
		var words []string
		for _, c := range dropZero(changesOf(*shown.Progress, "was", "were")) {
			words = append(words, fmt.Sprintf("%d %s %s", c.Count, c.What, c.Does))
		}
		shown.Changed = phrase.List(words...)
	}
	if move.To.Before(move.From) {
		shown.Note = "the clock went back; no record changed with it"
		if !a.Settings().Terms.FutureOrders {
			shown.Note += ", and listings leave out orders later than the clock"
		}
	}
	return shown
}

const clockHint = `send {"mode": "real"}, {"now": "2026-10-09 12:00:00"}, {"advance": "8d"} or {"freeze": true}; freeze may also accompany now or advance`

// clockChange returns the body's change of a clock.
func clockChange(asked client.ClockChange) (func(*clock.Clock) error, error) {
	switch {
	case asked == client.ClockChange{}:
		return nil, badRequest(clockHint, "mode, now, advance or freeze is required")
	case asked == client.ClockChange{Mode: string(clock.Real)}:
		return func(c *clock.Clock) error { c.Real(); return nil }, nil
	case asked.Mode != "":
		return nil, badRequest(clockHint, "mode must be %q and the only field", clock.Real)
	case asked.Now != "" && asked.Advance != "":
		return nil, badRequest(clockHint, "now and advance exclude each other")
	}
	move, err := clockMove(asked)
	if err != nil {
		return nil, badRequest(clockHint, "%v", err)
	}
	return func(c *clock.Clock) error {
		if asked.Freeze {
			c.Freeze() // first, so that the clock stays at the moment it is moved to
		}
		if err := move(c); err != nil {
			return badRequest(clockHint, "%v", err)
		}
		return nil
	}, nil
}

// clockMove returns where the clock goes.
func clockMove(asked client.ClockChange) (func(*clock.Clock) error, error) {
	switch {
	case asked.Now != "":
		t, err := clock.ParseMoment(asked.Now)
		return func(c *clock.Clock) error { return c.Set(t) }, err
	case asked.Advance != "":
		by, err := clock.ParseMove(asked.Advance)
		return func(c *clock.Clock) error { return c.Move(by) }, err
	}
	return func(*clock.Clock) error { return nil }, nil
}
