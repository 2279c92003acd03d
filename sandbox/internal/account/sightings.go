package account

import (
	"hash/maphash"
	"sync"
)

// maxSighted is how many names of records an account counts.
const maxSighted = 10_000

// Sightings count how many calls named a record. It keeps the hashes of names, because
// clients choose the names. Beyond 10,000 names it forgets the oldest. It is safe for
// concurrent use; the zero value is empty.
type Sightings struct {
	mu    sync.Mutex
	calls map[uint64]int
	order []uint64 // the names, oldest first
	next  int      // place in order of the oldest, once it is full
}

// RecordName is a call's name for a record: a parameter of the interface and its value.
type RecordName struct{ Parameter, Value string }

// sightSeed is one for all accounts, so it takes no memory of each.
var sightSeed = maphash.MakeSeed()

// Add counts a call with the name of a record.
func (s *Sightings) Add(name RecordName) {
	key := maphash.Comparable(sightSeed, name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == nil {
		s.calls = map[uint64]int{}
	}
	if _, known := s.calls[key]; !known {
		if len(s.order) < maxSighted {
			s.order = append(s.order, key)
		} else {
			delete(s.calls, s.order[s.next])
			s.order[s.next] = key
			s.next = (s.next + 1) % maxSighted
		}
	}
	s.calls[key]++
}

// Count returns how many calls named a record by one of its names.
func (s *Sightings) Count(names ...RecordName) (calls int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		calls += s.calls[maphash.Comparable(sightSeed, name)]
	}
	return calls
}
