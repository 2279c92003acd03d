package aftermath

import (
	"bytes"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// compareCleared compares the records written by the calls of cleared journals.
func compareCleared(good, others [][]*journal.Entry) (found []client.RecordDifference) {
	mine, theirs := lastStates(good), lastStates(others)
	for _, kind := range kinds() {
		p := pairing{kind: kind.name, mine: mine[kind.name], theirs: theirs[kind.name], contents: map[uint64]int{}}
		for _, r := range p.mine {
			p.contents[sumOf(r.content)]++
		}
		differences, _ := p.differences() // reads nothing
		for _, d := range differences {
			d.Account = -1
			found = append(found, d)
		}
	}
	return found
}

// lastStates returns the records changed by the calls of each journal in their last state,
// by kind. It leaves out records both created and deleted by the calls, and those whose last
// state found no room in the journal.
func lastStates(journals [][]*journal.Entry) map[string][]row {
	all := map[string][]row{}
	type name struct{ kind, id string }
	made := map[name]bool{} // the records created so far, whose ids differ from run to run
	for _, entries := range journals {
		last, leftOut := map[name][]byte{}, map[name]bool{} // without a last state
		var order []name
		for _, e := range entries {
			for _, c := range e.Changes {
				n := name{c.Kind, c.ID}
				if _, known := last[n]; !known {
					order, leftOut[n] = append(order, n), c.Before == nil && !c.Truncated
					made[n] = made[n] || leftOut[n]
				}
				last[n] = c.After
				if c.Truncated { // nobody knows its state
					leftOut[n] = true
				}
			}
		}
		for _, n := range order {
			switch image := last[n]; {
			case image != nil:
				image = bytes.ReplaceAll(image, merchantCode(entries), []byte(`"MerchantCode":""`))
				all[n.kind] = append(all[n.kind], read(n.kind, n.id, image))
			case !leftOut[n]:
				of := n.id
				if made[n] {
					of = "one of its own"
				}
				all[n.kind] = append(all[n.kind], row{id: n.id, name: "deletion of " + n.id, content: []byte("deleted " + of)})
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		slices.SortStableFunc(all[kind], func(a, b row) int { return bytes.Compare(a.content, b.content) })
	}
	return all
}

// merchantCode is the member of orders with the account of the calls.
func merchantCode(entries []*journal.Entry) []byte {
	return []byte(`"MerchantCode":"` + entries[0].Account + `"`)
}
