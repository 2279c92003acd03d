package difference

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// ofEachRequest are the headers that differ between any two requests, or say nothing of a call.
var ofEachRequest = []string{"Date", "Content-Length", "Traceparent", "Tracestate"}

// requests returns how the requests of two calls differ: method, path, parameters of the query,
// body and headers, in this order.
func requests(a, b client.Request) []client.BodyDifference {
	rows := []client.BodyDifference{}
	add := func(path string, x, y *string) {
		if len(rows) < maxRows && (x == nil || y == nil || *x != *y) {
			rows = append(rows, client.BodyDifference{Path: path, Change: changeOf(x, y), A: x, B: y})
		}
	}
	pathA, queryA := inParts(a.URI)
	pathB, queryB := inParts(b.URI)
	add("method", &a.Method, &b.Method)
	add("path", &pathA, &pathB)
	names := maps.Clone(queryA)
	maps.Copy(names, queryB)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		add("query "+name, joinValues(queryA[name]), joinValues(queryB[name]))
	}
	for _, row := range Bodies(Body{Content: a.Body, Cut: a.Truncated}, Body{Content: b.Body, Cut: b.Truncated}).Rows {
		row.Path = strings.TrimSpace("body " + row.Path)
		rows = append(rows, row)
	}
	for _, h := range headerDifferences(a.Header, b.Header, ofEachRequest) {
		add("header "+h.Name, h.A, h.B)
	}
	return rows[:min(len(rows), maxRows)]
}

func changeOf(a, b *string) client.DifferenceKind {
	switch {
	case a == nil:
		return client.Added
	case b == nil:
		return client.Removed
	}
	return client.Changed
}

// inParts returns the path and the parameters of a request line, of which one that cannot be
// read is left out.
func inParts(uri string) (path string, query url.Values) {
	path, text, _ := strings.Cut(uri, "?")
	query, _ = url.ParseQuery(text)
	return path, query
}

// joinValues returns the values of a parameter, nil for none.
func joinValues(values []string) *string {
	if values == nil {
		return nil
	}
	return new(strings.Join(values, ", "))
}
