package commerce

import (
	"fmt"
	"maps"
	"slices"
)

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

// RecordName names a record of an account.
type RecordName struct{ Kind, ID string }

// String returns the kind and the id.
func (n RecordName) String() string { return n.Kind + " " + n.ID }

// UnknownRecordError reports an account without the named record.
type UnknownRecordError struct{ Record RecordName }

// Error names the record.
func (e *UnknownRecordError) Error() string {
	return fmt.Sprintf("unknown %s %q", e.Record.Kind, shorten(e.Record.ID))
}

// namesOf returns the names of the handles of each record, sorted.
func namesOf(tx Tx) (map[RecordName][]string, error) {
	all, err := tx.Handles().All()
	if err != nil {
		return nil, err
	}
	names := map[RecordName][]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		h := all[name]
		record := RecordName{h.Kind, h.IDs[IDName(h.Kind)]}
		names[record] = append(names[record], name)
	}
	return names, nil
}
