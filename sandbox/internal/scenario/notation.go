package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// notation turns the notation of an expression, such as query.Page, into calls of functions
// that take the evaluation, adds a count of turns to loops, and notes what is read. It serves
// one compilation.
type notation struct {
	language
	text  string
	words map[string]*term
	known []string // the names of the words

	paths        map[ast.Node]string // how calls of words and parts of their values are written
	bare         []int               // offsets of names beside words, perhaps texts without quotes
	reads        []read
	instructions int              // of regular expressions
	wrong        *ConditionError  // the first mistake
	doubts       []ConditionError // about values that a field never has
}

// Visit changes a node; the library calls it for every node, the inner ones first.
func (n *notation) Visit(node *ast.Node) {
	switch of := (*node).(type) {
	case *ast.IdentifierNode:
		n.identifier(node, of)
	case *ast.MemberNode:
		n.member(node, of)
	case *ast.CallNode:
		n.giveArguments(node, of)
	case *ast.BinaryNode:
		n.beside(of.Left, of.Operator, of.Right)
		n.beside(of.Right, of.Operator, of.Left)
		n.pattern(of)
	case *ast.PredicateNode:
		of.Node = &ast.SequenceNode{Nodes: []ast.Node{callOf(stepWord), of.Node}}
	}
}

func (n *notation) identifier(node *ast.Node, of *ast.IdentifierNode) {
	switch w := n.words[of.Value]; {
	case strings.HasPrefix(of.Value, "$"):
		n.fault(of, n.unknownName(of.Value), n.nearest(of.Value, of.Location().From)...)
	case w != nil:
		if !w.isInput() {
			n.note(of, of.Value, "")
		}
		n.call(node, of.Value, of.Value)
	}
}

// note keeps that a word is read.
func (n *notation) note(at ast.Node, word, name string) {
	_, column := position(n.text, at.Location().From)
	n.reads = append(n.reads, read{word, name, column})
}

// call replaces a node by a call of a function. The path is how the expression has it.
func (n *notation) call(node *ast.Node, function, path string, arguments ...ast.Node) {
	made := callOf(function, arguments...)
	ast.Patch(node, made)
	n.paths[made] = path
}

// member reads a part: an input by its name, a field of a record, or a part of a decoded value.
func (n *notation) member(node *ast.Node, of *ast.MemberNode) {
	name, isName := of.Property.(*ast.StringNode)
	function := functionName(of.Node)
	path := n.pathOf(of)
	switch w := n.alone(of.Node); {
	case w != nil && w.isInput():
		if isName {
			n.note(of.Node, function, name.Value)
		}
		n.call(node, function, path, of.Property)
	case isName && slices.Contains(recordKinds, function):
		if fields := catalog.RecordFields(catalog.RecordKind(function)); !slices.Contains(fields, name.Value) {
			n.fault(of, fmt.Sprintf("%s has no field %s", function, phrase.Shorten(name.Value, maxNameLength)), nearest(name.Value, fields)...)
		}
		n.call(node, fieldWord, path, &ast.StringNode{Value: function}, name)
	case isAny(of.Node):
		n.call(node, memberWord, path, of.Node, of.Property, &ast.StringNode{Value: path})
	}
}

// alone returns the word that a node is, with nothing behind it so far, nil for none.
func (n *notation) alone(node ast.Node) *term {
	if call, ok := node.(*ast.CallNode); ok && len(call.Arguments) == 1 {
		return n.words[functionName(node)]
	}
	return nil
}

// pathOf returns how a part is written, "" if its name or place is computed.
func (n *notation) pathOf(of *ast.MemberNode) string {
	var behind string
	switch property := of.Property.(type) {
	case *ast.StringNode:
		behind = Accessor(property.Value)
	case *ast.IntegerNode, *ast.UnaryNode: // [-1]
		behind = "[" + property.String() + "]"
	case *ast.CallNode: // [query.Name]
		behind = "[" + n.paths[property] + "]"
	}
	if path := n.paths[of.Node]; path != "" && behind != "" && behind != "[]" {
		return path + behind
	}
	return ""
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Accessor returns how an expression names a part, behind what it is a part of.
func Accessor(name string) string {
	if identifier.MatchString(name) {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
}

// giveArguments gives its arguments to a function of the language, whose name has become a call without
// any, and reads a written time.
func (n *notation) giveArguments(node *ast.Node, of *ast.CallNode) {
	w := n.alone(of.Callee)
	switch {
	case w == nil:
		return
	case !strings.HasSuffix(w.form, ")"): // it is no function
		n.fault(of.Callee, fmt.Sprintf("write %s without parentheses", w.form))
	case w.name != xpathWord && len(of.Arguments) == 1:
		if text, ok := of.Arguments[0].(*ast.StringNode); ok {
			_, err := moment(w.name, text.Value)
			n.faultOf(text, err)
		}
	}
	n.call(node, w.name, "", of.Arguments...)
}

// beside checks what a word is compared with: a name without quotes may be a text, and some
// words never have another value than those of a list.
func (n *notation) beside(word ast.Node, operator string, value ast.Node) {
	if name, ok := value.(*ast.IdentifierNode); ok && functionName(word) != "" {
		n.bare = append(n.bare, name.Location().From)
	}
	path, known := n.values(word)
	if known == nil || !slices.Contains([]string{"==", "!=", "in"}, operator) {
		return
	}
	given := []ast.Node{value}
	if list, ok := value.(*ast.ArrayNode); ok {
		given = list.Nodes
	}
	for _, one := range given {
		text, ok := one.(*ast.StringNode)
		if !ok || slices.Contains(known, text.Value) {
			continue
		}
		message := fmt.Sprintf("%s is never %q, only %s", path, phrase.Shorten(text.Value, maxNameLength), phrase.Or(known...))
		if near := nearestValue(text.Value, known); functionName(word) == weekdayWord {
			n.fault(one, message, near...)
		} else if text.Value != "" { // an absent field
			n.doubts = append(n.doubts, *n.at(one.Location().From, message, near))
		}
	}
}

// values returns all values of a word, and how it is written, nil if they are not known.
func (n *notation) values(word ast.Node) (path string, known []string) {
	switch functionName(word) {
	case weekdayWord:
		return weekdayWord, weekdays
	case fieldWord:
		kind, name, _ := strings.Cut(n.paths[word], ".") // "" if somebody writes the function
		return n.paths[word], catalog.FieldValues(catalog.RecordKind(kind), name)
	}
	return "", nil
}

// nearestValue returns the values that a text resembles, in another case that one alone.
func nearestValue(text string, known []string) []string {
	if at := slices.IndexFunc(known, func(one string) bool { return strings.EqualFold(one, text) }); at >= 0 {
		return known[at : at+1]
	}
	return nearest(text, known)
}

// pattern checks a written regular expression before the library compiles it, which it does
// without a bound.
func (n *notation) pattern(of *ast.BinaryNode) {
	written, ok := of.Right.(*ast.StringNode)
	if !ok || of.Operator != "matches" || n.wrong != nil {
		return
	}
	p, err := compilePattern(written.Value)
	if err == nil {
		if n.instructions += p.instructions; n.instructions > maxPattern {
			err = errTooManyPatterns
		}
	}
	n.faultOf(of, err)
}

// fault records the first mistake of the expression.
func (n *notation) fault(at ast.Node, message string, nearest ...string) {
	if n.wrong == nil {
		n.wrong = n.at(at.Location().From, message, nearest)
	}
}

func (n *notation) faultOf(at ast.Node, err error) {
	if err != nil {
		n.fault(at, err.Error())
	}
}

// isAny reports whether a node is a value that the language reads, or a part of it. The element of
// a loop is a part, because an expression can loop over nothing else.
func isAny(node ast.Node) bool {
	if pointer, ok := node.(*ast.PointerNode); ok {
		return pointer.Name == ""
	}
	name := functionName(node)
	return slices.Contains([]string{bodyWord, answerWord, subscriptionsWord, memberWord, fieldWord}, name) || slices.Contains(recordKinds, name)
}

// functionName returns the name of the function called by a node, "" for none.
func functionName(node ast.Node) string {
	if call, ok := node.(*ast.CallNode); ok {
		if name, ok := call.Callee.(*ast.IdentifierNode); ok {
			return name.Value
		}
	}
	return ""
}

func callOf(name string, arguments ...ast.Node) *ast.CallNode {
	environment := &ast.IdentifierNode{Value: environmentWord}
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: append([]ast.Node{environment}, arguments...)}
}
