package rehearse

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestStorm finds storms among the repetitions of a call after a fault, and remarks those at
// once.
func TestStorm(t *testing.T) {
	t.Parallel()
	begun := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	made := func(uri string, after time.Duration, status int) client.Entry {
		e := called("search-orders", uri, "")
		e.WallTime, e.Duration, e.Response.Status = begun.Add(after), 10*time.Millisecond, status
		if status >= 400 {
			e.Scenarios = client.Names(ownName)
		}
		if after := map[int]string{429: "1", 504: "0", 502: begun.Add(2 * time.Second).Format(http.TimeFormat)}[status]; after != "" {
			e.Response.Header = client.Header{{Name: "Retry-After", Value: after}}
		}
		return e
	}
	for _, test := range []struct {
		name  string
		calls []client.Entry
		usual int
		want  string
	}{
		{"at once", []client.Entry{made("/a", 0, 503), made("/a", 30*time.Millisecond, 200)}, 1, "hasty: search-orders was repeated at once after 503: 20ms later"},
		{"at once, another between", []client.Entry{made("/a", 0, 503), made("/b", time.Millisecond, 200), made("/a", 30*time.Millisecond, 200)}, 1, "hasty: "},
		{"after fifty milliseconds", []client.Entry{made("/a", 0, 503), made("/a", 60*time.Millisecond, 200)}, 1, ""},
		{"at the end", []client.Entry{made("/a", 0, 500), made("/a", 10*time.Millisecond, 200)}, 1, "hasty: search-orders was repeated at once after 500: 0s later"},
		{"at once as Retry-After says", []client.Entry{made("/a", 0, 504), made("/a", 30*time.Millisecond, 200)}, 1, ""},
		{"after a refusal", []client.Entry{made("/a", 0, 499), made("/a", 30*time.Millisecond, 200)}, 1, ""},
		{"later", []client.Entry{made("/a", 0, 503), made("/a", 70*time.Millisecond, 200)}, 1, ""},
		{"as in the good run", []client.Entry{made("/a", 0, 503), made("/a", 30*time.Millisecond, 200)}, 2, ""},
		{"another one of the good run before", []client.Entry{made("/a", 0, 503), made("/a", 30*time.Millisecond, 200), made("/a", 90*time.Millisecond, 200)}, 2, ""},
		{"the last one of the good run at once", []client.Entry{made("/a", 0, 200), made("/a", 30*time.Millisecond, 503), made("/a", 50*time.Millisecond, 200)}, 2, "hasty: "},
		{"once more than often", []client.Entry{made("/a", 0, 503), made("/a", time.Second, 200), made("/a", 2*time.Second, 200), made("/a", 3*time.Second, 200)}, 3, ""},
		{"side by side", []client.Entry{made("/a", 0, 503), made("/a", time.Millisecond, 200)}, 1, ""},
		{"before Retry-After", []client.Entry{made("/a", 0, 429), made("/a", 900*time.Millisecond, 200)}, 1, "although Retry-After said 1s"},
		{"before the date of Retry-After", []client.Entry{made("/a", 0, 502), made("/a", time.Second, 200)}, 1, "after 990ms, although Retry-After said 1.99s"},
		{"after the date of Retry-After", []client.Entry{made("/a", 0, 502), made("/a", 2*time.Second, 200)}, 1, ""},
		{"another call before Retry-After", []client.Entry{made("/a", 0, 429), made("/b", 100*time.Millisecond, 200)}, 1, ""},
		{"very often", []client.Entry{made("/a", 0, 503), made("/a", time.Second, 200), made("/a", 2*time.Second, 200)}, 1, "called 3 times"},
	} {
		r := rehearsal{RehearsalOptions: client.RehearsalOptions{Storm: 3}, good: good{usual: map[string]int{test.calls[0].Sameness(): test.usual}}}
		judged := trial{shown: client.RehearsalTrial{Remarks: map[client.Remark]string{}}}
		got := r.repetitions(&judged, client.Closed{Calls: test.calls})
		for kind, remark := range judged.shown.Remarks {
			got += string(kind) + ": " + remark
		}
		if !strings.Contains(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestStormOfSessions finds equal calls of different sessions.
func TestStormOfSessions(t *testing.T) {
	t.Parallel()
	var calls []client.Entry
	for _, session := range []string{"a", "b", "c"} {
		calls = append(calls, called("upgrade-partner-subscriptions", "/soap/6.0", "<m:sessionID xsi:type='s'>"+session+"</m:sessionID><Items>1</Items>"))
	}
	r := rehearsal{RehearsalOptions: client.RehearsalOptions{Storm: 3}}
	if got := r.repetitions(&trial{}, client.Closed{Calls: calls}); !strings.Contains(got, "called 3 times") {
		t.Errorf("got %q", got)
	}
	calls[2].Request.Body = []byte("<m:sessionID>c</m:sessionID><Items>2</Items>")
	if got := r.repetitions(&trial{}, client.Closed{Calls: calls}); got != "" {
		t.Errorf("another one: got %q", got)
	}
}

// TestNoStorm expects none in calls with a name made up by each run, as often as others of their
// operation, nor in a few more calls than the journal keeps.
func TestNoStorm(t *testing.T) {
	t.Parallel()
	r := rehearsal{RehearsalOptions: client.RehearsalOptions{Storm: 3}, good: good{most: map[string]int{"search-upsell": 4}}}
	r.report.Good.Calls = []string{"search-upsell#1", "search-upsell#2"}
	for calls, want := range map[int]string{5: "", 6: "search-upsell was called 6 times in the same way"} {
		if got := r.repetitions(&trial{}, client.Closed{Calls: slices.Repeat([]client.Entry{called("search-upsell", "/upsell?Name=new", "")}, calls)}); got != want {
			t.Errorf("%d calls: got %q, want %q", calls, got, want)
		}
	}
	for dropped, want := range map[int64]string{4: "", 5: "the command made 5 calls, in the good run 2"} {
		if got := r.repetitions(&trial{}, client.Closed{Dropped: dropped}); got != want {
			t.Errorf("%d dropped: got %q, want %q", dropped, got, want)
		}
	}
}

// TestUsualCalls counts the calls of the good run with more, and gives up those whose number
// changes from run to run.
func TestUsualCalls(t *testing.T) {
	t.Parallel()
	a, b := called("search-orders", "/a", ""), called("search-orders", "/b", "")
	var g good
	g.countUsual([2]client.Closed{{Calls: []client.Entry{a, b}}, {Calls: []client.Entry{a, b, b}}})
	if got := g.most["search-orders"]; got != 2 {
		t.Errorf("got %d as the most, want 2", got)
	}
	if g.usual[a.Sameness()] != 1 || g.usual[b.Sameness()] != 2 || g.loose[a.Sameness()] || !g.loose[b.Sameness()] {
		t.Errorf("got %v, %v", g.usual, g.loose)
	}
}

// TestTooManyCalls judges a trial whose first calls the journal has no room for.
func TestTooManyCalls(t *testing.T) {
	t.Parallel()
	s, err := newRehearsal().parse("search-orders#1=429")
	must(t, err)
	calls := client.Closed{Calls: []client.Entry{called("search-orders", "/rest/6.0/orders/", "")}, Dropped: 9}
	if got := newRehearsal().judge(s, client.SuiteOutcome{}, calls).shown; got.Result != client.Stormed || got.Why != "search-orders#1 got 429: the command made 10 calls, in the good run 0" {
		t.Errorf("got %+v", got)
	}
}

// TestIgnoredRecords finds the differences explained by a difference between two good runs.
func TestIgnoredRecords(t *testing.T) {
	t.Parallel()
	made := func(change client.RecordChange, name string, fields ...string) client.RecordDifference {
		d := client.RecordDifference{Kind: "campaign", Name: name, Change: change}
		for _, path := range fields {
			d.Fields = append(d.Fields, client.BodyDifference{Path: path})
		}
		return d
	}
	type all = []client.RecordDifference
	renamed := all{made(client.RecordOther, "X1", "$.Name")}
	many := func(change client.RecordChange, a, b int) all {
		return all{{Kind: "campaign", Change: change, Count: client.ValuePair[int]{A: a, B: b}}}
	}
	missing, extra, other := made(client.RecordMissing, "X1"), made(client.RecordExtra, "X9"), made(client.RecordOther, "X1", "$.Name")
	for _, test := range []struct {
		name             string
		records, ignored all
		want             string
	}{
		{"nothing is ignored", all{missing, extra, other}, nil, "missing X1 extra X9 other X1 "},
		{"another made-up name", all{missing, extra}, renamed, ""},
		{"the same id", all{other}, renamed, ""},
		{"one is not there", all{missing}, renamed, "missing 0 of 1 "},
		{"one too many", all{missing, extra, made(client.RecordExtra, "X8")}, renamed, "doubled 2 of 1 "},
		{"one too many beside the same id", all{other, extra}, renamed, "doubled 2 of 1 "},
		{"a known name is missing", all{missing, extra, made(client.RecordMissing, "Summer")}, renamed, "missing Summer "},
		{"another field of a known name", all{made(client.RecordOther, "Summer", "$.Name", "$.Discount")}, renamed, "other Summer "},
		{"doubled under the name", all{made(client.RecordDoubled, "X1")}, renamed, "doubled X1 "},
		{"another field of the same name", all{made(client.RecordOther, "X1", "$.Discount")}, renamed, "other X1 "},
		{"another field of a name that one run has", all{made(client.RecordOther, "X1", "$.Discount")}, all{made(client.RecordMissing, "X1"), made(client.RecordExtra, "X2")}, ""},
		{"doubled in every run", all{made(client.RecordDoubled, "X1")}, all{made(client.RecordDoubled, "X2")}, ""},
		{"another account", all{{Account: 1, Kind: "campaign", Name: "X1", Change: client.RecordMissing}}, renamed, "missing X1 "},
		{"doubled", all{made(client.RecordDoubled, "Summer")}, renamed, "doubled Summer "},
		{"one more in every run", all{extra}, all{made(client.RecordExtra, "X2")}, ""},
		{"one more in every run, not here", nil, all{made(client.RecordExtra, "X2")}, ""},
		{"as many as one of the good runs", all{missing}, all{made(client.RecordMissing, "X1"), made(client.RecordExtra, "X2"), made(client.RecordExtra, "X3")}, ""},
		{"many, as in every run", many(client.RecordExtra, 600, 600), many(client.RecordExtra, 600, 600), ""},
		{"many, and one too many", many(client.RecordExtra, 600, 601), many(client.RecordExtra, 600, 600), "doubled 601 of 600 "},
		{"many, and one is not there", many(client.RecordMissing, 600, 599), many(client.RecordExtra, 600, 600), "missing 599 of 600 "},
		{"many others", many(client.RecordExtra, 600, 600), nil, "extra 600 of 600 "},
		{"another kind", all{{Kind: "order", Name: "X1", Change: client.RecordMissing}}, renamed, "missing X1 "},
	} {
		got := ""
		for _, d := range withoutIgnored(test.records, test.ignored) {
			name := d.Name
			if name == "" {
				name = fmt.Sprintf("%d of %d", d.Count.B, d.Count.A)
			}
			got += string(d.Change) + " " + name + " "
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestStory reads the sentences about the calls of a trial.
func TestStory(t *testing.T) {
	t.Parallel()
	made := func(id string, met, wrote bool) client.Entry {
		e := called(id, "/", "")
		if met {
			e.Scenarios = client.Names(ownName)
		}
		if wrote {
			e.Changes = []client.Change{{Kind: "campaign"}}
		}
		return e
	}
	keyed := good{keyed: map[catalog.OperationID]bool{catalog.CreateUpsell: true}}
	another := made("create-upsell", false, true)
	another.Request.Body = []byte(`{"Name":"Autumn"}`)
	for name, test := range map[string]struct {
		calls []client.Entry
		want  string
	}{
		"create-upsell#1=lost-answer+search-upsell#1=503": {[]client.Entry{made("create-upsell", true, true), made("search-upsell", true, false), made("create-upsell", false, true)},
			"create-upsell#1 was carried out and lost its answer, search-upsell#1 got 503, create-upsell#2 was carried out again"},
		"create-upsell#1=503":      {[]client.Entry{made("create-upsell", true, false), made("create-upsell", false, true)}, "create-upsell#1 got 503"},
		"search-orders#1=silent":   {nil, "search-orders#1 got no answer for a long time"},
		"create-upsell#1=late-504": {[]client.Entry{made("create-upsell", true, true), another}, "create-upsell#1 was carried out and got a late 504"},
		"create-upsell#1=late-504+search-upsell#2=503": {[]client.Entry{made("create-upsell", true, true), made("create-upsell", false, true), made("search-upsell", true, false)},
			"create-upsell#1 was carried out and got a late 504, search-upsell#2 got 503, create-upsell#2 was carried out again"},
	} {
		s, err := newRehearsal().parse(name)
		if got := (&good{}).describeCalls(s, test.calls); err != nil || got != test.want {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, test.want)
		}
	}
	first, again := another, another
	first.Scenarios = client.Names(ownName)
	autumn, err := newRehearsal().parse("create-upsell(Autumn)#1=lost-answer")
	if got := keyed.describeCalls(autumn, []client.Entry{made("create-upsell", false, true), first, again}); err != nil || got != "create-upsell(Autumn)#1 was carried out and lost its answer, create-upsell(Autumn)#2 was carried out again" {
		t.Errorf("by the names of their records: got %s, %v", got, err)
	}
	if got := keyed.shownCalls([]client.Entry{made("create-upsell", false, true), first, again}); len(got) != 2 || got[0].Name != "create-upsell(Autumn)#1" {
		t.Errorf("from the first fault on: got %+v", got)
	}
	if got := keyed.shownCalls(slices.Repeat([]client.Entry{first}, 101)); len(got) != 100 || got[99].Name != "create-upsell(Autumn)#100" {
		t.Errorf("got %d calls", len(got))
	}
	once, _ := newRehearsal().parse("create-upsell#1=503")
	twice := []client.Entry{made("create-upsell", true, false), made("create-upsell", true, true), made("create-upsell", false, true)}
	other := made("delete-upsell", false, true)
	late, _ := newRehearsal().parse("create-upsell#1=late-504")
	if got := (&good{}).describeCalls(late, []client.Entry{twice[1], other, twice[2], twice[2]}); got != "create-upsell#1 was carried out and got a late 504, create-upsell#2 was carried out again" {
		t.Errorf("the first time again: got %s", got)
	}
	if got := (&good{}).describeCalls(once, twice); got != "create-upsell#1 got 503" {
		t.Errorf("more calls than faults: got %s", got)
	}
	if got := keyed.shownCalls([]client.Entry{first, again, called("unknown-path", "/", "")}); len(got) != 3 || got[1].Name != "create-upsell(Autumn)#2" || got[2].Name != "unknown-path" {
		t.Errorf("got %+v", got)
	}
}

// TestWritten counts the records that calls from the first fault on have left.
func TestWritten(t *testing.T) {
	t.Parallel()
	change := func(kind, id string, before, after string, truncated bool) client.Change {
		c := client.Change{Kind: kind, ID: id, Truncated: truncated}
		if before != "" {
			c.Before = []byte(before)
		}
		if after != "" {
			c.After = []byte(after)
		}
		return c
	}
	made, changed, deleted := change("order", "1", "", "{}", false), change("order", "1", "{}", "{}", false), change("order", "1", "{}", "", false)
	for name, test := range map[string]struct {
		changes []client.Change
		want    string // of what they left
		verb    string // of the last one
	}{
		"nothing":      {nil, "", ""},
		"one":          {[]client.Change{made}, "1 order", "created order 1"},
		"one twice":    {[]client.Change{made, changed}, "1 order", "changed order 1"},
		"deleted":      {[]client.Change{made, deleted}, "", "deleted order 1"},
		"not shown":    {[]client.Change{made, change("order", "1", "", "", true)}, "1 order", "changed order 1"},
		"two kinds":    {[]client.Change{made, change("campaign", "A", "", "{}", false), change("campaign", "B", "", "{}", false)}, "2 campaigns and 1 order", "created campaign B"},
		"made unshown": {[]client.Change{change("order", "1", "", "{}", true)}, "1 order", "changed order 1"},
		"gone unshown": {[]client.Change{change("order", "1", "{}", "", true)}, "1 order", "changed order 1"},
	} {
		before, met := called("create-upsell", "/", ""), called("create-upsell", "/", "")
		before.Changes = []client.Change{change("order", "0", "", "{}", false)}
		met.Scenarios, met.Changes = client.Names(ownName), test.changes
		if got := writtenSince([]client.Entry{before, met}); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
		if n := len(test.changes); n > 0 && wrote(test.changes[n-1]) != test.verb {
			t.Errorf("%s: got %s, want %s", name, wrote(test.changes[n-1]), test.verb)
		}
	}
}

// TestPassedStorm says of a storm that passed nothing about what it left, because it is right.
func TestPassedStorm(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	r.Storm = 3
	s, err := r.parse("create-upsell#1=503")
	must(t, err)
	met, again := called("create-upsell", "/", ""), called("create-upsell", "/", "")
	met.Scenarios, again.Changes = client.Names(ownName), []client.Change{{Kind: "campaign", ID: "A", After: []byte("{}")}}
	calls := client.Closed{Calls: []client.Entry{met, again, again}}
	if got := r.judge(s, client.SuiteOutcome{Hung: true}, calls).shown; got.Result != client.Hung || !strings.HasSuffix(got.Why, "and left 1 campaign") {
		t.Errorf("hung: got %s %s", got.Result, got.Why)
	}
	r.good.loose = map[string]bool{met.Sameness(): true}
	met.Response.Header = client.Header{{Name: "Retry-After", Value: "9"}}
	if got := r.judge(s, client.SuiteOutcome{}, client.Closed{Calls: []client.Entry{met, again}}).shown; got.Result != client.Recovered {
		t.Errorf("a call made as often as it likes: got %s %s", got.Result, got.Why)
	}
	r.good.loose, met.Response.Header = nil, nil
	for exit, want := range map[int]string{0: "create-upsell was called 3 times in the same way", 1: "create-upsell was called 3 times in the same way, and left 1 campaign"} {
		if got := r.judge(s, client.SuiteOutcome{Exit: exit}, calls).shown; got.Result != client.Stormed || !strings.HasSuffix(got.Why, ": "+want) {
			t.Errorf("exit code %d: got %s %s, want %s", exit, got.Result, got.Why, want)
		}
	}
}

// TestReaction distinguishes trials by whether their first fault changed records.
func TestReaction(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	s, err := r.parse("create-upsell#1=503")
	must(t, err)
	met := called("create-upsell", "/", "")
	met.Scenarios = client.Names(ownName)
	without := r.judge(s, client.SuiteOutcome{}, client.Closed{Calls: []client.Entry{met}}).reaction
	met.Changes = []client.Change{{Kind: "campaign"}}
	if with := r.judge(s, client.SuiteOutcome{}, client.Closed{Calls: []client.Entry{met}}).reaction; with == without {
		t.Errorf("got %s for both", with)
	}
}

// TestDifferencesInWords reads how records differ, three of them at most.
func TestDifferencesInWords(t *testing.T) {
	t.Parallel()
	text, long := "x", strings.Repeat("y", 50)
	of := func(change client.RecordChange, name string) client.RecordDifference {
		return client.RecordDifference{Kind: "campaign", Name: name, Change: change, Count: client.ValuePair[int]{A: 1, B: 2}}
	}
	other := of(client.RecordOther, "A")
	other.Fields = []client.BodyDifference{{Path: "$.a", B: &text}, {Path: "$.b", A: &long, B: &text}, {Path: "$.c", A: &text}, {Path: "$.d"}}
	counted := of(client.RecordMissing, "")
	counted.Count.B = 1
	for _, test := range []struct {
		records []client.RecordDifference
		want    string
	}{
		{[]client.RecordDifference{of(client.RecordDoubled, "A")}, `2 campaigns "A", in the good run 1`},
		{[]client.RecordDifference{of(client.RecordDoubled, "")}, `2 campaigns, in the good run 1`},
		{[]client.RecordDifference{counted}, `1 campaign, in the good run as many others`},
		{[]client.RecordDifference{of(client.RecordMissing, "A"), of(client.RecordExtra, "B")}, `the campaign "A" of the good run is missing; the campaign "B" is there, and not in the good run`},
		{[]client.RecordDifference{other}, `the campaign "A" is another than in the good run: $.a x in place of nothing, $.b x in place of ` + strings.Repeat("y", 37) + `…, $.c nothing in place of x`},
		{[]client.RecordDifference{of(client.RecordOther, "")}, `the campaign "" is another than in the good run: `},
		{[]client.RecordDifference{of(client.RecordMissing, "A"), of(client.RecordMissing, "A"), of(client.RecordMissing, "B"), of(client.RecordMissing, "C")},
			`the campaign "A" of the good run is missing; the campaign "B" of the good run is missing; the campaign "C" of the good run is missing`},
		{[]client.RecordDifference{of(client.RecordMissing, "A"), of(client.RecordMissing, "B"), of(client.RecordMissing, "C"), of(client.RecordMissing, "D"), of(client.RecordMissing, "E")},
			`the campaign "A" of the good run is missing; the campaign "B" of the good run is missing; the campaign "C" of the good run is missing; and 2 more`},
	} {
		if got := inWords(test.records); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
