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

// among lists the matching ones of some records.
func (s source[S]) among(r *Reader, ids []string, matching *query.Query[S], by *sortOrder[S], request Request) (page Page, err error) {
	err = r.View(func() (err error) {
		var records []S
		for _, id := range ids {
			record, known, err := s.read(r, id)
			if err != nil {
				return err
			}
			if known && s.id(record) == id { // 007 finds the record 7 too
				records = append(records, record)
			}
		}
		slices.SortFunc(records, s.before)
		page, err = s.filter(func(yield func(S, error) bool) {
			for _, record := range records {
				if !yield(record, nil) {
					return
				}
			}
		}, matching, by, request)
		return err
	})
	return page, err
}

// byLength compares ids as the store sorts them: shorter ones first. Very long ones it
// sorts in another way.
func byLength(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
