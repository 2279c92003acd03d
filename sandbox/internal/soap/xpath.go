package soap

import (
	"fmt"
	"iter"
	"regexp"
	"strconv"

	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"
)

// The functions that can make more text than the envelope has, or take long for a short
// pattern; and the strings of an expression.
var (
	multiplying = regexp.MustCompile(`\b(?:matches|replace|string-join)\s*\(`)
	quoted      = regexp.MustCompile(`"[^"]*"|'[^']*'`)
)

// XPath evaluates an expression over the whole envelope and returns the text of the first
// selected node, or its string, number or boolean; "" if it selects nothing. Elements
// have no prefix here, so that //Quantity finds the quantities of every client. It calls
// spend with the number of visited nodes, and ends with the error of spend.
func (r *Request) XPath(expression string, spend func(nodes int) error) (text string, err error) {
	if r.Operation == "" {
		return "", nil
	}
	if multiplying.MatchString(quoted.ReplaceAllString(expression, "")) {
		return "", fmt.Errorf("the XPath expression %q cannot be evaluated: the functions matches, replace and string-join are not available; use the operators of the condition", expression)
	}
	// The library panics on an invalid expression, and on a function with wrong
	// arguments.
	defer func() {
		fault := recover()
		if ended, ok := fault.(*endedError); ok {
			text, err = "", ended.err
		} else if fault != nil {
			text, err = "", fmt.Errorf("the XPath expression %q cannot be evaluated: %v", expression, fault)
		}
	}()
	compiled, err := xpath.Compile(expression)
	if err != nil {
		return "", fmt.Errorf("the XPath expression %q cannot be read: %w", expression, err)
	}
	switch value := compiled.Evaluate(&navigator{xmlquery.CreateXPathNavigator(r.envelope.document), spend}).(type) {
	case *xpath.NodeIterator:
		if !value.MoveNext() {
			return "", nil
		}
		return value.Current().Value(), nil
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	default:
		return fmt.Sprint(value), nil
	}
}

// Texts yields the values of all elements of the call, in order.
func (r *Request) Texts() iter.Seq[string] {
	return func(yield func(string) bool) { r.call.texts(yield) }
}
