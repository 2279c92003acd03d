package commerce

import (
	"math/rand/v2"
	"testing"
	"time"
)

// The parts of a span have each of its moments once, the latest first, and all moments of
// a part are excluded by the same dates.
func TestPartsOfASpan(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 1))
	second := func(n int) time.Time { return time.Unix(int64(n), 0) }
	between := func(s span, moment time.Time) bool { return !moment.Before(s.first) && !moment.After(s.last) }
	for range 2000 {
		moment := func() time.Time { return second(random.IntN(20)).Add(time.Duration(random.IntN(2)) * time.Second / 2) }
		examined, window, latest := span{moment(), moment()}, span{moment(), moment()}, moment()
		parts := examined.splitAt(window.first, window.last.Add(1), latest.Add(1))
		for n := range 20 {
			var got []exclusion
			for i, part := range parts {
				if between(part, second(n)) {
					got = append(got, part.exclusion(window, latest))
				}
				if i > 0 && !part.last.Before(parts[i-1].first) {
					t.Fatalf("got part %v behind %v, want the latest first", part, parts[i-1])
				}
			}
			switch want := (span{second(n), second(n)}).exclusion(window, latest); {
			case !between(examined, second(n)) && len(got) == 0, len(got) == 1 && got[0] == want:
			default:
				t.Fatalf("second %d of %v: got %v, want %v once when it is in the span; window %v, latest %v, parts %v", n, examined, got, want, window, latest, parts)
			}
		}
	}
}
