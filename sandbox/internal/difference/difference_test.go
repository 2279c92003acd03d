package difference_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// TestBodies compares pairs of bodies. A row is written as "change path: a -> b",
// a note as "note: …".
func TestBodies(t *testing.T) {
	t.Parallel()
	const order = `{"RefNo":"1","Status":"COMPLETE","Items":[{"Code":"A","Price":1},{"Code":"B","Price":2}]}`
	tests := []struct {
		name, a, b string
		want       []string
	}{
		{"nothing", ``, ``, nil},
		{"equal", order, order, nil},
		{"white space and escapes", `{"a":"é","b":[1]}`, "{\n \"a\": \"\\u00e9\", \"b\": [ 1 ] }", nil},
		{"order of fields", `{"a":1,"b":2,"c":{"x":1,"y":2}}`, `{"b":2,"a":1,"c":{"y":2,"x":1}}`, nil},
		{"one value", order, strings.Replace(order, "COMPLETE", "REFUND", 1), []string{`changed Status: "COMPLETE" -> "REFUND"`}},
		{"null and absent", `{"a":null}`, `{}`, []string{`removed a: null -> -`}},
		{"null and a text", `{"a":null}`, `{"a":"null"}`, []string{`changed a: null -> "null"`}},
		{"number and text", `{"a":1}`, `{"a":"1"}`, []string{`changed a: 1 -> "1"`}},
		{"spelling of numbers", `[1,0,1e2,1E999999999,1.5]`, `[1.0,-0,100,1E999999998,1.50]`, []string{
			`spelling [0]: 1 -> 1.0`, `spelling [1]: 0 -> -0`, `spelling [2]: 1e2 -> 100`, `changed [3]: 1E999999999 -> 1E999999998`, `spelling [4]: 1.5 -> 1.50`}},
		{"large numbers", `9007199254740993`, `9007199254740992`, []string{`changed : 9007199254740993 -> 9007199254740992`}},
		{"an element inserted", `[1,2,3,4,5]`, `[1,2,9,3,4,5]`, []string{`added [2]: - -> 9`}},
		{"an element removed and one changed", `["a","b","c"]`, `["b","d"]`, []string{`changed [0]: "a" -> "b"`, `changed [1]: "b" -> "d"`, `removed [2]: "c" -> -`}},
		{"as many elements inserted as removed", `[1,2,3]`, `[2,3,4]`, []string{`changed [0]: 1 -> 2`, `changed [1]: 2 -> 3`, `changed [2]: 3 -> 4`}},
		{"an element with fields removed", `[{"n":[1]},{"n":[2]}]`, `[{"n":[2]}]`, []string{`removed [0]: {"n":[1]} -> -`}},
		{"the shortest name of those that identify", `[{"OrderNo":7,"RefNo":"1","Id":null,"n":1}]`, `[{"OrderNo":7,"RefNo":"1","Id":null,"n":2}]`, []string{`changed [RefNo=1].n: 1 -> 2`}},
		{"an identified element inserted", `{"Items":[{"Code":"A","Price":1},{"Code":"B","Price":2}]}`,
			`{"Items":[{"Code":"C","Price":1},{"Code":"A","Price":1},{"Code":"B","Price":3}]}`,
			[]string{`changed Items[Code=B].Price: 2 -> 3`, `added Items[Code=C]: - -> {"Code":"C","Price":1}`}},
		{"identified elements in another order", `[{"Code":"A"},{"Code":"B"}]`, `[{"Code":"B"},{"Code":"A"}]`, []string{`order : A, B -> B, A`}},
		{"elements that share their code", `[{"Code":"A","n":1},{"Code":"A","n":2}]`, `[{"Code":"A","n":1},{"Code":"A","n":3}]`, []string{`changed [1].n: 2 -> 3`}},
		{"names that need quotes", `{"a.b":{"":1}}`, `{"a.b":{"":2}}`, []string{`changed ["a.b"][""]: 1 -> 2`}},
		{"an object and a list", `{"a":{}}`, `{"a":[]}`, []string{`changed a: {} -> []`}},
		{"a body and none", `{"a":1}`, ``, []string{`removed : {"a":1} -> -`}},
		{"texts", `<oops`, `<oops`, nil},
		{"a name twice", `{"a":1,"a":2}`, `{"a":2}`, nil},
		{"different texts", `no {`, `no [`, []string{`changed : no { -> no [`}},
		{"two values are a text", `{} {}`, `{}`, []string{
			`note: one body is text and the other is JSON, so their fields are not compared`, `changed : {} {} -> {}`}},
		{"REST and SOAP", `{"a":1}`, `<a>1</a>`, []string{
			`note: one body is JSON and the other is XML, so their fields are not compared`, `changed : {"a":1} -> <a>1</a>`}},
		{"prefixes", `<s:E xmlns:s="urn:s"><s:B x="1"><v xsi:type="xsd:int" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">1</v></s:B></s:E>`,
			`<?xml version="1.0"?><E xmlns="urn:s"><B x='1'> <v xmlns="" i:type="d:int" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">1</v></B></E>`, nil},
		{"namespaces", `<s:E xmlns:s="urn:s"><s:B><s:C>1</s:C></s:B></s:E>`, `<s:E xmlns:s="urn:t"><s:B><s:C>2</s:C></s:B></s:E>`,
			[]string{`changed E.B.C: 1 -> 2`}},
		{"attributes", `<a><x t="1">1</x><n>2</n></a>`, `<a><x t="2">2</x><n nil="true"/></a>`, []string{`changed a.n: 2 -> null`, `changed a.x: 1 -> 2`}},
		{"one element and two", `<a><i><Code>A</Code></i></a>`, `<a><i><Code>A</Code></i><i><Code>B</Code></i></a>`,
			[]string{`added a.i[Code=B]: - -> <Code>B</Code>`}},
		{"faults", `<f><faultcode>A</faultcode></f>`, `<f><faultcode>B</faultcode><faultstring>no</faultstring></f>`,
			[]string{`changed f.faultcode: A -> B`, `added f.faultstring: - -> no`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := written(difference.Bodies(difference.Body{Content: []byte(test.a)}, difference.Body{Content: []byte(test.b)}))
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func written(r difference.Result) []string {
	var lines []string
	for _, note := range r.Notes {
		lines = append(lines, "note: "+note)
	}
	value := func(v *string) string {
		if v == nil {
			return "-"
		}
		return *v
	}
	for _, row := range r.Rows {
		lines = append(lines, fmt.Sprintf("%s %s: %s -> %s", row.Change, row.Path, value(row.A), value(row.B)))
	}
	return lines
}

// TestCutBodies takes the missing part of a body for no difference, wherever the body is
// cut.
func TestCutBodies(t *testing.T) {
	t.Parallel()
	for _, whole := range []string{
		`{"Orders":[{"RefNo":"1","Total":12.5,"Tags":["a","b"]},{"RefNo":"2","Total":7,"Tags":[]}],"Count":2,"Next":null,"Last":true}`,
		`<E xmlns="urn:s"><Body a="1"><item><Code>A</Code><n>1</n></item><item><Code>B</Code><n>22</n></item><sum>3</sum></Body></E>`,
	} {
		for end := range len(whole) {
			cut := difference.Body{Content: []byte(whole[:end]), Cut: true}
			if end == 0 {
				continue
			}
			full := difference.Body{Content: []byte(whole)}
			for _, pair := range [][2]difference.Body{{cut, full}, {full, cut}, {cut, cut}} {
				if got := written(difference.Bodies(pair[0], pair[1])); got != nil {
					t.Errorf("cut after %q: %q", whole[:end], got)
				}
			}
		}
	}
}

// TestCutBodiesDiffer finds a difference in the kept part.
func TestCutBodiesDiffer(t *testing.T) {
	t.Parallel()
	a := difference.Body{Content: []byte(`{"Orders":[{"RefNo":"1","Status":"PENDING"},{"RefNo":"2","Sta`), Cut: true}
	b := difference.Body{Content: []byte(`{"Orders":[{"RefNo":"1","Status":"REFUND"},{"RefNo":"2","Status":"PENDING"}],"Count":2}`)}
	want := []string{`changed Orders[RefNo=1].Status: "PENDING" -> "REFUND"`}
	if got := written(difference.Bodies(a, b)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestManyDifferences verifies the bounds of the rows and of their values.
func TestManyDifferences(t *testing.T) {
	t.Parallel()
	var a, b strings.Builder
	for i := range 250 {
		fmt.Fprintf(&a, `,"f%d":"%s"`, i, strings.Repeat("ä", 400))
		fmt.Fprintf(&b, `,"f%d":2`, i)
	}
	found := difference.Bodies(difference.Body{Content: []byte("{" + a.String()[1:] + "}")}, difference.Body{Content: []byte("{" + b.String()[1:] + "}")})
	if len(found.Rows) != 200 || found.More != 50 {
		t.Errorf("got %d rows and %d more, want 200 and 50", len(found.Rows), found.More)
	}
	want := client.BodyDifference{Path: "f0", Change: client.Changed, A: new(`"` + strings.Repeat("ä", 148) + "…"), B: new("2")}
	if got := found.Rows[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q -> %q", *got.A, *got.B)
	}
}

// TestHostileBodies compares bodies made to be slow in little time.
func TestHostileBodies(t *testing.T) {
	t.Parallel()
	const size = 64 << 10
	deep := strings.Repeat("[", size/2)
	for name, pair := range map[string][2]string{
		"deep lists":       {deep + strings.Repeat("]", size/2), "[" + deep},
		"deep differences": {strings.Repeat("[1,", 9_000) + strings.Repeat("]", 9_000), strings.Repeat("[2,", 9_000) + strings.Repeat("]", 9_000)},
		"deep elements":    {strings.Repeat("<a>", size/3), strings.Repeat("<a>", size/3-1)},
		"two long lists":   {"[" + strings.Repeat("1,2,", size/4) + "0]", "[" + strings.Repeat("2,3,1,", size/6) + "1]"},
		"many equal names": {"{" + strings.Repeat(`"a":1,`, size/6) + `"b":1}`, "{" + strings.Repeat(`"a":2,`, size/6) + `"b":1}`},
	} {
		for _, cut := range []bool{false, true} {
			found := difference.Bodies(difference.Body{Content: []byte(pair[0]), Cut: cut}, difference.Body{Content: []byte(pair[1]), Cut: cut})
			if len(found.Rows) > 200 {
				t.Errorf("%s: %d rows", name, len(found.Rows))
			}
		}
	}
}

func FuzzBodies(f *testing.F) {
	f.Add(`{"a":[1,{"Code":"x"}]}`, `{"a":[{"Code":"x"},1]}`, true)
	f.Add(`<a><b/><b>1</b></a>`, `<a><b>1</b></a>`, false)
	f.Fuzz(func(t *testing.T, a, b string, cut bool) {
		x, y := difference.Body{Content: []byte(a), Cut: cut}, difference.Body{Content: []byte(b), Cut: cut}
		difference.Bodies(x, y)
		if got := difference.Bodies(x, x); got.Rows != nil {
			t.Errorf("a body differs from itself: %q", written(got))
		}
	})
}
