package worlds

import (
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// date is a date of a world file: an offset from the account's clock, such as
// -7d+1s, or a moment in UTC, such as 2026-10-02 09:14:51. The zero value is
// no date.
type date struct {
	offset time.Duration
	moment time.Time // zero when relative
	given  bool
}

// ago is the date that lies d in the past.
func ago(d time.Duration) date { return date{offset: -d, given: true} }

// at resolves the date against the account's clock.
func (w date) at(now time.Time) time.Time {
	if w.moment.IsZero() {
		return now.Add(w.offset).Truncate(time.Second)
	}
	return w.moment
}

// or returns the date, or another when it was not told.
func (w date) or(other date) date {
	if w.given {
		return w
	}
	return other
}

// earlier returns the date moved back by d.
func (w date) earlier(d time.Duration) date {
	if w.moment.IsZero() {
		return date{offset: w.offset - d, given: true}
	}
	return date{moment: w.moment.Add(-d), given: true}
}

// UnmarshalYAML reads either spelling. The error says what would be right.
func (w *date) UnmarshalYAML(node ast.Node) error {
	text := scalarText(node)
	if offset, err := clock.ParseDuration(text); err == nil {
		*w = date{offset: offset, given: true}
		return nil
	}
	moment, err := clock.ParseMoment(text)
	if err != nil {
		return errorAt(node, "a date is an offset from the account's clock, such as -7d+1s, or a moment, such as 2026-10-02 09:14:51, got %q", text)
	}
	*w = date{moment: moment, given: true}
	return nil
}

// duration is a length of time in a world file, such as 12h or 20d.
type duration struct{ time.Duration }

// UnmarshalYAML reads Go's units and d for 24 hours.
func (s *duration) UnmarshalYAML(node ast.Node) error {
	d, err := clock.ParseDuration(scalarText(node))
	if err != nil {
		return errorAt(node, "%v", err)
	}
	s.Duration = d
	return nil
}

// amount is money or a percentage in a world file, with at most two decimals.
type amount struct{ commerce.Money }

// UnmarshalYAML reads a decimal number, every digit of it.
func (a *amount) UnmarshalYAML(node ast.Node) error {
	text := scalarText(node)
	m, err := commerce.ParseMoney(text)
	if err != nil || strings.ContainsAny(text, "eE") {
		return errorAt(node, "%q is not an amount: write a decimal number such as 19.99", text)
	}
	if !m.Rounded().Equal(m) {
		return errorAt(node, "%s has more than two decimals", text)
	}
	a.Money = m
	return nil
}

// scalarText is the text of a plain value, "" for anything else.
func scalarText(node ast.Node) string {
	if _, ok := node.(ast.ScalarNode); !ok || node.GetToken() == nil {
		return ""
	}
	return node.GetToken().Value
}

// errorAt is an error that shows the place in the file.
func errorAt(node ast.Node, format string, args ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, args...), Token: node.GetToken()}
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
