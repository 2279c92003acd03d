package record

// The kinds of records, as handles and changes have them.
const (
	OrderKind        = "order"
	CampaignKind     = "campaign"
	CustomerKind     = "customer"
	SubscriptionKind = "subscription"
	ProductKind      = "product"
	PartnerKind      = "partner"
	HandleKind       = "handle"
)

// Name names a record of an account.
type Name struct{ Kind, ID string }

// String returns the kind and the id.
func (n Name) String() string { return n.Kind + " " + n.ID }
