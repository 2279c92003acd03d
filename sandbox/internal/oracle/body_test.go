package oracle

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"
)

// rule is the texts' rule for one field of a body.
type rule struct {
	kind     string // string, boolean, integer, number, date, object, list, text; object when empty
	required bool
	null     bool // null means absent
	low      int64
	high     int64 // no bound when 0
	longest  int
	pattern  *regexp.Regexp
	enum     []string
	fields   map[string]rule
	of       *rule // the elements of a list
	absent   any
	fills    bool // absent is shown in the answer
}

// verdict is ok, wrong, or silent where no text says.
type verdict int

const (
	good verdict = iota
	wrong
	silent
)

func productRule(least int64) rule {
	return rule{kind: "object", required: true, fields: map[string]rule{
		"Code":     {kind: "string", required: true, low: 1},
		"Quantity": {kind: "integer", low: least, absent: int(least), fills: true},
		"PriceOptions": {kind: "list", of: &rule{kind: "object", fields: map[string]rule{
			"Code": {kind: "string", required: true, low: 1},
			"Options": {kind: "list", of: &rule{kind: "object", fields: map[string]rule{
				"Code": {kind: "string", required: true, low: 1}, "Value": {kind: "integer", required: true, low: -1 << 62}}}},
		}}},
	}}
}

// campaignRule is section 2.2 with questions campaign-required, campaign-absent,
// discount-types and booleans. In a merge nothing is required.
func campaignRule(merge bool) rule {
	date := rule{kind: "date", null: true, fills: !merge}
	must := func(r rule) rule { r.required = !merge; return r }
	currency := rule{kind: "string", required: true, pattern: regexp.MustCompile(`^[A-Z]{3}$`)}
	optional := currency
	optional.required = false
	return rule{kind: "object", fields: map[string]rule{
		"Code": {kind: "string", pattern: uuid}, "Name": must(rule{kind: "string", low: 1, longest: 500}),
		"StartDate": date, "EndDate": date,
		"DisplayForManualRenewals": must(rule{kind: "boolean"}), "Enabled": must(rule{kind: "boolean"}),
		"Discount": must(rule{kind: "object", fields: map[string]rule{
			"Type": {kind: "string", required: true, enum: []string{"FIXED", "PERCENT"}}, "Value": {kind: "integer", high: 100},
			"Values": {kind: "list", of: &rule{kind: "object", fields: map[string]rule{
				"Currency": currency, "Amount": {kind: "number", required: true}}}},
			"DefaultCurrency": optional,
		}}),
		"PrimaryProduct": must(productRule(0)), "RecommendedProduct": must(productRule(1)),
		"Description": {kind: "list", of: &rule{kind: "object", fields: map[string]rule{
			"Language": {kind: "string", required: true, pattern: regexp.MustCompile(`^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$`)}, "Text": {kind: "string", required: true}}}},
	}}
}

var (
	wholeCampaign  = sync.OnceValue(func() rule { return campaignRule(false) })
	partOfCampaign = sync.OnceValue(func() rule { return campaignRule(true) })
)

// readBody reads one JSON object: question general-errors has the refusals.
func readBody(text string, r rule, refused string) (map[string]any, *prediction) {
	if len(text) > max(1<<20, r.longest) {
		return nil, new(refuse("413 REQUEST_TOO_LARGE"))
	}
	v, twice, ok := decode(text)
	body, object := v.(map[string]any)
	if !ok || !object {
		return nil, new(refuse("400 INVALID_REQUEST_BODY"))
	}
	r.kind = "object"
	read, how := r.read(body)
	switch {
	case twice && how == good:
		return nil, new(refuse("400 INVALID_REQUEST_BODY"))
	case twice:
		return nil, new(refuse("400 INVALID_REQUEST_BODY", refused))
	case how == wrong:
		return nil, new(refuse(refused))
	case how == silent:
		return nil, new(prediction{silent: "a value of a body", Outcomes: []string{refused}})
	}
	return read.(map[string]any), nil
}

// or adds a success to the outcomes of a silent text.
func (p prediction) or(status string) prediction {
	if p.silent != "" {
		p.Outcomes = append(p.Outcomes, status)
	}
	return p
}

// decode reads one JSON value and says whether a name occurs twice in an object of it.
func decode(text string) (v any, twice, ok bool) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	if !utf8.ValidString(text) || d.Decode(&v) != nil {
		return nil, false, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false, false
	}
	names := json.NewDecoder(bytes.NewReader([]byte(text)))
	return v, repeats(names), true
}

func repeats(d *json.Decoder) (twice bool) {
	open, _ := d.Token()
	var had []json.Token
	for isObject := open == json.Delim('{'); (isObject || open == json.Delim('[')) && d.More(); {
		if isObject {
			name, _ := d.Token()
			twice = twice || slices.Contains(had, name)
			had = append(had, name)
		}
		twice = repeats(d) || twice
	}
	if _, delim := open.(json.Delim); delim {
		d.Token()
	}
	return twice
}

// read checks a value and fills its absent parts.
func (r rule) read(v any) (any, verdict) {
	switch r.kind {
	case "text": // its own check reads it
		if _, is := v.(string); !is {
			return nil, wrong
		}
		return v, good
	case "object":
		return r.object(v)
	case "list":
		list, is := v.([]any)
		if !is {
			return nil, wrong
		}
		worst, all := good, []any{}
		for _, e := range list {
			read, how := r.of.read(e)
			all, worst = append(all, read), worse(worst, how)
		}
		if repeated(all) {
			worst = worse(worst, silent)
		}
		return all, worst
	case "boolean":
		switch v {
		case true, json.Number("1"):
			return true, good
		case false, json.Number("0"):
			return false, good
		}
		return nil, wrong
	case "integer", "number":
		return r.number(v)
	}
	text, is := v.(string)
	n := utf8.RuneCountInString(text)
	_, isDate := date(text)
	switch {
	case !is, r.longest > 0 && n > r.longest, int64(n) < r.low, r.kind == "date" && !isDate,
		r.pattern != nil && !r.pattern.MatchString(text), r.enum != nil && !slices.Contains(r.enum, text):
		return nil, wrong
	}
	return text, good
}

// repeated says whether two elements of a list are named alike.
func repeated(list []any) bool {
	had := map[any]bool{}
	for _, e := range list {
		m, _ := e.(map[string]any)
		for _, key := range []string{"Code", "Currency", "Language"} {
			if name, is := m[key].(string); is && had[name] {
				return true
			} else if is {
				had[name] = true
			}
		}
	}
	return false
}

func worse(a, b verdict) verdict {
	if a == wrong || b == wrong {
		return wrong
	}
	return max(a, b)
}

func (r rule) number(v any) (any, verdict) {
	text, is := v.(json.Number)
	if !is {
		return nil, wrong
	}
	n, ok := new(big.Rat).SetString(text.String())
	if !ok || n.Cmp(big.NewRat(r.low, 1)) < 0 || r.high != 0 && n.Cmp(big.NewRat(r.high, 1)) > 0 || r.kind == "integer" && !n.IsInt() {
		return nil, wrong
	}
	if r.kind == "integer" && !digits.MatchString(text.String()) || n.Num().BitLen() > 31 || len(n.Denom().String()) > 3 {
		return nil, silent // 1.0, 1e0; how large a number may be, and how many decimals an amount has
	}
	return text, good
}

// object checks the fields of an object; an unknown name is a fault of it.
func (r rule) object(v any) (any, verdict) {
	given, is := v.(map[string]any)
	if !is {
		return nil, wrong
	}
	how, all := good, map[string]any{}
	for name, v := range given {
		f, known := r.fields[name]
		switch {
		case !known, v == nil && f.required:
			how = wrong
		case v == nil && !f.null:
			how = worse(how, silent)
		case v != nil:
			read, one := f.read(v)
			all[name], how = read, worse(how, one)
		default:
			all[name] = nil
		}
	}
	for name, f := range r.fields {
		if _, has := given[name]; !has && f.required {
			how = wrong
		} else if !has && f.fills {
			all[name] = f.absent
		}
	}
	if r.fields["Value"].high == 100 {
		how = worse(how, discount(all))
	}
	return all, how
}

// discount is question discount-types: PERCENT has an integer Value.
func discount(d map[string]any) verdict {
	_, value := d["Value"]
	_, values := d["Values"]
	_, currency := d["DefaultCurrency"]
	switch {
	case d["Type"] == "PERCENT" && !value:
		return wrong
	case d["Type"] == "PERCENT" && (values || currency), d["Type"] == "FIXED" && (value || !values || !currency):
		return silent
	case d["Type"] == "FIXED":
		list, _ := d["Values"].([]any)
		if !slices.ContainsFunc(list, func(e any) bool { m, _ := e.(map[string]any); return m["Currency"] == d["DefaultCurrency"] }) {
			return silent
		}
	}
	return good
}
