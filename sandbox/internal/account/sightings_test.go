package account_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

func named(n int) account.RecordName {
	return account.RecordName{Parameter: "OrderReference", Value: strconv.Itoa(n)}
}

// TestSightings counts more names than there is room for: the first one is forgotten,
// however often it was counted.
func TestSightings(t *testing.T) {
	t.Parallel()
	var s account.Sightings
	const most = 10_000
	s.Add(named(0))
	for n := range most {
		s.Add(named(n))
	}
	if got := s.Count(named(0), named(most-1), named(most), account.RecordName{Parameter: "SaleId", Value: "0"}); got != 3 {
		t.Errorf("got %d, want 2 of the first name and 1 of the last", got)
	}
	s.Add(named(most))
	s.Add(named(most + 1))
	for n, want := range map[int]int{0: 0, 1: 0, 2: 1, most: 1, most + 1: 1} {
		if got := s.Count(named(n)); got != want {
			t.Errorf("name %d: got %d, want %d", n, got, want)
		}
	}
}

// TestSightingsOfManyCalls counts exactly, however many calls count at once.
func TestSightingsOfManyCalls(t *testing.T) {
	t.Parallel()
	var s account.Sightings
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			for n := range 1_000 {
				s.Add(named(n % 10))
			}
		})
	}
	calls.Wait()
	if got := s.Count(named(0), named(9)); got != 1_600 {
		t.Errorf("got %d, want 1600", got)
	}
}

// BenchmarkSighting measures the cost of every call that names a record.
func BenchmarkSighting(b *testing.B) {
	var s account.Sightings
	for b.Loop() {
		s.Add(named(7))
	}
}
