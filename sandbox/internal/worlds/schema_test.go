package worlds

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// schemaFile is the file of Schema in package fixtures.
const schemaFile = "world.schema.json"

// The schema is generated from the types of a world file; -update writes it.
func TestSchemaIsFresh(t *testing.T) {
	t.Parallel()
	text, err := json.MarshalIndent(makeSchema(), "", "  ")
	must(t, err)
	golden(t, "../../../fixtures/"+schemaFile, string(text)+"\n")
}

func makeSchema() *jsonschema.Schema {
	reflector := &jsonschema.Reflector{
		FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true, DoNotReference: true, Anonymous: true, Mapper: valueSchema,
	}
	schema := reflector.Reflect(&entries{})
	schema.Title = "World of the commerce sandbox"
	orders, subscriptions, campaigns := property(schema, "orders").Items, property(schema, "subscriptions").Items, property(schema, "campaigns").Items
	property(orders, "external_reference").OneOf[0].MaxLength = new(uint64(catalog.MaxExternalReference))
	reference := property(orders, "reference")
	reference.OneOf[0].Pattern = orderReference.String()
	reference.OneOf[1].Minimum, reference.OneOf[1].Maximum = "1000000", "999999999"
	buyer := []*jsonschema.Schema{{Required: []string{"customer"}}, {Required: []string{"partner"}}}
	orders.AnyOf, subscriptions.AnyOf = buyer, buyer
	for _, terms := range []*jsonschema.Schema{subscriptions, property(property(orders, "lines").Items, "subscription")} {
		for _, name := range []string{"start", "expires"} {
			date := property(terms, name)
			date.AnyOf = append(date.AnyOf, &jsonschema.Schema{Type: "null"}) // as if it were absent
		}
	}
	campaigns.OneOf = []*jsonschema.Schema{{Required: []string{"percent"}}, {Required: []string{"fixed"}}}
	return schema
}

func property(of *jsonschema.Schema, name string) *jsonschema.Schema {
	found, _ := of.Properties.Get(name)
	return found
}

// valueSchema returns the schema of a value with a format or a closed set of words.
func valueSchema(t reflect.Type) *jsonschema.Schema {
	const (
		unit     = `(d|h|m|s|ms|us|µs|μs|ns)`
		number   = `([0-9]+\.?[0-9]*|\.[0-9]+)`
		offset   = `([+-]?` + number + unit + `)+`
		moment   = `[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}:[0-9]{2}.*)?`
		decimals = `^-?[0-9]+(\.[0-9]{1,2})?$`
	)
	zero := &jsonschema.Schema{Const: 0}
	switch t {
	case reflect.TypeFor[date]():
		return anyOf(&jsonschema.Schema{Type: "string", Pattern: `^(` + offset + `|` + moment + `)$`}, zero)
	case reflect.TypeFor[duration]():
		return anyOf(&jsonschema.Schema{Type: "string", Pattern: `^\+?(` + number + unit + `)+$`}, zero)
	case reflect.TypeFor[amount]():
		// No multipleOf: editors divide binary fractions, and 8.60 is no multiple of 0.01 for them.
		return anyOf(&jsonschema.Schema{Type: "number"}, &jsonschema.Schema{Type: "string", Pattern: decimals})
	case reflect.TypeFor[catalog.Status]():
		return words(catalog.Status("").Values())
	case reflect.TypeFor[catalog.ApproveStatus]():
		return words(catalog.ApproveStatus("").Values())
	case reflect.TypeFor[catalog.PurchaseOrderState]():
		return words(catalog.PurchaseOrderState("").Values())
	case reflect.TypeFor[catalog.Resolution]():
		return words(catalog.Resolution("").Values())
	case reflect.TypeFor[catalog.Reason]():
		return words(catalog.Reason("").Values())
	case reflect.TypeFor[text]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}
	case reflect.TypeFor[set[wholeOrder]]():
		return setSchema[wholeOrder](orderFollows)
	case reflect.TypeFor[set[record.Item]]():
		return setSchema[record.Item](lineFollows)
	case reflect.TypeFor[set[record.Customer]]():
		return setSchema[record.Customer](customerFollows)
	case reflect.TypeFor[set[record.ItemSubscription]]():
		return setSchema[record.ItemSubscription](subscriptionFollows)
	case reflect.TypeFor[paymentKind]():
		return words(paymentKinds())
	case reflect.TypeFor[catalog.DisplayType]():
		return words(catalog.DisplayType("").Values())
	}
	return nil
}

// setSchema is the schema of set: the fields of a record that follow from no word.
func setSchema[T any](follows map[string]string) *jsonschema.Schema {
	text := func(pattern string) *jsonschema.Schema {
		return nullable(&jsonschema.Schema{Type: "string", Pattern: pattern})
	}
	reflector := &jsonschema.Reflector{DoNotReference: true, Anonymous: true, RequiredFromJSONSchemaTags: true, Mapper: func(t reflect.Type) *jsonschema.Schema {
		switch t {
		case reflect.TypeFor[record.Money]():
			return nullable(&jsonschema.Schema{Type: "number"})
		case reflect.TypeFor[record.Moment]():
			return text(`^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$`)
		case reflect.TypeFor[record.Day]():
			return text(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
		case reflect.TypeFor[record.PaymentMethod]():
			return anyOf(setSchema[record.Card](nil), setSchema[record.PayPal](nil))
		}
		return valueSchema(t)
	}}
	schema := reflector.Reflect(new(T))
	schema.Version = ""
	for name := range follows {
		of := schema
		for part, rest, more := strings.Cut(name, "."); ; part, rest, more = strings.Cut(rest, ".") {
			if !more {
				of.Properties.Delete(part)
				break
			}
			of = property(of, part)
		}
	}
	allowNull(schema)
	return schema
}

// allowNull lets the parts of a schema be null, as everything in a record of the interface may be.
func allowNull(s *jsonschema.Schema) {
	if values := s.AdditionalProperties; values != nil && values.Type != "" { // of a map
		s.AdditionalProperties = nullable(values)
	}
	if s.Properties == nil {
		return
	}
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		if allowNull(pair.Value); pair.Value.AnyOf == nil && pair.Value.Type != "" {
			pair.Value = nullable(pair.Value)
		}
	}
}

func nullable(s *jsonschema.Schema) *jsonschema.Schema {
	return anyOf(s, &jsonschema.Schema{Type: "null"})
}

func anyOf(schemas ...*jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: schemas}
}

func words[T ~string](names []T) *jsonschema.Schema {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = string(name)
	}
	return &jsonschema.Schema{Type: "string", Enum: list}
}

func compiledSchema(t *testing.T) *validator.Schema {
	t.Helper()
	document, err := validator.UnmarshalJSON(bytes.NewReader(Schema()))
	must(t, err)
	compiler := validator.NewCompiler()
	must(t, compiler.AddResource(schemaFile, document))
	schema, err := compiler.Compile(schemaFile)
	must(t, err)
	return schema
}

// schemaFault returns the schema's error for a world file.
func schemaFault(schema *validator.Schema, text []byte) error {
	converted, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	world, err := validator.UnmarshalJSON(bytes.NewReader(converted))
	if err != nil {
		return err
	}
	return schema.Validate(world)
}

func TestShippedFilesFollowTheSchema(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(fixtures.Files, "worlds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no worlds", err)
	}
	schema := compiledSchema(t)
	for _, file := range append(files, "products.yaml") {
		text, err := fixtures.Files.ReadFile(file)
		must(t, err)
		if err := schemaFault(schema, text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
