package commerce

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Terms are a call's inputs to the rules: its moment, read once from the account's
// clock, and the account's answers to the open questions behind the rules. The zero
// answers are the defaults of the catalogue.
type Terms struct {
	Now time.Time

	CountAll         bool // open question page-count: all
	PageDepth        int  // open question page-depth: the last page, 0 for any
	PageShift        int  // open question page-stability: grows -1, shrinks 1, for every page but the first
	MergeUpdates     bool // open question campaign-update: merge
	EnabledCampaigns bool // open question campaign-statuses: enabled
	EndedByFlag      bool // open question ended-campaigns: both
	SeveralOptions   bool // open question option-groups: several
	FutureOrders     bool // open question future-orders: shown
}

// TermsOf returns the terms of an account with these answers, without Now.
func TermsOf(a catalog.Answers) Terms {
	t := Terms{
		CountAll:         a.Is(catalog.PageCount, "all"),
		MergeUpdates:     a.Is(catalog.CampaignUpdate, "merge"),
		EnabledCampaigns: a.Is(catalog.CampaignStatuses, "enabled"),
		EndedByFlag:      a.Is(catalog.EndedCampaigns, "both"),
		SeveralOptions:   a.Is(catalog.OptionGroups, "several"),
		FutureOrders:     a.Is(catalog.FutureOrders, "shown"),
	}
	if a.Is(catalog.PageDepth, "200") {
		t.PageDepth = catalog.DeepestPage
	}
	switch a.Get(catalog.PageStability) {
	case "grows":
		t.PageShift = -1
	case "shrinks":
		t.PageShift = 1
	}
	return t
}
