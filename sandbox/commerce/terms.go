package commerce

import "time"

// Terms are what one call is served under: its moment, read once from the
// account's clock, and the account's answers to the open questions that rules
// depend on. The zero answers are the defaults of the catalogue.
type Terms struct {
	Now time.Time

	CountAll         bool // open question page-count: all
	PageDepth        int  // open question page-depth: the last page, 0 for any
	PageShift        int  // open question page-stability: grows -1, shrinks 1, for every page but the first
	MergeUpdates     bool // open question campaign-update: merge
	EnabledCampaigns bool // open question campaign-statuses: enabled
}
