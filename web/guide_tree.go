package web

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// element is an element of a page. A tag is one of a, blockquote, br, code, em,
// h2 to h6, hr, img, li, ol, p, pre, strong, table, tbody, td, th, thead, tr and ul. An
// attribute is href, page and anchor of a link, id of a heading, src and alt of img,
// language of pre, start of ol, or align of a cell.
type element struct {
	Tag      string            `json:"tag"`
	Attrs    map[string]string `json:"attrs,omitempty"`
	Children []any             `json:"children,omitempty"`
}

// reader reads a page of the guide.
type reader struct {
	source []byte
	pages  []string // names of all pages
	page   guidePage
	ids    map[string]int // how often an id is taken
}

// parsePage reads a page. HTML in it becomes text.
func parsePage(name string, source []byte, pages []string) guidePage {
	r := &reader{source: source, pages: pages, page: guidePage{Name: name, Title: name, Tree: []any{}, source: string(source)}, ids: map[string]int{}}
	document := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(source))
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n)
	}
	return r.page
}

// block adds a block of the first level to the page.
func (r *reader) block(n ast.Node) {
	if h, is := n.(*ast.Heading); is && h.Level == 1 {
		r.page.Title = plain(r.children(n))
		return
	}
	children := r.node(n)
	r.page.Tree = append(r.page.Tree, children...)
	words := plain(children)
	if h, is := n.(*ast.Heading); is {
		heading := guideHeading{children[0].(element).Attrs["id"], h.Level, words}
		r.page.Headings = append(r.page.Headings, heading)
		r.page.Sections = append(r.page.Sections, guideSection{r.page.Name, r.page.Title, heading.ID, heading.Text, ""})
		return
	}
	if r.page.Summary == "" && n.Kind() == ast.KindParagraph {
		r.page.Summary = words
	}
	if len(r.page.Sections) == 0 {
		r.page.Sections = []guideSection{{Page: r.page.Name, Title: r.page.Title}}
	}
	last := &r.page.Sections[len(r.page.Sections)-1]
	last.Text = strings.TrimSpace(last.Text + "\n" + words)
}

// children returns the nodes below a node as JSON values, neighbouring strings joined.
func (r *reader) children(parent ast.Node) []any {
	var found []any
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		for _, child := range r.node(n) {
			words, isText := child.(string)
			if last := len(found) - 1; isText && last >= 0 {
				if before, wasText := found[last].(string); wasText {
					found[last] = before + words
					continue
				}
			}
			found = append(found, child)
		}
	}
	return found
}

// node returns the JSON values of a node. A node without a tag of its own becomes its
// children.
func (r *reader) node(n ast.Node) []any {
	switch n := n.(type) {
	case *ast.Text:
		return r.text(n)
	case *ast.String:
		return []any{string(n.Value)}
	case *ast.RawHTML:
		return []any{string(n.Segments.Value(r.source))}
	case *ast.HTMLBlock:
		return r.htmlBlock(n)
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return r.code(n)
	case *ast.Heading:
		children := r.children(n)
		return tag("h"+strconv.Itoa(max(2, n.Level)), map[string]string{"id": r.id(plain(children))}, children)
	case *ast.Link:
		return r.link(unescape(n.Destination), r.children(n))
	case *ast.Image:
		return r.image(string(n.Destination), r.children(n))
	case *ast.AutoLink:
		return r.link(string(n.URL(r.source)), []any{string(n.Label(r.source))})
	case *ast.List:
		if !n.IsOrdered() {
			return tag("ul", nil, r.children(n))
		}
		return tag("ol", map[string]string{"start": strconv.Itoa(n.Start)}, r.children(n))
	case *ast.Emphasis:
		return tag([]string{"em", "strong"}[min(max(n.Level, 1), 2)-1], nil, r.children(n))
	case *extended.Table:
		return tag("table", nil, r.table(n))
	case *extended.TableCell:
		return r.cell(n)
	}
	if name := plainTags()[n.Kind()]; name != "" {
		return tag(name, nil, r.children(n))
	}
	return r.children(n)
}

func plainTags() map[ast.NodeKind]string {
	return map[ast.NodeKind]string{
		ast.KindParagraph: "p", ast.KindListItem: "li", ast.KindBlockquote: "blockquote",
		ast.KindThematicBreak: "hr", ast.KindCodeSpan: "code", extended.KindTableRow: "tr",
	}
}

func tag(name string, attrs map[string]string, children []any) []any {
	return []any{element{name, attrs, children}}
}

// text returns a run of text, with the end of its line.
func (r *reader) text(n *ast.Text) []any {
	value := n.Segment.Value(r.source)
	words := string(value)
	if !n.IsRaw() && n.Parent().Kind() != ast.KindCodeSpan {
		words = unescape(value)
	}
	switch {
	case n.HardLineBreak():
		return []any{words, element{Tag: "br"}}
	case n.SoftLineBreak():
		words += " "
	}
	return []any{words}
}

// unescape returns text without its escapes and with its character references
// replaced.
func unescape(source []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(source))))
}

// htmlBlock returns HTML as a paragraph of text; a comment is left out.
func (r *reader) htmlBlock(n *ast.HTMLBlock) []any {
	if n.HTMLBlockType == ast.HTMLBlockType2 {
		return nil
	}
	words := string(n.Lines().Value(r.source))
	if n.HasClosure() {
		words += string(n.ClosureLine.Value(r.source))
	}
	return tag("p", nil, []any{strings.TrimSpace(words)})
}

// code returns a block of code with its language.
func (r *reader) code(n ast.Node) []any {
	var attrs map[string]string
	if fence, is := n.(*ast.FencedCodeBlock); is && fence.Info != nil {
		attrs = map[string]string{"language": string(fence.Language(r.source))}
	}
	return tag("pre", attrs, []any{strings.TrimSuffix(string(n.Lines().Value(r.source)), "\n")})
}

func (r *reader) table(n *extended.Table) []any {
	var head, body []any
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		if row.Kind() == extended.KindTableHeader {
			head = append(head, element{Tag: "tr", Children: r.children(row)})
		} else {
			body = append(body, element{Tag: "tr", Children: r.children(row)})
		}
	}
	return []any{element{Tag: "thead", Children: head}, element{Tag: "tbody", Children: body}}
}

func (r *reader) cell(n *extended.TableCell) []any {
	name := "td"
	if n.Parent().Kind() == extended.KindTableHeader {
		name = "th"
	}
	if n.Alignment == extended.AlignNone {
		return tag(name, nil, r.children(n))
	}
	return tag(name, map[string]string{"align": n.Alignment.String()}, r.children(n))
}

// link returns a link to a page of the guide, or to a site. Any other target, such
// as a file of the repository, leaves its words only.
func (r *reader) link(target string, words []any) []any {
	at, err := url.Parse(target)
	if err != nil {
		return words
	}
	if (at.Scheme == "http" || at.Scheme == "https") && at.Host != "" {
		return tag("a", map[string]string{"href": at.String()}, words)
	}
	name, isPage := strings.CutSuffix(at.Path, ".md")
	if at.Path == "" {
		name, isPage = r.page.Name, at.Fragment != ""
	}
	if at.Scheme != "" || at.Host != "" || !isPage || !slices.Contains(r.pages, name) {
		return words
	}
	attrs := map[string]string{"page": name}
	if at.Fragment != "" {
		attrs["anchor"] = at.Fragment
	}
	return tag("a", attrs, words)
}

var picture = regexp.MustCompile(`^[a-z-]+\.webp$`)

// image returns a picture of the guide. Any other leaves its words only.
func (r *reader) image(target string, words []any) []any {
	if !picture.MatchString(target) {
		return words
	}
	return tag("img", map[string]string{"src": target, "alt": plain(words)}, nil)
}

var notInIDs = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// id returns the anchor of a heading on code hosts.
func (r *reader) id(heading string) string {
	id := strings.ReplaceAll(notInIDs.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
	taken := r.ids[id]
	r.ids[id]++
	if taken > 0 {
		return fmt.Sprintf("%s-%d", id, taken)
	}
	return id
}

// plain returns the text of nodes in one line, except for the lines of code.
func plain(nodes []any) string {
	var out strings.Builder
	writePlain(&out, nodes)
	return strings.TrimSpace(out.String())
}

func writePlain(out *strings.Builder, nodes []any) {
	for _, n := range nodes {
		switch n := n.(type) {
		case string:
			out.WriteString(n)
		case element:
			writePlain(out, n.Children)
			if slices.Contains([]string{"br", "li", "p", "pre", "td", "th"}, n.Tag) {
				out.WriteString(" ")
			}
		}
	}
}
