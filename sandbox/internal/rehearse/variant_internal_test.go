package rehearse

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestCalendar compares the moments of a year with a calendar on paper.
func TestCalendar(t *testing.T) {
	t.Parallel()
	var got []string
	for _, v := range calendar(time.Date(2026, time.November, 29, 14, 0, 0, 0, time.UTC)) {
		got = append(got, strings.TrimPrefix(v.name, dayPrefix)+" "+v.of+" "+v.ordinary.moment.Format(time.DateOnly))
	}
	want := []string{
		"2028-02-28T12:00:00Z the end of February 2028-02-15", "2028-02-29T12:00:00Z the end of February 2028-02-15",
		"2100-02-28T12:00:00Z the end of February 2100-02-15", "2100-03-01T12:00:00Z the end of February 2100-03-15",
		"2026-12-31T12:00:00Z the end of a long month 2026-12-15", "2027-01-01T12:00:00Z the end of a long month 2027-01-15",
		"2027-03-28T00:59:58Z a night of the clock change in Europe 2027-03-15", "2027-03-28T22:30:00Z a night of the clock change in Europe 2027-03-15",
		"2027-10-31T00:59:58Z a night of the clock change in Europe 2027-10-15", "2027-10-31T22:30:00Z a night of the clock change in Europe 2027-10-15",
		"2027-03-14T06:59:58Z a night of the clock change in America 2027-03-15", "2027-03-15T04:30:00Z a night of the clock change in America 2027-03-15",
		"2027-11-07T05:59:58Z a night of the clock change in America 2027-11-15", "2027-11-08T04:30:00Z a night of the clock change in America 2027-11-15",
		"2026-11-29T23:59:58Z midnight 2026-11-15",
		"2026-12-31T23:59:58Z new year 2026-12-15", "2027-01-01T00:00:00Z new year 2027-01-15",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestOtherAnswers compares what is tried of a question with what the good run can show.
func TestOtherAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		of    catalog.QuestionID
		ours  map[string]string
		span  time.Duration
		names string
		said  string
	}{
		"all others":       {catalog.RecommendedNotFound, nil, 0, "answer:recommended-not-found=null answer:recommended-not-found=204", ""},
		"ours is another":  {catalog.SearchStatus, map[string]string{"search-status": "200"}, 0, "answer:search-status=201", ""},
		"a short run":      {catalog.SessionLife, nil, 20 * time.Second, "answer:session-life=5s", "session-life 1m was not tried: the calls of the good run span 20s of the account's clock"},
		"a very short run": {catalog.SessionLife, nil, time.Second, "", "session-life 5s was not tried: the calls of the good run span 1s of the account's clock\nsession-life 1m was not tried: the calls of the good run span 1s of the account's clock"},
		"a long run":       {catalog.SessionLife, nil, 2 * time.Minute, "answer:session-life=5s answer:session-life=1m", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &rehearsal{good: good{answers: test.ours, span: test.span}}
			q, _ := catalog.FindQuestion(test.of)
			var names []string
			for _, s := range r.otherAnswers(q) {
				names = append(names, s.name())
			}
			if got, said := strings.Join(names, " "), strings.Join(r.said, "\n"); got != test.names || said != test.said {
				t.Errorf("got %q and %q, want %q and %q", got, said, test.names, test.said)
			}
		})
	}
}

// TestAnswersInWords calls a question one that the suite does not care about only after all its
// answers were tried.
func TestAnswersInWords(t *testing.T) {
	t.Parallel()
	r := &rehearsal{good: good{span: time.Second, touched: map[catalog.QuestionID]string{
		catalog.RecommendedNotFound: "c1", catalog.SearchStatus: "c2", catalog.SessionLife: "c3", catalog.Nulls: "c4",
	}}}
	planned := r.answers()
	r.report.Good.Untouched = []string{"a", "b"}
	for _, test := range []struct {
		results map[string]client.Result // of the trials that are not recovered, "" for none
		want    string
	}{
		{nil, "answers: cares about nothing; does not care: 3 others; not tried: 1; not touched: 2"},
		{map[string]client.Result{"answer:recommended-not-found=204": "", "answer:nulls=omitted": client.NotRepeatable}, "answers: cares about nothing; does not care: 1 other; not tried: 3; not touched: 2"},
		{map[string]client.Result{"answer:recommended-not-found=204": client.RestsOnAGuess, "answer:recommended-not-found=null": "", "answer:search-status=200": client.RestsOnAGuess},
			"answers: cares: fails if search-status is 200, and if recommended-not-found is 204; does not care: 1 other; not tried: 1; not touched: 2"},
	} {
		r.report.Trials = nil
		for _, s := range planned {
			result, other := test.results[s.name()]
			if !other {
				result = client.Recovered
			}
			if result != "" {
				r.report.Trials = append(r.report.Trials, client.RehearsalTrial{Schedule: s.name(), Result: result})
			}
		}
		if got := r.answersInWords(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// TestWhereDiffers finds the difference to show among several.
func TestWhereDiffers(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	price := client.BodyDifference{Path: "Price", A: text("1"), B: text("2")}
	gone := client.BodyDifference{Path: "Gift", A: text("null")}
	message := client.BodyDifference{Path: "message", A: text("a"), B: text("b")}
	own := client.BodyDifference{Path: "request", A: text("A-1"), B: text("B-1")}
	tests := map[string]struct {
		c      client.Comparison
		want   string
		worded bool
	}{
		"status":      {client.Comparison{Status: client.ValuePair[int]{A: 201, B: 200}, Body: []client.BodyDifference{price}}, "status 200 in place of 201", false},
		"code":        {client.Comparison{Code: client.ValuePair[string]{B: "FORBIDDEN"}}, "code FORBIDDEN in place of none", false},
		"a field":     {client.Comparison{Body: []client.BodyDifference{message, price}}, "Price 2 in place of 1", false},
		"missing":     {client.Comparison{Body: []client.BodyDifference{price, gone}}, "Gift nothing in place of null", false},
		"words alone": {client.Comparison{Body: []client.BodyDifference{own, message}}, "message b in place of a", true},
		"its own id":  {client.Comparison{Body: []client.BodyDifference{own}}, "", false},
		"nothing":     {client.Comparison{}, "", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, worded := whereDiffers(test.c, "B"); got != test.want || worded != test.worded {
				t.Errorf("got %q and %t, want %q and %t", got, worded, test.want, test.worded)
			}
		})
	}
}

// TestPasses says what a suite did to records without the names in them.
func TestPasses(t *testing.T) {
	t.Parallel()
	records := []client.RecordDifference{
		{Kind: "campaign", Name: "2026-11-29", Change: client.RecordExtra, Count: client.ValuePair[int]{B: 1}},
		{Kind: "campaign", Name: "2026-11-30", Change: client.RecordExtra, Count: client.ValuePair[int]{B: 2}},
		{Kind: "order", Name: "1", Change: client.RecordOther, Count: client.ValuePair[int]{A: 1, B: 1}, Fields: []client.BodyDifference{{Path: "Status"}}},
		{Kind: "order", Name: "2", Change: client.RecordMissing, Count: client.ValuePair[int]{A: 1}},
	}
	if got, want := passes(records)+"; "+passes(nil), "it passes, with 3 campaign created, 1 order changed Status, 1 order deleted; it passes"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
