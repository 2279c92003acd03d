package yamltext_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

type shop struct {
	Name   string         `yaml:"name" interface:"ShopName,Title"`
	Open   bool           `yaml:"open"`
	Prices map[string]int `yaml:"prices"`
	Items  []item         `yaml:"items"`
	Place  *place         `yaml:"place"`
}

type item struct {
	Place place `yaml:",inline"`
	Count int   `yaml:"item_count"`
}

type place struct {
	City string `yaml:"city"`
}

// Decode returns every fault, reads texts without one, and reads a name of another style
// as the right one.
func TestDecodeCollectsAllFaults(t *testing.T) {
	t.Parallel()
	text := `Title: Corner
open: maybe
prices: {EUR: 1, USD: two}
items:
- {City: Lyon, ItemCount: 2}
- city: [Nantes]
  colour: red
- just text
place: []
itmes: []
`
	file, err := yamltext.Read([]byte(text), limits)
	if err != nil {
		t.Fatal(err)
	}
	var got shop
	err = yamltext.Decode(file.Docs[0].Body, &got, nil)
	want := shop{Name: "Corner", Prices: map[string]int{"EUR": 1, "USD": 0}, Items: []item{{place{"Lyon"}, 2}, {}, {}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	wantFaults := []yamltext.Fault{
		{1, 1, `unknown field "Title"; did you mean name?`, "name"},
		{2, 7, `open must be true or false, got "maybe"`, ""},
		{3, 23, `USD must be a whole number, got "two"`, ""},
		{5, 4, `unknown field "City"; did you mean city?`, "city"},
		{5, 16, `unknown field "ItemCount"; did you mean item_count?`, "item_count"},
		{6, 9, `city must be text, got a list`, ""},
		{7, 3, `unknown field "colour"`, ""},
		{8, 3, `items[2] must be a mapping, got "just text"`, ""},
		{9, 8, `place must be a mapping, got a list`, ""},
		{10, 1, `unknown field "itmes"; did you mean items?`, "items"},
	}
	if got := yamltext.Faults(err); !reflect.DeepEqual(got, wantFaults) {
		t.Errorf("got %+v\nwant %+v", got, wantFaults)
	}
	var shape *yamltext.ShapeError
	if !errors.As(err, &shape) {
		t.Fatalf("got %T", err)
	}
	if want := []string{"$.open", "$.prices.USD", "$.items[1].city", "$.items[1]", "$.items[2]", "$.place", "$"}; !reflect.DeepEqual(shape.Incomplete, want) {
		t.Errorf("incomplete: got %v, want %v", shape.Incomplete, want)
	}
}

// A text with a fault in every line names the first ones, and counts the others.
func TestDecodeCountsFurtherFaults(t *testing.T) {
	t.Parallel()
	text := "items:\n" + strings.Repeat("- {colour: red, Colour: red, city: [x]}\n", 10_000)
	file, err := yamltext.Read([]byte(text), yamltext.Limits{Bytes: 1 << 20, Marks: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	err = yamltext.Decode(file.Docs[0].Body, &shop{}, nil)
	var shape *yamltext.ShapeError
	if !errors.As(err, &shape) || len(shape.Faults) != 100 || shape.More != 29_900 {
		t.Errorf("got %.200v", err)
	}
}

// A field that a type had once is refused with what is written now.
func TestDecodeNamesFormerFields(t *testing.T) {
	t.Parallel()
	file, err := yamltext.Read([]byte("title: Moon\nnam: Moon\n"), yamltext.Limits{Bytes: 1 << 10, Marks: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []yamltext.Fault{{1, 1, "title is name now", ""}, {2, 1, `unknown field "nam"; did you mean name?`, "name"}}
	type shop struct {
		Name string `yaml:"name"`
	}
	gone := func(of reflect.Type, field string) string {
		return map[string]string{"shop.title": "title is name now"}[of.Name()+"."+field]
	}
	if got := yamltext.Faults(yamltext.Decode(file.Docs[0].Body, &shop{}, gone)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
