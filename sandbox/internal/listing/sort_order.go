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

// sortOrder is a sort of the records S, and keeps the first of them. It needs memory for twice as
// many as it keeps, however many there are.
type sortOrder[S any] struct {
	key        func(S) key
	descending bool
	keep       int
	records    []selected
}

// selected is a kept record.
type selected struct {
	key
	id string
}

// spare is how many records more than twice the kept ones there may be, so a few are not
// sorted too often.
const spare = 1000

// sortOrder returns the order of a request, nil for the usual one.
func (s source[S]) sortOrder(request Request) (*sortOrder[S], error) {
	if request.Sort == "" {
		return nil, nil
	}
	bare, descending := strings.CutPrefix(request.Sort, "-")
	by, known := s.sorts[bare]
	if !known {
		return nil, &SortError{bare, s.asKind().Sorts}
	}
	return &sortOrder[S]{key: by, descending: descending, keep: request.Offset + request.Limit}, nil
}

func (o *sortOrder[S]) add(record S, id string) {
	o.records = append(o.records, selected{o.key(record), id})
	if len(o.records) >= 2*o.keep+spare {
		o.prune()
	}
}

// prune sorts the records and drops those behind the last kept one. Records with equal keys keep
// their order of arrival.
func (o *sortOrder[S]) prune() {
	slices.SortStableFunc(o.records, func(a, b selected) int {
		if o.descending {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.text, b.text))
	})
	if len(o.records) > o.keep {
		clear(o.records[o.keep:])
		o.records = o.records[:o.keep]
	}
}

// ids returns the ids of the records to keep, from an offset on.
func (o *sortOrder[S]) ids(offset int) []string {
	o.prune()
	var ids []string
	for _, record := range o.records[min(offset, len(o.records)):] {
		ids = append(ids, record.id)
	}
	return ids
}
