package listing

import (
	"cmp"
	"slices"
	"strconv"
	"testing"
)

// TestSortOrder sorts more records than it keeps: it has few of them at a time, and those with equal
// keys in the order of their arrival, either way.
func TestSortOrder(t *testing.T) {
	t.Parallel()
	const keep, offset = 30, 10
	var records []int
	for i := range 5 * spare {
		records = append(records, i*7919%(5*spare))
	}
	keyOf := func(n int) key { return key{number: float64(n / 100), text: strconv.Itoa(n / 10 % 10)} }
	for _, descending := range []bool{false, true} {
		o := sortOrder[int]{key: keyOf, descending: descending, keep: keep}
		for _, n := range records {
			if o.add(n, strconv.Itoa(n)); len(o.records) > 2*keep+spare {
				t.Fatalf("it has %d records", len(o.records))
			}
		}
		sorted := slices.Clone(records)
		slices.SortStableFunc(sorted, func(a, b int) int {
			if descending {
				a, b = b, a
			}
			return cmp.Compare(a/10, b/10)
		})
		var want []string
		for _, n := range sorted[offset:keep] {
			want = append(want, strconv.Itoa(n))
		}
		if got := o.ids(offset); !slices.Equal(got, want) {
			t.Errorf("descending %t: got %q, want %q", descending, got, want)
		}
	}
}
