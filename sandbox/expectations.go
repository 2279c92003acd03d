package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// expectationsFile is a file of expectations: several, or one.
type expectationsFile struct {
	Expectations []client.Expectation `yaml:"expectations"`
	One          client.Expectation   `yaml:",inline"`
}

// expectationLimits bound a file of expectations.
var expectationLimits = yamltext.Limits{Bytes: 1 << 20, Marks: 20_000}

// goneFields have what to write instead of fields of earlier versions.
var goneFields = yamltext.GoneFrom(map[string]string{"capture": `the value itself into where, such as path.upsellCode == "VALUE"`})

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
	var read expectationsFile
	body := file.Docs[0].Body
	if yamltext.IsList(body) {
		err = yamltext.Decode(body, &read.Expectations, goneFields)
	} else {
		err = yamltext.Decode(body, &read, goneFields)
	}
	if err != nil {
		return client.Expectations{}, err
	}
	top := read.One
	all := client.Expectations{Expectations: read.Expectations, NothingElse: top.NothingElse, Within: top.Within}
	top.NothingElse, top.Within = false, 0
	switch {
	case read.Expectations == nil:
		all.Expectations = []client.Expectation{top}
	case !reflect.ValueOf(top).IsZero():
		return all, errors.New("beside expectations, only nothing_else and within can be given; move the rest into a further expectation of the list")
	}
	return all, nil
}
