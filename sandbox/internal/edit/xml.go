package edit

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// xmlTarget selects elements of an XML body.
type xmlTarget struct {
	path   string
	parent string // of name, "" when a set adds nothing
	name   string
}

// lastElement splits an XPath at its last step, when that is a plain name.
var lastElement = regexp.MustCompile(`^(.*[^/])/([\pL_][\pL\pN_.-]*)$`)

// elementName is a name of an element without a prefix.
var elementName = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// noElements is an XPath whose last step selects no elements.
var noElements = regexp.MustCompile(`(^|/)\s*(@[^/\]]*|attribute::[^/\]]*|(text|comment|processing-instruction)\([^)]*\))(\[.*\])?$`)

// isNoXML reports whether no XML document can have the character.
func isNoXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF'
}

// maxPredicates is how many predicates an XPath may have, because each can search
// the whole body for each element.
const maxPredicates = 3

func newXMLTarget(at string, a Action) (*xmlTarget, error) {
	switch {
	case a.AsText:
		return nil, errors.New("as: text changes JSON only; in XML every value is text")
	case a.Set != nil && !a.Set.Flat:
		return nil, errors.New("set takes one value in XML, not a list or a mapping")
	case a.Wrap != "" && !elementName.MatchString(a.Wrap):
		return nil, fmt.Errorf("wrap must be the name of an element, got %q", a.Wrap)
	case a.Set != nil && strings.ContainsFunc(a.Set.Text, isNoXML):
		return nil, errors.New("set has a control character, which XML cannot have")
	case strings.Count(at, "[") > maxPredicates:
		return nil, fmt.Errorf("an XPath may have at most %d predicates", maxPredicates)
	}
	if err := checkXPath(at); err != nil {
		return nil, err
	}
	if noElements.MatchString(at) {
		return nil, errors.New("an XPath must select elements, not attributes or texts")
	}
	t := &xmlTarget{path: fromBody(at)}
	if step := lastElement.FindStringSubmatch(at); step != nil && a.Set != nil && checkXPath(step[1]) == nil {
		t.parent, t.name = fromBody(step[1]), step[2]
	}
	return t, nil
}

// fromBody lets a path that begins with / begin at the body of the envelope, unless
// it begins with the envelope.
func fromBody(at string) string {
	if strings.HasPrefix(at, "/") && !strings.HasPrefix(at, "//") && !strings.HasPrefix(at, "/Envelope") {
		return "/Envelope/Body" + at
	}
	return at
}

// checkXPath returns why an expression cannot be read. The library panics on some.
func checkXPath(expression string) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the XPath %q cannot be read: %v", expression, fault)
		}
	}()
	if _, err := xpath.Compile(fromBody(expression)); err != nil {
		return fmt.Errorf("at must be a JSONPath that begins with $, an XPath, /header/NAME or status; the XPath %q cannot be read: %w", expression, err)
	}
	return nil
}

// edit returns the body with all elements changed that the path selects, and how
// many those are. The error says that the body is no XML, or that it would
// grow too much.
func (t *xmlTarget) edit(body []byte, a Action) (changed []byte, matches int, err error) {
	elements, root, err := parseXML(body)
	if err != nil {
		return nil, 0, errors.New("the answer has no XML body")
	}
	found, err := selected(root, t.path)
	if err != nil {
		return nil, 0, err
	}
	var all verbatim.Edits
	for _, n := range found {
		if e, ok := elements[n]; ok {
			all, matches = append(all, a.replacedElement(e, body)), matches+1
		}
	}
	if t.parent == "" {
		changed, err = splice(body, all)
		return changed, matches, err
	}
	parents, err := selected(root, t.parent)
	if err != nil {
		return nil, 0, err
	}
	for _, n := range parents {
		e, ok := elements[n]
		if !ok || hasChild(n, t.name) {
			continue
		}
		all, matches = append(all, e.append(elements[firstChild(n)].prefixBeside(e, body)+t.name, a.Set.Text, body)), matches+1
	}
	changed, err = splice(body, all)
	return changed, matches, err
}

func (a Action) replacedElement(e element, body []byte) verbatim.Edit {
	switch {
	case a.Remove:
		return verbatim.Edit{From: e.from, To: e.to}
	case a.Wrap != "":
		name := e.prefixAround(body) + a.Wrap
		return verbatim.Edit{From: e.from, To: e.to, With: bytes.Join([][]byte{[]byte("<" + name + ">"), body[e.from:e.to], []byte("</" + name + ">")}, nil)}
	case e.isEmptyTag(body):
		open := bytes.TrimRight(bytes.TrimSuffix(body[e.from:e.to], []byte("/>")), " ")
		return verbatim.Edit{From: e.from, To: e.to, With: []byte(string(open) + ">" + escaped(a.Set.Text) + "</" + e.prefix + e.name + ">")}
	}
	return verbatim.Edit{From: e.inner, To: e.innerEnd, With: []byte(escaped(a.Set.Text))}
}

// append adds an element at the end of e.
func (e element) append(name, text string, body []byte) verbatim.Edit {
	child := "<" + name + ">" + escaped(text) + "</" + name + ">"
	if e.isEmptyTag(body) {
		return verbatim.Edit{From: e.to - len("/>"), To: e.to, With: []byte(">" + child + "</" + e.prefix + e.name + ">")}
	}
	return verbatim.Edit{From: e.innerEnd, To: e.innerEnd, With: []byte(child)}
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to a builder never fails
	return b.String()
}

// selected returns the nodes that an expression selects. The library panics on a
// function with wrong arguments.
func selected(root *xmlquery.Node, expression string) (found []*xmlquery.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("it cannot be evaluated: %v", fault)
		}
	}()
	compiled, err := xpath.Compile(expression)
	if err != nil {
		return nil, err
	}
	if _, isNodes := compiled.Evaluate(xmlquery.CreateXPathNavigator(root)).(*xpath.NodeIterator); !isNodes {
		return nil, errors.New("it selects no elements")
	}
	return xmlquery.QuerySelectorAll(root, compiled), nil
}

// element is where an element of a body is.
type element struct {
	name, prefix    string // the prefix with its colon, "" for none
	from, to        int
	inner, innerEnd int // what is between its tags
}

// isEmptyTag reports whether the element is one tag that ends itself.
func (e element) isEmptyTag(body []byte) bool {
	return bytes.HasSuffix(body[e.from:e.inner], []byte("/>"))
}

// prefixAround returns the prefix of the element, "" when the element itself
// declares it, because then it has no meaning around the element.
func (e element) prefixAround(body []byte) string {
	if bytes.Contains(body[e.from:e.inner], []byte("xmlns:"+strings.TrimSuffix(e.prefix, ":")+"=")) {
		return ""
	}
	return e.prefix
}

// prefixBeside returns the prefix of an element beside e within parent. The zero
// element is none.
func (e element) prefixBeside(parent element, body []byte) string {
	if e.name == "" {
		return parent.prefix
	}
	return e.prefixAround(body)
}

// parseXML returns the document, in which no element has a prefix, so that a plain
// name selects elements of any namespace, and where each of its elements is.
func parseXML(body []byte) (map[*xmlquery.Node]element, *xmlquery.Node, error) {
	root, err := xmlquery.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	places, err := elementsOf(body)
	if err != nil {
		return nil, nil, err
	}
	elements := make(map[*xmlquery.Node]element, len(places))
	var walk func(n *xmlquery.Node)
	walk = func(n *xmlquery.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == xmlquery.ElementNode && len(elements) < len(places) {
				elements[c] = places[len(elements)]
			}
			c.Prefix = ""
			walk(c)
		}
	}
	walk(root)
	return elements, root, nil
}

// elementsOf returns the elements of a body in the order of their beginnings.
func elementsOf(body []byte) (all []element, err error) {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	var open []int
	for {
		from := int(decoder.InputOffset())
		token, err := decoder.RawToken()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, from: from, inner: int(decoder.InputOffset())}
			if token.Name.Space != "" { // of a raw token, its prefix
				e.prefix = token.Name.Space + ":"
			}
			open = append(open, len(all))
			all = append(all, e)
		case xml.EndElement:
			if len(open) == 0 {
				return nil, errors.New("an element ends that has not begun")
			}
			e := &all[open[len(open)-1]]
			e.innerEnd, e.to = from, int(decoder.InputOffset())
			open = open[:len(open)-1]
		}
	}
}

func firstChild(n *xmlquery.Node) *xmlquery.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == xmlquery.ElementNode {
			return c
		}
	}
	return nil
}

func hasChild(n *xmlquery.Node, name string) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == xmlquery.ElementNode && c.Data == name {
			return true
		}
	}
	return false
}
