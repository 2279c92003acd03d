package commerce

import (
	"fmt"
	"maps"
	"slices"
)

// UnknownRecordError reports an account without the named record.
type UnknownRecordError struct{ Record Name }

// Error names the record.
func (e *UnknownRecordError) Error() string {
	return fmt.Sprintf("unknown %s %q", e.Record.Kind, shorten(e.Record.ID))
}

// namesOf returns the names of the handles of each record, sorted.
func namesOf(tx Tx) (map[Name][]string, error) {
	all, err := tx.Handles().All()
	if err != nil {
		return nil, err
	}
	names := map[Name][]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		h := all[name]
		record := Name{h.Kind, h.IDs[IDName(h.Kind)]}
		names[record] = append(names[record], name)
	}
	return names, nil
}
