package transfer

import (
	"slices"
	"testing"
)

func TestAheadKeepsTheOrderAndEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	square := func(i int) int { return i * i }
	var got, first []int
	for i, value := range ahead(100, square) {
		if value != square(i) {
			t.Errorf("value %d is %d", i, value)
		}
		got = append(got, value)
	}
	for _, value := range ahead(100, square) {
		if first = append(first, value); len(first) == 3 {
			break
		}
	}
	if len(got) != 100 || !slices.Equal(first, []int{0, 1, 4}) {
		t.Errorf("got %d values, and %v before the end", len(got), first)
	}
}

func TestAheadPanicsInItsCaller(t *testing.T) {
	t.Parallel()
	seen := 0
	defer func() {
		if p := recover(); p != "third" || seen != 2 {
			t.Errorf("panicked with %v after %d values", p, seen)
		}
	}()
	for range ahead(100, func(i int) int {
		if i == 2 {
			panic("third")
		}
		return i
	}) {
		seen++
	}
}
