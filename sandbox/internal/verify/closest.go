package verify

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// closest returns the call that came closest to an expectation that failed: of
// too few calls the one that satisfies most of it, of too many the last match.
// It returns nil when no call came close.
func (x *expectation) closest(ctx context.Context, ring *journal.Ring) *client.Closest {
	if !x.tooFew() {
		if entries, _ := ring.List(x.matching(ctx), 0, 1); len(entries) > 0 {
			return &client.Closest{Request: x.Show(entries[0]), Differed: []client.Difference{}}
		}
		return nil
	}
	parts := x.parts()
	others, _ := ring.List(func(e *journal.Entry) bool { return !e.Preview && !x.matches(ctx, e) }, 0, 0)
	var best *journal.Entry
	most := 0
	for _, e := range others {
		if n := x.nearness(ctx, e, parts); n > most {
			best, most = e, n
		}
	}
	if best == nil {
		return nil
	}
	return &client.Closest{Request: x.Show(best), Differed: x.differences(ctx, best, parts)}
}

// nearness returns how much of the expectation a call satisfies: 0 for nothing,
// 1 for an address that may have been meant for the operation, 2 for the
// operation, and 1 more for each part.
func (x *expectation) nearness(ctx context.Context, e *journal.Entry, parts []part) int {
	const meant, right = 1, 2
	n := 0
	switch {
	case !x.isOfOperation(e):
		if x.operation.Protocol == catalog.REST && e.Operation == "" && e.Protocol == client.REST && x.meantBy(&e.Entry) {
			return meant
		}
		return 0
	case x.operation != nil:
		n = right
	}
	for _, part := range parts {
		if ctx.Err() == nil && part.matches(ctx, e) {
			n++
		}
	}
	return n
}

// versionSteps is how many steps of an address come before those of the
// catalogue: rest and the version (section 9).
const versionSteps = 2

// meantBy reports whether a call of no operation was likely meant for the
// expected one.
func (x *expectation) meantBy(e *client.Entry) bool {
	steps := strings.FieldsFunc(x.call(e).address.Path, func(r rune) bool { return r == '/' })
	path := strings.Join(steps[min(versionSteps, len(steps)):], "/")
	return catalog.NearestOperation(e.Request.Method, path).ID == x.operation.ID
}

// differences returns the parts of the expectation that an entry does not
// satisfy, with what the masked entry has there.
func (x *expectation) differences(ctx context.Context, e *journal.Entry, parts []part) []client.Difference {
	if !x.isOfOperation(e) {
		return []client.Difference{{
			Expected: x.operation.Method + " " + x.operation.Path + " (" + x.Operation + ")",
			Given:    map[string]string{"request": e.Request.Method + " " + e.Masked(x.CredentialHeaders...).Request.URI},
		}}
	}
	list := []client.Difference{}
	for _, part := range parts {
		if !part.matches(ctx, e) {
			list = append(list, part.difference(ctx, e))
		}
	}
	return list
}

// witness is a recorded call that records which of its values a condition
// reads.
type witness struct {
	call
	read map[string]string
}

// Query records and returns the value.
func (w witness) Query(name string) string { return w.record("query."+name, w.call.Query(name)) }

// Path records and returns the value.
func (w witness) Path(name string) string { return w.record("path."+name, w.call.Path(name)) }

// Header records and returns the value.
func (w witness) Header(name string) string { return w.record("header."+name, w.call.Header(name)) }

// Body records and returns the body, of a long one the beginning.
func (w witness) Body() any {
	body := w.call.Body()
	text, err := json.Marshal(body)
	if err != nil {
		return body // what was read from JSON can be written
	}
	if len(text) > longestGiven {
		text = append([]byte(strings.ToValidUTF8(string(text[:longestGiven]), "")), "…"...)
	}
	w.record("body", string(text))
	return body
}

// XPath records and returns the text.
func (w witness) XPath(expression string, spend func(nodes int) error) (string, error) {
	text, err := w.call.XPath(expression, spend)
	return w.record("xpath("+strconv.Quote(expression)+")", text), err
}

// Now records and returns the moment.
func (w witness) Now() time.Time {
	w.record("now", w.call.Now().Format(time.RFC3339))
	return w.call.Now()
}

func (w witness) record(name, value string) string {
	w.read[name] = value
	return value
}
