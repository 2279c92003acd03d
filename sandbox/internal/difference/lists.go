package difference

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// lists compares two lists. It pairs their elements by an identifying field,
// otherwise by their common parts in the same order.
func (c *comparison) lists(path string, a, b value) {
	if name, ok := identity(a.items, b.items); ok {
		c.matchByField(path, name, a, b)
		return
	}
	c.alignLists(path, a, b)
}

// identifying are the names of identifying fields of a list.
var identifying = regexp.MustCompile(`(?i)(code|ref|refno|reference|id|key|language|currency|number|no|name)$`)

// identity returns the field that identifies the elements of both lists: each
// element has another text or number in it, and the lists have most of these in
// common.
func identity(a, b []value) (string, bool) {
	if len(a) == 0 || len(b) == 0 || a[0].kind != record {
		return "", false
	}
	best, most := "", 0
	for _, f := range a[0].fields {
		if !identifying.MatchString(f.name) || !f.value.isScalar() {
			continue
		}
		inA, okA := index(a, f.name)
		inB, okB := index(b, f.name)
		if !okA || !okB {
			continue
		}
		if common := countCommon(inA, inB); common > most {
			best, most = f.name, common
		}
	}
	return best, most > 0
}

func countCommon(a, b map[string]int) (count int) {
	for key := range a {
		if _, known := b[key]; known {
			count++
		}
	}
	return count
}

// index returns the places of the elements by their value of a field, false when
// one lacks it or two have the same.
func index(items []value, name string) (map[string]int, bool) {
	at := make(map[string]int, len(items))
	for i, item := range items {
		key, known := item.field(name)
		if !known || !key.isScalar() || key.kind == null {
			return nil, false
		}
		if _, again := at[key.text]; again {
			return nil, false
		}
		at[key.text] = i
	}
	return at, true
}

// matchByField compares lists with an identifying field.
func (c *comparison) matchByField(path, name string, a, b value) {
	// The keys of the elements in both, in the order of each list.
	keysA := c.compareByField(path, name, a, b)
	keysB := c.reportNew(path, name, a, b)
	if !slices.Equal(keysA, keysB) {
		c.row(path, client.Order, excerpt(strings.Join(keysA, ", ")), excerpt(strings.Join(keysB, ", ")))
	}
}

// compareByField compares the elements in both lists, and reports the removed ones. It
// returns the keys of the compared ones in the order of a.
func (c *comparison) compareByField(path, name string, a, b value) (keys []string) {
	inB, _ := index(b.items, name)
	for _, item := range a.items {
		key, _ := item.field(name)
		at := path + "[" + name + "=" + key.text + "]"
		if i, known := inB[key.text]; known {
			keys = append(keys, key.text)
			c.values(at, item, b.items[i])
		} else if !b.cut {
			c.reportRemoved(at, item)
		}
	}
	return keys
}

// reportNew reports the elements in b alone. It returns the keys of those in both, in the
// order of b.
func (c *comparison) reportNew(path, name string, a, b value) (keys []string) {
	inA, _ := index(a.items, name)
	for _, item := range b.items {
		key, _ := item.field(name)
		if _, known := inA[key.text]; known {
			keys = append(keys, key.text)
		} else if !a.cut {
			c.reportAdded(path+"["+name+"="+key.text+"]", item)
		}
	}
	return keys
}

// alignLists compares lists by their longest common part. Between its elements it
// compares those at the same place, and the rest is removed or added.
func (c *comparison) alignLists(path string, a, b value) {
	i, j := 0, 0
	pairs := common(c.spellings(a.items), c.spellings(b.items))
	for _, p := range append(pairs, pair{len(a.items), len(b.items)}) {
		for ; i < p.a && j < p.b; i, j = i+1, j+1 {
			c.values(at(path, i), a.items[i], b.items[j])
		}
		for ; i < p.a; i++ {
			if !b.cut || p.b < len(b.items) {
				c.reportRemoved(at(path, i), a.items[i])
			}
		}
		for ; j < p.b; j++ {
			if !a.cut || p.a < len(a.items) {
				c.reportAdded(at(path, j), b.items[j])
			}
		}
		i, j = p.a+1, p.b+1
	}
}

func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func (c *comparison) spellings(items []value) []string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.spell(c.format)
	}
	return texts
}

// pair is the places of a common element of two lists.
type pair struct{ a, b int }

// maxCells bounds the table of common, 4 MiB.
const maxCells = 1 << 20

// common returns the longest common part of two lists. Lists too long for the
// table have nothing in common except at their ends.
func common(a, b []string) []pair {
	var pairs []pair
	front := 0
	for ; front < len(a) && front < len(b) && a[front] == b[front]; front++ {
		pairs = append(pairs, pair{front, front})
	}
	back := 0
	for ; back < len(a)-front && back < len(b)-front && a[len(a)-1-back] == b[len(b)-1-back]; back++ {
	}
	for _, p := range middle(a[front:len(a)-back], b[front:len(b)-back]) {
		pairs = append(pairs, pair{front + p.a, front + p.b})
	}
	for ; back > 0; back-- {
		pairs = append(pairs, pair{len(a) - back, len(b) - back})
	}
	return pairs
}

// middle finds the longest common part in a table of the lengths of all rests.
func middle(a, b []string) []pair {
	width := len(b) + 1
	if len(a) == 0 || len(b) == 0 || (len(a)+1)*width > maxCells {
		return nil
	}
	longest := measureRests(a, b)
	var pairs []pair
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, pair{i, j})
			i, j = i+1, j+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// measureRests returns the lengths of the longest common parts of all rests, with a row
// for each rest of a.
func measureRests(a, b []string) []int32 {
	width := len(b) + 1
	longest := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
				continue
			}
			longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
		}
	}
	return longest
}
