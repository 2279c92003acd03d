package edit

import (
	"slices"
	"strings"
	"testing"
)

func set(text string) Action {
	return Action{Set: &Value{JSON: []byte(text), Text: strings.Trim(text, `"`), Flat: !strings.ContainsAny(text, "{[")}}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	const page = `{ "Items":[{"RefNo":"1","Total":23.50,"Paid":true},{"RefNo":"2","Total":1e2, "Paid":false}],"Pagination":{"Count":2},"Empty":{}}`
	for _, test := range []struct {
		name, at string
		action   Action
		want     string // of the page, "" for the page itself
		replaced []string
	}{
		{"every match", "$.Items[*].Total", set("7.10"), "", []string{"23.50", "7.10", "1e2", "7.10"}},
		{"a filter", `$.Items[?@.RefNo=="2"].Paid`, set(`null`), "", []string{"false", "null"}},
		{"a pattern", `$.Items[?match(@.RefNo,'[2-9]')].Paid`, set(`null`), "", []string{"false", "null"}},
		{"a member that is not there", "$.Items[*].New", set(`"x"`), "", []string{"true}", `true,"New":"x"}`, "false}", `false,"New":"x"}`}},
		{"a member of an empty object", "$.Empty['a b']", set(`[1]`), "", []string{"{}", `{"a b":[1]}`}},
		{"a member that some have", "$.Items[0].Total", set("1"), "", []string{"23.50", "1"}},
		{"a name that is nowhere", "$..Nowhere", set("1"), "", nil},
		{"the first element", "$.Items[0]", Action{Remove: true}, "", []string{`{"RefNo":"1","Total":23.50,"Paid":true},`, ""}},
		{"the last element", "$.Items[-1]", Action{Remove: true}, "", []string{`,{"RefNo":"2","Total":1e2, "Paid":false}`, ""}},
		{"all elements", "$.Items[*]", Action{Remove: true},
			`{ "Items":[],"Pagination":{"Count":2},"Empty":{}}`, nil},
		{"the last two members", "$['Pagination','Empty']", Action{Remove: true}, "", []string{`,"Pagination":{"Count":2},"Empty":{}`, ""}},
		{"middle and last", "$.Items[*]['Total','Paid']", Action{Remove: true}, "",
			[]string{`,"Total":23.50,"Paid":true`, "", `,"Total":1e2, "Paid":false`, ""}},
		{"a member after a blank", "$.Items[1].Paid", Action{Remove: true}, "", []string{`, "Paid":false`, ""}},
		{"numbers and booleans", "$.Items[0].*", Action{AsText: true}, "", []string{"23.50", `"23.50"`, "true", `"true"`}},
		{"wrapped", "$.Pagination", Action{Wrap: "meta"}, "", []string{`{"Count":2}`, `{"meta":{"Count":2}}`}},
		{"the whole body", "$", set(`[]`), "[]", nil},
		{"renamed", "$.Items[*].Total", Action{Rename: "Sum \""}, "", []string{`"Total":`, `"Sum \"":`}},
		{"renamed within a renamed one", "$..['Items','RefNo']", Action{Rename: "x"}, "", []string{`"Items":`, `"x":`, `"RefNo":`, `"x":`}},
		{"elements have no name", "$.Items[*]", Action{Rename: "x"}, page, nil},
		{"copied", "$.Pagination.Count", Action{Copy: "$.Items[*].Total"}, "", []string{`"Count":2`, `"Count":23.50`}},
		{"copied into a new member", "$.Empty.Paid", Action{Copy: "$.Items[?@.RefNo=='2']"}, "", []string{`{}`, `{"Paid":{"RefNo":"2","Total":1e2, "Paid":false}}`}},
		{"copied from nowhere", "$.Empty.Paid", Action{Copy: "$.Nowhere"}, page, nil},
		{"inserted", "$.Items", Action{Insert: &Value{JSON: []byte(`{"a":1}`)}}, "", []string{`"Paid":false}]`, `"Paid":false},{"a":1}]`}},
		{"inserted into an object", "$.Empty", Action{Insert: &Value{JSON: []byte(`1`)}}, page, nil},
		{"an element twice", "$.Items[1]", Action{Double: true}, "", []string{`, "Paid":false}`, `, "Paid":false},{"RefNo":"2","Total":1e2, "Paid":false}`}},
		{"a member twice", "$.Pagination", Action{Double: true}, "", []string{`"Pagination":{"Count":2}`, `"Pagination":{"Count":2},"Pagination":{"Count":2}`}},
		{"both levels twice", "$..['Pagination','Count']", Action{Double: true}, "", []string{`"Pagination":{"Count":2}`, `"Pagination":{"Count":2,"Count":2},"Pagination":{"Count":2}`}},
		{"the outer of two", "$..*", set(`0`), `{ "Items":0,"Pagination":0,"Empty":0}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e, err := New(test.at, test.action)
			must(t, err)
			want := test.want
			if want == "" {
				want = strings.NewReplacer(test.replaced...).Replace(page)
			}
			a := Answer{Body: []byte(page)}
			notes := List{e}.JSON(&a)
			if got := string(a.Body); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if isNoted := len(notes) > 0; isNoted != (want == page) {
				t.Errorf("got notes %q", notes)
			}
		})
	}
}

// TestText changes a body that is a text, not JSON: it stays a text, unless it becomes another
// value.
func TestText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		at     string
		action Action
		want   string
	}{
		{"$", set(`"R \"1\""`), `R "1"`},
		{"$", set("7.50"), "7.50"},
		{"$", Action{AsText: true}, "100042060"},
		{"$", Action{Wrap: "RefNo"}, `{"RefNo":"100042060"}`},
		{"$.RefNo", Action{Remove: true}, "100042060"},
	} {
		e, err := New(test.at, test.action)
		must(t, err)
		a := Answer{Body: []byte("100042060"), Text: true}
		List{e}.JSON(&a)
		if got := string(a.Body); got != test.want {
			t.Errorf("%s %+v: got %s, want %s", test.at, test.action, got, test.want)
		}
	}
}

func TestXML(t *testing.T) {
	t.Parallel()
	const envelope = `<?xml version="1.0"?><env:Envelope xmlns:env="e"><env:Body><ns1:r xmlns:ns1="n"><ns1:Return><ns1:RefNo>1</ns1:RefNo><ns1:Total> 2.50</ns1:Total><ns1:None/></ns1:Return></ns1:r></env:Body></env:Envelope>`
	for _, test := range []struct {
		name, at string
		action   Action
		replaced []string
	}{
		{"text", "//RefNo", set("<9>"), []string{">1<", ">&lt;9&gt;<"}},
		{"from the body", "/r/Return/Total", set("3"), []string{"> 2.50<", ">3<"}},
		{"from the envelope", "/Envelope/Body/r/Return/Total", set("3"), []string{"> 2.50<", ">3<"}},
		{"an empty element", "//None", set("x"), []string{"<ns1:None/>", "<ns1:None>x</ns1:None>"}},
		{"an element that is not there", "//Return/New", set("x"), []string{"</ns1:Return>", "<ns1:New>x</ns1:New></ns1:Return>"}},
		{"a child of an empty element", "//None/New", set("x"), []string{"<ns1:None/>", "<ns1:None><ns1:New>x</ns1:New></ns1:None>"}},
		{"removed", "//Total", Action{Remove: true}, []string{"<ns1:Total> 2.50</ns1:Total>", ""}},
		{"wrapped", "//RefNo", Action{Wrap: "w"}, []string{"<ns1:RefNo>1</ns1:RefNo>", "<ns1:w><ns1:RefNo>1</ns1:RefNo></ns1:w>"}},
		{"wrapped where its prefix is declared", "//r", Action{Wrap: "w"}, []string{"<ns1:r ", "<w><ns1:r ", "</ns1:r>", "</ns1:r></w>"}},
		{"a predicate", "//*[.='1']", set("4"), []string{">1<", ">4<"}},
		{"nothing", "//Nothing", Action{Remove: true}, nil},
		{"renamed", "//RefNo | //None", Action{Rename: "New"}, []string{"ns1:RefNo>", "ns1:New>", "ns1:None/", "ns1:New/"}},
		{"copied", "//Total", Action{Copy: "//RefNo"}, []string{"> 2.50<", ">1<"}},
		{"copied with what is within", "//Return/All", Action{Copy: "//Return"}, []string{"</ns1:Return>", "<ns1:All><ns1:RefNo>1</ns1:RefNo><ns1:Total> 2.50</ns1:Total><ns1:None/></ns1:All></ns1:Return>"}},
		{"copied from an empty element", "//Total", Action{Copy: "//None"}, []string{"> 2.50<", "><"}},
		{"copied from nowhere", "//Total", Action{Copy: "//Nowhere"}, nil},
		{"inserted", "//Return", Action{Insert: &Value{Text: "<", Flat: true}}, []string{"</ns1:Return>", "<ns1:None>&lt;</ns1:None></ns1:Return>"}},
		{"inserted into an empty list", "//None", Action{Insert: &Value{Text: "7", Flat: true}}, []string{"<ns1:None/>", "<ns1:None><ns1:item>7</ns1:item></ns1:None>"}},
		{"twice", "//RefNo", Action{Double: true}, []string{"<ns1:RefNo>1</ns1:RefNo>", "<ns1:RefNo>1</ns1:RefNo><ns1:RefNo>1</ns1:RefNo>"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e, err := New(test.at, test.action)
			must(t, err)
			want := strings.NewReplacer(test.replaced...).Replace(envelope)
			a := Answer{Body: []byte(envelope)}
			notes := List{e}.XML(&a)
			if got := string(a.Body); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if isNoted := len(notes) > 0; isNoted != (want == envelope) {
				t.Errorf("got notes %q", notes)
			}
		})
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	var list List
	for _, part := range []struct {
		at     string
		action Action
	}{
		{"status", set("299")}, {"/header/content-type", set("text/html")}, {"/header/Date", Action{Remove: true}},
		{"//RefNo", set("1")}, {"$.RefNo", set("2")},
	} {
		e, err := New(part.at, part.action)
		must(t, err)
		list = append(list, e)
	}
	a := Answer{Status: 200, Body: []byte(`{"RefNo":1}`)}
	notes := strings.Join(list.JSON(&a), "; ")
	if want := "change 4, //RefNo: an XPath changes SOAP answers only"; notes != want {
		t.Errorf("got notes %q, want %q", notes, want)
	}
	if a.Status != 299 || *a.Headers["Content-Type"] != "text/html" || a.Headers["Date"] != nil || string(a.Body) != `{"RefNo":2}` {
		t.Errorf("got %d %v %s", a.Status, a.Headers, a.Body)
	}
	if _, isLeftOut := a.Headers["Date"]; !isLeftOut {
		t.Error("Date is not left out")
	}
	b := Answer{Status: 200, Body: []byte(`<a><RefNo>7</RefNo></a>`)}
	if got := strings.Join(list.XML(&b), "; "); got != "change 5, $.RefNo: a JSONPath changes REST answers only" || string(b.Body) != `<a><RefNo>1</RefNo></a>` {
		t.Errorf("got %q %s", got, b.Body)
	}
	empty := Answer{Status: 200}
	if got := strings.Join(list[4:].JSON(&empty), "; "); got != "change 1, $.RefNo: the answer has no JSON body" {
		t.Errorf("got %q", got)
	}
}

// TestBodiesGrowNoFurther multiplies the elements of a body by each edit.
func TestBodiesGrowNoFurther(t *testing.T) {
	t.Parallel()
	many := set("[" + strings.Repeat("1,", 299) + "1]")
	var list List
	for _, at := range []string{"$", "$[*]", "$[*][*]", "$[*][*][*]"} {
		e, err := New(at, many)
		must(t, err)
		list = append(list, e)
	}
	a := Answer{Body: []byte("{}")}
	notes := list.JSON(&a)
	want := []string{"change 3, $[*][*]: the body would grow to more than 4 MiB", "change 4, $[*][*][*]: nothing matches"}
	if !slices.Equal(notes, want) || len(a.Body) > maxGrown {
		t.Errorf("got %d bytes, %q, want %q", len(a.Body), notes, want)
	}
}

func TestNewFails(t *testing.T) {
	t.Parallel()
	for at, test := range map[string]struct {
		action Action
		want   string
	}{
		"":                             {set("1"), "at is required"},
		"$[":                           {set("1"), `the JSONPath "$[" cannot be read`},
		"$":                            {Action{Remove: true}, "the whole body cannot be removed"},
		"$..a..b":                      {set("1"), "a JSONPath may have .. once"},
		"$..[?@..a]":                   {set("1"), "a JSONPath may have .. once"},
		"$.a[?@.b[*]]":                 {set("1"), "a filter of a JSONPath may compare single values only"},
		"$.a[?@.b[?@.c]]":              {set("1"), "a filter of a JSONPath may compare single values only"},
		"$.a[?match(@.b,'[a-z]{60}')]": {set("1"), "the pattern '[a-z]{60}' of a JSONPath is too long"},
		"$.a[?match(@.b, $.c)]":        {set("1"), "the pattern of match and search must be a text"},
		"$.a[?match(@.b,'a') && search(@.b,'c')]": {set("1"), "a JSONPath may have match or search once"},
		"status":                 {set("204"), "status must be from 200 to 599 and have a body"},
		"/header/Content-Length": {set("1"), "change must not set Content-Length"},
		"/header/a b":            {set("1"), "a header name must consist of"},
		"/header/A":              {Action{Wrap: "a"}, "a header can only be set or removed"},
		"/header/B":              {set("a\nb"), "the value of header B must be one line"},
		"//a[":                   {set("1"), `the XPath "//a[" cannot be read`},
		"//b":                    {Action{AsText: true}, "as: text changes JSON only"},
		"//c":                    {set("[1]"), "set takes one value in XML"},
		"//d":                    {Action{Wrap: "a b"}, "wrap must be the name of an element"},
		"//e[1][1][1][1]":        {set("1"), "an XPath may have at most 3 predicates"},
		"Status":                 {set("1"), "at must begin with $ or /, or be status; did you mean $.Status or //Status?"},
		"Items[0].Status":        {set("1"), "at must begin with $ or /, or be status, got \"Items[0].Status\""},
		"count(//f)":             {set("1"), "at must begin with $ or /"},
		"/":                      {set("1"), `the XPath "/" cannot be read`},
		"//g/@a":                 {set("1"), "an XPath must select elements, not attributes or texts"},
		"//h/text()":             {set("1"), "an XPath must select elements, not attributes or texts"},
		"//k":                    {set("a\x01"), "set has a control character, which XML cannot have"},
	} {
		if _, err := New(at, test.action); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %q", at, err, test.want)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	order := `{"RefNo":"1","Total":23.50,"BillingDetails":{` + strings.Repeat(`"Name":"Ida Moreau",`, 60) + `"End":null},"Status":"COMPLETE"}`
	body := []byte(`{"Items":[` + strings.Repeat(order+",", 9) + order + `]}`)
	e, err := New("$.Items[*].Status", set(`"UNKNOWN"`))
	must(b, err)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		a := Answer{Body: body}
		if notes := (List{e}).JSON(&a); notes != nil {
			b.Fatal(notes)
		}
	}
}

// TestReach edits bodies by reading only what the path reaches, with the same result as
// by reading everything.
func TestReach(t *testing.T) {
	t.Parallel()
	bodies := []string{
		`{"a":1,"b":{"c":[3,{"d":true,"a":null}],"a":"x"},"c":[{"a":{"a":2}},{"b":3,"a":4},[],{}],"a b":0}`,
		`[{"a":1},{"b":2},3,[{"a":5}]]`, `{}`, `{"b":{}}`, `7`, `{"a":1,"a":2,"c":{"a":3,"a":4}}`, `{"a":1`,
	}
	actions := map[string]Action{"set": set(`{"n":1}`), "remove": {Remove: true}, "text": {AsText: true}, "wrap": {Wrap: "w"}}
	for _, at := range []string{
		"$", "$.a", "$.b.c", "$.b.c[1].d", "$.c[*].a", "$.c.*", "$.*", "$.*.*", "$[*].a", "$[0]", "$[-1].a", "$['a b']", `$["b"]['a']`,
		"$..a", "$.b..a", "$.c[?@.b == 3].a", "$.c[0:2].a", "$.c[0,1].a", "$.b['a','c']", "$.none", "$.b.none", "$.c[*].none", "$.c[9]", "$.c[?@.b == $.b.c[0]].a",
	} {
		for name, action := range actions {
			e, err := New(at, action)
			if err != nil {
				continue
			}
			all := *e.json
			all.reach = reach{}
			for _, body := range bodies {
				got, matches, err := e.json.edit([]byte(body), action)
				want, wanted, fault := all.edit([]byte(body), action)
				if string(got) != string(want) || matches != wanted || (err == nil) != (fault == nil) {
					t.Errorf("%s %s of %s: got %s (%d, %v), want %s (%d, %v)", name, at, body, got, matches, err, want, wanted, fault)
				}
			}
		}
	}
}

func TestInsertIntoEmptyList(t *testing.T) {
	t.Parallel()
	var list List
	for _, text := range []string{"1", `"b"`} {
		e, err := New("$.Items", Action{Insert: &Value{JSON: []byte(text)}})
		must(t, err)
		list = append(list, e)
	}
	a := Answer{Body: []byte(`{"Items":[ ]}`)}
	if notes := list.JSON(&a); notes != nil || string(a.Body) != `{"Items":[ 1,"b"]}` {
		t.Errorf("got %s, %q", a.Body, notes)
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
