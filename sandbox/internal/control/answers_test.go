package control_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// gcPercent lets the heap of the tests grow further than by default, because each
// sandbox is soon garbage.
const gcPercent = 400

// TestMain compares every request of this package's tests with the OpenAPI document of
// the interface. A field unknown to the document, in an answer or in an accepted body,
// fails the tests.
func TestMain(m *testing.M) {
	if flag.Parse(); flag.Lookup("update").Value.String() == "true" {
		os.Exit(m.Run()) // the document may be unreadable after a merge
	}
	described, err := newDescribed(http.DefaultTransport)
	if err != nil {
		fmt.Fprintf(os.Stderr, "control.openapi.json: %v; run: go test ./sandbox/internal/control -run TestDescribed -update\n", err)
		os.Exit(1)
	}
	http.DefaultTransport = described
	debug.SetGCPercent(gcPercent)
	code := m.Run()
	for _, route := range slices.Sorted(maps.Keys(described.faults)) {
		fmt.Fprintf(os.Stderr, "%s: an answer is not as control.openapi.json says: %s\n", route, described.faults[route])
		code = 1
	}
	os.Exit(code)
}

// described is a transport: it compares requests and answers with the document.
type described struct {
	next   http.RoundTripper
	paths  map[string]map[string]operation
	schema func(at string) (*jsonschema.Schema, error) // of a place of the document

	mu     sync.Mutex
	faults map[string]string          // the last of each route
	known  map[[sha256.Size]byte]bool // the shapes of answers without faults
}

// operation is the document's description of a route.
type operation struct {
	Body struct {
		Content map[string]any
	} `json:"requestBody"`
	Responses map[string]struct{ Content map[string]any }
}

const documentName = "control.openapi.json"

func newDescribed(next http.RoundTripper) (*described, error) {
	text, err := os.ReadFile(documentName)
	if err != nil {
		return nil, err
	}
	d := &described{next: next, faults: map[string]string{}, known: map[[sha256.Size]byte]bool{}}
	if err := json.Unmarshal(text, &struct {
		Paths *map[string]map[string]operation
	}{&d.paths}); err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	closeObjects(document)
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(documentName, document); err != nil {
		return nil, err
	}
	d.schema = func(at string) (*jsonschema.Schema, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		return compiler.Compile(documentName + "#" + at)
	}
	return d, nil
}

// closeObjects forbids members unknown to the document. The document itself allows them,
// because a later version may have more.
func closeObjects(node any) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			closeObjects(item)
		}
	case map[string]any:
		for _, item := range node {
			closeObjects(item)
		}
		if _, isObject := node["properties"].(map[string]any); isObject && node["type"] != nil {
			node["additionalProperties"] = false
		}
	}
}

// RoundTrip sends a request and compares its answer with the document.
func (d *described) RoundTrip(r *http.Request) (*http.Response, error) {
	a, err := d.next.RoundTrip(r)
	if err != nil || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") || !strings.HasPrefix(r.URL.Path, "/_sandbox") {
		return a, err
	}
	text, err := io.ReadAll(a.Body)
	_ = a.Body.Close() // it was read
	a.Body = io.NopCloser(io.MultiReader(bytes.NewReader(text), failing{err}))
	if err != nil {
		return a, nil
	}
	path, op := d.find(r)
	answer := shape(r.Method, path, a.StatusCode, text)
	d.mu.Lock()
	known := path == "" || d.known[answer]
	d.mu.Unlock()
	if known {
		return a, nil
	}
	fault := d.fault(pointer("paths", path, strings.ToLower(r.Method)), op, a.StatusCode, text)
	d.mu.Lock()
	defer d.mu.Unlock()
	if fault != nil {
		d.faults[r.Method+" "+path] = fmt.Sprintf("%d %.300s\n%v", a.StatusCode, text, fault)
	} else {
		d.known[answer] = true
	}
	return a, nil
}

// shape returns a digest of an answer, with 0 or 1 for every number: answers of a route
// with other numbers have the same one. Validating takes far longer, and the document has
// no rule for a number.
func shape(method, path string, status int, text []byte) [sha256.Size]byte {
	b := fmt.Appendln(make([]byte, 0, len(text)+100), method, path, status)
	digits := 0
	for _, c := range text {
		switch isDigit := '0' <= c && c <= '9'; {
		case !isDigit:
			digits, b = 0, append(b, c)
		case digits == 0:
			digits, b = 1, append(b, min(c, '1'))
		default:
			b[len(b)-1] = '1'
		}
	}
	return sha256.Sum256(b)
}

// failing is the end of a body, broken or not.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// fault returns how an answer differs from the operation at a place of the
// document.
func (d *described) fault(at string, op operation, status int, text []byte) error {
	key := strconv.Itoa(status)
	if status >= http.StatusBadRequest {
		key = key[:1] + "XX"
	}
	if op.Responses[key].Content["application/json"] == nil {
		return errors.New("the document has no such answer")
	}
	schema, err := d.schema(at + pointer("responses", key, "content", "application/json", "schema"))
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// find returns the route of a request, the one with the fewest parameters; "" when
// no route has its address.
func (d *described) find(r *http.Request) (path string, found operation) {
	fewest := -1
	for template, methods := range d.paths {
		op, known := methods[strings.ToLower(r.Method)]
		parameters, matches := match(template, r.URL.EscapedPath())
		if known && matches && (fewest < 0 || parameters < fewest) {
			path, found, fewest = template, op, parameters
		}
	}
	return path, found
}

// match reports whether a path is of a template, and with how many parameters.
func match(template, path string) (parameters int, ok bool) {
	names, parts := strings.Split(strings.Trim(template, "/"), "/"), strings.Split(strings.Trim(path, "/"), "/")
	if len(names) != len(parts) {
		return 0, false
	}
	for n, name := range names {
		switch {
		case strings.HasPrefix(name, "{"):
			parameters++
		case name != parts[n]:
			return 0, false
		}
	}
	return parameters, true
}

// pointer returns a JSON pointer in a URL.
func pointer(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		part = strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
		b.WriteString("/" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(part))
	}
	return b.String()
}
