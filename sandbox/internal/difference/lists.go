package difference

import (
	"cmp"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// lists compares two lists: their elements by an identifying field, otherwise by their
// places.
func (c *comparison) lists(path string, a, b []any) {
	name := identity(a, b)
	if name == "" {
		c.byPlace(path, a, b)
		return
	}
	inA, inB := index(a, name), index(b, name)
	var keysA, keysB []string // of the elements in both, in the order of each list
	for _, item := range a {
		key, _ := keyOf(item, name)
		at := path + "[" + name + "=" + key + "]"
		if other, known := inB[key]; known {
			keysA = append(keysA, key)
			c.values(at, item, other)
		} else {
			c.reportRemoved(at, item)
		}
	}
	for _, item := range b {
		key, _ := keyOf(item, name)
		if _, known := inA[key]; known {
			keysB = append(keysB, key)
		} else {
			c.reportAdded(path+"["+name+"="+key+"]", item)
		}
	}
	if !slices.Equal(keysA, keysB) {
		c.row(path, client.Order, new(strings.Join(keysA, ", ")), new(strings.Join(keysB, ", ")))
	}
}

// identifying are the names of identifying fields of a list.
var identifying = regexp.MustCompile(`(?i)(code|ref|refno|reference|id|key|language|currency|number|no|name)$`)

// identity returns the field that identifies the elements of both lists, "" for none: each
// element has another text or number in it, and the lists have most of these in common. Of
// several it is the one with the shortest name.
func identity(a, b []any) (best string) {
	if len(a) == 0 || len(b) == 0 {
		return ""
	}
	fields, _ := a[0].(map[string]any)
	byLength := func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }
	most := 0
	for _, name := range slices.SortedFunc(maps.Keys(fields), byLength) {
		if !identifying.MatchString(name) {
			continue
		}
		common := 0
		inA, inB := index(a, name), index(b, name)
		for key := range inA {
			if _, known := inB[key]; known {
				common++
			}
		}
		if common > most {
			best, most = name, common
		}
	}
	return best
}

// index returns the elements by their value of a field, nothing when one lacks it or two
// have the same.
func index(items []any, name string) map[string]any {
	at := make(map[string]any, len(items))
	for _, item := range items {
		key, ok := keyOf(item, name)
		if _, again := at[key]; again || !ok {
			return nil
		}
		at[key] = item
	}
	return at
}

// keyOf returns the text or number in a field of an element.
func keyOf(item any, name string) (string, bool) {
	fields, _ := item.(map[string]any)
	switch v := fields[name].(type) {
	case string:
		return v, true
	case int:
		return strconv.Itoa(v), true
	}
	return "", false
}

// byPlace compares the elements at the same places. In a longer list the elements between
// the equal ones at both ends come behind the others.
func (c *comparison) byPlace(path string, a, b []any) {
	front, back := 0, 0
	if short := min(len(a), len(b)); len(a) != len(b) {
		for front < short && reflect.DeepEqual(a[front], b[front]) {
			front++
		}
		for back < short-front && reflect.DeepEqual(a[len(a)-1-back], b[len(b)-1-back]) {
			back++
		}
	}
	for i := front; i < max(len(a), len(b))-back; i++ {
		switch at := path + "[" + strconv.Itoa(i) + "]"; {
		case i >= len(a)-back:
			c.reportAdded(at, b[i])
		case i >= len(b)-back:
			c.reportRemoved(at, a[i])
		default:
			c.values(at, a[i], b[i])
		}
	}
}
