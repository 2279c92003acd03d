package oracle

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

//go:embed classes.json
var classesFile []byte

// table is classes.json: the values of every input of every operation.
type table struct {
	Classes    []string
	Kinds      map[string]kind
	Operations map[string]*subject
	Questions  map[string][][]string
}

// kind has the common parts of factors.
type kind struct {
	Like    string
	Stage   float64
	Refused string
	Base    json.RawMessage
	Not     map[string]string // why a class has no value
	Values  []value
}

// subject is an operation with its factors.
type subject struct {
	Method, Path string
	Action       string // of SOAP
	credential   string
	Accept       bool
	Body         json.RawMessage
	Factors      map[string]*factor
	Questions    []string
	Then         []string // addresses that show what a call changed
	name         string
	all          []*factor // in a stable order, with the ones of every operation
}

// factor is one input with its values; the first is the default.
type factor struct {
	kind
	In   string
	Kind string
	// Instead is the Discount of the body that has the factor.
	Instead json.RawMessage
	name    string
	of      string // body, when the factor is a part of it
	values  []value
}

// value is one value of a factor. The third element of its row in the table says how
// the call is refused: "!" by the factor's refusal, "~" likewise when the factor has
// one, because no record has the value, "?" when no text says, otherwise by itself.
type value struct {
	class   string
	given   json.RawMessage // nil: absent
	special map[string]json.RawMessage
	refused string
	stage   float64
	silent  bool
	n       int // its place in the factor
}

// The stages of checks with several inputs; the others are 1 to 3: credential, Accept,
// feature.
const stageBody, stageParameters, stageState = 3.5, 4, 5

func (v *value) UnmarshalJSON(text []byte) error {
	var row []json.RawMessage
	if err := json.Unmarshal(text, &row); err != nil {
		return err
	}
	if len(row) == 3 {
		if err := json.Unmarshal(row[2], &v.refused); err != nil {
			return err
		}
	}
	if string(row[1]) != "null" {
		v.given = row[1]
	}
	if strings.HasPrefix(string(row[1]), `{"$`) {
		if err := json.Unmarshal(row[1], &v.special); err != nil {
			return err
		}
	}
	return json.Unmarshal(row[0], &v.class)
}

// text returns the value as a query or a header has it.
func (v value) text() string {
	switch {
	case v.special["$long"] != nil:
		times, _ := strconv.Atoi(string(v.special["times"]))
		return strings.Repeat(unquote(v.special["$long"]), times) + unquote(v.special["then"])
	case v.special["$twice"] != nil:
		return unquote(v.special["$twice"])
	case v.special["$as"] != nil:
		return unquote(v.special["value"])
	}
	return unquote(v.given)
}

func unquote(raw json.RawMessage) (text string) {
	if raw != nil && json.Unmarshal(raw, &text) != nil {
		panic(fmt.Sprintf("classes.json: %s must be a text", raw))
	}
	return text
}

// query writes the parameter as the query has it.
func (v value) query(name string) string {
	switch {
	case v.given == nil:
		return ""
	case v.special["$query"] != nil:
		return unquote(v.special["$query"])
	case v.special["$raw"] != nil:
		return name + "=" + unquote(v.special["$raw"])
	case v.special["$as"] != nil:
		return unquote(v.special["$as"]) + "=" + url.QueryEscape(v.text())
	case v.special["$twice"] != nil:
		one := name + "=" + url.QueryEscape(v.text())
		return one + "&" + one
	}
	return name + "=" + url.QueryEscape(v.text())
}

// readTable reads classes.json and resolves the kinds of factors.
func readTable() *table {
	var t table
	if err := json.Unmarshal(classesFile, &t); err != nil {
		panic(fmt.Sprintf("classes.json: %v", err))
	}
	for id, s := range t.Operations {
		s.name, s.credential = id, unquote(t.Kinds["credential"].Base)
		if strings.HasPrefix(s.Path, restBase) {
			s.add(&t, "(credential)", &factor{In: "header", Kind: "credential"})
			s.add(&t, "(method)", &factor{In: "method", Kind: kindOf(s.Method == "GET", "reading method", "method")})
			s.add(&t, "(address)", &factor{In: "address", Kind: "address"})
			s.add(&t, "(Accept)", &factor{In: "header", Kind: kindOf(s.Accept, "accept", "unread accept")})
			if s.Body != nil {
				s.add(&t, "(Content-Type)", &factor{In: "header", Kind: "content type"})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(s.Factors)) {
			s.add(&t, name, s.Factors[name])
		}
		for _, q := range s.Questions {
			f := &factor{In: "question"}
			for _, answer := range t.Questions[q] {
				v := value{class: answer[0], given: json.RawMessage(strconv.Quote(answer[0]))}
				if len(answer) > 1 {
					v.refused, v.stage = answer[1], map[string]float64{"401": 1, "406": 2, "403": 3}[answer[1][:3]]
				}
				f.Values = append(f.Values, v)
			}
			s.add(&t, q, f)
		}
	}
	return &t
}

func kindOf(first bool, one, other string) string {
	if first {
		return one
	}
	return other
}

func (s *subject) add(t *table, name string, f *factor) {
	f.name = name
	if f.In == "body" || f.In == "envelope" || f.In == "form" {
		f.of = "body"
	}
	f.values = []value{{class: "default", given: f.Base}}
	for k := f.Kind; k != ""; k = t.Kinds[k].Like {
		of := t.Kinds[k]
		if f.Refused == "" {
			f.Refused = of.Refused
		}
		if f.Base == nil {
			f.Base, f.values[0].given = of.Base, of.Base
		}
		if f.Not == nil {
			f.Not = map[string]string{}
		}
		maps.Copy(f.Not, of.Not)
		if f.Stage == 0 {
			f.Stage = of.Stage
		}
		f.Values = slices.Concat(f.Values, of.Values)
	}
	if f.Stage == 0 && f.Kind != "method" && f.Kind != "address" {
		f.Stage = stageParameters
	}
	for _, v := range f.Values {
		if v.stage == 0 {
			v.stage = f.Stage
		}
		switch v.refused {
		case "!":
			v.refused = f.Refused
		case "~":
			v.refused, v.stage = f.Refused, stageState
		case "?":
			v.refused, v.silent = "", true
		case "400 INVALID_REQUEST_BODY", "413 REQUEST_TOO_LARGE":
			v.stage = stageBody
		default:
			if v.refused != "" && v.stage == stageState {
				v.stage = stageParameters
			}
		}
		v.n = len(f.values)
		f.values = append(f.values, v)
	}
	s.all = append(s.all, f)
}

// Inputs returns the sorted names of the inputs of an operation, nil when the table
// does not have it.
func Inputs(operation string) []string {
	s := readTable().Operations[operation]
	if s == nil {
		return nil
	}
	names := []string{}
	for _, f := range s.all {
		if f.name[0] != '(' && slices.Contains([]string{"query", "path", "body", "envelope"}, f.In) {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}
