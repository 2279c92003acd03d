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
