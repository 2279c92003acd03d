package commerce

import (
	"fmt"
	"math"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Paging is the requested part of a listing (section 8). Page counts from 1.
type Paging struct {
	Page  int
	Limit int
}

// FirstPage returns the page of a query without one (section 8).
func FirstPage() Paging { return Paging{Page: catalog.DefaultPage, Limit: catalog.DefaultPageSize} }

// Validate checks Page and then Limit (section 8, elsewhere open question
// search-paging).
func (p Paging) Validate() error {
	if p.Page < catalog.MinPage {
		return Problemf(catalog.InvalidPage, "Page must be a whole number from %d, got %d", catalog.MinPage, p.Page).
			Of("Page", fmt.Sprint(p.Page), fmt.Sprintf("a whole number from %d", catalog.MinPage))
	}
	if p.Limit < catalog.MinPageSize || p.Limit > catalog.MaxPageSize {
		rule := fmt.Sprintf("from %d to %d", catalog.MinPageSize, catalog.MaxPageSize)
		return Problemf(catalog.InvalidLimit, "Limit must be %s, got %d", rule, p.Limit).
			Of("Limit", fmt.Sprint(p.Limit), "a whole number "+rule)
	}
	return nil
}

// checkDepth returns the problem of a page beyond the account's answer to
// page-depth.
func (t Terms) checkDepth(p Paging) error {
	if t.PageDepth == 0 || p.Page <= t.PageDepth {
		return nil
	}
	return Problemf(catalog.InvalidPage, "Page must be from 1 to %d, got %d", t.PageDepth, p.Page).
		Of("Page", fmt.Sprint(p.Page), fmt.Sprintf("a whole number from 1 to %d", t.PageDepth))
}

// window is the rows of a listing on a page: from first up to, but without, end.
type window struct{ first, end int }

// window returns the rows of a page. The account's answer to page-stability
// moves them on every page but the first.
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

// contains reports whether row n (from 0) is on the page.
func (w window) contains(n int) bool { return n >= w.first && n < w.end }

// pages returns how many pages count rows fill, 0 where a page has no rows.
func (p Paging) pages(count int) int {
	if p.Limit < catalog.MinPageSize {
		return 0
	}
	return (count + p.Limit - 1) / p.Limit
}
