package rehearse

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// withoutIgnored drops the differences explained by those between two good runs. Records
// with made-up names are counted, because they have nothing else in common: a trial must
// leave as many as a good run, unless the good runs left more and fewer.
func withoutIgnored(records, ignored []client.RecordDifference) []client.RecordDifference {
	surplus := countSurplus(records, ignored)
	return slices.DeleteFunc(slices.Clone(records), func(d client.RecordDifference) bool {
		of, n := group{d.Account, d.Kind}, surplusOf(d)
		if !isExplained(d, ignored) {
			return false
		}
		if surplus[of]*n <= 0 {
			return true
		}
		surplus[of] -= n // one record too many, or too few
		return false
	})
}

// group is the records of a kind of an account.
type group struct {
	account int
	kind    string
}

// countSurplus returns how many more explained records of each group there are than in the
// good run. It leaves out the groups in which the good runs differ.
func countSurplus(records, ignored []client.RecordDifference) map[group]int {
	surplus, uneven := map[group]int{}, map[group]int{}
	for _, i := range ignored {
		uneven[group{i.Account, i.Kind}] += surplusOf(i)
	}
	for _, d := range records {
		if of := (group{d.Account, d.Kind}); uneven[of] == 0 && isExplained(d, ignored) {
			surplus[of] += surplusOf(d)
		}
	}
	return surplus
}

// surplusOf returns how many more records there are than in the good run.
func surplusOf(d client.RecordDifference) int {
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
