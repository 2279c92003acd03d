package worlds

import (
	"fmt"
	"math"
	"runtime/debug"
)

// The memory of a template's record while an account is seeded, in bytes, measured.
// Generated orders and customers take none, because they are made one by one.
const (
	orderMemory    = 600
	lineMemory     = 100
	customerMemory = 700
	campaignMemory = 3_000
)

// usualMemory limits the memory of the templates of worlds without GOMEMLIMIT; with
// it they may take half of it.
const usualMemory = 1 << 30

// checkMemory returns an error with the estimate when a world needs more memory
// than there is. It runs before any record is made.
func (e *entries) checkMemory() error {
	listed, lines := e.countOrders()
	customers, campaigns := len(e.Customers), len(e.Campaigns)
	if g := e.Generate; g != nil {
		campaigns = max(campaigns, g.Campaigns)
	}
	needed := listed*orderMemory + lines*lineMemory + customers*customerMemory + campaigns*campaignMemory
	allowed := int64(usualMemory)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		allowed = limit / 2
	}
	if int64(needed) <= allowed {
		return nil
	}
	return fmt.Errorf("the world needs about %d MB of memory for %d listed orders with %d lines, %d listed customers and %d campaigns, and may take %d MB: "+
		"list fewer, let generate make them, or raise GOMEMLIMIT, of which it may take half",
		needed>>20, listed, lines, customers, campaigns, allowed>>20)
}
