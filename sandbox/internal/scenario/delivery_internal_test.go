package scenario

import "testing"

// TestDeliveryOver takes each absent part from the earlier delivery, and no other.
func TestDeliveryOver(t *testing.T) {
	t.Parallel()
	earlier := Delivery{Pace: 1, Length: 5, Stale: true}
	for name, d := range map[string]Delivery{
		"pace": {Pace: 10}, "length": {Length: 10}, "stale": {Stale: true}, "nothing": {},
	} {
		want := Delivery{max(1, d.Pace), max(5, d.Length), true}
		if got := d.over(earlier); got != want {
			t.Errorf("%s over all: got %+v, want %+v", name, got, want)
		}
		if got := d.over(Delivery{}); got != d {
			t.Errorf("%s over nothing: got %+v", name, got)
		}
	}
}
