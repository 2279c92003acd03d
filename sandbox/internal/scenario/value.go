package scenario

import (
	"encoding/json"
	"strconv"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
)

// value is any value, as JSON.
type value struct {
	edit.Value
	at    *token.Token // nil when absent
	fault error        // the reason if it is no JSON
}

// UnmarshalYAML reads the value. Numbers in a legal spelling of JSON keep it, so
// 10.50 stays 10.50.
func (v *value) UnmarshalYAML(node ast.Node) error {
	v.at = start(node)
	text, flat := scalar(node)
	if _, isNull := node.(*ast.NullNode); isNull {
		text = ""
	}
	v.Text, v.Flat = text, flat
	v.JSON, v.fault = appendJSON(nil, node)
	return nil
}

func appendJSON(made []byte, node ast.Node) ([]byte, error) {
	if entries, ok := entriesOf(node); ok {
		return appendObject(made, entries)
	}
	switch n := node.(type) {
	case *ast.SequenceNode:
		return appendArray(made, n.Values)
	case *ast.NullNode:
		return append(made, "null"...), nil
	case *ast.BoolNode:
		return strconv.AppendBool(made, n.Value), nil
	case *ast.IntegerNode, *ast.FloatNode:
		return appendNumber(made, node)
	case *ast.StringNode, *ast.LiteralNode:
		text, _ := scalar(node)
		if isNumber(node, text) {
			return append(made, text...), nil
		}
		quoted, err := json.Marshal(text)
		return append(made, quoted...), err
	}
	return nil, fault(node.GetToken(), "JSON has no such value; write a number, a text, true, false, null, a list or a mapping")
}

// isNumber reports whether a text is a number of JSON without quotes. The library takes
// a very long one for a text, and one with an exponent and without a point.
func isNumber(node ast.Node, text string) bool {
	return node.GetToken().Type == token.StringType && json.Valid([]byte(text))
}

func appendNumber(made []byte, node ast.Node) ([]byte, error) {
	if spelled := node.GetToken().Value; json.Valid([]byte(spelled)) {
		return append(made, spelled...), nil
	}
	var number any
	switch n := node.(type) {
	case *ast.IntegerNode:
		number = n.Value
	case *ast.FloatNode:
		number = n.Value
	}
	text, err := json.Marshal(number)
	if err != nil {
		return nil, fault(node.GetToken(), "JSON has no such number: %v", err)
	}
	return append(made, text...), nil
}

func appendObject(made []byte, entries []*ast.MappingValueNode) (_ []byte, err error) {
	made = append(made, '{')
	for i, entry := range entries {
		if i > 0 {
			made = append(made, ',')
		}
		name, _ := scalar(entry.Key)    // no other key passes the bounds of YAML
		quoted, _ := json.Marshal(name) // a string always encodes
		made = append(append(made, quoted...), ':')
		if made, err = appendJSON(made, entry.Value); err != nil {
			return nil, err
		}
	}
	return append(made, '}'), nil
}

func appendArray(made []byte, values []ast.Node) (_ []byte, err error) {
	made = append(made, '[')
	for i, one := range values {
		if i > 0 {
			made = append(made, ',')
		}
		if made, err = appendJSON(made, one); err != nil {
			return nil, err
		}
	}
	return append(made, ']'), nil
}
