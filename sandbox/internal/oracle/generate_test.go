package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// choice is one value of one factor; a case has some, all other factors are at default.
type choice struct {
	factor int
	value  int
}

// build makes the call and the start of the choices.
func (s *subject) build(choices []choice) (call, settings) {
	c := call{Method: s.Method, Path: s.Path}
	set := settings{Answers: map[string]string{}, Features: map[string]bool{}}
	var query []string
	address := ""
	for i, f := range s.all {
		v := f.values[0]
		for _, ch := range choices {
			if ch.factor == i {
				v = f.values[ch.value]
			}
		}
		switch f.In {
		case "query":
			query = append(query, v.query(f.name))
		case "path":
			c.Path = strings.ReplaceAll(c.Path, "{"+f.name+"}", v.path())
		case "header":
			c.Headers = append(c.Headers, v.headers(headerNames[f.Kind])...)
		case "method":
			c.Method = cmp.Or(v.text(), c.Method)
		case "address":
			address = v.text()
		case "question":
			switch {
			case v.n == 0:
			case f.name == "API_GET_CUSTOMER_ORDERS":
				set.Features[f.name] = false
			default:
				set.Answers[f.name] = v.text()
			}
		}
	}
	c.Body, c.Pad = s.body(choices)
	c.Query = strings.Join(slices.DeleteFunc(query, func(q string) bool { return q == "" }), "&")
	c.Path = respell(c.Path, address)
	if s.Action != "" {
		kind := "text/xml"
		if strings.Contains(c.Body, "2003/05") {
			kind = "application/soap+xml"
		}
		c.Headers = append(c.Headers, [2]string{"Content-Type", kind + "; charset=utf-8"})
	}
	return c, set
}

var headerNames = map[string]string{
	"credential": "X-Service-Authentication", "accept": "Accept", "unread accept": "Accept",
	"content type": "Content-Type", "soap action": "SOAPAction",
}

func (v value) headers(name string) [][2]string {
	switch {
	case v.given == nil:
		return nil
	case v.special["$as"] != nil:
		return [][2]string{{unquote(v.special["$as"]), v.text()}}
	case v.special["$twice"] != nil:
		return [][2]string{{name, v.text()}, {name, v.text()}}
	}
	return [][2]string{{name, v.text()}}
}

func (v value) path() string {
	if v.special["$raw"] != nil {
		return unquote(v.special["$raw"])
	}
	if text := v.text(); strings.Contains(text, "%") { // escaped by the table
		return text
	}
	return escape(v.text())
}

// escape writes a part of a path.
func escape(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func respell(path, how string) string {
	switch below := strings.TrimPrefix(path, restBase); how {
	case "toggled":
		if strings.HasSuffix(path, "/") {
			return strings.TrimSuffix(path, "/")
		}
		return path + "/"
	case "doubled":
		return restBase + "/" + below
	case "upper":
		first, rest, _ := strings.Cut(below[1:], "/")
		return strings.TrimSuffix(restBase+"/"+strings.ToUpper(first)+"/"+rest, "/")
	case "longer":
		return strings.TrimSuffix(path, "/") + "/one/more/part"
	}
	return path
}

// title names a case by its choices.
func (s *subject) title(choices []choice) string {
	parts := []string{s.name}
	for _, ch := range choices {
		f := s.all[ch.factor]
		parts = append(parts, fmt.Sprintf("%s.%s(%d)", f.name, strings.ReplaceAll(f.values[ch.value].class, " ", "-"), ch.value))
	}
	return strings.Join(parts, " ")
}

// startName names settings, the same in every corpus.
func startName(s settings) string {
	var parts []string
	for _, q := range slices.Sorted(maps.Keys(s.Answers)) {
		parts = append(parts, q+"="+s.Answers[q])
	}
	for _, f := range slices.Sorted(maps.Keys(s.Features)) {
		parts = append(parts, fmt.Sprintf("%s=%t", f, s.Features[f]))
	}
	return cmp.Or(strings.Join(parts, ","), "default")
}

// corpus is cases with their starts.
type corpus struct {
	keep   func(id string) bool
	cases  []record
	starts map[string]settings
	had    map[string]bool
	counts map[string]int
	silent map[string]int
	fresh  map[string]*state
	wrong  []string

	tripled []*triples
}

// Make makes the cases accepted by keep, and the singles of them all again.
func Make(keep func(id string) bool) *corpus {
	t := readTable()
	parts := make([]*corpus, len(t.Operations))
	var work sync.WaitGroup
	for i, id := range slices.Sorted(maps.Keys(t.Operations)) {
		parts[i] = &corpus{keep: keep, starts: map[string]settings{}, had: map[string]bool{}, counts: map[string]int{}, silent: map[string]int{}, fresh: map[string]*state{}}
		work.Go(func() {
			parts[i].singles(t.Operations[id])
			parts[i].pairs(t.Operations[id])
			parts[i].triples(t.Operations[id])
		})
	}
	work.Wait()
	c := parts[0]
	for _, p := range parts[1:] {
		c.cases, c.wrong = append(c.cases, p.cases...), append(c.wrong, p.wrong...)
		c.tripled = append(c.tripled, p.tripled...)
		maps.Copy(c.starts, p.starts)
		maps.Copy(c.had, p.had)
		maps.Copy(c.counts, p.counts)
		for why, n := range p.silent {
			c.silent[why] += n
		}
	}
	return c
}

// add makes one case, unless it exists.
func (c *corpus) add(s *subject, choices ...choice) { c.addAs(s.title(choices), s, choices) }

func (c *corpus) addAs(id string, s *subject, choices []choice) {
	if c.had[id] {
		return
	}
	c.had[id] = true
	c.counts[s.name]++
	if !c.keep(id) {
		return
	}
	one := c.predict(s, choices)
	one.ID, one.Operation = id, s.name
	if one.Want.silent != "" {
		c.silent[one.Want.silent]++
	}
	c.cases = append(c.cases, one)
}

// predict makes the calls of one case.
func (c *corpus) predict(s *subject, choices []choice) record {
	made, set := s.build(choices)
	start := startName(set)
	if c.fresh[start] == nil {
		c.fresh[start], c.starts[start] = fresh(set), set
	}
	after := c.fresh[start].clone()
	one := record{Start: start, Call: made, Want: after.predict(made)}
	if one.Want.silent == "" && len(choices) < 2 { // otherwise no text describes the change, or a single shows it
		one.Then = s.then(after)
	}
	return one
}

// then makes the calls to see the changes of a case.
func (s *subject) then(after *state) (steps []step) {
	for _, at := range s.Then {
		path, query, _ := strings.Cut(at, "?")
		seen := call{Method: "GET", Path: path, Query: query, Headers: [][2]string{{headerNames["credential"], s.credential}, {"Accept", "application/json"}}}
		steps = append(steps, step{seen, after.predict(seen)})
	}
	return steps
}

// singles makes the default call and each value alone. The table and the oracle say
// independently of each other how a value is refused; both must agree.
func (c *corpus) singles(s *subject) {
	c.add(s)
	for i, f := range s.all {
		for j, v := range f.values[1:] {
			c.add(s, choice{i, j + 1})
			want := c.predict(s, []choice{{i, j + 1}}).Want
			refused := ""
			if !want.succeeds() {
				refused = want.Outcomes[0]
			}
			if !v.silent && refused != v.refused && want.silent == "" {
				c.wrong = append(c.wrong, fmt.Sprintf("%s %s %s %s: the table has %q, the oracle %q", s.name, f.name, v.class, v.given, v.refused, refused))
			}
		}
	}
}

// pairs makes the wanted pairs of values of each two factors.
func (c *corpus) pairs(s *subject) {
	for i := range s.all {
		for j := i + 1; j < len(s.all); j++ {
			for _, v := range s.all[i].values[1:] {
				for _, w := range s.all[j].values[1:] {
					if wanted(v, w) && !s.all[i].within(s.all[j]) {
						c.add(s, choice{i, v.n}, choice{j, w.n})
					}
				}
			}
		}
	}
}

// wanted says whether a pair belongs to the corpus: two values with at most one refused,
// or two refused by the same stage of checks.
func wanted(v, w value) bool {
	return !v.silent && !w.silent && (v.refused == "" || w.refused == "" || v.stage == w.stage)
}

// within says whether one factor is a part of the other.
func (f *factor) within(g *factor) bool {
	if f.name == "(body)" && g.of == f.of || g.name == "(body)" && g.of == f.of ||
		f.Instead != nil && strings.HasPrefix(g.name, "Discount") || g.Instead != nil && strings.HasPrefix(f.name, "Discount") {
		return true
	}
	return strings.HasPrefix(f.name, g.name+".") || strings.HasPrefix(g.name, f.name+".")
}
