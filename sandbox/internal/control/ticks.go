package control

import (
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// maxTicks is how many moments of a kind a timeline has, because a screen has no
// room for more.
const maxTicks = 240

// ticks counts moments between two ends. Moments of one bin are one tick.
type ticks struct {
	from, to time.Time
	total    int
	bins     map[int]client.Tick
}

func newTicks(from, to time.Time) *ticks {
	return &ticks{from: from, to: to, bins: map[int]client.Tick{}}
}

// add counts a moment. It ignores moments outside the ends.
func (t *ticks) add(moment time.Time) {
	if moment.Before(t.from) || moment.After(t.to) {
		return
	}
	t.total++
	width := t.to.Sub(t.from)/maxTicks + 1
	bin := int(moment.Sub(t.from) / width)
	tick, known := t.bins[bin]
	if !known || moment.Before(tick.Time) {
		tick.Time = moment.UTC()
	}
	tick.Count++
	t.bins[bin] = tick
}

func (t *ticks) list() client.Ticks {
	shown := client.Ticks{Total: t.total, Ticks: []client.Tick{}}
	for _, bin := range slices.Sorted(maps.Keys(t.bins)) {
		shown.Ticks = append(shown.Ticks, t.bins[bin])
	}
	return shown
}
