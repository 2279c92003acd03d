package listing

import (
	"cmp"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// finder finds the records with one of some values in a field. It may find others too.
type finder struct {
	field string
	find  func(r *Reader, values []string) (ids []string)
}

// maxCandidates is how many records a list reads one by one, before it is faster to read
// all.
const maxCandidates = 1000

// candidates returns the ids of all possible matches, if an index or a handle shows
// them to be few.
func (s source[S]) candidates(r *Reader, matching *query.Query[S]) (ids []string, few bool, err error) {
	err = r.View(func() (err error) {
		for _, by := range s.find {
			if values, given := matching.Literals(by.field); given {
				ids, few = by.find(r, values), true
				return nil
			}
		}
		if few = matching.Requires("handle"); few {
			ids, err = r.idsWithHandles(s.kind)
		}
		return err
	})
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids, few && len(ids) <= maxCandidates, err
}

// among lists the matching records, if an index or a handle shows them to be few.
func (s source[S]) among(r *Reader, matching *query.Query[S], by *order[S], request Request) (page Page, few bool, err error) {
	ids, few, err := s.candidates(r, matching)
	if err != nil || !few {
		return page, few, err
	}
	err = r.View(func() error {
		var records []S
		for _, id := range ids {
			record, known, err := s.read(r, id)
			if err != nil {
				return err
			}
			if known && s.id(record) == id && matching.Matches(record) { // 007 finds the record 7 too
				records = append(records, record)
			}
		}
		slices.SortFunc(records, s.compareBy(by))
		page.Total = len(records)
		for _, record := range records[min(request.Offset, len(records)):min(request.Offset+request.Limit, len(records))] {
			page.IDs = append(page.IDs, s.id(record))
		}
		return nil
	})
	return page, true, err
}

// compareBy returns the order of a sort, the usual one for nil.
func (s source[S]) compareBy(by *order[S]) func(a, b S) int {
	if by == nil {
		return s.before
	}
	top := selection{descending: by.descending}
	return func(a, b S) int {
		return cmp.Or(top.compare(by.key(a), by.key(b)), s.before(a, b))
	}
}

// byLength compares ids as the store sorts them: shorter ones first. Very long ones it
// sorts in another way.
func byLength(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
