package oracle

import (
	"slices"
	"strings"
	"testing"
)

// TestClasses finds a value of every class for every input, or a reason for its absence.
func TestClasses(t *testing.T) {
	t.Parallel()
	classes := readTable()
	for id, s := range classes.Operations {
		for _, f := range s.all {
			var missing []string
			for _, class := range classes.Classes {
				if !slices.ContainsFunc(f.values, func(v value) bool { return v.class == class }) && f.Not[class] == "" {
					missing = append(missing, class)
				}
			}
			if spoken := !slices.Contains([]string{"question", "method", "address", "form"}, f.In); spoken && len(missing) > 0 {
				t.Errorf("%s %s has no value of: %s", id, f.name, strings.Join(missing, ", "))
			}
			for _, v := range f.values[1:] {
				if f.In != "question" && !slices.Contains(classes.Classes, v.class) {
					t.Errorf("%s %s: unknown class %s", id, f.name, v.class)
				}
			}
		}
	}
}

// tally counts wanted and made combinations of values.
type tally struct{ wanted, had int }

func (y *tally) see(had bool) {
	y.wanted++
	if had {
		y.had++
	}
}

// covers counts again, from the table alone, the required parts of the corpus.
func (c *corpus) covers(t *testing.T) {
	all := readTable()
	kinds := []string{"singles", "pairs of valid values", "pairs of a refused and a valid value", "pairs refused at one stage", "triples of values that are valid together"}
	counts := map[string]*tally{}
	for _, k := range kinds {
		counts[k] = &tally{}
	}
	for _, s := range all.Operations {
		for i, f := range s.all {
			for v := 1; v < len(f.values); v++ {
				counts[kinds[0]].see(c.had[s.title([]choice{{i, v}})])
				for j := i + 1; j < len(s.all); j++ {
					for w := 1; w < len(s.all[j].values); w++ {
						if k := pairKind(f, s.all[j], v, w); k > 0 {
							counts[kinds[k]].see(c.had[s.title([]choice{{i, v}, {j, w}})])
						}
					}
				}
			}
		}
	}
	for _, y := range c.tripled {
		y.count(counts[kinds[4]])
	}
	for _, k := range kinds {
		t.Logf("%s: %d of %d", k, counts[k].had, counts[k].wanted)
		if counts[k].had != counts[k].wanted || counts[k].had == 0 {
			t.Errorf("the corpus lacks %s: it has %d of %d", k, counts[k].had, counts[k].wanted)
		}
	}
}

// pairKind returns the kind of pair of two values, 0 for an unwanted pair.
func pairKind(f, g *factor, v, w int) int {
	a, b := f.values[v], g.values[w]
	switch {
	case a.silent || b.silent || f.within(g):
		return 0
	case a.refused == "" && b.refused == "":
		return 1
	case a.refused == "" || b.refused == "":
		return 2
	case a.stage == b.stage:
		return 3
	}
	return 0
}
