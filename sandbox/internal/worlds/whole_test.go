package worlds

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Every part of a record can be written by hand: the file gives every field of an entry,
// and the records beside it show all of them. -update rewrites them.
func TestWholeRecordsByHand(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/whole.yaml")
	must(t, err)
	must(t, schemaFault(compiledSchema(t), text))
	w := parsed(t, string(text))
	var got bytes.Buffer
	for _, one := range []any{w.customers, w.orders, w.subscriptions, w.Campaigns, w.Handles} {
		encoded, err := record.Encode(one)
		must(t, err)
		must(t, json.Indent(&got, encoded, "", "  "))
		got.WriteByte('\n')
	}
	golden(t, "testdata/whole.json", got.String())
	for _, missing := range unusedFields(t, text) {
		t.Errorf("testdata/whole.yaml gives no %s", missing)
	}
}

// unusedFields returns the fields of the language unused in a file.
func unusedFields(t *testing.T, text []byte) []string {
	t.Helper()
	var file any
	must(t, yaml.Unmarshal(text, &file))
	given := map[string]bool{} // by type and name
	var walk func(of reflect.Type, value any)
	walk = func(of reflect.Type, value any) {
		for of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		list, isList := value.([]any)
		for _, item := range list {
			walk(of.Elem(), item)
		}
		mapping, isMapping := value.(map[string]any)
		if of.Kind() != reflect.Struct || isList || value != nil && !isMapping {
			return
		}
		for i := range of.NumField() {
			name, style, _ := strings.Cut(of.Field(i).Tag.Get("yaml"), ",")
			if style == "inline" {
				walk(of.Field(i).Type, value)
			} else if v := mapping[name]; name != "" && name != "records" && name != "orders_from" { // they are no language for people
				key := of.Name() + "." + name
				given[key] = given[key] || v != nil
				walk(of.Field(i).Type, v)
			}
		}
	}
	walk(reflect.TypeFor[entries](), file)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(given)), func(key string) bool { return given[key] })
}
