package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// MaxSize is the size of the largest scenario file, in bytes. Most of a large one is
// bodies.
const MaxSize = 256 << 10

// maxMarks bounds the parser's memory: a token takes about a kilobyte.
const maxMarks = 16 << 10

// maxNameLength is the length of the longest scenario name, in bytes.
const maxNameLength = 100

// maxFaults is how many faults an error shows, each with the lines around it.
const maxFaults = 20

// goneFields have what to write instead of fields of earlier versions.
var goneFields = yamltext.GoneFrom(map[string]string{
	"close":   "cut: {after: 100, in: body} to close the connection within the answer, with pace for a slow one",
	"latency": "delay for the wait before the answer, and pace for the speed of its body",
})

// Parse reads a scenario. Its name is the name of the file without .yaml. The
// error shows every fault with line, column and the lines around it, and the
// nearest known words for an unknown one.
func Parse(name string, text []byte) (*Scenario, error) {
	return parse(name, text, bodyFiles{})
}

func parse(name string, text []byte, files bodyFiles) (*Scenario, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	body, err := parseYAML(text)
	if err != nil {
		return nil, err
	}
	var shape document
	r := &reader{files: files}
	if err := yamltext.Decode(body, &shape, goneFields); err != nil && !errors.As(err, &r.shape) {
		return nil, err
	}
	scenario := r.scenario(shape, body)
	if r.partial = r.isPartial("$"); !scenario.hasOverrides() && len(scenario.rules) == 0 {
		r.absent(fault(start(body), "the scenario does nothing: add features, assume or rules"))
	}
	if err := r.error(); err != nil {
		return nil, err
	}
	scenario.Name, scenario.Text, scenario.bodies = name, string(text), r.bodies
	scenario.readsSeen, scenario.handles, scenario.warnings = r.seen, r.handles, slices.Concat(unreachable(scenario.rules, shape.Rules), passedOver(scenario.rules, shape.Rules), r.doubts)
	return scenario, nil
}

var scenarioName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// checkName checks that a name fits a file, a header and an address.
func checkName(name string) error {
	switch {
	case name != "" && !scenarioName.MatchString(name):
		return fmt.Errorf("scenario name must consist of a-z, 0-9 and -, and must not begin with -, got %q", phrase.Shorten(name, maxNameLength))
	case name == "" || len(name) > maxNameLength:
		return fmt.Errorf("scenario name must have 1 to %d characters, got %d", maxNameLength, len(name))
	}
	return nil
}

func parseYAML(text []byte) (ast.Node, error) {
	file, err := yamltext.Read(text, yamltext.Limits{Bytes: MaxSize, Marks: maxMarks})
	if err != nil {
		return nil, err
	}
	filled := slices.DeleteFunc(file.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	if len(filled) == 0 {
		return nil, errors.New("the file is empty: add features, assume or rules")
	}
	if len(filled) > 1 {
		return nil, fault(start(filled[1].Body), "a file must have one scenario; a second document begins here")
	}
	body := filled[0].Body
	if _, ok := entriesOf(body); !ok {
		return nil, fault(start(body), "a scenario must be a mapping of summary, features, assume and rules")
	}
	return body, nil
}

// reader turns a document into a scenario and collects its faults.
type reader struct {
	shape        *yamltext.ShapeError // nil when every key and type is right
	faults       []error
	doubts       []Warning
	handles      []namedHandle // in moves
	path         string        // of the current rule
	partial      bool          // whether a part of it was not read
	seen         bool          // whether an expression reads seen
	instructions int           // of regular expressions
	files        bodyFiles
	bodies       map[string]string // by the names of their files
	bodySize     int               // in bytes
	values       int               // of templates
}

func (r *reader) add(err error) {
	if err != nil {
		r.faults = append(r.faults, err)
	}
}

// absent records a fault about an absent part, unless it may be in an unread
// part.
func (r *reader) absent(err error) {
	if !r.partial {
		r.add(err)
	}
}

// isPartial reports whether the value at a path, or a part of it, was not read.
func (r *reader) isPartial(path string) bool {
	return r.shape != nil && slices.ContainsFunc(r.shape.Incomplete, func(p string) bool { return strings.HasPrefix(p, path) })
}

// error returns the first faults in the order of the file, nil without any.
func (r *reader) error() error {
	faults, more := r.faults, 0
	if r.shape != nil {
		faults, more = append(faults, r.shape.Faults...), r.shape.More
	}
	slices.SortStableFunc(faults, func(a, b error) int {
		f, g := yamltext.Faults(a)[0], yamltext.Faults(b)[0]
		return cmp.Or(cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column))
	})
	shown := min(len(faults), maxFaults)
	faults, more = faults[:shown], more+len(faults)-shown
	for i, err := range faults {
		faults[i] = yamltext.Short(err)
	}
	if more > 0 {
		faults = append(faults, fmt.Errorf("and %d more", more))
	}
	return errors.Join(faults...)
}

func (r *reader) scenario(shape document, body ast.Node) *Scenario {
	summary := strings.TrimSpace(shape.Summary.text)
	if strings.ContainsAny(summary, "\r\n") {
		r.add(fault(shape.Summary.at, "summary must be one line"))
	}
	s := &Scenario{
		Summary:  summary,
		Features: r.features(shape.Features),
		Assume:   r.assume(shape.Assume),
	}
	for i, rule := range shape.Rules {
		r.path = fmt.Sprintf("$.rules[%d]", i)
		r.partial = r.isPartial(r.path)
		if rule.at == nil {
			rule.at = body.GetToken()
			entries, _ := entriesOf(body)
			for _, entry := range entries { // because nothing reads an empty rule
				if list, ok := entry.Value.(*ast.SequenceNode); ok && entry.Key.GetToken().Value == "rules" {
					rule.at = list.Values[i].GetToken()
				}
			}
		}
		s.rules = append(s.rules, r.rule(rule))
	}
	if len(r.faults) == 0 && r.shape == nil {
		r.checkDelays(s.rules, shape.Rules)
	}
	return s
}

func (r *reader) features(given switches) map[catalog.Feature]bool {
	features := make(map[catalog.Feature]bool, len(given.pairs))
	for _, p := range given.pairs {
		feature := catalog.Feature(p.key.text)
		if _, ok := catalog.FindFeature(feature); !ok {
			var names []catalog.Feature
			for _, f := range catalog.Features() {
				names = append(names, f.Feature)
			}
			r.add(faultNear(p.key.at, nearest(feature, names), "unknown feature %s", p.key.text))
		}
		if p.fault != nil {
			r.add(p.fault)
		} else if p.value.text != "true" && p.value.text != "false" {
			r.add(fault(p.value.at, "a feature must be true or false, got %q", p.value.text))
		}
		features[feature] = p.value.text == "true"
	}
	return features
}

func (r *reader) assume(given answers) map[catalog.QuestionID]string {
	assume := make(map[catalog.QuestionID]string, len(given.pairs))
	for _, p := range given.pairs {
		id := catalog.QuestionID(p.key.text)
		question, ok := catalog.FindQuestion(id)
		if !ok {
			var names []catalog.QuestionID
			for _, q := range catalog.Questions() {
				if q.HasChoice() && !q.PerAccount {
					names = append(names, q.ID)
				}
			}
			r.add(faultNear(p.key.at, nearest(id, names), "unknown question %s", id))
		} else if question.PerAccount {
			r.add(fault(p.key.at, "no call depends on %s, so a scenario cannot answer it: PATCH accounts/{code} with assume can", id))
		} else if p.fault != nil {
			r.add(p.fault)
		} else if err := question.Accepts(p.value.text); err != nil {
			r.add(faultNear(p.value.at, nearest(p.value.text, answersTo(question)), "%s", err))
		}
		assume[id] = p.value.text
	}
	return assume
}

func answersTo(question catalog.Question) []string {
	var answers []string
	for _, choice := range question.Choices {
		answers = append(answers, choice.Answer)
	}
	return answers
}
