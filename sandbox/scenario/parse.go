package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// MaxSize is the largest scenario file, in bytes. A scenario is a page of text,
// and the time the YAML library takes over deep nesting grows much faster than
// the file.
const MaxSize = 16 << 10

// longestName is how long a scenario's name may be, in bytes.
const longestName = 100

// mostFaults is how many faults an error shows, each with the lines around it.
const mostFaults = 20

// Parse reads a scenario. Its name is the file's without .yaml. The error shows
// every fault with line, column and the lines around it, and for a word that is
// unknown the nearest that is known.
func Parse(name string, text []byte) (*Scenario, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	body, err := parseYAML(text)
	if err != nil {
		return nil, err
	}
	var shape document
	if err := yaml.NodeToValue(body, &shape, yaml.Strict()); err != nil {
		return nil, err
	}
	r := &reader{}
	scenario := r.scenario(shape)
	if scenario.empty() && len(r.faults) == 0 {
		r.fail(fault(start(body), "the scenario does nothing: it needs features, assume or rules"))
	}
	if more := len(r.faults) - mostFaults; more > 0 {
		r.faults = append(r.faults[:mostFaults], fmt.Errorf("and %d more", more))
	}
	if len(r.faults) > 0 {
		return nil, errors.Join(r.faults...)
	}
	scenario.Name, scenario.Text = name, string(text)
	return scenario, nil
}

func (s *Scenario) empty() bool { return len(s.Features)+len(s.Assume)+len(s.rules) == 0 }

// checkName holds names to what fits a file, a header and an address alike.
func checkName(name string) error {
	legal := func(i int, c byte) bool {
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' && i > 0
	}
	for i := range len(name) {
		if !legal(i, name[i]) {
			return fmt.Errorf("scenario name %q: a name is made of a-z, 0-9 and -, and does not begin with -", name)
		}
	}
	if name == "" || len(name) > longestName {
		return fmt.Errorf("scenario name %q: a name has 1 to %d characters", name, longestName)
	}
	return nil
}

func parseYAML(text []byte) (ast.Node, error) {
	if len(text) > MaxSize {
		return nil, fmt.Errorf("the file has %d bytes; a scenario has at most %d", len(text), MaxSize)
	}
	if !utf8.Valid(text) {
		return nil, errors.New("the file is not UTF-8")
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, err
	}
	filled := slices.DeleteFunc(file.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	if len(filled) == 0 {
		return nil, errors.New("the file is empty: a scenario needs features, assume or rules")
	}
	if len(filled) > 1 {
		return nil, fault(start(filled[1].Body), "one file holds one scenario; a second document begins here")
	}
	body := filled[0].Body
	var plain plainness
	ast.Walk(&plain, body)
	if plain.err != nil {
		return nil, plain.err
	}
	if _, ok := entriesOf(body); !ok {
		return nil, fault(start(body), "a scenario is a mapping with summary, features, assume and rules")
	}
	return body, nil
}

// plainness finds what strict YAML does without. Aliases would also let a small
// file unfold into a huge one.
type plainness struct{ err error }

// Visit notes the first node that is not plain.
func (p *plainness) Visit(node ast.Node) ast.Visitor {
	if p.err != nil {
		return nil
	}
	switch node.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		p.err = fault(node.GetToken(), "anchors, aliases and tags are no part of a scenario: write the value out")
		return nil
	}
	return p
}

// reader turns a document into a scenario and gathers what is wrong with it.
type reader struct{ faults []error }

func (r *reader) fail(err error) {
	if err != nil {
		r.faults = append(r.faults, err)
	}
}

func (r *reader) scenario(shape document) *Scenario {
	s := &Scenario{
		Summary:  r.summary(shape.Summary),
		Features: r.features(shape.Features),
		Assume:   r.assume(shape.Assume),
	}
	for _, rule := range shape.Rules {
		s.rules = append(s.rules, r.rule(rule))
	}
	return s
}

func (r *reader) summary(w word) string {
	text := strings.TrimSpace(w.text)
	if strings.ContainsAny(text, "\r\n") {
		r.fail(fault(w.at, "the summary is one line"))
	}
	return text
}

func (r *reader) features(given switches) map[catalog.Feature]bool {
	features := make(map[catalog.Feature]bool, len(given.pairs))
	for _, p := range given.pairs {
		feature := catalog.Feature(p.key.text)
		if _, ok := catalog.FindFeature(feature); !ok {
			r.fail(fault(p.key.at, "unknown feature %s%s", p.key.text, hint(nearest(feature, featureNames()))))
		}
		if p.value.text != "true" && p.value.text != "false" {
			r.fail(fault(p.value.at, "a feature is true or false, got %q", p.value.text))
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
			r.fail(fault(p.key.at, "unknown open question %s%s", id, hint(nearest(id, questionNames()))))
		} else if err := question.Accepts(p.value.text); err != nil {
			r.fail(fault(p.value.at, "%s%s", err, hint(nearest(p.value.text, tokenNames(question)))))
		}
		assume[id] = p.value.text
	}
	return assume
}

func featureNames() []catalog.Feature {
	var names []catalog.Feature
	for _, f := range catalog.Features() {
		names = append(names, f.Feature)
	}
	return names
}

func questionNames() []catalog.QuestionID {
	var names []catalog.QuestionID
	for _, q := range catalog.Questions() {
		if q.HasChoice() {
			names = append(names, q.ID)
		}
	}
	return names
}

func tokenNames(question catalog.Question) []string {
	var names []string
	for _, t := range question.Choices {
		names = append(names, t.Answer)
	}
	return names
}
