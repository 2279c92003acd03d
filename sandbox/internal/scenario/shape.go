package scenario

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

// schemaFile is generated from the types of a scenario file by a test. It fails
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

// document is the shape of a scenario file. The JSON Schema for editors is
// generated from these types and their descriptions.
type document struct {
	Summary  word        `yaml:"summary" jsonschema_description:"One line shown in lists."`
	Features switches    `yaml:"features" jsonschema_description:"The features that the account has or lacks while the scenario is active."`
	Assume   answers     `yaml:"assume" jsonschema_description:"The answers to open questions while the scenario is active."`
	Rules    []ruleShape `yaml:"rules" jsonschema_description:"What happens to matching calls. Delays and changes of all that match add up; of those that fail, answer or cut the call, or whose limit it exceeds, the first in the file acts."`
}

type ruleShape struct {
	On      operations          `yaml:"on" jsonschema:"required" jsonschema_description:"The operations the rule is on. unknown-path is every path that the interface does not have; path:/products/* is some of them. wsdl is the descriptions of the SOAP endpoint."`
	When    expression          `yaml:"when" interface:"if"`
	Skip    count               `yaml:"skip" jsonschema_description:"How many matching calls pass before the rule acts."`
	Nth     mapped[nthShape]    `yaml:"nth" jsonschema_description:"The rule acts only while the latest call of an operation is the nth since the activation: on that call itself, or on calls of another operation after it."`
	Every   positive            `yaml:"every" jsonschema_description:"The rule acts on every nth matching call only: 3 means the third, the sixth and so on."`
	During  mapped[duringShape] `yaml:"during" jsonschema_description:"The rule acts only in the first part of each period on the account's clock, from the activation on."`
	Chance  percentage          `yaml:"chance" jsonschema_description:"The share of the matching calls on which the rule acts; the same calls in every run."`
	Times   positive            `yaml:"times" jsonschema_description:"How often the rule acts."`
	Delay   either[delayParts]  `yaml:"delay" jsonschema_description:"How long the call waits before it goes on. The delays of several rules add up, to at most 1h."`
	Fail    code                `yaml:"fail" jsonschema_description:"The error code, documented for the operation, with which the call fails."`
	Message word                `yaml:"message" jsonschema_description:"The message of fail, instead of the ordinary one."`
	Status  status              `yaml:"status" jsonschema_description:"The HTTP status of fail, instead of the documented one."`
	Answer  answerShape         `yaml:"answer" jsonschema_description:"An answer of your own, as JSON on REST and as a fault on SOAP."`
	Place   placement           `yaml:"place" jsonschema_description:"The order of the JSON body is placed with this status, and answered as retrieve-order does. Only of stubs that POST or PUT."`
	Lag     duration            `yaml:"lag" jsonschema_description:"The operation reads records as they were so long ago on the account's clock, at most 1h; changes from before the activation are not remembered. Only of active scenarios, on operations that read."`
	Stale   mapped[staleShape]  `yaml:"stale" jsonschema_description:"The operation reads a record as it was before its change, in the first reads after each change since the activation. Only of active scenarios, on operations that read."`
	Do      mapped[doShape]     `yaml:"do" jsonschema_description:"Moves of the shop, at most 8 a call: an order completes, is refunded, disputed or canceled, a record is removed, the clock advances. Only of active scenarios, never in previews."`
	Change  []editShape         `yaml:"change" jsonschema:"minItems=1,maxItems=20" jsonschema_description:"Edits of the answer that the operation gives, one after the other. Those of several rules add up. What no edit names stays byte for byte."`
	Limit   mapped[limitShape]  `yaml:"limit" jsonschema_description:"Lets so many calls through per period, and answers 429 to the others. All have the RateLimit headers."`
	After   yes                 `yaml:"after" jsonschema_description:"true carries the operation out first; then the connection is cut (reset, empty), or the answer replaced."`
	Before  stage               `yaml:"before" jsonschema_description:"credential affects also calls that fail a check of their account, credential, session or Accept header, unknown paths, and ?wsdl."`
	Cut     either[cutParts]    `yaml:"cut" jsonschema_description:"How the connection fails: reset or closed (empty) before the answer, closed in the middle of it (truncate) or behind so many bytes of its head or body, an unreadable body (garbage), or a slow one (drip)."`

	Pace      rate       `yaml:"pace" jsonschema_description:"How fast the body is sent, such as 1KB/s, which are 1000 bytes a second."`
	Length    difference `yaml:"length" jsonschema_description:"What is added to the Content-Length, so that it is wrong. The connection is closed behind the body."`
	KeepAlive keepAlive  `yaml:"keep_alive" jsonschema_description:"stale leaves the connection open behind the answer, and closes it as the next request arrives."`

	at *token.Token
}

// UnmarshalYAML reads the rule and remembers where it begins.
func (r *ruleShape) UnmarshalYAML(node ast.Node) error {
	type plain ruleShape
	r.at = start(node)
	return mapping(node, "a rule", (*plain)(r))
}

type answerShape struct {
	Status    status  `yaml:"status" jsonschema:"required" jsonschema_description:"HTTP status, 200 to 599."`
	Headers   headers `yaml:"headers" jsonschema_description:"Response headers."`
	ErrorCode word    `yaml:"error_code" jsonschema_description:"error_code of the body, or the code of the fault, at most 100 bytes."`
	Message   word    `yaml:"message" jsonschema_description:"The message beside error_code."`
	Body      word    `yaml:"body" jsonschema_description:"A raw body instead of error_code and message."`
	File      word    `yaml:"file" jsonschema_description:"The name of a file beside this one, in the folder of scenarios, that has the body: UTF-8, at most 1 MiB."`
	Template  yes     `yaml:"template" jsonschema_description:"true computes {{ expression }} in the body, the message and the headers for each call."`

	at *token.Token // nil when absent
}

// UnmarshalYAML reads the answer and remembers where it begins.
func (a *answerShape) UnmarshalYAML(node ast.Node) error {
	type plain answerShape
	a.at = start(node)
	if text, ok := scalar(node); ok {
		if _, err := strconv.Atoi(text); err == nil {
			return fault(a.at, "an answer must be a mapping: write {status: %s}", text)
		}
		return fault(a.at, "an answer must be a mapping with a status; for an error code of the operation write fail: %s", text)
	}
	return yaml.NodeToValue(node, (*plain)(a), yaml.Strict())
}

// Each of these types is a word or a list of words with its place in the file,
// so a fault found later can point to it. They differ in their schema.
type (
	expression struct{ word }
	code       struct{ word }
	rate       struct{ word }
	difference struct{ word }
	keepAlive  struct{ word }
	stage      struct{ word }
	placement  struct{ word }
	percentage struct{ word }
	duration   struct{ word }
	count      struct{ word }
	positive   struct{ word }
	status     struct{ word }
	switches   struct{ pairs }
	answers    struct{ pairs }
	headers    struct{ pairs }
)

// word is one scalar as it is written.
type word struct {
	text string
	at   *token.Token // nil when absent
}

// UnmarshalYAML reads any scalar by its spelling: an answer such as 200 is a
// word, with quotes or without.
func (w *word) UnmarshalYAML(node ast.Node) error {
	text, ok := scalar(node)
	if !ok {
		return fault(node.GetToken(), "this must be a single value, got %s", kind(node))
	}
	*w = word{text: text, at: node.GetToken()}
	return nil
}

func (w word) isPresent() bool { return w.at != nil }

// isEmpty reports whether the word is there and says nothing.
func (w word) isEmpty() bool { return w.isPresent() && w.text == "" }

// number reads the whole number under a key, 0 when it is absent or wrong.
func (r *reader) number(key string, w word, least, most int64) int64 {
	if !w.isPresent() {
		return 0
	}
	switch n, err := strconv.ParseInt(w.text, 10, 64); {
	case err != nil || n < least:
		r.add(fault(w.at, "%s must be a whole number of at least %d, got %q", key, least, w.text))
	case n > most:
		r.add(fault(w.at, "%s may be at most %d, got %s", key, most, w.text))
	default:
		return n
	}
	return 0
}

// time reads the duration under a key, 0 when it is absent or wrong. It is at most as long as
// another one as it is written.
func (r *reader) time(key string, d duration, most, such string) time.Duration {
	longest, _ := clock.ParseDuration(most)
	made, err := clock.ParseDuration(d.text)
	if err == nil && made > 0 && made <= longest {
		return made
	}
	if d.isPresent() {
		r.add(fault(d.at, "%s must be longer than 0s and at most %s, such as %s, got %q", key, most, such, d.text))
	}
	return 0
}

// anyNumber bounds nothing.
const anyNumber = math.MaxInt64

// aYear bounds the periods of rules.
const aYear = "366d"

// oneOf reads one of several words under a key, whatever it says when it is absent.
func oneOf[N ~string](r *reader, key string, w word, all []N) N {
	given := N(w.text)
	if w.isPresent() && !slices.Contains(all, given) {
		r.add(faultNear(w.at, nearest(given, all), "%s must be %s, got %q", key, phrase.Or(all...), w.text))
	}
	return given
}

// only checks that a key, if given, has its only legal value.
func (r *reader) only(key string, w word, value string) bool {
	if !w.isPresent() || w.text == value {
		return true
	}
	r.add(yamltext.Suggest(fault(w.at, "%s must be %s, got %q", key, value, w.text), value))
	return false
}

// operations is an operation, a list of them, or "*".
type operations struct {
	names  []word
	at     *token.Token
	faults []error // of items other than names
}

// UnmarshalYAML reads the operation or the list.
func (o *operations) UnmarshalYAML(node ast.Node) error {
	o.at = start(node)
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		o.names = make([]word, 1)
		return o.names[0].UnmarshalYAML(node)
	}
	if len(list.Values) == 0 {
		return fault(o.at, "on must name an operation")
	}
	for _, value := range list.Values {
		var name word
		if err := name.UnmarshalYAML(value); err != nil {
			o.faults = append(o.faults, err)
			continue
		}
		o.names = append(o.names, name)
	}
	return nil
}

// pairs is a mapping of words to words, in order.
type pairs []pair

type pair struct {
	key, value word
	fault      error // of a value other than a word
}

// UnmarshalYAML reads the mapping. The parser has rejected repeated keys.
func (p *pairs) UnmarshalYAML(node ast.Node) error {
	entries, ok := entriesOf(node)
	if !ok {
		return fault(node.GetToken(), "this must be a mapping of names to values, got %s", kind(node))
	}
	for _, entry := range entries {
		next := pair{key: word{text: entry.Key.GetToken().Value, at: entry.Key.GetToken()}}
		next.fault = next.value.UnmarshalYAML(entry.Value)
		*p = append(*p, next)
	}
	return nil
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

// mapped is a mapping of the file, which may be absent.
type mapped[T interface{ said() string }] struct {
	of T            `yaml:",inline"`
	at *token.Token // where it begins, nil when absent
}

// UnmarshalYAML reads the mapping and remembers where it begins.
func (m *mapped[T]) UnmarshalYAML(node ast.Node) error {
	m.at = start(node)
	return mapping(node, m.of.said(), &m.of)
}

// either is a single value of the file or a mapping of parts.
type either[T interface{ forms() string }] struct {
	one   word
	parts T            `yaml:",inline"`
	at    *token.Token // where it begins, nil when absent
}

// UnmarshalYAML reads the value or the parts.
func (e *either[T]) UnmarshalYAML(node ast.Node) error {
	e.at = start(node)
	if _, ok := scalar(node); ok {
		return e.one.UnmarshalYAML(node)
	}
	if _, ok := entriesOf(node); !ok {
		return fault(e.at, "%s", e.parts.forms())
	}
	return yaml.NodeToValue(node, &e.parts, yaml.Strict())
}

// mapping reads a mapping into a pointer.
func mapping(node ast.Node, what string, into any) error {
	if _, ok := entriesOf(node); !ok {
		return fault(start(node), "%s must be a mapping, got %s", what, kind(node))
	}
	return yaml.NodeToValue(node, into, yaml.Strict())
}

func kind(node ast.Node) string {
	if text, ok := scalar(node); ok {
		return strconv.Quote(phrase.Shorten(text, maxNameLength))
	}
	switch node.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	}
	return "something else"
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
