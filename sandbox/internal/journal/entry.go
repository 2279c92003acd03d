package journal

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Entry is one call as the control interface shows it, and secrets for the sandbox alone.
// A closed entry never changes.
type Entry struct {
	client.Entry

	Mask   Mask `json:"-"` // of the journal, with the credentials of the call
	masked atomic.Pointer[client.Entry]
}

// Check is one condition that a call passed or failed, as client declares it.
type Check = client.Check

// Names are names joined by ", ", as client declares them.
type Names = client.Names

// View returns the entry without its credentials, as lists, queries, streams and
// verifications see it; see Mask. It is made when it is first asked for, of a closed
// entry, and nobody may change it.
func (e *Entry) View() *client.Entry {
	masked := e.masked.Load()
	if masked == nil {
		made := e.Mask.Entry(e.Entry)
		masked = &made
		e.masked.Store(masked)
	}
	return masked
}

// WithExplanation returns the masked entry with the lines of its explanation, their
// credentials masked too.
func (e *Entry) WithExplanation() client.Entry {
	shown, m := *e.View(), e.Mask.of(e.Request.Header)
	shown.Explain = each(e.Explain, func(line client.Line) client.Line { return client.Line{Key: line.Key, Value: m.text(line.Value)} })
	return shown
}

// strip returns the entry without the bodies and the changed records, because they take
// the most room and the rest still says what happened.
func (e *Entry) strip() *Entry {
	e = &Entry{Entry: e.Entry, Mask: e.Mask}
	e.Request.Body, e.Request.Truncated = nil, e.Request.BodySize > 0
	e.Response.Body, e.Response.Truncated = nil, e.Response.BodySize > 0
	if e.Original != nil {
		original := *e.Original
		original.Body, original.Truncated = nil, original.BodySize > 0
		e.Original = &original
	}
	e.Changes = slices.Clone(e.Changes)
	for i := range e.Changes {
		c := &e.Changes[i]
		*c = client.Change{Kind: c.Kind, ID: c.ID, Truncated: c.Truncated || c.Before != nil || c.After != nil}
	}
	return e
}

const (
	// overhead is the cost of every entry beside its texts and bodies. It covers the
	// recorder itself.
	overhead = 1 << 10
	// rowOverhead is the cost of every header field, check, note, change and line.
	rowOverhead = 96
)

// weigh returns how many bytes the entry holds in memory.
func (e *Entry) weigh() int64 {
	n := overhead + len(e.ID) + len(e.Scenarios) + len(e.Why) + len(e.NotReached) + len(e.Request.URI) +
		cap(e.Request.Body) + cap(e.Response.Body) + rowOverhead*len(e.Triggers)
	for _, h := range [...]client.Header{e.Request.Header, e.Response.Header} {
		for _, f := range h {
			n += rowOverhead + len(f.Name) + len(f.Value)
		}
	}
	for _, c := range e.Checks {
		n += rowOverhead + len(c.Name) + len(c.Field) + len(c.Given) + len(c.Expected) + len(c.Message)
	}
	for _, texts := range [...][]string{e.Notes, e.Mask.Secrets} {
		for _, text := range texts {
			n += rowOverhead + len(text)
		}
	}
	for _, line := range e.Explain {
		n += rowOverhead + len(line.Key) + len(line.Value)
	}
	for _, c := range e.Changes {
		n += rowOverhead + len(c.Kind) + len(c.ID) + len(c.Before) + len(c.After)
	}
	if e.Original != nil {
		n += rowOverhead + len(e.Original.Body)
	}
	return int64(n)
}

// fields returns a header as sorted fields, with Host unless it is "". Values of one name
// keep their order.
func fields(header http.Header, host string) client.Header {
	if len(header) == 0 && host == "" {
		return nil
	}
	h := make(client.Header, 0, len(header)+1)
	if host != "" {
		h = append(h, client.Field{Name: "Host", Value: host})
	}
	for name, values := range header {
		for _, value := range values {
			h = append(h, client.Field{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(h, func(a, b client.Field) int { return strings.Compare(a.Name, b.Name) })
	return h
}
