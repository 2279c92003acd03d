package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// respell writes a request in the one spelling that the OpenAPI document has. The
// document says in words what else the sandbox reads: empty values in the query,
// other spellings of booleans and of lists, and bodies of an update without
// fields that have a default.
func respell(op *catalog.Operation, r *http.Request) error {
	query := r.URL.Query()
	for _, p := range op.Parameters() {
		if p.In == catalog.InQuery && query.Has(p.Name) {
			query[p.Name] = respelled(p, query[p.Name])
		}
	}
	if query.Get("StartDate") != "" {
		query.Del("Newer") // overridden, whatever it is
	}
	r.URL.RawQuery = withoutEmpty(query).Encode()
	if r.Method != http.MethodPost && r.Method != http.MethodPut {
		return nil
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	var body map[string]any
	if json.Unmarshal(text, &body) == nil && body != nil {
		respellBody(op, r, body)
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	return nil
}

func withoutEmpty(query url.Values) url.Values {
	for name, values := range query {
		if len(values) == 0 || len(values) == 1 && values[0] == "" {
			query.Del(name)
		}
	}
	return query
}

// respelled returns the values of a parameter of the query.
func respelled(p catalog.Parameter, values []string) []string {
	var plain []string
	for _, value := range values {
		switch {
		case strings.HasPrefix(p.Type, "array"):
			for item := range strings.SplitSeq(value, ",") {
				if item = strings.TrimSpace(item); item != "" {
					plain = append(plain, item)
				}
			}
		case p.Type == "boolean":
			plain = append(plain, plainBoolean(value))
		default:
			plain = append(plain, value)
		}
	}
	return plain
}

func plainBoolean(value string) string {
	for _, w := range catalog.BooleanWords() {
		if strings.EqualFold(w.Word, value) {
			return map[bool]string{true: "true", false: "false"}[w.Truth]
		}
	}
	return value
}

// respellBody writes booleans as such, and gives the body of an update the fields
// that it may leave out.
func respellBody(op *catalog.Operation, r *http.Request, body map[string]any) {
	for _, p := range op.Parameters() {
		if number, ok := body[p.Name].(float64); ok && p.Type == "boolean" {
			body[p.Name] = number != 0
		}
	}
	if op.ID != catalog.UpdateUpsell {
		return
	}
	segments := segments(strings.TrimPrefix(r.URL.Path, rest.Base))
	complete(body, map[string]any{"Code": segments[len(segments)-1], "StartDate": nil, "EndDate": nil, "Description": []any{}})
	for product, quantity := range map[string]int{"PrimaryProduct": 0, "RecommendedProduct": 1} {
		if of, ok := body[product].(map[string]any); ok {
			complete(of, map[string]any{"Quantity": quantity, "PriceOptions": []any{}})
		}
	}
}

func complete(object, absent map[string]any) {
	for name, value := range absent {
		if _, given := object[name]; !given {
			object[name] = value
		}
	}
}
