package scenario

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/expr-lang/expr/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Language is the expression language of conditions.
const Language = "expr-lang (https://expr-lang.org/docs/language-definition)"

// Variable is a name of conditions.
type Variable struct {
	Name    string // as it is written
	Type    string
	Meaning string
}

// Variables returns the names of conditions. The schema and the guide list them.
func Variables() []Variable {
	return []Variable{
		{"query.NAME", "text", `a parameter of the query, "" when absent; a number is int(query.Limit)`},
		{"path.NAME", "text", `a parameter of the path, "" when absent`},
		{"header.NAME", "text", `a header, "" when absent, in upper or lower case; header["User-Agent"]`},
		{"body", "any", `the decoded JSON body; body.Discount.Value is a number, an absent field ""`},
		{`xpath("//NAME")`, "text", `the first node of the SOAP envelope that the XPath selects, "" for none; numbers that XPath computes are binary floating-point, as its standard says`},
		{"now", "text", "the time on the account's clock in UTC, such as 2026-05-13T12:00:00Z"},
		{"hour(now)", "number", "its hour, from 0 to 23"},
		{"weekday(now)", "text", "its day, from Monday to Sunday"},
		{"method", "text", "the method of the request, such as GET"},
	}
}

// CallVariables returns the names of conditions of rules, besides Variables. They
// see the shop, and the answer before it is sent.
func CallVariables() []Variable {
	return []Variable{
		{"order.NAME", "any", "a field of the order that the call names, by its reference, sale or invoice; order is nil when there is none"},
		{"customer.NAME", "any", "likewise of the customer"},
		{"campaign.NAME", "any", "likewise of the campaign, which recommended-upsell names by the product"},
		{"subscription.NAME", "any", "likewise of the first subscription of an upgrade"},
		{"subscriptions", "list", "all subscriptions of an upgrade that exist"},
		{"seen", "number", "how many calls have named this record since the account was opened or reset, this one included"},
		{"status", "number", "the status of the answer; a rule that reads how the call ended acts after it"},
		{"code", "text", `the error code of the answer, "" for a success`},
		{"answer", "any", "the decoded answer: JSON as it is, what a SOAP body contains by local names, other answers as text"},
	}
}

// nowLayout is how conditions read the time.
const nowLayout = "2006-01-02T15:04:05Z"

// timeLayouts are the times for hour and weekday: the layout of now, and the
// layouts of the interface's parameters.
var timeLayouts = []string{nowLayout, time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly}

// hour returns the hour of a time.
func hour(of any) (int, error) {
	t, err := moment(hourWord, of)
	return t.Hour(), err
}

// weekday returns the day of a time.
func weekday(of any) (string, error) {
	t, err := moment(weekdayWord, of)
	return t.Weekday().String(), err
}

// moment reads the time given to a helper.
func moment(helper string, of any) (time.Time, error) {
	text, ok := of.(string)
	if !ok {
		return time.Time{}, fmt.Errorf("%s needs a time such as now, got a value that is not text", helper)
	}
	if len(text) <= len(time.RFC3339Nano) {
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, text); err == nil {
				return t.UTC(), nil
			}
		}
	}
	return time.Time{}, fmt.Errorf("%s needs a time such as now or 2026-05-13T12:00:00Z, got %q", helper, phrase.Shorten(text, maxNameLength))
}

// weekdays are the results of weekday.
var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// isHelper reports whether the name is a function over a time.
func isHelper(name string) bool { return name == hourWord || name == weekdayWord }

// helper checks a call of hour or weekday with a written argument.
func (v *vocabulary) helper(name string, n *ast.CallNode) {
	if len(n.Arguments) != 1 {
		return
	}
	if text, ok := n.Arguments[0].(*ast.StringNode); ok {
		if _, err := moment(name, text.Value); err != nil {
			v.fault(text, err.Error())
		}
	}
}

// days checks a comparison of weekday with written texts, because another text
// than a day is never equal.
func (v *vocabulary) days(n *ast.BinaryNode) {
	if functionName(n.Left) != weekdayWord && functionName(n.Right) != weekdayWord {
		return
	}
	compared := []ast.Node{n.Left, n.Right}
	if list, ok := n.Right.(*ast.ArrayNode); ok {
		compared = list.Nodes
	}
	for _, node := range compared {
		day, ok := node.(*ast.StringNode)
		if ok && slices.Contains([]string{"==", "!=", "in"}, n.Operator) && !slices.Contains(weekdays, day.Value) {
			v.fault(day, fmt.Sprintf("weekday must be %s, got %q", phrase.Or(weekdays...), phrase.Shorten(day.Value, maxNameLength)), nearestDay(day.Value)...)
		}
	}
}

// nearestDay returns the day that a text resembles, in another case that day alone.
func nearestDay(text string) []string {
	for _, day := range weekdays {
		if strings.EqualFold(day, text) {
			return []string{day}
		}
	}
	return nearest(text, weekdays)
}
