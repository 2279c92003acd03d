package listing

import (
	"cmp"
	"slices"
	"strings"
)

// key is a record's place in a sort: a number or a moment, then a text.
type key struct {
	number float64
	text   string
}

func (k key) compare(other key) int {
	return cmp.Or(cmp.Compare(k.number, other.number), strings.Compare(k.text, other.text))
}

// order is a sort of the records S.
type order[S any] struct {
	key        func(S) key
	descending bool
}

// sort returns the sort of a name, nil for "".
func (s source[S]) sort(name string) (*order[S], error) {
	if name == "" {
		return nil, nil
	}
	bare, descending := strings.CutPrefix(name, "-")
	by, known := s.sorts[bare]
	if !known {
		return nil, &SortError{bare, s.asKind().Sorts}
	}
	return &order[S]{by, descending}, nil
}

// selection keeps the first records of a sort. It needs memory for twice as many
// as it keeps, however many there are.
type selection struct {
	keep       int
	descending bool
	records    []selected
	last       *key // of the records to keep, when there are as many; nil before
}

// selected is a record of a selection. Records with equal keys keep their order of
// arrival.
type selected struct {
	key
	at int
	id string
}

// spare is how many records more than twice the kept ones there may be, so a small
// selection is not sorted too often.
const spare = 1000

// accepts reports whether the next record may be among the kept ones.
func (s *selection) accepts(k key) bool {
	return s.last == nil || s.compare(k, *s.last) < 0
}

func (s *selection) compare(a, b key) int {
	if s.descending {
		a, b = b, a
	}
	return a.compare(b)
}

func (s *selection) add(k key, at int, id string) {
	s.records = append(s.records, selected{k, at, id})
	if len(s.records) >= 2*s.keep+spare {
		s.prune()
	}
}

// prune sorts the records and drops those behind the last kept one.
func (s *selection) prune() {
	slices.SortFunc(s.records, func(a, b selected) int {
		return cmp.Or(s.compare(a.key, b.key), cmp.Compare(a.at, b.at))
	})
	if len(s.records) > s.keep {
		clear(s.records[s.keep:])
		s.records = s.records[:s.keep]
	}
	if s.keep > 0 && len(s.records) == s.keep {
		s.last = &key{s.records[s.keep-1].number, s.records[s.keep-1].text}
	}
}

// ids returns the ids of the records to keep, from an offset on.
func (s *selection) ids(offset int) []string {
	s.prune()
	var ids []string
	for _, record := range s.records[min(offset, len(s.records)):] {
		ids = append(ids, record.id)
	}
	return ids
}
