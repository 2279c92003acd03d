package commerce

import (
	"fmt"
	"math"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Paging says which part of a listing is asked for (section 8). Page counts
// from 1.
type Paging struct {
	Page  int
	Limit int
}

// FirstPage is what a listing shows when nothing is asked for (section 8).
func FirstPage() Paging { return Paging{Page: catalog.DefaultPage, Limit: catalog.DefaultPageSize} }

// CheckPage returns the problem of a page below 1 (section 8, elsewhere open
// question search-paging).
func CheckPage(page int) error {
	if page >= catalog.MinPage {
		return nil
	}
	given := fmt.Sprint(page)
	return Problemf(catalog.InvalidPage, "Page must be a whole number from 1, got %s", given).
		Of("Page", given, "a whole number from 1")
}

// CheckLimit returns the problem of a page size outside 1 to 200 (section 8,
// elsewhere open question search-paging).
func CheckLimit(limit int) error {
	if limit >= catalog.MinPageSize && limit <= catalog.MaxPageSize {
		return nil
	}
	given := fmt.Sprint(limit)
	return Problemf(catalog.InvalidLimit, "Limit must be from %d to %d, got %s",
		catalog.MinPageSize, catalog.MaxPageSize, given).
		Of("Limit", given, fmt.Sprintf("a whole number from %d to %d", catalog.MinPageSize, catalog.MaxPageSize))
}

// checkDepth refuses a page beyond the depth that an account's answer to
// page-depth sets.
func (t Terms) checkDepth(p Paging) error {
	if t.PageDepth == 0 || p.Page <= t.PageDepth {
		return nil
	}
	return Problemf(catalog.InvalidPage, "Page must be from 1 to %d, got %d", t.PageDepth, p.Page).
		Of("Page", fmt.Sprint(p.Page), fmt.Sprintf("a whole number from 1 to %d", t.PageDepth))
}

// window is the part of a listing that a page covers: rows from first up to,
// and without, end.
type window struct{ first, end int }

// window works out the rows of a page, moved by the account's answer to
// page-stability on every page but the first.
func (t Terms) window(p Paging) window {
	if p.Page-1 > (math.MaxInt-1)/p.Limit-1 {
		return window{math.MaxInt, math.MaxInt}
	}
	first := (p.Page - 1) * p.Limit
	if p.Page > 1 {
		first += t.PageShift
	}
	return window{first, first + p.Limit}
}

// holds reports whether the row number n (from 0) is on the page.
func (w window) holds(n int) bool { return n >= w.first && n < w.end }

// pages returns how many pages count rows fill.
func (p Paging) pages(count int) int { return (count + p.Limit - 1) / p.Limit }
