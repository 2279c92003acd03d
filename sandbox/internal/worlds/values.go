package worlds

import (
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// date is a date of a world file: an offset from the account's clock, such as
// -7d+1s, or a moment in UTC, such as 2026-10-02 09:14:51. The zero value is no
// date.
type date struct {
	offset time.Duration
	moment time.Time // zero when relative
	given  bool
}

// ago returns the date d in the past.
func ago(d time.Duration) date { return date{offset: -d, given: true} }

// at returns the moment of the date when the account's clock shows now.
func (d date) at(now time.Time) time.Time {
	if d.moment.IsZero() {
		return now.Add(d.offset).Truncate(time.Second)
	}
	return d.moment
}

// or returns the date, or other when no date is given.
func (d date) or(other date) date {
	if d.given {
		return d
	}
	return other
}

// UnmarshalYAML reads an offset or a moment. The error describes the right form.
func (d *date) UnmarshalYAML(node ast.Node) error {
	text := scalarText(node)
	if offset, err := clock.ParseDuration(text); err == nil {
		*d = date{offset: offset, given: true}
		return nil
	}
	moment, err := clock.ParseMoment(text)
	if err != nil {
		return errorAt(node, "a date must be an offset from the account's clock, such as -7d+1s, or a moment, such as 2026-10-02 09:14:51, got %q", text)
	}
	*d = date{moment: moment, given: true}
	return nil
}

// duration is a length of time in a world file, such as 12h or 20d.
type duration struct{ time.Duration }

// UnmarshalYAML reads a duration of clock.ParseDuration.
func (s *duration) UnmarshalYAML(node ast.Node) error {
	d, err := clock.ParseDuration(scalarText(node))
	if err != nil {
		return errorAt(node, "%v", err)
	}
	s.Duration = d
	return nil
}

// amount is money or a percentage in a world file, with at most two decimals.
type amount struct{ record.Money }

// UnmarshalYAML reads a decimal number without loss.
func (a *amount) UnmarshalYAML(node ast.Node) error {
	text := scalarText(node)
	m, err := record.ParseMoney(text)
	if err != nil || strings.ContainsAny(text, "eE") {
		return errorAt(node, "%q is not an amount: write a decimal number such as 19.99", text)
	}
	if !m.Round().Equal(m) {
		return errorAt(node, "%s has more than two decimals", text)
	}
	a.Money = m
	return nil
}

// text is a text that may look like a number, such as 007. It is read as it is
// spelled.
type text string

// UnmarshalYAML reads the spelling of any plain value.
func (s *text) UnmarshalYAML(node ast.Node) error {
	switch n := node.(type) {
	case *ast.NullNode:
	case *ast.LiteralNode:
		*s = text(n.Value.Value)
	case ast.ScalarNode:
		*s = text(n.GetToken().Value)
	default:
		return errorAt(node, "this must be text, got a list or a mapping")
	}
	return nil
}

// scalarText returns the text of a plain value, "" for a list or a mapping.
func scalarText(node ast.Node) string {
	if _, ok := node.(ast.ScalarNode); !ok || node.GetToken() == nil {
		return ""
	}
	return node.GetToken().Value
}

// errorAt returns an error with the place in the file.
func errorAt(node ast.Node, format string, args ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, args...), Token: node.GetToken()}
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
