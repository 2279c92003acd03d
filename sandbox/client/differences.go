package client

import "context"

// Differences is how the records of an account, or of a snapshot, differ from another
// state.
type Differences struct {
	From       string          `json:"from"` // the name of a snapshot, or account:CODE
	To         string          `json:"to"`
	Total      int             `json:"total"`
	DatesAlone int             `json:"dates_alone"`     // of these, the changed records that differ in moments alone
	Notes      []string        `json:"notes,omitempty"` // sentences about all of them, such as that one side was seeded later
	Records    []ChangedRecord `json:"records"`         // the first of them, by kind and id, those that differ in moments alone last
}

// ChangedRecord is a record with differences.
type ChangedRecord struct {
	Kind       string           `json:"kind"`                  // such as order
	ID         string           `json:"id"`                    // such as its reference
	Name       string           `json:"name,omitempty"`        // such as that of the customer
	Change     RecordChange     `json:"change"`                // added, removed or changed
	DatesAlone bool             `json:"dates_alone,omitempty"` // whether it differs in moments alone
	Fields     []BodyDifference `json:"fields"`                // of a changed one; the interface does not show fields under sandbox
}

// The ways in which a record differs between two states.
const (
	RecordAdded   RecordChange = "added"
	RecordRemoved RecordChange = "removed"
	RecordChanged RecordChange = "changed"
)

// Differences compares two states record by record. Each is the name of a snapshot of the
// account, or account:CODE for an account's present records; an empty to is this account
// now. Limit is how many records are returned, 100 when it is 0, at most 1,000.
func (a *Account) Differences(ctx context.Context, from, to string, limit int) (Differences, error) {
	return get[Differences](ctx, a.client, with(a.at("differences"), "from", from, "to", to, "limit", limit))
}
