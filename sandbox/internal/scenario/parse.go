package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// MaxSize is the size of the largest scenario file, in bytes. A scenario is a
// page of text.
const MaxSize = 16 << 10

// maxNameLength is the length of the longest scenario name, in bytes.
const maxNameLength = 100

// maxFaults is how many faults an error shows, each with the lines around it.
const maxFaults = 20

// Parse reads a scenario. Its name is that of the file without .yaml. The error
// shows every fault with line, column and the lines around it, and the nearest
// known words for an unknown one.
func Parse(name string, text []byte) (*Scenario, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	body, err := parseYAML(text)
	if err != nil {
		return nil, err
	}
	var shape document
	if err := yamltext.Decode(body, &shape); err != nil {
		return nil, err
	}
	r := &reader{}
	scenario := r.scenario(shape)
	if scenario.empty() && len(r.faults) == 0 {
		r.add(fault(start(body), "the scenario does nothing: add features, assume or rules"))
	}
	if more := len(r.faults) - maxFaults; more > 0 {
		r.faults = append(r.faults[:maxFaults], fmt.Errorf("and %d more", more))
	}
	if len(r.faults) > 0 {
		for i, err := range r.faults {
			r.faults[i] = yamltext.Short(err)
		}
		return nil, errors.Join(r.faults...)
	}
	scenario.Name, scenario.Text = name, string(text)
	return scenario, nil
}

func (s *Scenario) empty() bool { return !s.hasOverrides() && len(s.rules) == 0 }

// checkName checks that a name fits a file, a header and an address.
func checkName(name string) error {
	legal := func(i int, c byte) bool {
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' && i > 0
	}
	for i := range len(name) {
		if !legal(i, name[i]) {
			return fmt.Errorf("scenario name must consist of a-z, 0-9 and -, and must not begin with -, got %q", phrase.Shorten(name, maxNameLength))
		}
	}
	if name == "" || len(name) > maxNameLength {
		return fmt.Errorf("scenario name must have 1 to %d characters, got %d", maxNameLength, len(name))
	}
	return nil
}

func parseYAML(text []byte) (ast.Node, error) {
	file, err := yamltext.Read(text, yamltext.Limits{Bytes: MaxSize, Tokens: MaxSize})
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
	instructions int // of regular expressions
}

func (r *reader) add(err error) {
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
	if len(r.faults) == 0 {
		r.checkDelays(s.rules, shape.Rules)
	}
	return s
}

func (r *reader) summary(w word) string {
	text := strings.TrimSpace(w.text)
	if strings.ContainsAny(text, "\r\n") {
		r.add(fault(w.at, "summary must be one line"))
	}
	return text
}

func (r *reader) features(given switches) map[catalog.Feature]bool {
	features := make(map[catalog.Feature]bool, len(given.pairs))
	for _, p := range given.pairs {
		feature := catalog.Feature(p.key.text)
		if _, ok := catalog.FindFeature(feature); !ok {
			r.add(faultNear(p.key.at, nearest(feature, featureNames()), "unknown feature %s", p.key.text))
		}
		if p.value.text != "true" && p.value.text != "false" {
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
			r.add(faultNear(p.key.at, nearest(id, questionNames()), "unknown question %s", id))
		} else if question.PerAccount {
			r.add(fault(p.key.at, "no call depends on %s, so a scenario cannot answer it: PUT accounts/{code}/questions/%s", id, id))
		} else if err := question.Accepts(p.value.text); err != nil {
			r.add(faultNear(p.value.at, nearest(p.value.text, answersTo(question)), "%s", err))
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
		if q.HasChoice() && !q.PerAccount {
			names = append(names, q.ID)
		}
	}
	return names
}

func answersTo(question catalog.Question) []string {
	var answers []string
	for _, choice := range question.Choices {
		answers = append(answers, choice.Answer)
	}
	return answers
}
