package commerce

import (
	"math"
	"testing"
)

// TestWindowsOfFarPages asks for pages around the largest number of a row: no page wraps
// around to the first rows.
func TestWindowsOfFarPages(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 2, 7, 200} {
		for _, shift := range []int{-1, 0, 1} {
			for before := range 6 {
				for _, page := range []int{math.MaxInt - before, math.MaxInt/limit - before + min(limit-1, 3)} {
					if w := (Terms{PageShift: shift}).window(Paging{Page: page, Limit: limit}); w.first < 0 || w.end < w.first {
						t.Errorf("page %d of %d rows, moved by %d: got rows from %d to %d", page, limit, shift, w.first, w.end)
					}
				}
			}
		}
	}
}
