package scenario

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
)

// jsonOf returns any value of a file as JSON. Numbers in a legal spelling of JSON keep it, so 10.50 stays
// 10.50.
func (r *reader) jsonOf(node ast.Node) *edit.Value {
	text, flat := scalar(node)
	if _, isNull := node.(*ast.NullNode); isNull {
		text = ""
	}
	made, err := appendJSON(nil, node)
	r.add(err)
	return &edit.Value{JSON: made, Text: text, Flat: flat}
}

// appendJSON appends a node as JSON.
func appendJSON(made []byte, node ast.Node) (_ []byte, err error) {
	written := node.GetToken().Value
	switch n := node.(type) {
	case *ast.NullNode:
		return append(made, "null"...), nil
	case *ast.BoolNode:
		return strconv.AppendBool(made, n.Value), nil
	case *ast.IntegerNode:
		return appendNumber(made, written, n.Value)
	case *ast.FloatNode:
		return appendNumber(made, written, n.Value)
	case *ast.StringNode, *ast.LiteralNode:
		text, _ := scalar(node)
		// The library takes a very long number for a text, and one with an exponent and without a point.
		if node.GetToken().Type == token.StringType && json.Valid([]byte(text)) {
			return append(made, text...), nil
		}
		quoted, err := json.Marshal(text)
		return append(made, quoted...), err
	case *ast.SequenceNode:
		made = append(made, '[')
		for _, one := range n.Values {
			if made, err = appendJSON(made, one); err != nil {
				return nil, err
			}
			made = append(made, ',')
		}
		return append(bytes.TrimSuffix(made, []byte(",")), ']'), nil
	case *ast.MappingNode:
		made = append(made, '{')
		for _, entry := range n.Values {
			name, _ := scalar(entry.Key)    // no other key passes the bounds of YAML
			quoted, _ := json.Marshal(name) // a string always encodes
			if made, err = appendJSON(append(append(made, quoted...), ':'), entry.Value); err != nil {
				return nil, err
			}
			made = append(made, ',')
		}
		return append(bytes.TrimSuffix(made, []byte(",")), '}'), nil
	}
	return nil, fault(node.GetToken(), "JSON has no such value; write a number, a text, true, false, null, a list or a mapping")
}

// appendNumber appends a number: as it is written if that is JSON, otherwise its value.
func appendNumber(made []byte, written string, value any) ([]byte, error) {
	if json.Valid([]byte(written)) {
		return append(made, written...), nil
	}
	text, err := json.Marshal(value) // a number of a file is finite
	return append(made, text...), err
}
