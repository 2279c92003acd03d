package rehearse

import (
	"cmp"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// withoutIgnored drops the differences explained by those between two good runs. Records
// with made-up names are counted, because they have nothing else in common: a trial must
// leave as many as a good run, unless the good runs left more and fewer.
func withoutIgnored(records, ignored []client.RecordDifference) []client.RecordDifference {
	made, uneven := countMadeUp(ignored)
	surplus := map[group]int{}
	kept := slices.DeleteFunc(slices.Clone(records), func(d client.RecordDifference) bool {
		explained := isExplained(d, ignored)
		if explained {
			surplus[group{d.Account, d.Kind}] += surplusOf(d)
		}
		return explained
	})
	for _, of := range slices.SortedFunc(maps.Keys(surplus), group.compare) {
		n := surplus[of]
		d := client.RecordDifference{Account: of.account, Kind: of.kind, Change: client.RecordDoubled, Count: client.ValuePair[int]{A: made[of], B: made[of] + n}, Fields: []client.BodyDifference{}}
		if n < 0 {
			d.Change = client.RecordMissing
		}
		if n != 0 && uneven[of] == 0 {
			kept = append(kept, d)
		}
	}
	return kept
}

// group is the records of a kind of an account.
type group struct {
	account int
	kind    string
}

func (g group) compare(other group) int {
	return cmp.Or(cmp.Compare(g.account, other.account), cmp.Compare(g.kind, other.kind))
}

// countMadeUp counts the records with made-up names in the first of two good runs, and how
// many more the second one left.
func countMadeUp(ignored []client.RecordDifference) (made, uneven map[group]int) {
	made, uneven = map[group]int{}, map[group]int{}
	for _, i := range ignored {
		of := group{i.Account, i.Kind}
		switch uneven[of] += surplusOf(i); {
		case i.Name == "":
			made[of] += i.Count.A
		case surplusOf(i) <= 0:
			made[of]++
		}
	}
	return made, uneven
}

// surplusOf returns how many more records there are than in the good run.
func surplusOf(d client.RecordDifference) int {
	if d.Name == "" {
		return d.Count.B - d.Count.A
	}
	switch d.Change {
	case client.RecordExtra, client.RecordDoubled:
		return 1
	case client.RecordMissing:
		return -1
	}
	return 0
}

// isExplained reports whether a record may differ, because one like it differs between two
// good runs: one of the same name, an unknown one where names differ, or one with other
// values of the same fields.
func isExplained(d client.RecordDifference, ignored []client.RecordDifference) bool {
	var paths []string
	for _, i := range ignored {
		if i.Account != d.Account || i.Kind != d.Kind {
			continue
		}
		named := i.Name == d.Name
		if d.Change == client.RecordExtra || d.Change == client.RecordDoubled && i.Change == d.Change ||
			named && (d.Change == client.RecordMissing || d.Change == client.RecordOther && i.Change != d.Change) {
			return true
		}
		for _, f := range i.Fields {
			paths = append(paths, f.Path)
		}
	}
	return len(d.Fields) > 0 && !slices.ContainsFunc(d.Fields, func(f client.BodyDifference) bool { return !slices.Contains(paths, f.Path) })
}
