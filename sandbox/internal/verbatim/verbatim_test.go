package verbatim_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

func TestChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, before, after, want string }{
		{"nothing changed", `{ "b":1.50 , "x":"\u00e4" }`, `{"a":0,"b":1.5}`, `{"a":0,"b":1.5}`, `{ "b":1.50 , "x":"\u00e4" }`},
		{"a value", `{"b":1.50,"x":"\/","a":"old"}`, `{"a":"old","b":1.5}`, `{"a":"new","b":1.5}`, `{"b":1.50,"x":"\/","a":"new"}`},
		{"an absent value", `{"b":1.50}`, `{"a":"","b":1.5}`, `{"a":"new","b":1.5}`, `{"b":1.50,"a":"new"}`},
		{"an absent value of nothing", `{}`, `{"a":"","b":0}`, `{"a":"x<y","b":1}`, `{"a":"x<y","b":1}`},
		{"an object within", `{"o":{"u":1,"a":2}}`, `{"o":{"a":2}}`, `{"o":{"a":3}}`, `{"o":{"u":1,"a":3}}`},
		{"an object of another type", `{"o":[]}`, `{"o":{"a":""}}`, `{"o":{"a":"x"}}`, `{"o":{"a":"x"}}`},
		{"null becomes an object", `{"o":null,"u":1}`, `{"o":null}`, `{"o":{"a":1}}`, `{"o":{"a":1},"u":1}`},
		{"a member goes", `{"u":1,"a":2,"v":3}`, `{"a":2}`, `{}`, `{"u":1,"v":3}`},
		{"the first member goes", `{"a":2,"v":3}`, `{"a":2}`, `{}`, `{"v":3}`},
		{"the first two go", `{"a":2,"b":2, "v":3}`, `{"a":2,"b":2}`, `{}`, `{"v":3}`},
		{"the first and the last go", `{"a":2, "v":3 ,"b":2}`, `{"a":2,"b":2}`, `{}`, `{"v":3}`},
		{"the only member goes", `{"a":2}`, `{"a":2}`, `{}`, `{}`},
		{"one goes and one comes", `{"a":2}`, `{"a":2}`, `{"b":1}`, `{"b":1}`},
		{"all go and one comes", `{"a":2,"b":3}`, `{"a":2,"b":3}`, `{"c":1}`, `{"c":1}`},
		{"an element changes", `{"l":[{"u":1,"a":1},{"u":2,"a":2}]}`, `{"l":[{"a":1},{"a":2}]}`, `{"l":[{"a":1},{"a":3}]}`, `{"l":[{"u":1,"a":1},{"u":2,"a":3}]}`},
		{"an element comes", `{"l":[{"u":1,"a":1}]}`, `{"l":[{"a":1}]}`, `{"l":[{"a":1},{"a":2}]}`, `{"l":[{"u":1,"a":1},{"a":2}]}`},
		{"an element comes in front", `{"l":[{"u":1,"a":1}]}`, `{"l":[{"a":1}]}`, `{"l":[{"a":0},{"a":1}]}`, `{"l":[{"a":0},{"u":1,"a":1}]}`},
		{"the first element comes", `{"l":[ ]}`, `{"l":[]}`, `{"l":[1,2]}`, `{"l":[ 1,2]}`},
		{"an element goes", `{"l":[{"u":1,"a":1},{"u":2,"a":2},{"u":3,"a":3}]}`, `{"l":[{"a":1},{"a":2},{"a":3}]}`, `{"l":[{"a":1},{"a":3}]}`, `{"l":[{"u":1,"a":1},{"u":3,"a":3}]}`},
		{"the first element goes", `{"l":[1.0,2.0]}`, `{"l":[1,2]}`, `{"l":[2]}`, `{"l":[2.0]}`},
		{"all elements go", `{"l":[1.0,2.0]}`, `{"l":[1,2]}`, `{"l":[]}`, `{"l":[]}`},
		{"a list of another length", `{"l":[1]}`, `{"l":[]}`, `{"l":[7]}`, `{"l":[7]}`},
		{"an escaped name", `{"\u0061":1,"b":1}`, `{"a":1}`, `{"a":2}`, `{"\u0061":2,"b":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := verbatim.Change([]byte(c.text), []byte(c.before), []byte(c.after))
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v, want %s", got, err, c.want)
			}
		})
	}
}

func TestChangeOfABrokenText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{`, `{"a":1,"a":2}`, `{"a":"` + "\xff" + `"}`} {
		if got, err := verbatim.Change([]byte(text), []byte(`{"a":1}`), []byte(`{"a":2}`)); err == nil {
			t.Errorf("%q: got %s, want an error", text, got)
		}
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{}`:                      `{"Code":"X"}`,
		`{"a":1.0}`:               `{"a":1.0,"Code":"X"}`,
		`{"Code" : "Y", "a":1}`:   `{"Code" : "X", "a":1}`,
		`{"a":{"Code":"Y"}}`:      `{"a":{"Code":"Y"},"Code":"X"}`,
		`{"a":[1,2],"Code":null}`: `{"a":[1,2],"Code":"X"}`,
	} {
		if got, err := verbatim.Set([]byte(text), "Code", []byte(`"X"`)); err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestChangeTakesAnyTextToAnother changes random texts: without foreign members the
// result is the text behind the change.
func TestChangeTakesAnyTextToAnother(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		before, after := randomObject(r, 3), randomObject(r, 3)
		got, err := verbatim.Change([]byte(before), []byte(before), []byte(after))
		if err != nil || normal(t, string(got)) != normal(t, after) {
			t.Fatalf("%s to %s: got %s, %v", before, after, got, err)
		}
		foreign := strings.Replace(before, "{", `{"foreign":[1.50],`, 1)
		if before == "{}" {
			foreign = `{"foreign":[1.50]}`
		}
		got, err = verbatim.Change([]byte(foreign), []byte(before), []byte(after))
		if err != nil || !strings.Contains(string(got), `"foreign":[1.50]`) || !json.Valid(got) {
			t.Fatalf("%s to %s: got %s, %v", foreign, after, got, err)
		}
	}
}

func normal(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	b, _ := json.Marshal(v)
	return string(b)
}

func randomObject(r *rand.Rand, depth int) string {
	var members []string
	for _, name := range []string{"a", "b", "c", "d"} {
		if r.IntN(3) > 0 {
			members = append(members, `"`+name+`":`+randomValue(r, depth-1))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func randomValue(r *rand.Rand, depth int) string {
	switch {
	case depth > 0 && r.IntN(3) == 0:
		return randomObject(r, depth)
	case depth > 0 && r.IntN(2) == 0:
		var list []string
		for range r.IntN(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	return []string{"1", "2", `"x"`, "null", "true"}[r.IntN(5)]
}
