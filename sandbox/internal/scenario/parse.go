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

// document is a scenario file.
var document = form{keys: []key{
	{"summary", word, "One line shown in lists."},
	{"features", namesForm, "The features that the account has or lacks while the scenario is active."},
	{"assume", namesForm, "The answers to open questions while the scenario is active."},
	{"rules", form{must: "rules must be a list", items: &ruleForm}, "What happens to matching calls. Delays and changes of all that match add up; of those that fail, answer or cut the call, or whose limit it exceeds, the first in the file acts."},
}}

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
	r := &reader{files: files}
	shape := r.read(body, "", document)
	scenario := r.scenario(shape)
	if r.partial = shape.partial; !scenario.hasOverrides() && len(scenario.rules) == 0 {
		r.absent(fault(shape.at, "the scenario does nothing: add features, assume or rules"))
	}
	if err := r.error(); err != nil {
		return nil, err
	}
	rules := shape.of["rules"].list
	scenario.Name, scenario.Text, scenario.bodies = name, string(text), r.bodies
	scenario.readsSeen, scenario.handles = r.seen, r.handles
	scenario.warnings = slices.Concat(unreachable(scenario.rules, rules), passedOver(scenario.rules, rules), r.doubts)
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
	faults       []error
	doubts       []Warning
	handles      []namedHandle // in moves
	partial      bool          // whether a part of the current rule was not read
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

// error returns the first faults in the order of the file, nil without any.
func (r *reader) error() error {
	faults := r.faults
	slices.SortStableFunc(faults, func(a, b error) int {
		f, g := yamltext.Faults(a)[0], yamltext.Faults(b)[0]
		return cmp.Or(cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column))
	})
	shown := min(len(faults), maxFaults)
	more := len(faults) - shown
	faults = faults[:shown]
	for i, err := range faults {
		faults[i] = yamltext.Short(err)
	}
	if more > 0 {
		faults = append(faults, fmt.Errorf("and %d more", more))
	}
	return errors.Join(faults...)
}

func (r *reader) scenario(shape value) *Scenario {
	summary := shape.of["summary"]
	s := &Scenario{
		Summary:  strings.TrimSpace(summary.text),
		Features: r.features(shape.of["features"].list),
		Assume:   r.assume(shape.of["assume"].list),
	}
	if strings.ContainsAny(s.Summary, "\r\n") {
		r.add(fault(summary.at, "summary must be one line"))
	}
	rules := shape.of["rules"].list
	for _, rule := range rules {
		r.partial = rule.partial
		s.rules = append(s.rules, r.rule(rule))
	}
	if len(r.faults) == 0 {
		r.checkDelays(s.rules, rules)
	}
	return s
}

func (r *reader) features(given []value) map[catalog.Feature]bool {
	features := make(map[catalog.Feature]bool, len(given))
	for _, v := range given {
		feature := catalog.Feature(v.name.Value)
		if _, ok := catalog.FindFeature(feature); !ok {
			var names []catalog.Feature
			for _, f := range catalog.Features() {
				names = append(names, f.Feature)
			}
			r.add(faultNear(v.name, nearest(feature, names), "unknown feature %s", feature))
		}
		if v.isPresent() && v.text != "true" && v.text != "false" {
			r.add(fault(v.at, "a feature must be true or false, got %q", v.text))
		}
		features[feature] = v.text == "true"
	}
	return features
}

func (r *reader) assume(given []value) map[catalog.QuestionID]string {
	assume := make(map[catalog.QuestionID]string, len(given))
	for _, v := range given {
		id := catalog.QuestionID(v.name.Value)
		question, ok := catalog.FindQuestion(id)
		if !ok {
			var names []catalog.QuestionID
			for _, q := range catalog.Questions() {
				if q.HasChoice() && !q.PerAccount {
					names = append(names, q.ID)
				}
			}
			r.add(faultNear(v.name, nearest(id, names), "unknown question %s", id))
		} else if question.PerAccount {
			r.add(fault(v.name, "no call depends on %s, so a scenario cannot answer it: PATCH accounts/{code} with assume can", id))
		} else if err := question.Accepts(v.text); err != nil && v.isPresent() {
			var answers []string
			for _, choice := range question.Choices {
				answers = append(answers, choice.Answer)
			}
			r.add(faultNear(v.at, nearest(v.text, answers), "%s", err))
		}
		assume[id] = v.text
	}
	return assume
}
