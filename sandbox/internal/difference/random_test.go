package difference_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// tree is a random JSON value: an object, a list, or a scalar as it is written.
type tree struct {
	names  []string // of an object
	parts  []*tree  // of an object or a list
	scalar string   // of neither
}

// grow makes a random value. Its scalars are all different, otherwise a changed one could
// be paired with another.
func grow(r *rand.Rand, depth int, next *int) *tree {
	*next++
	switch kind := r.IntN(4); {
	case depth == 0 || kind == 0:
		return &tree{scalar: []string{strconv.Itoa(*next), fmt.Sprintf("%q", "text "+strconv.Itoa(*next)), strconv.Itoa(*next) + ".5"}[r.IntN(3)]}
	case kind == 1:
		list := &tree{names: nil, parts: []*tree{}}
		for range r.IntN(4) {
			list.parts = append(list.parts, grow(r, depth-1, next))
		}
		return list
	}
	object := &tree{names: []string{}}
	for i := range 1 + r.IntN(4) {
		object.names = append(object.names, fmt.Sprintf("field%d", i))
		object.parts = append(object.parts, grow(r, depth-1, next))
	}
	return object
}

// write writes a value. With a source of chance it writes fields in another order, and
// blanks: these are no difference.
func (v *tree) write(r *rand.Rand) string {
	blank := func() string {
		if r == nil {
			return ""
		}
		return strings.Repeat(" ", r.IntN(3)) + strings.Repeat("\n", r.IntN(2))
	}
	if v.scalar != "" {
		return v.scalar
	}
	order := make([]int, len(v.parts))
	for i := range order {
		order[i] = i
	}
	open, end := "[", "]"
	if v.names != nil {
		open, end = "{", "}"
		if r != nil {
			order = r.Perm(len(v.parts))
		}
	}
	var parts []string
	for _, i := range order {
		part := blank() + v.parts[i].write(r) + blank()
		if v.names != nil {
			part = blank() + strconv.Quote(v.names[i]) + blank() + ":" + part
		}
		parts = append(parts, part)
	}
	return open + strings.Join(parts, ",") + end
}

// scalars returns the scalars of a value with their paths.
func (v *tree) scalars(path string) (paths []string, found []*tree) {
	if v.scalar != "" {
		return []string{path}, []*tree{v}
	}
	for i, part := range v.parts {
		inner := fmt.Sprintf("%s[%d]", path, i)
		if v.names != nil {
			inner = strings.TrimPrefix(path+"."+v.names[i], ".")
		}
		p, f := part.scalars(inner)
		paths, found = append(paths, p...), append(found, f...)
	}
	return paths, found
}

// TestRandomValues gives a value in another spelling no row, and a changed scalar one:
// its path, its old and its new value.
func TestRandomValues(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		next := 0
		v := grow(r, 4, &next)
		before := v.write(nil)
		if got := difference.Bodies(body(before), body(v.write(r))); len(got.Rows) != 0 || got.More != 0 {
			t.Fatalf("%s written otherwise: got %q", before, written(got))
		}
		paths, scalars := v.scalars("")
		if len(scalars) == 0 {
			continue
		}
		i := r.IntN(len(scalars))
		was := scalars[i].scalar
		scalars[i].scalar = `"changed"`
		got := difference.Bodies(body(before), body(v.write(r)))
		got.Notes = nil
		want := fmt.Sprintf(`changed %s: %s -> "changed"`, paths[i], was)
		if rows := written(got); len(rows) != 1 || rows[0] != want {
			t.Fatalf("%s: got %q, want %q", before, rows, want)
		}
	}
}

func body(text string) difference.Body { return difference.Body{Content: []byte(text)} }

// TestLongestValue shows a value of 300 bytes whole, and cuts a longer one between
// letters.
func TestLongestValue(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 296) + "é" + "rest"
	got := difference.Bodies(body(long), body(""))
	if want := strings.Repeat("x", 296) + "…"; len(got.Rows) != 1 || *got.Rows[0].A != want {
		t.Errorf("got %q, want the text cut in front of a letter of two bytes", written(got))
	}
	whole := strings.Repeat("y", 300)
	if got := difference.Bodies(body(whole), body("")); *got.Rows[0].A != whole {
		t.Errorf("got %q, want a text of 300 bytes whole", *got.Rows[0].A)
	}
}

// TestLongLists pairs the equal ends of lists, and compares the elements between by their
// places.
func TestLongLists(t *testing.T) {
	t.Parallel()
	list := func(from, to int, with ...string) string {
		parts := append([]string{}, with...)
		for i := from; i < to; i++ {
			parts = append(parts, strconv.Itoa(i))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	for _, test := range []struct {
		name, a, b string
		want       []string
	}{
		{"equal", list(0, 5000), list(0, 5000), nil},
		{"one more at the end", list(0, 5000), list(0, 5001), []string{"added [5000]: - -> 5000"}},
		{"one more at the front", list(0, 5000), list(0, 5000, "-1"), []string{"added [0]: - -> -1"}},
		{"one changed", list(0, 5000, "1", "2"), list(0, 5000, "1", "3"), []string{"changed [1]: 2 -> 3"}},
		{"both ends changed", list(0, 2, "7"), list(0, 3, "8"), []string{"changed [0]: 7 -> 8", "added [3]: - -> 2"}},
	} {
		if got := written(difference.Bodies(body(test.a), body(test.b))); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if got := difference.Bodies(body(list(0, 2000)), body(list(5000, 7000))); len(got.Rows) != 200 || got.More != 1800 {
		t.Errorf("got %d rows and %d more for lists of 2000 other numbers", len(got.Rows), got.More)
	}
}
