package scenario

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// document is the shape of a scenario file. The JSON Schema that editors use
// is generated from these types and their descriptions.
type document struct {
	Summary  word        `yaml:"summary" jsonschema_description:"One line shown in lists."`
	Features switches    `yaml:"features" jsonschema_description:"Account features while the scenario is in force."`
	Assume   answers     `yaml:"assume" jsonschema_description:"Other answers to open questions while the scenario is in force."`
	Rules    []ruleShape `yaml:"rules" jsonschema_description:"Tried in order; the first that acts and has an effect ends the search. A rule that only delays never ends it."`
}

type ruleShape struct {
	On      operations  `yaml:"on" jsonschema:"required" jsonschema_description:"The operations the rule is on."`
	When    word        `yaml:"when" jsonschema_description:"Expression over the call: query.Name, path.Name, header.Name, body.Name, xpath(expr), now. Values are strings, absent ones are empty."`
	Skip    count       `yaml:"skip" jsonschema_description:"Let the first matching calls through."`
	Chance  percentage  `yaml:"chance" jsonschema_description:"Act on this share of the matching calls; the same calls each time."`
	Times   count       `yaml:"times" jsonschema_description:"Act so many times, then no more."`
	Delay   delayShape  `yaml:"delay" jsonschema_description:"Wait before going on. Delays of several rules add up."`
	Fail    code        `yaml:"fail" jsonschema_description:"An error code documented for the operation."`
	Message word        `yaml:"message" jsonschema_description:"The message of fail."`
	Answer  answerShape `yaml:"answer" jsonschema_description:"An answer of your own, in the wire of the caller."`
	Cut     cutShape    `yaml:"cut" jsonschema_description:"How the connection fails."`

	at *token.Token
}

// UnmarshalYAML reads the rule and remembers where it begins.
func (r *ruleShape) UnmarshalYAML(node ast.Node) error {
	type plain ruleShape
	r.at = start(node)
	return yaml.NodeToValue(node, (*plain)(r), yaml.Strict())
}

type answerShape struct {
	Status    status  `yaml:"status" jsonschema:"required" jsonschema_description:"HTTP status, 200 to 599."`
	Headers   headers `yaml:"headers" jsonschema_description:"Response headers."`
	ErrorCode word    `yaml:"error_code" jsonschema_description:"error_code of the body, or the code of the fault."`
	Message   word    `yaml:"message" jsonschema_description:"The message beside error_code."`
	Body      word    `yaml:"body" jsonschema_description:"A raw body instead of error_code and message."`

	at *token.Token // nil when absent
}

// UnmarshalYAML reads the answer and remembers where it begins.
func (a *answerShape) UnmarshalYAML(node ast.Node) error {
	type plain answerShape
	a.at = start(node)
	return yaml.NodeToValue(node, (*plain)(a), yaml.Strict())
}

// Each of these types is a word or a list of words that remembers where it
// stands, so that a fault found later still points at it. They differ in what
// the schema says of them.
type (
	code       struct{ word }
	cutShape   struct{ word }
	percentage struct{ word }
	duration   struct{ word }
	count      struct{ word }
	status     struct{ word }
	switches   struct{ pairs }
	answers    struct{ pairs }
	headers    struct{ pairs }
)

// word is one scalar, as written.
type word struct {
	text string
	at   *token.Token // nil when absent
}

// UnmarshalYAML reads any scalar by its spelling: an answer such as 200 is a
// word here, whether or not it is quoted.
func (w *word) UnmarshalYAML(node ast.Node) error {
	text, ok := scalar(node)
	if !ok {
		return fault(node.GetToken(), "a single value was expected, got %s", kind(node))
	}
	*w = word{text: text, at: node.GetToken()}
	return nil
}

func (w word) given() bool { return w.at != nil }

// number reads a whole number of at least least.
func (w word) number(least int64) (int64, error) {
	if !w.given() {
		return 0, nil
	}
	n, err := strconv.ParseInt(w.text, 10, 64)
	if err != nil || n < least {
		return 0, fault(w.at, "a whole number of at least %d was expected, got %q", least, w.text)
	}
	return n, nil
}

// operations is an operation, a list of them, or "*".
type operations struct {
	names []word
	at    *token.Token
}

// UnmarshalYAML reads the one or the list.
func (o *operations) UnmarshalYAML(node ast.Node) error {
	o.at = start(node)
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		o.names = make([]word, 1)
		return o.names[0].UnmarshalYAML(node)
	}
	if len(list.Values) == 0 {
		return fault(o.at, "the list names no operation")
	}
	o.names = make([]word, len(list.Values))
	for i, value := range list.Values {
		if err := o.names[i].UnmarshalYAML(value); err != nil {
			return err
		}
	}
	return nil
}

// pairs is a mapping of words to words, in order.
type pairs []pair

type pair struct{ key, value word }

// UnmarshalYAML reads the mapping. The parser has refused keys given twice.
func (p *pairs) UnmarshalYAML(node ast.Node) error {
	entries, ok := entriesOf(node)
	if !ok {
		return fault(node.GetToken(), "a mapping of names to values was expected, got %s", kind(node))
	}
	for _, entry := range entries {
		var next pair
		if err := errors.Join(next.key.UnmarshalYAML(entry.Key), next.value.UnmarshalYAML(entry.Value)); err != nil {
			return err
		}
		*p = append(*p, next)
	}
	return nil
}

// delayShape is one of the three ways to write a delay.
type delayShape struct {
	fixed duration
	parts delayParts
	at    *token.Token
}

type delayParts struct {
	Median duration `yaml:"median" jsonschema_description:"Half of the delays are shorter. Needs p99."`
	P99    duration `yaml:"p99" jsonschema_description:"One delay in a hundred is longer. Needs median."`
	From   duration `yaml:"from" jsonschema_description:"The shortest delay. Needs to."`
	To     duration `yaml:"to" jsonschema_description:"The longest delay. Needs from."`
}

// UnmarshalYAML reads a duration or the parts of a distribution.
func (d *delayShape) UnmarshalYAML(node ast.Node) error {
	d.at = start(node)
	if _, ok := scalar(node); ok {
		return d.fixed.UnmarshalYAML(node)
	}
	return yaml.NodeToValue(node, &d.parts, yaml.Strict())
}

// scalar returns the spelling of a node that is one value.
func scalar(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		return node.GetToken().Value, true
	}
	return "", false
}

func entriesOf(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

// start is the first token of a node: that of its first key for a mapping,
// whose own token is a colon.
func start(node ast.Node) *token.Token {
	if entries, ok := entriesOf(node); ok && len(entries) > 0 {
		return entries[0].Key.GetToken()
	}
	return node.GetToken()
}

func kind(node ast.Node) string {
	switch node.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	}
	return "something else"
}

// fault is an error that shows the place in the file, in the form in which the
// YAML library shows its own.
func fault(at *token.Token, format string, values ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, values...), Token: at}
}
