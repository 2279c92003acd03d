// Package record has the records of an account in the shapes of the interface: orders and
// their lines, customers, subscriptions, products, partners, campaigns and their settings,
// with exact money and with moments of whole seconds.
//
// The JSON names are those of the interface, because they are the language of the domain. A
// record is encoded once, when it is written, and reading returns the stored bytes.
//
// The package leaves the rules to commerce, the agreement of records with each other to
// ledger, and bytes and indexes to boltstore. It takes closed sets of values from catalog.
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

// Handle is the record behind a name: its kind and its ids, under the interface's
// own parameter names (OrderReference, SaleId, …).
type Handle struct {
	Kind string            `json:"kind"`
	IDs  map[string]string `json:"ids"`
}

// NamedHandle is a handle with its name, as a store keeps it, because a key may hold
// only the hash of a name.
type NamedHandle struct {
	Name string `json:"name"`
	Handle
}
