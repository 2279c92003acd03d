package scenario

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

// schemaFile is generated from the forms of a scenario file by a test. It fails
// when the file is stale.
const schemaFile = "scenario.schema.json"

// Schema returns the JSON Schema of scenario files, for editors.
func Schema() []byte {
	text, err := scenarios.Files.ReadFile(schemaFile)
	if err != nil {
		panic(fmt.Sprintf("the embedded schema cannot be read: %v", err))
	}
	return text
}

// form is how a value of a file is written. A file is read by forms, and the JSON Schema for
// editors is generated from them.
type form struct {
	must       string                            // what a value must be, for messages, "" if words or check say it
	single     string                            // the JSON Schema of a single value, "" if it is none
	words      []string                          // the only single values, nil if any
	check      func(text string) (int64, string) // returns the number of a single value, or what it must be
	keys       []key                             // of a mapping
	names      bool                              // a mapping of any names to single values
	items      *form                             // of a list
	alone      bool                              // one item may stand without its list
	most       int                               // of the items, for the schema
	isAny      bool                              // any value
	isRequired bool                              // the key must not be absent
	needs      string                            // the message about an absent key that is required, "" if the rule itself has one
}

// key is a key of a mapping.
type key struct {
	name        string
	form        form
	description string // for editors
}

// value is a value of a file.
type value struct {
	at      *token.Token     // where it begins, nil when absent
	name    *token.Token     // of a value with any name
	text    string           // of a single value, as it is written
	number  int64            // of a number or a duration, 0 when it is wrong
	of      map[string]value // of a mapping, by key
	list    []value          // of a list, or of a mapping with any names
	json    *edit.Value      // of any value
	partial bool             // a part of it was not read
}

func (v value) isPresent() bool { return v.at != nil }

// has reports whether a mapping has a key.
func (v value) has(key string) bool { return v.of[key].isPresent() }

// read reads the value under a key by its form. A value of another form is a fault, and absent.
func (r *reader) read(node ast.Node, key string, f form) value {
	v := value{at: start(node)}
	text, isSingle := scalar(node)
	entries, isMapping := entriesOf(node)
	list, isList := node.(*ast.SequenceNode)
	switch {
	case f.isAny:
		v.json = r.jsonOf(node)
	case isSingle && f.single != "":
		v.text = text
		r.checkSingle(&v, key, f)
	case isMapping && f.keys != nil:
		r.readKeys(&v, entries, f)
	case isMapping && f.names:
		for _, entry := range entries {
			one := r.read(entry.Value, key, word)
			one.name = entry.Key.GetToken()
			v.add(one)
		}
	case isList && f.items != nil:
		for _, item := range list.Values {
			if _, isNull := item.(*ast.NullNode); isNull && f.items.keys != nil {
				v.add(value{at: item.GetToken()})
				continue
			}
			v.add(r.read(item, key, *f.items))
		}
	case f.alone:
		v.add(r.read(node, key, *f.items))
	default:
		r.add(fault(yamltext.First(node).GetToken(), "%s, got %s", cmp.Or(f.must, "this must be a single value"), yamltext.Describe(node)))
		return value{partial: true}
	}
	return v
}

// first returns the place of the first of several keys that a mapping has, nil for none.
func (v value) first(keys ...string) *token.Token {
	for _, key := range keys {
		if at := v.of[key].at; at != nil {
			return at
		}
	}
	return nil
}

// add adds a value to a list, unless it was not read.
func (v *value) add(one value) {
	if one.isPresent() || one.name != nil {
		v.list = append(v.list, one)
	}
	v.partial = v.partial || one.partial
}

// readKeys reads a mapping with known keys. An unknown key with one possible meaning is a fault,
// and read.
func (r *reader) readKeys(v *value, entries []*ast.MappingValueNode, f form) {
	v.of = map[string]value{}
	for _, entry := range entries {
		at := entry.Key.GetToken()
		i := slices.IndexFunc(f.keys, func(k key) bool { return k.name == at.Value })
		if i < 0 {
			i = r.meaningOf(at, f.keys)
		}
		if i < 0 {
			v.partial = true
			continue
		}
		k := f.keys[i]
		if _, isNull := entry.Value.(*ast.NullNode); isNull && !k.form.isAny {
			continue
		}
		one := r.read(entry.Value, k.name, k.form)
		v.of[k.name] = one
		v.partial = v.partial || one.partial
	}
	isAbsent := func(k key) bool { return k.form.isRequired && !v.has(k.name) }
	if f.needs != "" && !v.partial && slices.ContainsFunc(f.keys, isAbsent) {
		r.add(fault(v.at, "%s", f.needs))
	}
}

// otherNames have the keys of a file by the names that their subjects have elsewhere.
var otherNames = map[string]string{"if": "when", "min": "from", "max": "to"}

// goneKeys have what to write instead of keys of earlier versions.
var goneKeys = map[string]string{
	"close":   "cut: {after: 100, in: body} to close the connection within the answer, with pace for a slow one",
	"latency": "delay for the wait before the answer, and pace for the speed of its body",
}

// meaningOf adds the fault of an unknown key. It returns the number of the key that it must mean,
// below 0 for none.
func (r *reader) meaningOf(at *token.Token, keys []key) int {
	if instead := goneKeys[at.Value]; instead != "" {
		r.add(fault(at, "the field %s is gone: write %s", at.Value, instead))
		return -1
	}
	plain := func(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) } // styles of names differ in these
	given := plain(at.Value)
	meant := slices.IndexFunc(keys, func(k key) bool { return plain(k.name) == given || otherNames[given] == k.name })
	var near []string
	if meant >= 0 {
		near = []string{keys[meant].name}
	} else if near = nearest(at.Value, keyNames(keys)); near == nil && len(r.faults) < maxFaults { // no more are shown
		near = nearest(at.Value, slices.DeleteFunc(allKeys(document), func(name string) bool { return name == at.Value }))
	}
	r.add(faultNear(at, near, "unknown field %q", at.Value))
	return meant
}

func keyNames(keys []key) (names []string) {
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}

// allKeys returns the keys of all mappings within a form.
func allKeys(f form) []string {
	names := keyNames(f.keys)
	for _, k := range f.keys {
		names = append(names, allKeys(k.form)...)
	}
	if f.items != nil {
		names = append(names, allKeys(*f.items)...)
	}
	return names
}

// noSingle is the JSON Schema of a mapping for which no single value is legal, but whose check says what
// to write.
const noSingle = "false"

// checkSingle checks a single value. A wrong one is a fault.
func (r *reader) checkSingle(v *value, key string, f form) {
	must := ""
	switch {
	case f.check != nil:
		if v.number, must = f.check(v.text); must != "" {
			must = key + " must be " + must
		}
	case f.words != nil && !slices.Contains(f.words, v.text):
		must = cmp.Or(f.must, key+" must be "+phrase.Or(f.words...))
	}
	switch near := nearest(v.text, f.words); {
	case f.single == noSingle:
		r.add(fault(v.at, "%s", must))
		v.partial = true
	case must == "":
	case near == nil && len(f.words) == 1:
		r.add(yamltext.Suggest(fault(v.at, "%s, got %q", must, v.text), f.words[0]))
	default:
		r.add(faultNear(v.at, near, "%s, got %q", must, v.text))
	}
}

// word is a single value by its spelling: an answer such as 200 is a word, with quotes or without.
var word = wordOf(`{"type": "string"}`)

// wordOrNumber is a word that may look like a number.
var wordOrNumber = wordOf(`{"oneOf": [{"type": "string"}, {"type": "number"}]}`)

// wordOf is a word with a JSON Schema.
func wordOf(schema string) form { return form{single: schema} }

// namesForm is a mapping of any names to single values.
var namesForm = form{must: "this must be a mapping of names to values", names: true}

// anyNumber bounds nothing.
const anyNumber = math.MaxInt64

// number is a whole number.
func number(least, most int64) form {
	must, schema := fmt.Sprintf("a whole number of at least %d", least), fmt.Sprintf(`{"type": "integer", "minimum": %d}`, least)
	if most < anyNumber {
		must, schema = fmt.Sprintf("a whole number from %d to %d", least, most), fmt.Sprintf(`{"type": "integer", "minimum": %d, "maximum": %d}`, least, most)
	}
	return form{single: schema, check: func(text string) (int64, string) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < least || n > most {
			return 0, must
		}
		return n, ""
	}}
}

// aYear bounds the periods of rules.
const aYear = "366d"

// span is a duration above 0, at most as long as another one as it is written.
func span(most, such string) form {
	return form{single: `{"type": "string", "pattern": "^([0-9]+(\\.[0-9]+)?(d|h|m|s|ms|us|µs|ns))+$"}`, check: func(text string) (int64, string) {
		longest, _ := clock.ParseDuration(most)
		made, err := clock.ParseDuration(text)
		if err != nil || made <= 0 || made > longest {
			return 0, "longer than 0s and at most " + most + ", such as " + such
		}
		return int64(made), ""
	}}
}

// span returns a value read by a span.
func (v value) span() time.Duration { return time.Duration(v.number) }

// oneOf is one of several words.
func oneOf[N ~string](all ...N) form {
	names, _ := json.Marshal(all) // texts can be written
	f := wordOf(`{"type": "string", "enum": ` + string(names) + `}`)
	for _, one := range all {
		f.words = append(f.words, string(one))
	}
	return f
}

// only is a key with one word.
func only(word string) form {
	f := oneOf(word)
	f.single = `{"type": "string", "const": "` + word + `"}`
	return f
}

// yes is a key that can only be true.
var yes = form{single: `{"type": "boolean", "const": true}`, words: []string{"true"}}

// require returns the form of a key that must not be absent.
func (f form) require() form {
	f.isRequired = true
	return f
}

// scalar returns the spelling of a single value.
func scalar(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		return node.GetToken().Value, true
	}
	return "", false
}

func entriesOf(node ast.Node) ([]*ast.MappingValueNode, bool) {
	mapping, ok := node.(*ast.MappingNode)
	if !ok {
		return nil, false
	}
	return mapping.Values, true
}

// start returns the first token of a node. For a mapping this is its first key,
// because its own token is a colon.
func start(node ast.Node) *token.Token {
	if entries, _ := entriesOf(node); len(entries) > 0 {
		return entries[0].Key.GetToken()
	}
	return node.GetToken()
}

// maxShown bounds a text of the file in a message, in bytes.
const maxShown = 300

// fault returns an error with its place in the file, like the errors of the
// YAML library.
func fault(at *token.Token, format string, values ...any) error {
	for i, value := range values {
		if text := reflect.ValueOf(value); text.Kind() == reflect.String {
			values[i] = phrase.Shorten(text.String(), maxShown)
		}
	}
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, values...), Token: at}
}

// faultNear returns a fault with the nearest known words as suggestions.
func faultNear[N ~string](at *token.Token, near []N, format string, values ...any) error {
	err := fault(at, format+"%s", append(values, hint(near))...)
	if len(near) == 0 {
		return err
	}
	return yamltext.Suggest(err, string(near[0]))
}
