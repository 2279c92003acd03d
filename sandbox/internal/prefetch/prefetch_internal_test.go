package prefetch

import (
	"iter"
	"slices"
	"testing"
)

// upTo yields the numbers from 0, and ends or panics at last.
func upTo(last int, panics bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range last {
			if !yield(n) {
				return
			}
		}
		if panics {
			panic("broken")
		}
	}
}

// TestValues compares what Values yields with the sequence, for all, for some of it and
// for one that panics.
func TestValues(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, batchSize, batchSize + 1, 5*batchSize - 1, 1000} {
		want := slices.Collect(upTo(count, false))
		if got := slices.Collect(Values(upTo(count, false))); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		var got []int
		for n := range Values(upTo(count, false)) {
			if got = append(got, n); len(got) == (count+1)/2 {
				break
			}
		}
		if want := want[:(count+1)/2]; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if got := panicOf(func() {
			for range Values(upTo(count, true)) {
			}
		}); got != "broken" {
			t.Errorf("got panic %v, want that of the sequence", got)
		}
	}
}

func panicOf(fn func()) (p any) {
	defer func() { p = recover() }()
	fn()
	return nil
}
