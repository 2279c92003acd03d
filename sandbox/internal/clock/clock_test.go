package clock_test

import (
	"encoding/json"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

var noon = time.Date(2026, 5, 13, 12, 0, 0, 0, time.UTC)

// elsewhere is a zone that no result may have.
var elsewhere = time.FixedZone("elsewhere", 7200)

// testWall is a wall clock moved by the test.
type testWall struct{ past atomic.Int64 }

func (w *testWall) now() time.Time          { return noon.Add(time.Duration(w.past.Load())).In(elsewhere) }
func (w *testWall) advance(d time.Duration) { w.past.Add(int64(d)) }
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
func moved(d time.Duration) clock.State { return clock.State{Mode: clock.Moved, Offset: d} }
func frozen(at time.Time) clock.State   { return clock.State{Mode: clock.Frozen, At: at} }

func TestClockModes(t *testing.T) {
	t.Parallel()
	future := noon.AddDate(1, 0, 0)
	tests := []struct {
		name  string
		do    func(*testing.T, *clock.Clock)
		now   time.Time // an hour of wall time after do
		state clock.State
	}{
		{"untouched", func(*testing.T, *clock.Clock) {}, noon.Add(time.Hour), clock.State{Mode: clock.Real}},
		{"set runs on", func(t *testing.T, c *clock.Clock) { must(t, c.Set(future)) }, future.Add(time.Hour), moved(future.Sub(noon))},
		{"set to elsewhere is UTC", func(t *testing.T, c *clock.Clock) {
			must(t, c.Set(future.In(elsewhere)))
		}, future.Add(time.Hour), moved(future.Sub(noon))},
		{"advance", func(t *testing.T, c *clock.Clock) { must(t, c.Advance(8*24*time.Hour)) }, noon.Add(193 * time.Hour), moved(192 * time.Hour)},
		{"advance twice", func(t *testing.T, c *clock.Clock) {
			must(t, c.Advance(time.Hour))
			must(t, c.Advance(time.Minute))
		}, noon.Add(121 * time.Minute), moved(61 * time.Minute)},
		{"back again is real", func(t *testing.T, c *clock.Clock) {
			must(t, c.Advance(time.Hour))
			must(t, c.Advance(-time.Hour))
		}, noon.Add(time.Hour), clock.State{Mode: clock.Real}},
		{"freeze", func(_ *testing.T, c *clock.Clock) { c.Freeze() }, noon, frozen(noon)},
		{"freeze a moved clock", func(t *testing.T, c *clock.Clock) {
			must(t, c.Set(future))
			c.Freeze()
		}, future, frozen(future)},
		{"set while frozen", func(t *testing.T, c *clock.Clock) {
			c.Freeze()
			must(t, c.Set(future.In(elsewhere)))
		}, future, frozen(future)},
		{"advance while frozen", func(t *testing.T, c *clock.Clock) {
			c.Freeze()
			must(t, c.Advance(-time.Hour))
		}, noon.Add(-time.Hour), frozen(noon.Add(-time.Hour))},
		{"real again", func(t *testing.T, c *clock.Clock) {
			c.Freeze()
			must(t, c.Set(future))
			c.Real()
		}, noon.Add(time.Hour), clock.State{Mode: clock.Real}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var wall testWall
			c := clock.New(wall.now)
			test.do(t, c)
			wall.advance(time.Hour)
			if got := c.Now(); got != test.now {
				t.Errorf("Now() = %v, want %v", got, test.now)
			}
			if got := c.State(); got != test.state {
				t.Errorf("State() = %+v, want %+v", got, test.state)
			}
			restored := clock.New(wall.now)
			must(t, restored.Restore(throughJSON(t, c.State())))
			if got := restored.State(); got != test.state {
				t.Errorf("restored = %+v, want %+v", got, test.state)
			}
		})
	}
}

func throughJSON(t *testing.T, s clock.State) clock.State {
	t.Helper()
	text, err := json.Marshal(s)
	must(t, err)
	var back clock.State
	must(t, json.Unmarshal(text, &back))
	return back
}

func TestClockOutOfRange(t *testing.T) {
	t.Parallel()
	var wall testWall
	for _, start := range []clock.State{{Mode: clock.Real}, frozen(noon)} {
		c := clock.New(wall.now)
		must(t, c.Restore(start))
		got := c.Set(time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC))
		want := "the clock cannot be moved to 2400-01-01T00:00:00Z: it must stay within 292 years of 2026-05-13T12:00:00Z"
		if got == nil || got.Error() != want {
			t.Errorf("Set = %v, want %s", got, want)
		}
		must(t, c.Advance(200*365*24*time.Hour))
		if c.Advance(200*365*24*time.Hour) == nil {
			t.Error("a second advance of 200 years returned no error")
		}
	}
}

func TestRestoreRejectsInvalidStates(t *testing.T) {
	t.Parallel()
	tests := map[string]clock.State{
		"a frozen clock needs the moment that it shows":         {Mode: clock.Frozen},
		`unknown clock mode "late"; known: real, moved, frozen`: {Mode: "late"},
		`unknown clock mode ""; known: real, moved, frozen`:     {},
	}
	for want, state := range tests {
		var wall testWall
		c := clock.New(wall.now)
		must(t, c.Advance(time.Hour))
		if got := c.Restore(state); got == nil || got.Error() != want {
			t.Errorf("Restore(%+v) = %v, want %s", state, got, want)
		}
		if got := c.State(); !reflect.DeepEqual(got, moved(time.Hour)) {
			t.Errorf("a rejected state changed the clock to %+v", got)
		}
	}
}

func TestConcurrentAdvancesAllCount(t *testing.T) {
	t.Parallel()
	var wall testWall
	c := clock.New(wall.now)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := c.Advance(time.Second); err != nil {
				t.Error(err)
			}
			c.Now()
		})
	}
	all.Wait()
	if got := c.Now(); got != noon.Add(50*time.Second) {
		t.Errorf("Now() = %v, want 50 s after %v", got, noon)
	}
}

func TestSystemIsComparable(t *testing.T) {
	t.Parallel()
	now := clock.System()
	if now != now.Round(0).UTC() {
		t.Errorf("System() = %v has a monotonic reading or a zone", now)
	}
}
