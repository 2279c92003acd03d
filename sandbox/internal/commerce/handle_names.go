package commerce

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// HandleNames returns the names of the handles of each record, sorted.
func HandleNames(tx Tx) (map[record.Name][]string, error) {
	all, err := tx.Handles().All()
	if err != nil {
		return nil, err
	}
	names := map[record.Name][]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		h := all[name]
		of := record.Name{Kind: h.Kind, ID: h.IDs[KindOf(h.Kind).IDName]}
		names[of] = append(names[of], name)
	}
	return names, nil
}
