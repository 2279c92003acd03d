package yamltext_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	type part struct {
		Colour string `yaml:"colour"`
	}
	type whole struct {
		Parts []part          `yaml:"parts"`
		Named map[string]part `yaml:"named"`
	}
	decode := func(text string) error {
		file, err := yamltext.Read([]byte(text), limits)
		if err != nil {
			return err
		}
		return yamltext.Decode(file.Docs[0].Body, &whole{}, nil)
	}
	long := "parts: [{colour: " + strings.Repeat("x", 3_000) + ", color: y}]"
	for _, test := range []struct {
		err  error
		want []yamltext.Fault
	}{
		{nil, nil},
		{errors.New("no place"), []yamltext.Fault{{Message: "no place"}}},
		{decode("parts:\n  - {color: red}"), []yamltext.Fault{{2, 6, `unknown field "color"; did you mean colour?`, "colour"}}},
		{decode("named: {a: {colours: red}}"), []yamltext.Fault{{1, 13, `unknown field "colours"; did you mean colour?`, "colour"}}},
		{decode("colour: red"), []yamltext.Fault{{1, 1, `unknown field "colour"`, ""}}},
		{decode(long), []yamltext.Fault{{1, 3_020, `unknown field "color"; did you mean colour?`, "colour"}}},
		{decode("parts: [[["), []yamltext.Fault{{1, 10, "sequence end token ']' not found", ""}}},
		{fmt.Errorf("file: %w", errors.Join(decode("color: red"), yamltext.Suggest(errors.New("wrong"), "right"))),
			[]yamltext.Fault{{1, 1, `unknown field "color"; did you mean colour?`, "colour"}, {0, 0, "wrong", "right"}}},
	} {
		if got := yamltext.Faults(test.err); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%.200v: got %+v, want %+v", test.err, got, test.want)
		}
	}
	if err := yamltext.Suggest(errors.New("x"), ""); err.Error() != "x" {
		t.Errorf("got %v", err)
	}
}
