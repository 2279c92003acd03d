package sandbox_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestReadExpectations(t *testing.T) {
	t.Parallel()
	one, two := 1, 2
	login := client.Expectation{Operation: "login", Where: `status == 200`, AtLeast: &one, AtMost: &two}
	order := client.Expectation{InOrder: []client.Step{{Operation: "login"}, {Query: "status:4xx", Where: ""}}, Strict: true, Within: time.Second}
	cases := map[string]client.Expectations{
		"operation: login\nwhere: status == 200\nat_least: 1\nat_most: 2\nnothing_else: true\nwithin: 5s\n": {
			Expectations: []client.Expectation{login}, NothingElse: true, Within: 5 * time.Second},
		"expectations:\n- operation: login\n  where: status == 200\n  at_least: 1\n  at_most: 2\n- in_order: [{operation: login}, {q: 'status:4xx'}]\n  strict: true\n  within: 1s\n": {
			Expectations: []client.Expectation{login, order}},
		"- in_order:\n  - operation: login\n  - q: status:4xx\n  strict: true\n  within: 1s\n": {Expectations: []client.Expectation{order}},
		"{\n\t\"operation\": \"login\",\n\t\"where\": \"status == 200\", \"at_least\": 1,\r\n\t\"at_most\": 2}": {
			Expectations: []client.Expectation{login}},
		`[]`: {Expectations: []client.Expectation{}},
	}
	for text, want := range cases {
		if got, err := sandbox.ReadExpectations([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func TestReadExpectationsFaults(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"":                                     "the file must have one document with expectations",
		"operation: login\ncoutn: 1\n":         `[2:1] unknown field "coutn"; did you mean count?`,
		"operation: login\ncount: many\n":      `[2:8] count must be a whole number, got "many"`,
		"expectations:\n- within: soon\n":      `[2:11] within must be a duration such as 500ms or 5s, got "soon"`,
		"expectations: []\ncount: 1\n":         "beside expectations, only nothing_else and within can be given",
		"operation: &a login\nwhere: [*a":      "[1:12] anchors, aliases",
		strings.Repeat("[", 100):               "nest",
		strings.Repeat("- where: x\n", 30_000): "too many values",
	}
	for text, want := range cases {
		if _, err := sandbox.ReadExpectations([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v, want %s", text, err, want)
		}
	}
}
