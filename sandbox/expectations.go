package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// expectationText is an expectation as a file has it.
type expectationText struct {
	Operation string       `yaml:"operation"`
	Query     string       `yaml:"q"`
	Where     string       `yaml:"where"`
	Count     *int         `yaml:"count"`
	AtLeast   *int         `yaml:"at_least"`
	AtMost    *int         `yaml:"at_most"`
	Record    string       `yaml:"record"`
	Repeats   *repeatsText `yaml:"repeats"`
	AtOnce    *int         `yaml:"at_once"`
	InOrder   []stepText   `yaml:"in_order"`
	Strict    bool         `yaml:"strict"`
	Within    string       `yaml:"within"`
}

type stepText struct {
	Operation string            `yaml:"operation"`
	Query     string            `yaml:"q"`
	Where     string            `yaml:"where"`
	Capture   map[string]string `yaml:"capture"`
	Gap       *gapText          `yaml:"gap"`
}

type gapText struct {
	Min string `yaml:"min"`
	Max string `yaml:"max"`
}

type repeatsText struct {
	AtLeast *int     `yaml:"at_least"`
	AtMost  *int     `yaml:"at_most"`
	Gap     *gapText `yaml:"gap"`
}

// expectationsText is a file of expectations: several, or one.
type expectationsText struct {
	Expectations []expectationText `yaml:"expectations"`
	NothingElse  bool              `yaml:"nothing_else"`
	One          expectationText   `yaml:",inline"`
}

// expectationLimits bound a file of expectations.
var expectationLimits = yamltext.Limits{Bytes: 1 << 20, Marks: 20_000}

// ReadExpectations reads expectations from JSON or YAML, in the shape of
// client.Expectations, a list of expectations, or one client.Expectation. The error
// has every fault with its line and column. Whether operations and conditions are
// right, the sandbox says.
func ReadExpectations(text []byte) (client.Expectations, error) {
	if json.Valid(text) { // without tabs, because YAML does not allow them
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, text, "", "  "); err != nil {
			return client.Expectations{}, err
		}
		text = spaced.Bytes()
	}
	file, err := yamltext.Read(text, expectationLimits)
	if err != nil {
		return client.Expectations{}, err
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return client.Expectations{}, errors.New("the file must have one document with expectations")
	}
	var read expectationsText
	body := file.Docs[0].Body
	if yamltext.IsList(body) {
		err = yamltext.Decode(body, &read.Expectations)
	} else {
		err = yamltext.Decode(body, &read)
	}
	if err != nil {
		return client.Expectations{}, err
	}
	return read.expectations()
}

func (t expectationsText) expectations() (client.Expectations, error) {
	all := client.Expectations{NothingElse: t.NothingElse}
	top, err := t.One.expectation()
	if err != nil {
		return all, err
	}
	all.Within, top.Within = top.Within, 0
	if t.Expectations == nil {
		all.Expectations = []client.Expectation{top}
		return all, nil
	}
	if !reflect.ValueOf(top).IsZero() {
		return all, errors.New("beside expectations, only nothing_else and within can be given; move the rest into a further expectation of the list")
	}
	all.Expectations = []client.Expectation{}
	for n, one := range t.Expectations {
		e, err := one.expectation()
		if err != nil {
			return all, fmt.Errorf("expectations[%d]: %w", n, err)
		}
		all.Expectations = append(all.Expectations, e)
	}
	return all, nil
}

func (t expectationText) expectation() (client.Expectation, error) {
	e := client.Expectation{Operation: t.Operation, Query: t.Query, Where: t.Where, Count: t.Count, AtLeast: t.AtLeast, AtMost: t.AtMost, Strict: t.Strict,
		Record: t.Record, AtOnce: t.AtOnce}
	if r := t.Repeats; r != nil {
		e.Repeats = &client.Repeats{AtLeast: r.AtLeast, AtMost: r.AtMost, Gap: (*client.Gap)(r.Gap)}
	}
	if t.InOrder != nil {
		e.InOrder = []client.Step{}
	}
	for _, step := range t.InOrder {
		e.InOrder = append(e.InOrder, client.Step{Operation: step.Operation, Query: step.Query, Where: step.Where, Capture: step.Capture, Gap: (*client.Gap)(step.Gap)})
	}
	var err error
	if e.Within, err = waitOf(t.Within); err != nil {
		return e, fmt.Errorf("within: %w", err)
	}
	return e, nil
}

// waitOf reads a wait, 0 for "".
func waitOf(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	return clock.ParseDuration(text)
}
