package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// The words of the language, and the functions behind its notation. The names
// of the functions cannot be written in an expression.
const (
	queryWord   = "query"
	pathWord    = "path"
	headerWord  = "header"
	bodyWord    = "body"
	nowWord     = "now"
	xpathWord   = "xpath"
	hourWord    = "hour"
	weekdayWord = "weekday"

	environmentWord = "$env"
	memberWord      = "$member"
	stepWord        = "$step"
)

// The types of the functions, for the type check.
var (
	inputType   = new(func(any, string) string)
	bodyType    = new(func(any) any)
	nowType     = new(func(any) string)
	hourType    = new(func(string) int)
	weekdayType = new(func(string) string)
	memberType  = new(func(any, any) any)
)

// vocabulary replaces the notation query.Page by lazy function calls, adds a
// count of turns to loops, and collects the names of the expression to find
// unknown ones. It serves one compilation.
type vocabulary struct {
	recorded bool // whether the expression is over recorded calls
	late     bool // whether it reads how the call ended

	of        string   // the kind of record under the expression, "" for a call
	captured  []string // names of values captured by earlier steps
	anyResult bool     // whether the result need not be true or false

	seen  []*ast.IdentifierNode
	named map[*ast.IdentifierNode]bool // query, path, header followed by a name
	lets  []string
	texts []*ast.IdentifierNode // perhaps texts without quotes
	reads []input
	wrong *ConditionError // the first fault, its place in Column

	doubts []ConditionError // about values that a field never has, likewise
}

// input is a parameter or a header named by an expression, the body or envelope, or a
// record.
type input struct {
	word, name string // a name only of a parameter
	offset     int    // in the expression, in characters
}

// Visit changes a node; the library calls it for every node, the inner ones first.
func (v *vocabulary) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		v.seen = append(v.seen, n)
		if n.Value == bodyWord || n.Value == xpathWord || v.isCaptured(n.Value) || v.isRecord(n.Value) || v.isEnding(n.Value) {
			v.reads = append(v.reads, input{word: n.Value, offset: n.Location().From})
		}
		v.late = v.late || v.isEnding(n.Value)
		if v.isValue(n.Value) {
			ast.Patch(node, callOf(n.Value))
		}
	case *ast.VariableDeclaratorNode:
		v.lets = append(v.lets, n.Name)
	case *ast.MemberNode:
		v.member(node, n)
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		switch value := functionName(n.Callee); {
		case v.isValue(value):
			v.fault(n.Callee, value+" is a value: write it without parentheses")
		case ok && name.Value == xpathWord:
			n.Arguments = slices.Insert(n.Arguments, 0, ast.Node(environment()))
		case ok && isHelper(name.Value):
			v.helper(name.Value, n)
		}
	case *ast.BinaryNode:
		v.days(n)
		v.types(n)
	case *ast.PredicateNode:
		n.Node = &ast.SequenceNode{Nodes: []ast.Node{callOf(stepWord), n.Node}}
	}
}

func (v *vocabulary) member(node *ast.Node, n *ast.MemberNode) {
	if name, ok := n.Node.(*ast.IdentifierNode); ok && isInput(name.Value) {
		if v.named == nil {
			v.named = map[*ast.IdentifierNode]bool{}
		}
		v.named[name] = true
		if property, ok := n.Property.(*ast.StringNode); ok {
			v.reads = append(v.reads, input{name.Value, property.Value, name.Location().From})
		}
		ast.Patch(node, callOf(name.Value, n.Property))
		return
	}
	if v.recordField(node, n) {
		return
	}
	if functionName(n.Node) == nowWord {
		v.fault(n, "now is text; write hour(now), weekday(now) or date(now)")
		return
	}
	if v.fromBody(n.Node) {
		v.capturedName(n)
		ast.Patch(node, &ast.CallNode{
			Callee:    &ast.IdentifierNode{Value: memberWord},
			Arguments: []ast.Node{n.Node, n.Property},
		})
	}
}

// fault records the first mistake of the expression.
func (v *vocabulary) fault(node ast.Node, message string, nearest ...string) {
	if v.wrong == nil {
		v.wrong = &ConditionError{Column: node.Location().From, Message: message, Nearest: nearest}
	}
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

// fromBody reports whether the node is the body, the answer or a part of these.
// The element of a loop is a part, because an expression can loop over nothing
// else.
func (v *vocabulary) fromBody(node ast.Node) bool {
	if pointer, ok := node.(*ast.PointerNode); ok {
		return pointer.Name == ""
	}
	name := functionName(node)
	return slices.Contains([]string{bodyWord, memberWord, answerWord, fieldWord, subscriptionsWord, capturedWord}, name) || slices.Contains(recordKinds, name)
}

// isRecord reports whether a name needs a record of the call.
func (v *vocabulary) isRecord(name string) bool {
	if v.of != "" {
		return name == v.of
	}
	return v.readsRecords() && slices.Contains(recordWords, name)
}

// isCaptured reports whether a name is the word for captured values.
func (v *vocabulary) isCaptured(name string) bool {
	return name == capturedWord && len(v.captured) > 0
}

func isInput(name string) bool { return name == queryWord || name == pathWord || name == headerWord }

func callOf(name string, arguments ...ast.Node) *ast.CallNode {
	return &ast.CallNode{
		Callee:    &ast.IdentifierNode{Value: name},
		Arguments: append([]ast.Node{environment()}, arguments...),
	}
}

func environment() *ast.IdentifierNode { return &ast.IdentifierNode{Value: environmentWord} }

// mistake returns the first fault of the names: an unknown one, or query, path
// or header without the name of an input. The type check finds these too, but
// suggests no nearest names.
func (v *vocabulary) mistake(text string) *ConditionError {
	for _, name := range v.seen {
		line, column := place(text, name.Location().From)
		switch {
		case isInput(name.Value) && v.of == "":
			if !v.named[name] {
				return &ConditionError{Line: line, Column: column,
					Message: fmt.Sprintf("%s needs a name, as in %[1]s.Name or %[1]s[\"Name\"]", name.Value)}
			}
		case !v.isKnown(name.Value):
			if mistake := hyphen(text, name.Location().From); mistake != nil {
				return mistake
			}
			return &ConditionError{Line: line, Column: column,
				Message: fmt.Sprintf("unknown name %s; known: %s", name.Value, v.listNames()),
				Nearest: v.nearest(name)}
		}
	}
	if wrong := v.wrong; wrong != nil {
		if mistake := hyphen(text, wrong.Column); mistake != nil {
			return mistake
		}
		wrong.Line, wrong.Column = place(text, wrong.Column)
	}
	return v.wrong
}

// words are the names of the language without a name behind them.
var words = append([]string{bodyWord, xpathWord, methodWord}, momentWords...)

// momentWords are those about the time.
var momentWords = []string{nowWord, hourWord, weekdayWord}

func (v *vocabulary) isKnown(name string) bool {
	if v.of != "" {
		return v.isRecord(name) || slices.Contains(momentWords, name) || slices.Contains(v.lets, name)
	}
	return slices.Contains(words, name) || v.isEnding(name) || v.isRecord(name) || v.isCaptured(name) || slices.Contains(v.lets, name)
}

// isValue reports whether a name is a value by itself.
func (v *vocabulary) isValue(name string) bool {
	return name == bodyWord || name == nowWord || name == methodWord || v.isEnding(name) || v.isRecord(name) || v.isCaptured(name)
}

// nearest returns the names of this language and of the library closest to an unknown
// one.
func (v *vocabulary) nearest(unknown *ast.IdentifierNode) []string {
	name := unknown.Value
	if meant := meantWord(name); meant != "" {
		return []string{meant}
	}
	if slices.Contains(v.texts, unknown) {
		return []string{strconv.Quote(name)}
	}
	names := append([]string{queryWord, pathWord, headerWord}, words...)
	if v.of != "" {
		names = append([]string{v.of}, momentWords...)
	} else if v.recorded {
		names = append(names, recordedWords...)
	} else {
		names = append(append(names, endedWords...), recordWords...)
	}
	return nearest(name, slices.AppendSeq(names, maps.Keys(builtin.Index)))
}

// listNames lists the names for messages.
func (v *vocabulary) listNames() string {
	if v.of != "" {
		return phrase.List(append([]string{v.of}, momentWords...)...)
	}
	variables := append(Variables(), CallVariables()...)
	if v.recorded {
		variables = append(Variables(), RecordedVariables()...)
	}
	var names []string
	for _, v := range variables {
		name, _, _ := strings.Cut(v.Name, ".")
		names = append(names, name)
	}
	return phrase.List(names...)
}

// place returns the line and the column, both from 1, of an offset in characters.
func place(text string, offset int) (line, column int) {
	characters := []rune(text)
	before := string(characters[:min(offset, len(characters))])
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}
