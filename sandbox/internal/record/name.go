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

// IDName returns the name of a kind's id in a handle, the same as the interface's
// parameter.
func IDName(kind string) string {
	return map[string]string{
		OrderKind: "OrderReference", CampaignKind: "upsellCode", CustomerKind: "CustomerReference",
		SubscriptionKind: "SubscriptionReference", ProductKind: "ProductCode", PartnerKind: "PartnerCode",
	}[kind]
}

// Name names a record of an account.
type Name struct{ Kind, ID string }

// String returns the kind and the id.
func (n Name) String() string { return n.Kind + " " + n.ID }
