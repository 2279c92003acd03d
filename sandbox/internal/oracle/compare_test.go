package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// differ says how an answer differs from the prediction; empty when it does not.
func (p *prediction) differ(response *http.Response, body []byte) string {
	seen := strings.TrimSpace(strconv.Itoa(response.StatusCode) + " " + code(response, body))
	if !slices.Contains(p.Outcomes, seen) {
		return fmt.Sprintf("predicted %s, seen %s", strings.Join(p.Outcomes, " or "), seen)
	}
	if response.StatusCode >= 300 || seen != p.Outcomes[0] {
		return ""
	}
	if p.Body != nil && strings.TrimSpace(string(body)) != *p.Body {
		return fmt.Sprintf("predicted the body %q, seen %.200q", *p.Body, body)
	}
	answer := tree(response, body)
	if how := p.differInHeaders(response.Header, answer); how != "" {
		return how
	}
	return p.differInFields(answer)
}

func (p *prediction) differInHeaders(headers http.Header, answer any) string {
	for name, value := range p.Headers {
		made, _ := find(answer, "Code")
		value = strings.ReplaceAll(value, "{Code}", fmt.Sprint(made))
		if got := headers.Get(name); !strings.Contains(got, value) {
			return fmt.Sprintf("predicted the header %s: %s, seen %q", name, value, got)
		}
	}
	return ""
}

func (p *prediction) differInFields(answer any) string {
	if p.Refs != nil && !slices.Equal(references(answer), p.Refs) {
		return fmt.Sprintf("predicted the references %s, seen %s", p.Refs, references(answer))
	}
	for _, path := range slices.Sorted(maps.Keys(p.Fields)) {
		if got, has := find(answer, path); !has || !same(got, p.Fields[path]) {
			return fmt.Sprintf("predicted %s %v, seen %v", path, p.Fields[path], got)
		}
	}
	for _, path := range p.Absent {
		if got, has := find(answer, path); has {
			return fmt.Sprintf("predicted no %s, seen %v", path, got)
		}
	}
	return ""
}

// code returns the code of a failure, of either protocol.
func code(response *http.Response, body []byte) string {
	if response.StatusCode < 300 {
		return ""
	}
	var failure struct {
		Code string `json:"error_code"`
	}
	if json.Unmarshal(body, &failure) == nil {
		return failure.Code
	}
	leaves := tree(response, body)
	fault, has := find(leaves, "faultcode")
	if !has {
		fault, _ = find(leaves, "Value") // of SOAP 1.2
	}
	text, _ := fault.(string)
	return text[strings.Index(text, ":")+1:]
}

// tree reads an answer: a JSON value, or the leaves of an XML document by local name.
func tree(response *http.Response, body []byte) any {
	if strings.Contains(response.Header.Get("Content-Type"), "xml") {
		leaves := map[string]any{}
		if n := readXML(string(body)); n != nil {
			n.leaves(leaves, "")
		}
		return leaves
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	_ = d.Decode(&v) // the prediction says what it must have
	return v
}

// leaves adds the texts of an element and of those in it, by their local names.
func (n *node) leaves(to map[string]any, name string) {
	if n.name != "item" { // of a list with the name
		name = n.name
	}
	if text := strings.TrimSpace(n.text); text != "" {
		to[name] = text
	}
	for _, c := range n.children {
		c.leaves(to, name)
	}
}

// find returns the value at a path of names and places.
func find(v any, path string) (any, bool) {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			inner, has := in[name]
			if !has {
				return nil, false
			}
			v = inner
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(in) {
				return nil, false
			}
			v = in[i]
		default:
			return nil, false
		}
	}
	return v, true
}

func references(answer any) []string {
	all := []string{}
	for list, name := range map[string]string{"Items": "RefNo", "Upsells": "Code"} {
		found, _ := find(answer, list)
		rows, _ := found.([]any)
		for _, row := range rows {
			ref, _ := find(row, name)
			all = append(all, fmt.Sprint(ref))
		}
	}
	return all
}

// same compares two values; numbers by their value, whatever their spelling.
func same(a, b any) bool {
	x, ok1 := a.(json.Number)
	y, ok2 := b.(json.Number)
	if !ok1 || !ok2 {
		return a == b
	}
	m, ok1 := new(big.Rat).SetString(x.String())
	n, ok2 := new(big.Rat).SetString(y.String())
	return ok1 && ok2 && m.Cmp(n) == 0
}
