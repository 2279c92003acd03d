package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"

// Counts are how many records of each kind an account has.
type Counts struct {
	Orders        int `json:"orders"`
	Campaigns     int `json:"campaigns"`
	Customers     int `json:"customers"`
	Subscriptions int `json:"subscriptions"`
	Products      int `json:"products"`
	Partners      int `json:"partners"`
}

// CountsOf returns the counts that the store keeps.
func CountsOf(lists Lists) Counts {
	return Counts{
		Orders: lists.CountOf(record.OrderKind), Campaigns: lists.CountOf(record.CampaignKind), Customers: lists.CountOf(record.CustomerKind),
		Subscriptions: lists.CountOf(record.SubscriptionKind), Products: lists.CountOf(record.ProductKind), Partners: lists.CountOf(record.PartnerKind),
	}
}
