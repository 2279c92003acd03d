package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func handlesVerb() verb {
	return verb{
		use: "handles [NAME]", short: "List the names that the world of an account gives to records, with their ids, or show one",
		examples: []string{"handles", "handles order-refund --account DEMO --format json"},
		needs:    "the name of a handle", args: []flag{{name: "name", optional: true}},
		account: firstAccount, fetch: selectHandles, answer: map[string]map[string]string{},
		text: "HANDLE\tKIND\tIDS\n" + `{{range $name, $ids := .}}{{$name}}	{{index $ids "kind"}}	{{range $id, $value := $ids}}{{if ne $id "kind"}}{{$id}}={{$value}} {{end}}{{end}}
{{end}}`,
	}
}

// selectHandles returns all handles, or the one of the argument alone.
func selectHandles(r *request) (any, error) {
	if err := r.sendTo("GET /accounts/{account}/handles", nil); err != nil || len(r.args) == 0 {
		return r.raw, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(r.raw, &all); err != nil {
		return nil, err
	}
	handle := r.args[0]
	if found, known := all[handle]; known {
		return map[string]json.RawMessage{handle: found}, nil
	}
	if near := sandbox.Nearest(handle, slices.Sorted(maps.Keys(all))); len(near) > 0 {
		return nil, usage{fmt.Errorf("unknown handle %q; did you mean %s?", handle, strings.Join(near, " or "))}
	}
	return nil, usage{fmt.Errorf("unknown handle %q; %s handles lists all", handle, name)}
}
