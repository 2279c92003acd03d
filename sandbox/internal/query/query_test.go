package query_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

var now = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// call is a subject.
type call struct {
	operation string
	status    int
	ms        float64
	at        time.Time
	scenarios []string
	path      string
	header    map[string]string
	body      string
	changed   []string
	ended     *time.Time
	preview   bool
}

func fields() query.Fields[call] {
	return query.Fields[call]{
		query.Word("operation", "id of the operation", func(c call) string { return c.operation }).OneOf("search-orders", "retrieve-order").Example("operation:search-orders"),
		query.Status("status", "status of the answer", func(c call) int { return c.status }),
		query.Number("ms", "time until the answer", func(c call) (float64, bool) { return c.ms, c.ms >= 0 }),
		query.After("after", "called then or later", func(c call) time.Time { return c.at }),
		query.Before("before", "called earlier", func(c call) time.Time { return c.at }),
		query.Words("scenario", "scenarios that affected it", func(c call) []string { return c.scenarios }).WithValues("outage"),
		query.Path("path", "path of the address", func(c call) []string { return []string{c.path, "/rest/6.0" + c.path} }),
		query.Group("header", "a header", func(c call, name string) []string {
			if v, has := c.header[strings.ToLower(name)]; has {
				return []string{v}
			}
			return nil
		}),
		query.Text("text", "texts", func(c call, contains func([]byte) bool) bool {
			return contains([]byte(c.path)) || contains([]byte(c.body))
		}),
		query.Record("record", "records it changed", []string{"order", "campaign"}, func(c call) []string { return c.changed }),
		query.Moment("ended", "when it ended", func(c call) (time.Time, bool) {
			if c.ended == nil {
				return time.Time{}, false
			}
			return *c.ended, true
		}),
		query.Flag("preview", "whether it was a preview", func(c call) bool { return c.preview }),
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	ended := time.Date(2026, 10, 9, 23, 59, 59, 0, time.UTC)
	calls := []call{
		0: {operation: "search-orders", status: 200, ms: 1.5, at: now.Add(-time.Hour), path: "/orders/", body: "Renée REYNOLDS & Co, 5* \\", changed: []string{"order/1000", "campaign/A/1"}},
		1: {operation: "retrieve-order", status: 404, ms: 100, at: now.Add(-time.Minute), path: "/orders/1000/", scenarios: []string{"outage", "slow"}, ended: &ended},
		2: {status: 0, ms: -1, at: now, path: "/Nowhere", header: map[string]string{"x-trace": "abc-1"}, preview: true, body: "\xff and Straße"},
	}
	for text, want := range map[string][]int{
		"":                                {0, 1, 2},
		" \t\n ":                          {0, 1, 2},
		"operation:SEARCH-orders":         {0},
		"OPERATION:search-orders":         {0},
		"operation:search-*":              {0},
		"operation:*":                     {0, 1},
		"-operation:*":                    {2},
		`operation:""`:                    {2},
		"operation:search-orders,*-order": {0, 1},
		"status:404":                      {1},
		"status:4xx":                      {1},
		"status:40X,0":                    {1, 2},
		"-status:404,200":                 {2},
		"status:>=400":                    {1},
		"status:100..399":                 {0},
		"status:>2xx":                     {1},
		"status:<=4xx":                    {0, 1, 2},
		"ms:>1.5":                         {1},
		"ms:>=1.5":                        {0, 1},
		"ms:<100":                         {0},
		"ms:1.5,100":                      {0, 1},
		"ms:1..99":                        {0},
		"ms:*":                            {0, 1},
		`ms:""`:                           {2},
		"-ms:>10":                         {0, 2},
		"after:-5m":                       {1, 2},
		"after:0":                         {2},
		"before:-5m":                      {0},
		`after:"2026-10-09 11:59:00"`:     {1, 2},
		"after:2026-10-09T12:00:00Z":      {2},
		"after:2026-10-09":                {0, 1, 2},
		"before:2026-10-09":               {},
		"after:-2h before:-30m":           {0},
		"scenario:outage":                 {1},
		"scenario:*":                      {1},
		"-scenario:*":                     {0, 2},
		`scenario:""`:                     {0, 2},
		"scenario:s*w":                    {1},
		"scenario:*l*":                    {1},
		"path:/orders/":                   {0, 1},
		"path:/ORDERS/1":                  {1},
		"path:/rest/6.0/orders":           {0, 1},
		"path:/orders/*":                  {0, 1},
		"path:/orders/*00":                {1},
		"path:*/1000/":                    {1},
		"path:/nowhere":                   {2},
		"header.X-Trace:abc-1":            {2},
		"header.x-trace:ABC*":             {2},
		"Header.X-TRACE:*":                {2},
		"-header.x-trace:*":               {0, 1},
		"header.x-other:*":                {},
		"reynolds":                        {0},
		`"reynolds & co"`:                 {0},
		"renÉe":                           {0},
		"text:ren*co":                     {0},
		`text:"5*"`:                       {0},
		"text:5*6":                        {},
		`text:"\\"`:                       {0},
		`text:\`:                          {0},
		"stra*E":                          {2},
		"STRASSE":                         {},
		"-reynolds":                       {1, 2},
		"reynolds,nowhere":                {0, 2},
		"status:200 nowhere":              {},
		"record:order/1000":               {0},
		"record:1000":                     {0},
		"record:order/":                   {0},
		"record:order/*":                  {0},
		"record:A*/1":                     {},
		"record:campaign/a/1":             {0},
		"record:*":                        {0},
		"-record:*":                       {1, 2},
		"ended:2026-10-09":                {1},
		"ended:>2026-10-09":               {},
		"ended:>-1h":                      {1},
		"ended:2026-10-01..2026-10-10":    {1},
		"ended:*":                         {1},
		`ended:""`:                        {0, 2},
		"preview:true":                    {2},
		"preview:False":                   {0, 1},
		"-preview:true status:2xx":        {0},
		"after:-1m before:-5m":            {},
		"ms:>100 ms:<=100":                {},
		"status:4xx status:500":           {},
	} {
		q, err := fields().Parse(text, now)
		if err != nil {
			t.Errorf("%s: got %v", text, err)
			continue
		}
		got := []int{}
		for i, c := range calls {
			if q.Matches(c) {
				got = append(got, i)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	names := "known: operation, status, ms, after, before, scenario, path, header.NAME, text, record, ended, preview"
	quoted := "; text:WORD looks for any text; to look for a text with a colon, write it in double quotes"
	for text, want := range map[string]query.Error{
		"a=b stauts:1":            {4, 6, 5, `unknown field "stauts"`, "nearest: status"},
		"é xyzzy:1":               {3, 5, 3, `unknown field "xyzzy"`, names + quoted},
		"http://example":          {0, 4, 1, `unknown field "http"`, names + quoted},
		":1":                      {0, 0, 1, `unknown field ""`, names + quoted},
		"header.:1":               {0, 7, 1, `unknown field "header."`, "nearest: header.NAME"},
		"-":                       {0, 1, 1, "- without a term", "write it before a term, such as -status:404"},
		"status:":                 {7, 0, 8, "status has no value", `write "" for an empty one and * for any`},
		"operation:a,":            {12, 0, 13, "operation has no value", `such as operation:search-orders; write "" for an empty one and * for any`},
		"ms:1,,2":                 {5, 0, 6, "ms has no value", `write "" for an empty one and * for any`},
		"operation:retrive-order": {10, 13, 11, `unknown operation "retrive-order"`, "did you mean retrieve-order?"},
		"status:4x":               {7, 2, 8, `status must be from 100 to 599, or 0, got "4x"`, "write it as 404, 4xx, >=500 or 400..499; 0 selects the calls that got no answer"},
		"status:4*":               {7, 2, 8, "status may not have a * in its value", "write * alone for any, or a comparison such as >100"},
		"ms:ten":                  {3, 3, 4, `"ten" is not a number`, "write a number such as 100, >100, <=0.5 or 10..20"},
		"ms:NaN":                  {3, 3, 4, `"NaN" is not a number`, "write a number such as 100, >100, <=0.5 or 10..20"},
		"ms:=>1":                  {3, 3, 4, `unknown comparison "=>"`, "write >, >=, <, <= or a..b"},
		"ms:5..1":                 {3, 4, 4, "the range 5..1 ends before it begins", "write 1..5"},
		"status:404..400":         {7, 8, 8, "the range 404..400 ends before it begins", "write 400..404"},
		"status:5xx..4xx":         {7, 8, 8, "the range 5xx..4xx ends before it begins", "write 4xx..5xx"},
		`ended:"2026-10-09..2026-10-08 12:00:00"`: {6, 33, 7, "the range 2026-10-09..2026-10-08 12:00:00 ends before it begins", `write "2026-10-08 12:00:00..2026-10-09"`},
		"record:orders/1":                         {7, 8, 8, `unknown kind of record "orders"`, "did you mean order?"},
		"record:1/*":                              {7, 3, 8, `unknown kind of record "1"`, "known: order, campaign"},
		"preview:yes":                             {8, 3, 9, `unknown preview "yes"`, "known: true, false"},
		"text:*":                                  {5, 1, 6, "text requires a text to look for", "such as text:Reynolds"},
		`a "b`:                                    {2, 2, 3, "the quote is not closed", `write " at its end, or \" for a quote in it`},
		`a "b\`:                                   {2, 3, 3, "the quote is not closed", `write " at its end, or \" for a quote in it`},
		"after:1m":                                {6, 2, 7, `"1m" is not a moment`, `such as -5m, +1d, 2026-05-13 or "2026-05-13 12:00:00"`},
		"after:-1m2":                              {6, 4, 7, `duration "-1m2": "2" has no unit`, `such as -5m, +1d, 2026-05-13 or "2026-05-13 12:00:00"`},
		"after:2026-02-30":                        {6, 10, 7, `"2026-02-30" is not a moment (day out of range)`, `such as -5m, +1d, 2026-05-13 or "2026-05-13 12:00:00"`},
		"after:*":                                 {6, 1, 7, "after requires a moment", `such as -5m, +1d, 2026-05-13 or "2026-05-13 12:00:00"`},
		"(status:404":                             {0, 7, 1, `unknown field "(status"`, "nearest: status"},
		"(a":                                      {0, 2, 1, "no parenthesis may be used", "alternatives are written with a comma, such as status:400,404; to look for the text, write it in double quotes"},
		"a\xff":                                   {1, 1, 2, "byte 0xff is not UTF-8", "write it in UTF-8, percent-encoded in a URL"},
		strings.Repeat("a", 2001):                 {0, 2001, 1, "the query is too long", "it may have 2000 bytes at most"},
		strings.Repeat("a ", 51):                  {100, 1, 101, "the query has more than 50 terms", "use fewer terms, or alternatives separated by commas"},
		strings.Repeat("a,", 51):                  {100, 1, 101, "the query has more than 50 alternatives in a term, or 100 in all", "use a * or fewer alternatives"},
		strings.Repeat("a,a,a ", 50):              {200, 1, 201, "the query has more than 50 alternatives in a term, or 100 in all", "use a * or fewer alternatives"},
		"a STATUS=404":                            {2, 10, 3, "STATUS=404 is no term", "write status:404; to look for the text, write it in double quotes"},
		"status==4xx b":                           {0, 11, 1, "status==4xx is no term", "write status:4xx; to look for the text, write it in double quotes"},
		"-ms>=100":                                {0, 8, 1, "ms>=100 is no term", "write -ms:>=100; to look for the text, write it in double quotes"},
		"a or b": {2, 2, 3, "or is no operator",
			`terms are joined by a blank, alternatives by a comma (status:400,404), and - negates; to look for the text, write "or"`},
		"a OR b": {2, 2, 3, "OR is no operator",
			`terms are joined by a blank, alternatives by a comma (status:400,404), and - negates; to look for the text, write "OR"`},
	} {
		_, err := fields().Parse(text, now)
		var got *query.Error
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%.60q: got %#v, want %#v", text, err, want)
		}
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	_, err := fields().Parse("a=b stauts:1", now)
	if want := `unknown field "stauts" at column 5; nearest: status`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "",
		"  reynolds  STATUS:4xx ":         "text:reynolds status:4xx",
		`"a b","c,d",e*f,"5*" -"\"\\x"`:   `text:"a b","c,d",e*f,"5*" -text:"\"\\x"`,
		`-header.X-Trace:a**b,"","*"*`:    `-header.X-Trace:a*b,"","*"*`,
		`text:a"b c"d,a:b\`:               `text:"ab cd",a:b\`,
		"--a":                             "-text:-a",
		`after:"2026-10-09 12:00:00",-5m`: `after:"2026-10-09 12:00:00",-5m`,
	} {
		q, err := fields().Parse(text, now)
		if err != nil || q.String() != want {
			t.Errorf("%s: got %s, %v, want %s", text, q, err, want)
		}
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	q, err := fields().ParseTerm("status", "404,500", now)
	more, otherErr := fields().Parse("-scenario:x header.A:b after:-5m ms:1 preview:true reynolds path:/a", now)
	if err != nil || otherErr != nil {
		t.Fatal(err, otherErr)
	}
	c := call{status: 200, scenarios: []string{"x", "y"}, header: map[string]string{"a": "b"}, at: now, ms: 1.5, path: "/a"}
	got := []string{}
	for _, term := range q.And(more).Terms() {
		given, ok := term.ValueOf(c)
		got = append(got, fmt.Sprint(term, " ", term.Name(), "=", given, " ", ok, " ", term.Matches(c)))
	}
	want := []string{"status:404,500 status=200 true false", "-scenario:x scenario=x, y true false", "header.A:b header.A=b true true",
		"after:-5m after=2026-10-09T12:00:00Z true true", "ms:1 ms=1.5 true false", "preview:true preview=false true false", "text:reynolds text= false false", "path:/a path=/a, /rest/6.0/a true true"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := fields().ParseTerm("scenario", "a b", now); err == nil || err.Error() != `scenario has blanks, got "a b"; write it in double quotes` {
		t.Errorf("got %v", err)
	}
	var none *query.Query[call]
	if !none.Matches(c) || none.And(q) != q || q.And(nil) != q || none.String() != "" {
		t.Error("a nil query does not match all")
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	got := fields().Describe()
	want := []client.QueryField{
		{Name: "operation", Kind: "word", Meaning: "id of the operation", Values: []string{"search-orders", "retrieve-order"}, Examples: []string{"operation:search-orders"}},
		{Name: "status", Kind: "status", Meaning: "status of the answer", Values: []string{"2xx", "4xx", "5xx", "0"}, Examples: []string{}},
		{Name: "ms", Kind: "number", Meaning: "time until the answer", Values: []string{}, Examples: []string{}},
	}
	if !reflect.DeepEqual(got[:3], want) || got[7].Name != "header.NAME" {
		t.Errorf("got %v, want %v", got, want)
	}
}

// FuzzParse parses any text without a panic. The spelling of a query parses to the same
// query, and both match the same subjects.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "reynolds", `operation:search-orders status:4xx -code:a,b* text:"a \"b\\" after:-5m`, `-header.X:"*"*`, "ms:>1.5,1..2", "a\"b\"c",
		"ended:2026-10-09..-1d", "path:*/1000/", "--a", "record:order/", "text:\u00a0", "status:<4xx", "STRASSE,ſ\u212a",
	} {
		f.Add(text, "Renée Reynolds & Co \u212a ſ /orders/1000")
	}
	f.Fuzz(func(t *testing.T, text, body string) {
		q, err := fields().Parse(text, now)
		var wrong *query.Error
		if err != nil {
			if !errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Offset+wrong.Length > len(text) || wrong.Hint == "" {
				t.Fatalf("%q: got %#v", text, err)
			}
			return
		}
		again, err := fields().Parse(q.String(), now)
		if len(q.String()) > query.MaxBytes { // quotes and names make it longer
			return
		}
		if err != nil || again.String() != q.String() || len(again.Terms()) != len(q.Terms()) {
			t.Fatalf("%q: spelled %q, which parses to %q, %v", text, q, again, err)
		}
		ended := now.Add(time.Hour)
		for _, c := range []call{
			{operation: body, status: 404, ms: -1, at: now, path: body, body: body, scenarios: []string{body}, changed: []string{body}, header: map[string]string{"x": body}},
			{status: 200, ms: 1.5, at: now.Add(-time.Hour), path: "/orders/1000/", ended: &ended, preview: true},
		} {
			if q.Matches(c) != again.Matches(c) {
				t.Fatalf("%q and %q differ for %v", text, q, c)
			}
		}
		for i, term := range q.Terms() {
			if term.String() != again.Terms()[i].String() {
				t.Fatalf("%q: got %q, want %q", text, again.Terms()[i], term)
			}
		}
	})
}

// The names of the interface mean fields in any spelling.
func TestMeant(t *testing.T) {
	t.Parallel()
	fields := []string{"reference", "approval", "external", "customer"}
	for name, want := range map[string]string{
		"RefNo": "reference", "ref_no": "reference", "REF-NO": "reference", "ApproveStatus": "approval", "ProductCode": "", "Origin": "",
		"AvangateCustomerReference": "customer",
	} {
		if got := query.FieldFor(name, fields); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
