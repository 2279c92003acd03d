package oracle

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// sequence is how elements follow each other.
var sequence = []string{"merchantCode", "date", "hash", "algorithm", "sessionID", "Items", "SubscriptionReference", "UpgradeProductCode",
	"Quantity", "PricingOptions", "ExtraDiscount", "ExtraMargin", "ExternalReferenceNumber", "Comment", "Code", "Value", "Type"}

// envelope writes the call of an operation of SOAP, in its chosen forms.
func (s *subject) envelope(root map[string]any, forms map[string]string) string {
	style := forms["(style)"]
	inner := elements(root, style == "repeated")
	operation, space, version, head := s.Action, "", "http://schemas.xmlsoap.org/soap/envelope/", ""
	switch style {
	case "document":
		space = ` xmlns="urn:commerce-sandbox:6.0"`
	case "request":
		first := strings.Index(inner, "<Items")
		inner = inner[:max(first, 0)] + "<request>" + inner[max(first, 0):] + "</request>"
	case "positional":
		for i, name := range sequence[:4] {
			inner = strings.NewReplacer("<"+name+">", fmt.Sprintf("<param%d>", i), "</"+name+">", fmt.Sprintf("</param%d>", i)).Replace(inner)
		}
	case "legacy":
		inner = strings.ReplaceAll(strings.ReplaceAll(inner, "<algorithm>sha256</algorithm>", ""), "{sha256 ", "{md5 ")
	case "reference":
		inner = strings.Replace(inner, "<Items>", `<Items href="#list"/><kept id="list">`, 1)
		inner = strings.Replace(inner, "</Items>", "</kept>", 1)
	}
	if forms["(version)"] == "1.2" {
		version = "http://www.w3.org/2003/05/soap-envelope"
	}
	if h := forms["(header)"]; h != "" {
		head = "<e:Header>" + h + "</e:Header>"
	}
	open, end := "m:"+operation+` xmlns:m="urn:commerce-sandbox:6.0"`, "m:"+operation
	if space != "" {
		open, end = operation+space, operation
	}
	return `<e:Envelope xmlns:e="` + version + `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` + head + "<e:Body><" + open + ">" + inner + "</" + end + "></e:Body></e:Envelope>"
}

// elements writes the content of an element; the elements of a list are items, or the
// list is repeated.
func elements(v any, repeat bool) string {
	var b strings.Builder
	switch v := v.(type) {
	case map[string]any:
		names := slices.SortedFunc(maps.Keys(v), func(x, y string) int { return slices.Index(sequence, x) - slices.Index(sequence, y) })
		for _, name := range names {
			if m, is := v[name].(member); is {
				b.WriteString(m.element(name, repeat))
			} else {
				b.WriteString(element(name, v[name], repeat))
			}
		}
	case []any:
		for _, e := range v {
			b.WriteString("<item>" + elements(e, repeat) + "</item>")
		}
	case nil:
	default:
		_ = xml.EscapeText(&b, []byte(fmt.Sprint(v)))
	}
	return b.String()
}

func element(name string, v any, repeat bool) string {
	if list, is := v.([]any); is && repeat {
		all := ""
		for _, e := range list {
			all += "<" + name + ">" + elements(e, repeat) + "</" + name + ">"
		}
		return all
	}
	return "<" + name + ">" + elements(v, repeat) + "</" + name + ">"
}

func (m member) element(name string, repeat bool) string {
	switch special := m.v.special; {
	case m.v.given == nil:
		return ""
	case special["$raw"] != nil:
		return "<" + name + ">" + unquote(special["$raw"]) + "</" + name + ">"
	case special["$nil"] != nil:
		return "<" + name + ` xsi:nil="true"/>`
	case special["$lower"] != nil:
		other := strings.ToLower(name)
		if other == name {
			other = strings.ToUpper(name)
		}
		return element(other, m.usual, repeat)
	case special["$twice"] != nil:
		return strings.Repeat(element(name, m.usual, repeat), 2)
	case special["$long"] != nil:
		return element(name, m.v.text(), repeat)
	case special["$date"] != nil:
		return element(name, unquote(special["$date"]), repeat)
	}
	return element(name, decoded(m.v.given), repeat)
}

// node is an element of the envelope.
type node struct {
	name     string
	attrs    map[string]string
	text     string
	children []*node
}

// readXML reads a document; nil when it is none, or soap.md refuses it.
func readXML(text string) *node {
	root := &node{}
	path := []*node{root}
	for d := xml.NewDecoder(bytes.NewReader([]byte(text))); ; {
		token, err := d.Token()
		if err == io.EOF && len(path) == 1 && len(root.children) == 1 {
			return root.children[0]
		}
		if err != nil {
			return nil
		}
		top := path[len(path)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				n.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, n)
			path = append(path, n)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			top.text += string(token)
			if len(path) == 1 && strings.TrimSpace(string(token)) != "" {
				return nil
			}
		case xml.Directive, xml.ProcInst:
			if p, is := token.(xml.ProcInst); !is || p.Target != "xml" {
				return nil
			}
		}
	}
}

// child returns the child of a name, nil when there is none or it is empty or nil.
func (n *node) child(name string) *node {
	for _, c := range n.all(name) {
		if len(c.children) > 0 || strings.TrimSpace(c.text) != "" {
			return c
		}
	}
	return nil
}

func (n *node) all(name string) (found []*node) {
	if n == nil {
		return nil
	}
	for _, c := range n.children {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

func (n *node) value(name string) string {
	if c := n.child(name); c != nil {
		return c.text
	}
	return ""
}

// list reads a list in each of its spellings: repeated, or with an item for each.
func (n *node) list(name string) (all []*node) {
	for _, c := range n.all(name) {
		if items := c.all("item"); len(items) > 0 {
			all = append(all, items...)
		} else if len(c.children) > 0 {
			all = append(all, c)
		}
	}
	return all
}
