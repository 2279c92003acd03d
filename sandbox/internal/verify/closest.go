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
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
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
	others, _ := ring.List(func(e *journal.Entry) bool { return !x.matches(ctx, e) }, 0, 0)
	var best *journal.Entry
	most := 0
	for _, e := range others {
		if n := x.nearness(ctx, &e.Entry, parts); n > most {
			best, most = e, n
		}
	}
	if best == nil {
		return nil
	}
	masked := best.Masked(x.CredentialHeaders...)
	return &client.Closest{Request: x.Show(best), Differed: x.differences(ctx, &best.Entry, &masked, parts)}
}

// nearness returns how much of the expectation a call satisfies: 0 for nothing,
// 1 for an address that may have been meant for the operation, 2 for the
// operation, and 1 more for each part of the condition.
func (x *expectation) nearness(ctx context.Context, e *client.Entry, parts []*scenario.Condition) int {
	const meant, right = 1, 2
	if e.Operation != x.Operation {
		if x.operation.Protocol == catalog.REST && e.Operation == "" && e.Protocol == client.REST && x.meantBy(e) {
			return meant
		}
		return 0
	}
	n := right
	for _, part := range parts {
		if matches, _ := part.Match(ctx, x.call(e)); matches {
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
func (x *expectation) differences(ctx context.Context, e, masked *client.Entry, parts []*scenario.Condition) []client.Difference {
	if e.Operation != x.Operation {
		return []client.Difference{{
			Expected: x.operation.Method + " " + x.operation.Path + " (" + x.Operation + ")",
			Given:    map[string]string{"request": masked.Request.Method + " " + masked.Request.URI},
		}}
	}
	list := []client.Difference{}
	for _, part := range parts {
		matches, err := part.Match(ctx, x.call(e))
		if matches {
			continue
		}
		d := client.Difference{Expected: part.String(), Given: map[string]string{}}
		if err != nil {
			d.Error = err.Error()
		}
		_, _ = part.Match(ctx, witness{x.call(masked), d.Given})
		list = append(list, d)
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
	const most = 500
	body := w.call.Body()
	text, err := json.Marshal(body)
	if err != nil {
		return body // what was read from JSON can be written
	}
	if len(text) > most {
		text = append([]byte(strings.ToValidUTF8(string(text[:most]), "")), "…"...)
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
