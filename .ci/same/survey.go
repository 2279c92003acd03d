package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// survey makes every GET of the control interface: with the ids that its lists give,
// and with each parameter of its query.
func (p *pair) survey(w *world) {
	w.lists = map[string][]string{}
	for _, r := range w.routes {
		if r.Method != "GET" {
			continue
		}
		for _, path := range p.addresses(w, r.Path) {
			p.call(&call{label: "GET " + r.Path, method: "GET", target: path})
			if strings.Contains(path, "stream") {
				continue // each takes its silence
			}
			for _, q := range r.Query {
				for _, value := range values[q.Name] {
					p.call(&call{label: "GET " + r.Path + "?" + q.Name, method: "GET", target: path + "?" + q.Name + "=" + escape(value)})
				}
			}
		}
	}
}

// addresses returns the addresses of a route.
func (p *pair) addresses(w *world, path string) []string {
	before, rest, found := strings.Cut(path, "{")
	if !found {
		return []string{path}
	}
	_, after, _ := strings.Cut(rest, "}")
	var all []string
	ids := p.listed(w, before)
	if strings.HasPrefix(after, "/forms/") {
		ids = []string{"@purchase-order-awaiting-form", "@purchase-order-awaiting-confirmation"} // the recorded calls upload forms to these
	}
	for _, id := range ids {
		all = append(all, p.addresses(w, before+escape(id)+after)...)
	}
	return all
}

// listed returns ids of the members of a collection, such as /_sandbox/scenarios/, at
// most some of them.
func (p *pair) listed(w *world, collection string) []string {
	const most = 40
	path := strings.TrimSuffix(collection, "/")
	if ids, known := w.lists[path]; known {
		return ids
	}
	var ids []string
	switch of := path[strings.LastIndexByte(path, '/')+1:]; of {
	case "operations":
		ids = w.operations
	case "forms":
		ids = []string{"1", "2"}
	case "features":
		ids = []string{"API_GET_CUSTOMER_ORDERS"}
	case "scenarios": // of an account there are only the active ones
		ids = append(ids, w.scenarios...)
		for _, s := range own {
			ids = append(ids, s.name)
		}
	default:
		ids = p.idsAt(path)
		if path == control+"requests" { // the calls of accounts are found there too
			ids = append(ids, p.idsAt(demo+"requests")...)
		}
		step, some := len(ids)/most+1, ids[:0]
		for i := 0; i < len(ids); i += step {
			some = append(some, ids[i])
		}
		ids = some
	}
	w.lists[path] = ids
	return ids
}

// idNames are the fields that name the members of the lists.
var idNames = []string{"vendor_code", "RefNo", "Code", "AvangateCustomerReference", "reference", "code", "name", "page", "id"}

// idsAt returns the ids in the first list of an answer.
func (p *pair) idsAt(path string) []string {
	var fields map[string]json.RawMessage
	p.get(path, &fields)
	var ids []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var members []map[string]json.RawMessage
		if json.Unmarshal(fields[name], &members) != nil {
			continue
		}
		for _, m := range members {
			for _, field := range idNames {
				if id := strings.Trim(string(m[field]), `"`); id != "" {
					ids = append(ids, id)
					break
				}
			}
		}
	}
	return ids
}
