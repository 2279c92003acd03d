package control

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// closest is the call that came closest to an expectation that failed: of too
// few the one that met most of it, of too many the last that met it.
type closest struct {
	Request  client.Entry `json:"request"`
	Differed []difference `json:"differed"` // none when it met all
}

// difference is a part of an expectation that a call did not meet, with what
// the call had where the part looked.
type difference struct {
	Expected string            `json:"expected"`
	Given    map[string]string `json:"given"`
	Error    string            `json:"error,omitempty"` // why the part came to nothing
}

// closest looks for the call to show. Secrets do not show in what it had.
func (v *verifier) closest(ring *journal.Ring, show func(*journal.Entry) client.Entry, credentialHeaders []string) *closest {
	if !v.tooFew() {
		if entries, _ := ring.List(v.meets, 0, 1); len(entries) > 0 {
			return &closest{show(entries[0]), []difference{}}
		}
		return nil
	}
	parts := v.parts()
	entries, _ := ring.List(func(e *journal.Entry) bool { return !v.meets(e) }, 0, 0)
	var best *journal.Entry
	most := 0
	for _, e := range entries {
		if n := v.nearness(e, parts); n > most {
			best, most = e, n
		}
	}
	if best == nil {
		return nil
	}
	masked := best.Masked(credentialHeaders...)
	return &closest{show(best), v.differences(&masked, best, parts)}
}

// nearness says how much of the expectation a call met: none, an address that
// may have been meant for the operation, the operation, and parts of the
// condition.
func (v *verifier) nearness(e *journal.Entry, parts []*scenario.Condition) int {
	const meant, right = 1, 2
	if e.Operation != v.Operation {
		if v.on.Protocol == catalog.REST && e.Operation == "" && e.Protocol == client.REST && v.nearestTo(e) {
			return meant
		}
		return 0
	}
	n := right
	for _, part := range parts {
		if met, _ := part.Match(newRecorded(&e.Entry, v.on, v.xpath)); met {
			n++
		}
	}
	return n
}

// versionSteps is how many steps of an address come before those of the
// catalogue: rest and the version (section 9).
const versionSteps = 2

// nearestTo reports whether a call that met no operation was likely meant for
// the one that is verified.
func (v *verifier) nearestTo(e *journal.Entry) bool {
	address := newRecorded(&e.Entry, v.on, v.xpath).address
	steps := strings.FieldsFunc(address.Path, func(r rune) bool { return r == '/' })
	path := strings.Join(steps[min(versionSteps, len(steps)):], "/")
	return catalog.NearestOperation(e.Request.Method, path).ID == v.on.ID
}

// differences tells the parts that an entry did not meet, with what is shown of
// it there.
func (v *verifier) differences(shown *client.Entry, e *journal.Entry, parts []*scenario.Condition) []difference {
	if e.Operation != v.Operation {
		return []difference{{
			Expected: v.on.Method + " " + v.on.Path + " (" + v.Operation + ")",
			Given:    map[string]string{"request": shown.Request.Method + " " + shown.Request.URI},
		}}
	}
	list := []difference{}
	for _, part := range parts {
		met, err := part.Match(newRecorded(&e.Entry, v.on, v.xpath))
		if met {
			continue
		}
		d := difference{Expected: part.String(), Given: map[string]string{}}
		if err != nil {
			d.Error = err.Error()
		}
		_, _ = part.Match(witness{newRecorded(shown, v.on, v.xpath), d.Given})
		list = append(list, d)
	}
	return list
}

// witness is a recorded call that notes what a condition asks it for.
type witness struct {
	recorded
	seen map[string]string
}

// Query notes the value that is asked for.
func (w witness) Query(name string) string { return w.note("query."+name, w.recorded.Query(name)) }

// Path notes the value that is asked for.
func (w witness) Path(name string) string { return w.note("path."+name, w.recorded.Path(name)) }

// Header notes the value that is asked for.
func (w witness) Header(name string) string { return w.note("header."+name, w.recorded.Header(name)) }

// Body notes the body, the beginning of a long one.
func (w witness) Body() any {
	const most = 500
	body := w.recorded.Body()
	text, err := json.Marshal(body)
	if err != nil {
		return body // what was read from JSON can be written
	}
	if len(text) > most {
		text = append([]byte(strings.ToValidUTF8(string(text[:most]), "")), "…"...)
	}
	w.note("body", string(text))
	return body
}

// XPathFunc notes the text that is asked for.
func (w witness) XPath(expression string) (string, error) {
	text, err := w.recorded.XPath(expression)
	return w.note("xpath("+strconv.Quote(expression)+")", text), err
}

// Now notes the moment.
func (w witness) Now() time.Time {
	w.note("now", w.recorded.Now().Format(time.RFC3339))
	return w.recorded.Now()
}

func (w witness) note(name, value string) string {
	w.seen[name] = value
	return value
}
