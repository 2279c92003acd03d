package rest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxUnknown is how many ignored query names are recorded one by one, because a query
// has room for thousands and the search for the meaning of each takes time.
const maxUnknown = 20

// reportUnknown records the ignored query names, each with its probable meaning.
func (c *call) reportUnknown(values url.Values) {
	if len(values) == 0 {
		return
	}
	known := c.route.names
	var unknown []string
	for name := range values {
		if !slices.Contains(known.query, name) && !slices.Contains(known.lists, base(name)) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for i, name := range unknown {
		if i == maxUnknown {
			c.Recorder.Note(fmt.Sprintf("ignored %d more query names", len(unknown)-maxUnknown))
			return
		}
		c.Recorder.Note(fmt.Sprintf("ignored query name %q%s", phrase.Shorten(name, phrase.MaxName), known.meantBy(name)))
	}
}

// names are the names of an operation's parameters, query names first. A call outside of
// the interface has none.
type names struct {
	query, lists []string
	path, body   []string
}

func namesOf(op *catalog.Operation) names {
	var n names
	for _, p := range op.Parameters() {
		switch p.In {
		case catalog.InQuery:
			n.query = append(n.query, p.Name)
			if strings.HasPrefix(p.Type, "array") {
				n.lists = append(n.lists, p.Name)
			}
		case catalog.InPath:
			n.path = append(n.path, p.Name)
		case catalog.InBody:
			n.body = append(n.body, p.Name)
		}
	}
	return n
}

// meantBy returns the probable meaning of an unknown name, as the end of a note, "" if
// there is none.
func (n names) meantBy(name string) string {
	name = base(name)
	if before, _, found := strings.Cut(name, "="); found && slices.Contains(n.query, before) {
		return ", whose = is encoded as %3D"
	}
	if other := otherName(name); slices.Contains(n.query, other) {
		return ", did you mean " + other + "?"
	}
	if slices.Contains(n.query, "ExternalRefNo") && slices.Contains([]string{"refno", "orderreference", "orderref"}, plain(name)) {
		return "; an order by its reference is GET /orders/{RefNo}/"
	}
	if near := phrase.Nearest(name, n.query); len(near) > 0 {
		return ", did you mean " + near[0] + "?"
	}
	same := func(known string) bool { return strings.EqualFold(known, name) }
	switch {
	case slices.ContainsFunc(n.path, same):
		return ", which belongs in the path"
	case slices.ContainsFunc(n.body, same):
		return ", which belongs in the body"
	}
	return ""
}

// otherName returns the parameter with this name in other interfaces, "" for none.
func otherName(name string) string {
	switch plain(name) {
	case "pagesize", "perpage", "size", "count", "top", "maxresults":
		return "Limit"
	case "pageno", "pagenumber", "pagenum":
		return "Page"
	}
	return ""
}

// plain returns a name in small letters, without separators of words.
func plain(name string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
}
