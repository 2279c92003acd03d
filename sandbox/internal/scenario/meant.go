package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// otherSigns are the operators and quotes of other languages, with those of conditions.
var otherSigns = map[string]string{
	"=": "==", "===": "==", "!==": "!=", "<>": "!=", "=>": ">=", "=<": "<=", "=~": "matches", "~": "matches", "&": "&&",
	"“": `"`, "”": `"`, "„": `"`, "‘": `"`, "’": `"`,
}

// otherWords are the words of other languages, in lower case, with those of conditions.
var otherWords = map[string]string{
	"is": "==", "eq": "==", "equals": "==", "ne": "!=", "like": "matches",
	"null": "nil", "none": "nil", "undefined": "nil",
}

// ownWords are the operators and values of conditions in words.
var ownWords = []string{"and", "or", "not", "in", "contains", "startsWith", "endsWith", "matches", "true", "false", "nil"}

// meantWord returns the operator or value meant by a word, "" for none and for the
// right spelling.
func meantWord(word string) string {
	plain := strings.ToLower(strings.ReplaceAll(word, "_", ""))
	meant := otherWords[plain]
	for _, own := range ownWords {
		if strings.ToLower(own) == plain {
			meant = own
		}
	}
	if meant == word {
		return ""
	}
	return meant
}

// signOrWord matches an operator, a quote or a word.
var signOrWord = regexp.MustCompile("[=!<>~&]+|[“”„‘’]|[A-Za-z_]+")

// notation returns the mistake of a name with a hyphen, or of an operator or a quote of
// another language, where the library stopped, nil for none. It stops behind a NOT,
// because NOT could be a name.
func notation(text string, err error) *ConditionError {
	var stopped *file.Error
	if !errors.As(err, &stopped) {
		return nil
	}
	if mistake := hyphen(text, stopped.From); mistake != nil {
		return mistake
	}
	for _, span := range signOrWord.FindAllStringIndex(text, -1) {
		found, from, to := text[span[0]:span[1]], utf8.RuneCountInString(text[:span[0]]), utf8.RuneCountInString(text[:span[1]])
		meant := cmp.Or(otherSigns[found], meantWord(found))
		isNot := meant == "not" && strings.TrimSpace(string([]rune(text)[to:max(to, stopped.From)])) == ""
		if meant != "" && from <= stopped.From && (stopped.From < to || isNot) {
			line, column := place(text, from)
			return &ConditionError{Line: line, Column: column, Message: "unknown operator " + found, Nearest: []string{meant}}
		}
	}
	return nil
}

// hyphened matches an input, or a part of the body, with a hyphen in its name.
var hyphened = regexp.MustCompile(`\b((?:query|path|header|body|answer|order|customer|campaign|subscription)(?:\.\w+|\[[^\[\]]*\])*?)\.(\w+(?:-\w+)+)`)

// hyphen returns the mistake of a name with a hyphen around an offset in characters, nil
// for none: the hyphen is a minus there.
func hyphen(text string, offset int) *ConditionError {
	for _, span := range hyphened.FindAllStringSubmatchIndex(text, -1) {
		from, to := utf8.RuneCountInString(text[:span[0]]), utf8.RuneCountInString(text[:span[1]])
		if from < offset && offset < to {
			line, column := place(text, from)
			return &ConditionError{Line: line, Column: column,
				Message: fmt.Sprintf("a name with a hyphen must be in brackets: write %s[%q]", text[span[2]:span[3]], text[span[4]:span[5]])}
		}
	}
	return nil
}

// Names of texts and of numbers. Inputs may be numbers in quotes.
var (
	inputWords  = []string{queryWord, pathWord, headerWord, xpathWord}
	textWords   = append([]string{codeWord, scenarioWord, methodWord}, inputWords...)
	numberWords = []string{hourWord, statusWord, durationWord, seenWord}
)

// arithmetic are the operators that need numbers on both sides.
var arithmetic = []string{"<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^", "**", ".."}

// types checks an operator between a name and a written value, because text equals no
// number, and is in no list of them.
func (v *vocabulary) types(n *ast.BinaryNode) {
	v.bare(n.Left, n.Right)
	v.bare(n.Right, n.Left)
	v.doubt(n.Left, n.Operator, n.Right)
	v.doubt(n.Right, n.Operator, n.Left)
	left, right := v.typeMistake(n.Left, n.Operator, n.Right), v.typeMistake(n.Right, n.Operator, n.Left)
	switch {
	case left != nil:
		v.fault(n, fmt.Sprintf("%s is %s: write %s %s %s", left.name, left.kind, left.meant, n.Operator, left.value))
	case right != nil:
		v.fault(n, fmt.Sprintf("%s is %s: write %s %s %s", right.name, right.kind, right.value, n.Operator, right.meant))
	}
}

// doubt notes texts that a field of a record never has. An absent field is "".
func (v *vocabulary) doubt(name ast.Node, operator string, value ast.Node) {
	if functionName(name) != fieldWord || !slices.Contains([]string{"==", "!=", "in"}, operator) {
		return
	}
	field := name.(*ast.CallNode).Arguments
	kind, known := field[1].(*ast.StringNode).Value, []string(nil)
	if text, ok := field[2].(*ast.StringNode); ok {
		known = catalog.FieldValues(catalog.RecordKind(kind), text.Value)
	}
	given := []ast.Node{value}
	if list, ok := value.(*ast.ArrayNode); ok {
		given = list.Nodes
	}
	for _, one := range given {
		if text, ok := one.(*ast.StringNode); ok && known != nil && text.Value != "" && !slices.Contains(known, text.Value) {
			message := fmt.Sprintf("%s is never %q, only %s", spelling(name), phrase.Shorten(text.Value, maxNameLength), phrase.Or(known...))
			v.doubts = append(v.doubts, ConditionError{Column: one.Location().From, Message: message, Nearest: nearest(text.Value, known)})
		}
	}
}

// bare notes an unknown name beside a known one, because it may be a text without
// quotes.
func (v *vocabulary) bare(name, value ast.Node) {
	if word, ok := value.(*ast.IdentifierNode); ok && functionName(name) != "" {
		v.texts = append(v.texts, word)
	}
}

// mistyped is a name beside a value of another type, and how both are written rightly.
type mistyped struct{ name, kind, meant, value string }

// typeMistake returns the mistake in the type of a value beside a name, nil for none.
func (v *vocabulary) typeMistake(name ast.Node, operator string, value ast.Node) *mistyped {
	word, spelled := functionName(name), spelling(name)
	switch {
	case spelled == "":
	case slices.Contains(textWords, word) && !slices.Contains(arithmetic, operator):
		if list, ok := value.(*ast.BinaryNode); ok && list.Operator == ".." && slices.Contains(inputWords, word) {
			return &mistyped{spelled, "text", "int(" + spelled + ")", list.String()}
		}
		if texts, changed := rewrite(value, asQuoted); changed {
			return &mistyped{spelled, "text", spelled, texts}
		}
	case slices.Contains(inputWords, word):
		switch value.(type) {
		case *ast.IntegerNode:
			return &mistyped{spelled, "text", "int(" + spelled + ")", value.String()}
		case *ast.FloatNode:
			return &mistyped{spelled, "text", "float(" + spelled + ")", value.String()}
		}
	case slices.Contains(numberWords, word):
		if numbers, changed := rewrite(value, asNumber); changed {
			return &mistyped{spelled, "a number", spelled, numbers}
		}
	}
	return nil
}

// spelling returns a name as an expression has it, "" if the node is no name.
func spelling(node ast.Node) string {
	call, ok := node.(*ast.CallNode)
	if !ok || len(call.Arguments) == 0 {
		return ""
	}
	word, argument := functionName(node), call.Arguments[len(call.Arguments)-1]
	text, isText := argument.(*ast.StringNode)
	switch {
	case isHelper(word):
		if of := spelling(argument); of != "" {
			return word + "(" + of + ")"
		}
		return ""
	case len(call.Arguments) == 1:
		return word
	case !isText:
		return ""
	case word == xpathWord:
		return word + "(" + text.String() + ")"
	case word == fieldWord:
		return call.Arguments[1].(*ast.StringNode).Value + accessor(text.Value)
	case word == memberWord:
		if of := spelling(call.Arguments[0]); of != "" {
			return of + accessor(text.Value)
		}
		return ""
	}
	return word + accessor(text.Value)
}

// rewrite returns a value, or a list of them, in another type, and whether it differs.
func rewrite(value ast.Node, as func(ast.Node) (string, bool)) (text string, changed bool) {
	list, ok := value.(*ast.ArrayNode)
	if !ok {
		return as(value)
	}
	var items []string
	for _, item := range list.Nodes {
		text, other := as(item)
		items, changed = append(items, text), changed || other
	}
	return "[" + strings.Join(items, ", ") + "]", changed
}

// asQuoted returns a number or a boolean as text.
func asQuoted(value ast.Node) (string, bool) {
	switch value.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return strconv.Quote(value.String()), true
	}
	return value.String(), false
}

// asNumber returns a text of digits as a number.
func asNumber(value ast.Node) (string, bool) {
	if text, ok := value.(*ast.StringNode); ok {
		if _, err := strconv.ParseFloat(text.Value, 64); err == nil {
			return text.Value, true
		}
	}
	return value.String(), false
}
