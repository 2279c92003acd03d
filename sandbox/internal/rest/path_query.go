package rest

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxWritten is how much of an address a message shows, in bytes.
const maxWritten = 200

// withPathQuery adds the mistake to the problem of a call if the path holds the query:
// some client libraries encode the ? before it. Status and code stay.
func (c *call) withPathQuery(err error) error {
	var p *commerce.Problem
	if !errors.As(err, &p) {
		return err
	}
	path, query, mistake := splitQuery(strings.TrimSuffix(c.Request.URL.Path, "/"))
	if mistake == "" {
		return err
	}
	named := *p
	named.Message = fmt.Sprintf("%s; %s: write %s", strings.TrimSuffix(p.Message, "."), mistake, phrase.Shorten(strings.TrimSuffix(path+"?"+query, "?"), maxWritten))
	return &named
}

// splitQuery returns the path and the query of a decoded path with both, and the reason.
// It returns no mistake for every other path.
func splitQuery(whole string) (path, query, mistake string) {
	if path, query, found := strings.Cut(whole, "?"); found {
		return path, query, "the path holds the query, because its ? is encoded as %3F"
	}
	at := -1
	if strings.Contains(whole, "=") {
		var names []string
		for _, op := range catalog.Operations() {
			names = append(names, namesOf(op).query...)
		}
		at = firstParameter(whole, "/&", names)
	}
	if at < 0 {
		return whole, "", ""
	}
	return strings.TrimSuffix(whole[:at], "&"), whole[at:], "the path holds the query, which a ? must begin"
}

// firstParameter returns where the first NAME= of some names begins, behind one of the
// marks, -1 for none.
func firstParameter(text, marks string, names []string) int {
	first := -1
	for _, name := range names {
		for _, mark := range marks {
			if at := strings.Index(text, string(mark)+name+"="); at >= 0 && (first < 0 || at+1 < first) {
				first = at + 1
			}
		}
	}
	return first
}

// reportEncoded records values of known names with a further parameter inside, because
// the & before it is encoded.
func (c *call) reportEncoded(values url.Values) {
	if !strings.Contains(c.Request.URL.RawQuery, "%26") {
		return
	}
	known := c.route.names.query
	for _, name := range known {
		value := values.Get(name)
		if firstParameter(value, "&", known) > 0 {
			c.Recorder.Note(fmt.Sprintf("the value of %s holds a parameter, because an & is encoded as %%26: write %s",
				name, phrase.Shorten(name+"="+value, maxWritten)))
		}
	}
}
