package edit

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"
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
	source string // of a copy
}

// lastElement splits an XPath before its last step, if it is a plain name.
var lastElement = regexp.MustCompile(`^(.*[^/])/([\pL_][\pL\pN_.-]*)$`)

// elementName is a name of an element without a prefix.
var elementName = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// noElements is an XPath with a last step that selects no elements.
var noElements = regexp.MustCompile(`(^|/)\s*(@[^/\]]*|attribute::[^/\]]*|(text|comment|processing-instruction)\([^)]*\))(\[.*\])?$`)

// isNoXML reports whether no XML document can have the character.
func isNoXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF'
}

// maxPredicates bounds the predicates of an XPath, because each can search the
// whole body for each element.
const maxPredicates = 3

func newXMLTarget(at string, a Action) (*xmlTarget, error) {
	if err := checkXMLAction(at, a); err != nil {
		return nil, err
	}
	t := &xmlTarget{path: fromBody(at)}
	if a.Copy != "" {
		if err := checkSource(a.Copy); err != nil {
			return nil, err
		}
		t.source = fromBody(a.Copy)
	}
	if step := lastElement.FindStringSubmatch(at); step != nil && a.adds() && checkXPath(step[1]) == nil {
		t.parent, t.name = fromBody(step[1]), step[2]
	}
	return t, nil
}

// checkXMLAction returns why an action cannot be done at an XPath.
func checkXMLAction(at string, a Action) error {
	switch {
	case a.AsText:
		return errors.New("as: text changes JSON only; in XML every value is text")
	case a.Wrap != "" && !elementName.MatchString(a.Wrap):
		return fmt.Errorf("wrap must be the name of an element, got %q", a.Wrap)
	case a.Rename != "" && !elementName.MatchString(a.Rename):
		return fmt.Errorf("rename must be the name of an element, got %q", a.Rename)
	case strings.Count(at, "[") > maxPredicates:
		return fmt.Errorf("an XPath may have at most %d predicates", maxPredicates)
	}
	if err := cmp.Or(checkText("set", a.Set), checkText("insert", a.Insert), checkXPath(at)); err != nil {
		return err
	}
	if noElements.MatchString(at) {
		return errors.New("an XPath must select elements, not attributes or texts")
	}
	return nil
}

// checkText returns why a value cannot be the text of an element.
func checkText(name string, value *Value) error {
	switch {
	case value == nil:
		return nil
	case !value.Flat:
		return fmt.Errorf("%s takes one value in XML, not a list or a mapping", name)
	case strings.ContainsFunc(value.Text, isNoXML):
		return fmt.Errorf("%s has a control character, which XML cannot have", name)
	}
	return nil
}

// checkSource returns why an XPath selects no elements to copy.
func checkSource(path string) error {
	if !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "(") || noElements.MatchString(path) {
		return fmt.Errorf("copy must be an XPath of elements such as //Status, as the place is, got %q", path)
	}
	if strings.Count(path, "[") > maxPredicates {
		return fmt.Errorf("copy: an XPath may have at most %d predicates", maxPredicates)
	}
	if err := checkXPath(path); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	return nil
}

// fromBody puts the body of the envelope before a path with a leading slash, unless
// the path begins with the envelope.
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

// edit returns the body with all elements at the path changed, and their number.
// A body that is no XML or would grow too much is an error.
func (t *xmlTarget) edit(body []byte, a Action) (changed []byte, matches int, err error) {
	d, err := parseXML(body)
	if err != nil {
		return nil, 0, errors.New("the answer has no XML body")
	}
	found, err := selectNodes(d.root, t.path)
	if err != nil {
		return nil, 0, err
	}
	with, err := t.content(a, d)
	if err != nil {
		return nil, 0, err
	}
	var all verbatim.Edits
	for _, n := range found {
		if e, ok := d.elements[n]; ok {
			all = append(all, a.changeElement(e, d.children(n), with, body)...)
			matches++
		}
	}
	added, err := t.addMissing(with, d)
	if err != nil {
		return nil, 0, err
	}
	changed, err = splice(body, append(all, added...))
	return changed, matches + len(added), err
}

// addMissing returns the edits of the parents without the element, one for each.
func (t *xmlTarget) addMissing(with string, d *document) (all verbatim.Edits, err error) {
	if t.parent == "" {
		return nil, nil
	}
	parents, err := selectNodes(d.root, t.parent)
	if err != nil {
		return nil, err
	}
	for _, n := range parents {
		e, ok := d.elements[n]
		children := d.children(n)
		if !ok || slices.ContainsFunc(children, func(c element) bool { return c.name == t.name }) {
			continue
		}
		prefix := e.prefix
		if len(children) > 0 {
			prefix = children[0].prefixAround(d.body)
		}
		all = append(all, e.append(prefix+t.name, with, d.body))
	}
	return all, nil
}

// content returns what a set or a copy puts between the tags of an element.
func (t *xmlTarget) content(a Action, d *document) (string, error) {
	if a.Set != nil {
		return escapeText(a.Set.Text), nil
	}
	if t.source == "" {
		return "", nil
	}
	found, err := selectNodes(d.root, t.source)
	if err != nil {
		return "", err
	}
	for _, n := range found {
		if e, ok := d.elements[n]; ok {
			return string(d.body[e.inner:max(e.inner, e.innerEnd)]), nil
		}
	}
	return "", errors.New("nothing matches what is copied")
}

// changeElement returns the edits of an element. with is the content of a set or a copy.
func (a Action) changeElement(e element, children []element, with string, body []byte) verbatim.Edits {
	whole := body[e.from:e.to]
	replaced := func(parts ...string) verbatim.Edits {
		return verbatim.Edits{{From: e.from, To: e.to, With: []byte(strings.Join(parts, ""))}}
	}
	switch {
	case a.Remove:
		return replaced()
	case a.Wrap != "":
		name := e.prefixAround(body) + a.Wrap
		return replaced("<", name, ">", string(whole), "</", name, ">")
	case a.Double:
		return verbatim.Edits{{From: e.to, To: e.to, With: whole}}
	case a.Rename != "":
		return e.rename(a.Rename, body)
	case a.Insert != nil:
		name := e.prefix + "item" // as lists without elements have in this interface
		if len(children) > 0 {
			last := children[len(children)-1]
			name = last.prefixAround(body) + last.name
		}
		return verbatim.Edits{e.append(name, escapeText(a.Insert.Text), body)}
	case e.isEmptyTag(body):
		open := bytes.TrimRight(bytes.TrimSuffix(whole, []byte("/>")), " ")
		return replaced(string(open), ">", with, "</", e.prefix, e.name, ">")
	}
	return verbatim.Edits{{From: e.inner, To: e.innerEnd, With: []byte(with)}}
}

func escapeText(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to a builder never fails
	return b.String()
}

// selectNodes returns the nodes of an expression. The library panics on a function
// with wrong arguments.
func selectNodes(root *xmlquery.Node, expression string) (found []*xmlquery.Node, err error) {
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

// document is a parsed body with the places of its elements.
type document struct {
	body     []byte
	root     *xmlquery.Node
	elements map[*xmlquery.Node]element
}

// parseXML parses a body. It drops all prefixes, so a plain name selects elements of any
// namespace.
func parseXML(body []byte) (*document, error) {
	root, err := xmlquery.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	places, err := elementsOf(body)
	if err != nil {
		return nil, err
	}
	d := &document{body, root, make(map[*xmlquery.Node]element, len(places))}
	placeElements(root, places, d.elements)
	return d, nil
}

func placeElements(within *xmlquery.Node, places []element, elements map[*xmlquery.Node]element) {
	for c := within.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == xmlquery.ElementNode && len(elements) < len(places) {
			elements[c] = places[len(elements)]
		}
		c.Prefix = ""
		placeElements(c, places, elements)
	}
}

// children returns the elements right within a node.
func (d *document) children(n *xmlquery.Node) (all []element) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if e, ok := d.elements[c]; ok {
			all = append(all, e)
		}
	}
	return all
}
