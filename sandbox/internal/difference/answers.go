package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Calls returns how two calls differ: their requests, and status, code, headers and bodies of
// the answers.
func Calls(a, b client.Entry) client.Comparison {
	found := client.Comparison{
		A: Summary(a), B: Summary(b), Request: requests(a.Request, b.Request),
		Status: client.ValuePair[int]{A: a.Response.Status, B: b.Response.Status},
		Code:   client.ValuePair[string]{A: a.Response.Code, B: b.Response.Code},
		Header: headerDifferences(a.Response.Header, b.Response.Header, ofEachAnswer),
	}
	if gone := bodiesGone(a, b); gone != "" {
		found.Body, found.Notes = []client.BodyDifference{}, []string{gone}
		return found
	}
	bodies := Bodies(keptBody(a.Response), keptBody(b.Response))
	found.Body, found.More = append([]client.BodyDifference{}, bodies.Rows...), bodies.More
	found.Notes = append(bodies.Notes, cutNotes(a, b)...)
	found.Same = !a.Response.Truncated && !b.Response.Truncated && found.Status.A == found.Status.B &&
		found.Code.A == found.Code.B && len(found.Header) == 0 && len(found.Body) == 0
	return found
}

// Summary returns the identity of a call.
func Summary(e client.Entry) client.EntrySummary {
	return client.EntrySummary{ID: e.ID, Protocol: e.Protocol, Operation: e.Operation, Method: e.Request.Method, URI: e.Request.URI}
}

func keptBody(r client.Response) Body {
	return Body{Content: r.Body, Cut: r.Truncated}
}

// ofEachAnswer are the headers that differ between any two answers.
var ofEachAnswer = []string{"Date", "Content-Length", "X-Sandbox-Request"}

// headerDifferences compares the sorted headers of two calls, without some of them.
func headerDifferences(a, b client.Header, without []string) []client.HeaderDifference {
	rows := []client.HeaderDifference{}
	inA, inB := byName(a), byName(b)
	for _, name := range namesOf(slices.Concat(a, b)) {
		x, y := inA[strings.ToLower(name)], inB[strings.ToLower(name)]
		isVariable := slices.ContainsFunc(without, func(v string) bool { return strings.EqualFold(v, name) })
		if isVariable || x != nil && y != nil && *x == *y {
			continue
		}
		rows = append(rows, client.HeaderDifference{Name: name, A: x, B: y})
	}
	return rows
}

// byName returns the values of a header by its names in lower case. Values of one
// name are joined.
func byName(h client.Header) map[string]*string {
	values := map[string]*string{}
	for _, f := range h {
		name := strings.ToLower(f.Name)
		if earlier := values[name]; earlier != nil {
			f.Value = *earlier + ", " + f.Value
		}
		values[name] = &f.Value
	}
	return values
}

// namesOf returns the names of a header, each once, sorted.
func namesOf(h client.Header) []string {
	names := make([]string, len(h))
	for i, f := range h {
		names[i] = f.Name
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return slices.CompactFunc(names, strings.EqualFold)
}

// bodiesGone names bodies that are not kept at all, "" when each is kept at least
// in part.
func bodiesGone(a, b client.Entry) string {
	var gone []string
	for _, e := range []client.Entry{a, b} {
		if e.Response.BodySize > 0 && len(e.Response.Body) == 0 {
			gone = append(gone, e.ID)
		}
	}
	if gone == nil {
		return ""
	}
	return "the journal does not keep the body of " + phrase.And(gone...) + " any more, so the bodies are not compared"
}

// cutNotes names bodies that are kept in part.
func cutNotes(a, b client.Entry) (notes []string) {
	for _, e := range []client.Entry{a, b} {
		if r := e.Response; r.Truncated {
			notes = append(notes, fmt.Sprintf("the journal keeps %d of the %d bytes of the body of %s, so the rest is not compared", len(r.Body), r.BodySize, e.ID))
		}
	}
	return notes
}
