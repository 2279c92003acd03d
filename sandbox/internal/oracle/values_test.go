package oracle

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
)

var digits = regexp.MustCompile(`^-?[0-9]+$`)

// whole reads an integer of any size; nil when the text is none.
func whole(text string) *big.Int {
	if !digits.MatchString(text) {
		return nil
	}
	n, _ := new(big.Int).SetString(text, 10)
	return n
}

// date reads Y-m-d.
func date(text string) (time.Time, bool) {
	t, err := time.Parse(day, text)
	return t, err == nil
}

// boolean reads question booleans in a query.
func boolean(text string) (value, ok bool) {
	switch strings.ToUpper(text) {
	case "TRUE", "1", "YES":
		return true, true
	case "FALSE", "0", "NO":
		return false, true
	}
	return false, false
}

// page is the part of a list requested by a call.
type page struct {
	number *big.Int
	limit  int
}

const (
	badPage  = "400 PAGINATION_PAGE_PARAMETER_INVALID"
	badLimit = "400 PAGINATION_LIMIT_PARAMETER_INVALID"
)

// page reads Page and Limit by section 8 and question search-paging, in this order.
func (r *request) page() (p page, faults []string) {
	p = page{big.NewInt(1), 10}
	if text := r.get("Page"); text != "" || r.broken["Page"] {
		if n := whole(text); r.broken["Page"] || n == nil || n.Sign() < 1 {
			faults = append(faults, badPage)
		} else {
			p.number = n
		}
	}
	if text := r.get("Limit"); text != "" || r.broken["Limit"] {
		if n := whole(text); r.broken["Limit"] || n == nil || n.Cmp(big.NewInt(1)) < 0 || n.Cmp(big.NewInt(200)) > 0 {
			faults = append(faults, badLimit)
		} else {
			p.limit = int(n.Int64())
		}
	}
	return p, faults
}

// cut returns the rows of the page; question page-stability may move them by one.
func cut[T any](s *state, p page, rows []T) []T {
	start := new(big.Int).Mul(new(big.Int).Sub(p.number, big.NewInt(1)), big.NewInt(int64(p.limit)))
	if p.number.Cmp(big.NewInt(1)) > 0 {
		switch s.answers["page-stability"] {
		case "grows":
			start.Sub(start, big.NewInt(1))
		case "shrinks":
			start.Add(start, big.NewInt(1))
		}
	}
	if start.Cmp(big.NewInt(int64(len(rows)))) >= 0 {
		return []T{}
	}
	from := int(start.Int64())
	return rows[from:min(from+p.limit, len(rows))]
}

// unique sorts the faults, because the answer may name any.
func unique(faults []string) []string {
	slices.Sort(faults)
	return slices.Compact(faults)
}
