package worlds

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// The tables of fields in the guide are generated from the types of a world file;
// -update writes them.
func TestTablesOfTheGuideAreFresh(t *testing.T) {
	t.Parallel()
	tables := fieldTables{seen: map[reflect.Type]string{}}
	tables.add("The file", reflect.TypeFor[entries]())
	want := fieldsIntroduction + tables.text.String() + setIntroduction
	for _, of := range []struct {
		entry string
		set   reflect.Type
	}{
		{"orders", reflect.TypeFor[set[wholeOrder]]()}, {"orders.lines", reflect.TypeFor[set[record.Item]]()},
		{"customers", reflect.TypeFor[set[record.Customer]]()}, {"subscriptions", reflect.TypeFor[set[record.ItemSubscription]]()},
	} {
		var names []string
		for pair := valueSchema(of.set).Properties.Oldest(); pair != nil; pair = pair.Next() {
			names = append(names, "`"+pair.Key+"`")
		}
		want += "| `" + of.entry + "` | " + strings.Join(names, " ") + " |\n"
	}
	golden(t, "../../../web/guide/world-fields.md", want)
}

const setIntroduction = `
## set

What no word gives, in the names of the interface, with the values that a record of the interface has. An object is merged,
any other value replaces what was there; a date is a moment. The result must keep the rules that every record keeps.
An order's forms have ` + "`file_name`, `client_time`, `uploaded_at` and `content`" + ` in base64. The JSON Schema has the fields below these.

| Entry | Names |
|---|---|
`

const fieldsIntroduction = `# Fields of a world file

Every field of [a world file](worlds.md), by its place, with what the interface calls it. A field in **bold** is
required. What is left out follows from the rest or is random, the same in every account.

A *date* is an offset from the account's clock (` + "`-7d`, `-36h+1s`, `30d`" + `) or a moment in UTC
(` + "`2026-10-02`, `2026-10-02 09:14:51`" + `). A *duration* is ` + "`12h` or `20d`" + `. An *amount* has at most two decimals.
`

// fieldTables has a table for every type, after the first table that names it.
type fieldTables struct {
	text strings.Builder
	seen map[reflect.Type]string // the heading of its table
}

type fieldRow struct {
	field reflect.StructField
	name  string
}

// rows returns the fields of a struct, also of inlined structs.
func rows(of reflect.Type) (all []fieldRow) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, style, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		if style == "inline" {
			all = append(all, rows(field.Type)...)
		} else if name != "" {
			all = append(all, fieldRow{field, name})
		}
	}
	return all
}

func (f *fieldTables) add(heading string, of reflect.Type) {
	f.seen[of] = heading
	fmt.Fprintf(&f.text, "\n## %s\n\n| Field | Value | In the interface | Meaning |\n|---|---|---|---|\n", heading)
	type table struct {
		heading string
		of      reflect.Type
	}
	var below []table
	for _, row := range rows(of) {
		name := "`" + row.name + "`"
		if slices.Contains(strings.Split(row.field.Tag.Get("jsonschema"), ","), "required") {
			name = "**" + name + "**"
		}
		elem, path := row.field.Type, row.name
		if heading != "The file" {
			path = heading + "." + row.name
		}
		for elem.Kind() == reflect.Pointer || elem.Kind() == reflect.Slice && valueSchema(elem) == nil {
			elem = elem.Elem()
		}
		value := f.value(row.field.Type)
		if elem.Kind() == reflect.Struct && valueSchema(elem) == nil {
			if _, shown := f.seen[elem]; !shown {
				f.seen[elem] = path
				below = append(below, table{path, elem})
			}
			value = strings.ReplaceAll(value, "entry", "["+f.seen[elem]+"](#"+anchor(f.seen[elem])+")")
		}
		var names []string
		for _, other := range strings.FieldsFunc(row.field.Tag.Get(yamltext.OtherNames), func(r rune) bool { return r == ',' }) {
			names = append(names, "`"+other+"`")
		}
		fmt.Fprintf(&f.text, "| %s | %s | %s | %s |\n", name, value, strings.Join(names, ", "), strings.ReplaceAll(row.field.Tag.Get("jsonschema_description"), "|", `\|`))
	}
	for _, t := range below {
		f.add(t.heading, t.of)
	}
}

// anchor returns the id of a heading in the pages.
func anchor(heading string) string { return strings.ReplaceAll(heading, ".", "") }

// value describes a value of a type, in words.
func (f *fieldTables) value(of reflect.Type) string {
	switch of {
	case reflect.TypeFor[date](), reflect.TypeFor[*date]():
		return "date"
	case reflect.TypeFor[duration]():
		return "duration"
	case reflect.TypeFor[amount](), reflect.TypeFor[*amount]():
		return "amount"
	case reflect.TypeFor[text](), reflect.TypeFor[string]():
		return "text"
	}
	schema := valueSchema(of)
	if schema != nil && schema.Properties != nil {
		return "[names of the interface](#set)"
	}
	if schema != nil && len(schema.Enum) > 0 {
		var words []string
		for _, word := range schema.Enum {
			words = append(words, fmt.Sprintf("`%v`", word))
		}
		return strings.Join(words, " ")
	}
	switch of.Kind() {
	case reflect.Pointer:
		return f.value(of.Elem())
	case reflect.Slice:
		return "list of " + f.value(of.Elem())
	case reflect.Map:
		return "mapping of text to " + f.value(of.Elem())
	case reflect.Bool:
		return "`true` `false`"
	case reflect.Struct:
		return "entry"
	}
	return "whole number"
}
