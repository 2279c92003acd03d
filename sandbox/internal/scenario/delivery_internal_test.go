package scenario

import (
	"testing"
	"time"
)

// TestDeliveryOver takes each absent part from the earlier delivery, and no other.
func TestDeliveryOver(t *testing.T) {
	t.Parallel()
	earlier := Delivery{Pace: 1, First: 2, Between: 3, Close: 4, Length: 5, Stale: true}
	for name, d := range map[string]Delivery{
		"pace": {Pace: 10}, "first": {First: 10}, "between": {Between: 10}, "close": {Close: 10}, "length": {Length: 10}, "stale": {Stale: true}, "nothing": {},
	} {
		want := earlier
		for part, is := range map[*time.Duration]time.Duration{&want.First: d.First, &want.Between: d.Between, &want.Close: d.Close} {
			if is != 0 {
				*part = is
			}
		}
		want.Pace, want.Length = max(earlier.Pace, d.Pace), max(earlier.Length, d.Length)
		if got := d.over(earlier); got != want {
			t.Errorf("%s over all: got %+v, want %+v", name, got, want)
		}
		if got := d.over(Delivery{}); got != d {
			t.Errorf("%s over nothing: got %+v", name, got)
		}
		if got := d.WithoutTiming(); got != (Delivery{Length: d.Length}) {
			t.Errorf("%s without timing: got %+v", name, got)
		}
	}
}
