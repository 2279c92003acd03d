package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// example is a call that the OpenAPI document gives as an example, and its answer.
type example struct {
	operation, method, url string
	header                 string // of the credentials
	body                   []byte // nil for none
	status                 string
	mediaType              string // of the answer, "" when it has no body
	answer                 any
}

// examples returns the examples of a document, sorted by operation. It reads
// nothing but the document.
func examples(t *testing.T, s *sandboxtest.Running) []example {
	t.Helper()
	_, text := roundTrip(t, "GET", s.URL()+"/_sandbox/openapi.json?account="+s.Code(), "")
	document, err := openapi3.NewLoader().LoadFromData([]byte(text))
	must(t, err)
	must(t, document.Validate(t.Context(), openapi3.EnableExamplesValidation()))
	var all []example
	for path, item := range document.Paths.Map() {
		for method, o := range item.Operations() {
			all = append(all, exampleOf(t, document.Servers[0].URL+path, method, o))
		}
	}
	slices.SortFunc(all, func(x, y example) int { return strings.Compare(x.operation, y.operation) })
	return all
}

func exampleOf(t *testing.T, address, method string, o *openapi3.Operation) example {
	t.Helper()
	e := example{operation: o.OperationID, method: method}
	query := url.Values{}
	for _, p := range o.Parameters {
		switch value := p.Value.Example.(type) {
		case nil:
			t.Errorf("%s: %s has no example", o.OperationID, p.Value.Name)
		case []any:
			for _, item := range value {
				query.Add(p.Value.Name, fmt.Sprint(item))
			}
		default:
			if p.Value.In == openapi3.ParameterInPath {
				address = strings.ReplaceAll(address, "{"+p.Value.Name+"}", fmt.Sprint(value))
			} else {
				query.Set(p.Value.Name, plainText(value))
			}
		}
	}
	e.url = address + "?" + query.Encode()
	if o.RequestBody != nil {
		e.body, _ = json.Marshal(o.RequestBody.Value.Content["application/json"].Example)
	}
	for _, requirement := range *o.Security {
		for name := range requirement { // none where the account needs no credentials
			e.header = name
		}
	}
	for status, response := range o.Responses.Map() {
		if status < "300" {
			e.status = status
			for mediaType, media := range response.Value.Content {
				e.mediaType, e.answer = mediaType, media.Example
			}
		}
	}
	return e
}

// plainText returns a value without an exponent.
func plainText(value any) string {
	text, _ := json.Marshal(value)
	return strings.Trim(string(text), `"`)
}

// send sends the example, signed.
func (e example) send(t *testing.T, s *sandboxtest.Running) (status string, answer any) {
	t.Helper()
	got := makeCall(t, s, operationCall{e.method, e.url, string(e.body)}, func(r *http.Request) {
		r.Header = http.Header{"Accept": {"application/json"}, http.CanonicalHeaderKey(e.header): {s.Sign()}}
	})
	status = fmt.Sprint(got.Status)
	if e.mediaType == "text/plain" {
		return status, got.Body
	}
	if got.Body != "" && json.Unmarshal([]byte(got.Body), &answer) != nil {
		t.Errorf("%s: got %s", e.operation, got.Body)
	}
	return status, answer
}

// TestOpenAPIExamples sends the examples of the document in two orders, twice:
// the second time they name other records where the first has removed one. The
// answers are those of the document.
func TestOpenAPIExamples(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string]map[string]string{
		"by default": nil,
		"otherwise": {
			"search-status": "200", "create-status": "200", "lookup-body": "text", "yes-body": "empty", "nulls": "omitted",
			"campaign-update": "merge", "accept": "lenient", "rest-auth": "documented", "page-totals": "running", "refund-money": "negative",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, reverse := range []func([]example){func([]example) {}, slices.Reverse[[]example]} {
				s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = answers })
				for range 2 {
					all := examples(t, s)
					if len(all) != 14 {
						t.Fatalf("got %d operations, want 14", len(all))
					}
					reverse(all)
					for _, e := range all {
						e.check(t, s)
					}
				}
			}
		})
	}
}

func (e example) check(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	status, answer := e.send(t, s)
	if status != e.status {
		t.Errorf("%s: got %s %v, want %s", e.operation, status, answer, e.status)
	}
	if e.operation == string(catalog.CreateUpsell) {
		answer.(map[string]any)["Code"] = e.answer.(map[string]any)["Code"] // which no document can know
	}
	for _, rows := range []string{"Items", "Upsells"} {
		if page, ok := e.answer.(map[string]any); ok && page[rows] != nil && len(page[rows].([]any)) != 1 {
			t.Errorf("%s: the example finds %v, want one", e.operation, page[rows])
		}
	}
	if (e.mediaType != "") != (e.answer != nil) || !reflect.DeepEqual(answer, e.answer) {
		t.Errorf("%s %s: got %v, want %v", e.operation, e.url, answer, e.answer)
	}
}

// TestOpenAPIWithoutRecords reads the document of an account that has none.
func TestOpenAPIWithoutRecords(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	if got := len(examples(t, s)); got != 14 {
		t.Errorf("got %d operations, want 14", got)
	}
}
