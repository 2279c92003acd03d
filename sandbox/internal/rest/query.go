package rest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// query reads the parameters of a query string one by one, and keeps the first
// problem in err. An empty value is an absent one, because clients send
// Page=&Limit=.
type query struct {
	values url.Values
	note   func(text string) // adds to the explanation of the call
	err    error
}

// query parses the query string, once per call, and reports the names unknown to the
// operation.
func (c *call) query() *query {
	if c.read != nil {
		return c.read
	}
	values, err := url.ParseQuery(c.Request.URL.RawQuery)
	c.read = &query{values: values, note: c.Recorder.Note}
	if err != nil {
		if len(c.route.names.query) == 0 { // the operation reads none of it
			c.Recorder.Note(fmt.Sprintf("ignored the query string, which cannot be read: %v", err))
		}
		reason := err.Error()
		if strings.Contains(c.Request.URL.RawQuery, "&amp;") {
			reason = "&amp; is how HTML spells &; send &"
		}
		c.read.err = commerce.Problemf(catalog.InvalidParameter, "The query string cannot be read: %s", reason).
			Of("", c.Request.URL.RawQuery, "name=value pairs joined by &, percent-encoded")
	}
	c.reportUnknown(values)
	c.reportEncoded(values)
	return c.read
}

// base returns the name of a list without brackets: X for X[] and X[0].
func base(name string) string {
	if open := strings.IndexByte(name, '['); open > 0 && strings.HasSuffix(name, "]") {
		return name[:open]
	}
	return name
}

// fail keeps p unless there is a problem already.
func (q *query) fail(p *commerce.Problem) {
	if q.err == nil {
		q.err = p
	}
}

// text returns a value, "" when it is absent. A repeated value, or one that is not UTF-8,
// fails with the code.
func (q *query) text(name string, code catalog.Code) string {
	given := q.values[name]
	switch {
	case len(given) == 0:
		return ""
	case len(given) > 1:
		q.fail(commerce.Problemf(code, "%s must be given once, got it %d times", name, len(given)).
			Of(name, strings.Join(given, ", "), "one value"))
		return ""
	case !utf8.ValidString(given[0]):
		q.fail(commerce.Problemf(code, "%s must be text in UTF-8, got %+q", name, given[0]).Of(name, strconv.QuoteToASCII(given[0]), "text in UTF-8"))
		return ""
	}
	return given[0]
}

// integer returns a whole number, nil when it is absent. most is the largest one that the
// parameter can have; the shop checks it.
func (q *query) integer(name string, code catalog.Code, most int64) *int64 {
	given := q.text(name, code)
	if given == "" {
		return nil
	}
	n, err := strconv.ParseInt(given, 10, 64)
	if err != nil || given[0] == '+' {
		expected := "a whole number"
		if errors.Is(err, strconv.ErrRange) {
			expected += fmt.Sprintf(" from 1 to %d", most)
		}
		q.fail(commerce.Problemf(code, "%s must be %s, got %q", name, expected, given).Of(name, given, expected))
		return nil
	}
	return &n
}

// filter returns the value of a filter, "" when it is absent. The shop checks the value.
func (q *query) filter(name string) string { return q.text(name, catalog.InvalidParameter) }

// boolean returns the value of a flag (open question booleans), nil when it is
// absent.
func (q *query) boolean(name string) *bool {
	given := q.filter(name)
	if given == "" {
		return nil
	}
	var known []string
	lower := strings.ToLower(given) // EqualFold also accepts ſ for s
	for _, spelling := range catalog.BooleanWords() {
		if lower == strings.ToLower(spelling.Word) {
			return &spelling.Truth
		}
		known = append(known, spelling.Word)
	}
	q.invalid(name, given, phrase.Or(known...), "")
	return nil
}

// list returns the values of a list, nil when it is absent: a repeated name, X[]=, X[0]=
// or values joined by commas; behind brackets a comma is a part of the value (open
// question campaign-query). It trims blanks around a value and ignores empty values.
func (q *query) list(name string) []string {
	var list []string
	joined := ""
	for _, spelling := range slices.Sorted(maps.Keys(q.values)) {
		if base(spelling) != name {
			continue
		}
		for _, given := range q.values[spelling] {
			if !utf8.ValidString(given) {
				q.invalid(name, strings.ToValidUTF8(given, "?"), "text in UTF-8", "")
				return nil
			}
			values := []string{given}
			if spelling == name {
				values = strings.Split(given, ",")
			} else if strings.Contains(given, ",") {
				joined = cmp.Or(joined, fmt.Sprintf("%s=%s", spelling, given))
			}
			for _, value := range values {
				if value = strings.TrimSpace(value); value != "" {
					list = append(list, value)
				}
			}
		}
	}
	if joined != "" {
		q.note(fmt.Sprintf("read %q as one value, because commas separate values only behind a name without brackets", phrase.Shorten(joined, phrase.MaxName)))
	}
	return list
}

// day returns a calendar day, nil when it is absent.
func (q *query) day(name string) *record.Day {
	given := q.filter(name)
	if given == "" {
		return nil
	}
	day, err := record.ParseDay(given)
	if err != nil {
		q.invalid(name, given, "a calendar day in the format Y-m-d", commerce.DayInOtherFormat(given))
		return nil
	}
	return &day
}

// moment returns a timestamp in one of the spellings of open question
// newer-format, nil when it is absent.
func (q *query) moment(name string) *time.Time {
	given := q.filter(name)
	if given == "" {
		return nil
	}
	if seconds, err := strconv.ParseUint(given, 10, 63); err == nil { // it accepts no sign
		t := time.Unix(int64(seconds), 0).UTC()
		if t.Year() <= 9999 {
			return &t
		}
	}
	if day, err := record.ParseDay(given); err == nil {
		return &day.Time
	}
	if moment, err := record.ParseMoment(given); err == nil {
		return &moment.Time
	}
	q.invalid(name, given, "Unix seconds, Y-m-d or Y-m-d H:i:s", commerce.NewerInOtherFormat(given))
	return nil
}

// paging returns Page and Limit. If a parameter could not be read, Limit is 0 and breaks
// its rule, so that the shop does not go on to the rules about several parameters.
func (q *query) paging() commerce.Paging {
	p := commerce.FirstPage()
	q.count("Page", catalog.InvalidPage, math.MaxInt64, &p.Page)
	q.count("Limit", catalog.InvalidLimit, catalog.MaxPageSize, &p.Limit)
	if q.err != nil {
		p.Limit = 0
	}
	return p
}

// count reads a number with its own code. An absent one leaves the default.
func (q *query) count(name string, code catalog.Code, most int64, into *int) {
	if n := q.integer(name, code, most); n != nil {
		*into = int(*n)
	}
}

// firstProblem returns unreadable or broken, the problem of an unreadable parameter or of
// a broken rule of the shop, whichever parameter the catalogue lists first.
func (c *call) firstProblem(unreadable, broken error) error {
	var first, other *commerce.Problem
	if !errors.As(unreadable, &first) || !errors.As(broken, &other) || first.Field == "" {
		return unreadable
	}
	for _, p := range c.Operation.Parameters() {
		switch p.Name {
		case first.Field:
			return unreadable
		case other.Field:
			return broken
		}
	}
	return unreadable
}

// invalid keeps the problem of a value outside its set or format (open question
// bad-value). The hint, unless it is "", ends the message.
func (q *query) invalid(name, given, expected, hint string) {
	q.fail(commerce.Problemf(catalog.InvalidParameter, "%s must be %s, got %q%s", name, expected, given, hint).Of(name, given, expected))
}
