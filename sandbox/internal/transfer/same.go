package transfer

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// SharedRecords returns the products, the partners and the handles alone, because an account
// may have them already.
func (b *Batch) SharedRecords() *Batch {
	return &Batch{plain: b.plain, handles: b.handles}
}

// Same reports whether an account has a product or a partner exactly as the batch has
// it. Two accounts with the same products can exchange their records.
func (b *Batch) Same(tx commerce.Tx, kind Kind, code string) bool {
	return slices.ContainsFunc(b.plain, func(p plain) bool {
		if p.kind != kind || p.code != code {
			return false
		}
		_, same, _ := p.compare(tx) // an unreadable one is not the same
		return same
	})
}

func equalHandles(a, b record.Handle) bool {
	return a.Kind == b.Kind && maps.Equal(a.IDs, b.IDs)
}

// OtherHandles returns the sorted names of handles with other ids in an account than
// in the batch.
func (b *Batch) OtherHandles(stored map[string]record.Handle) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(b.handles)) {
		if h, taken := stored[name]; taken && !equalHandles(h, b.handles[name]) {
			names = append(names, name)
		}
	}
	return names
}
