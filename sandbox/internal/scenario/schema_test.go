package scenario

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

const schemaPath = "../../../scenarios/" + schemaFile

// The schema is generated from the forms of a file; -update writes it.
func TestSchemaIsFresh(t *testing.T) {
	t.Parallel()
	made, err := json.MarshalIndent(makeSchema(t), "", "  ")
	must(t, err)
	made = append(made, '\n')
	if flag.Lookup("update").Value.String() == "true" {
		must(t, os.WriteFile(schemaPath, made, 0o644))
		return
	}
	if got := string(Schema()); got != string(made) {
		t.Errorf("scenarios/scenario.schema.json is stale; run go test ./sandbox/internal/scenario -update; got\n%s\nwant\n%s", got, made)
	}
}

// The schema accepts what ships, and every form of the keys.
func TestSchemaAccepts(t *testing.T) {
	t.Parallel()
	document, err := validator.UnmarshalJSON(bytes.NewReader(Schema()))
	must(t, err)
	compiler := validator.NewCompiler()
	must(t, compiler.AddResource(schemaFile, document))
	schema, err := compiler.Compile(schemaFile)
	must(t, err)
	texts := map[string]string{"every form": `
rules:
- {on: login, do: {before: {refund: order 7, amount: 1.50}, after: [{complete: order}, {advance: 3d}, {place: P1, customer: 7, status: COMPLETE}]}}
- {on: "POST path:/carts", place: PENDING}
- {on: [login, "soap:placeOrder"], delay: {median: 1s, p99: 2s}, cut: {after: 1, in: head}, nth: {operation: login, call: 2}}
- {on: login, change: [{at: status, set: 500}, {at: $.x, set: {a: [1]}}, {at: $.y, remove: true}], limit: {calls: 5, per: 10s, by: header.X}}
- {on: login, answer: {status: 200, headers: {Retry-After: 2}, template: true}, keep_alive: stale, length: -1, pace: 1KB/s, chance: 50%}
`}
	for name, of := range shipped() {
		texts[name] = of.text
	}
	for name, text := range texts {
		converted, err := yaml.YAMLToJSON([]byte(text))
		must(t, err)
		value, err := validator.UnmarshalJSON(bytes.NewReader(converted))
		must(t, err)
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func makeSchema(t *testing.T) *jsonschema.Schema {
	schema := schemaOf(t, "", document)
	schema.Version = jsonschema.Version
	schema.Title = "Scenario of the commerce sandbox"
	return schema
}

// schemaOf returns the schema of a form under a key.
func schemaOf(t *testing.T, name string, f form) *jsonschema.Schema {
	t.Helper()
	switch name {
	case "on":
		return operationsSchema()
	case "when":
		return expressionSchema()
	case "features":
		return featuresSchema()
	case "assume":
		return answersSchema()
	case "headers":
		return &jsonschema.Schema{Type: "object",
			AdditionalProperties: &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}}
	}
	var ways []*jsonschema.Schema
	if f.single != "" && f.single != noSingle {
		single := &jsonschema.Schema{}
		if err := json.Unmarshal([]byte(f.single), single); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		ways = append(ways, single)
	}
	if f.keys != nil {
		mapping := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
		for _, k := range f.keys {
			property := schemaOf(t, k.name, k.form)
			if k.description != "" {
				property.Description = k.description
			}
			mapping.Properties.Set(k.name, property)
			if k.form.isRequired {
				mapping.Required = append(mapping.Required, k.name)
			}
		}
		ways = append(ways, mapping)
	}
	if f.alone {
		ways = append(ways, schemaOf(t, name, *f.items))
	}
	if f.items != nil {
		list := &jsonschema.Schema{Type: "array", Items: schemaOf(t, name, *f.items)}
		if f.most > 0 {
			list.MinItems, list.MaxItems = new(uint64(1)), new(uint64(f.most))
		}
		ways = append(ways, list)
	}
	switch len(ways) {
	case 0: // any value
		return &jsonschema.Schema{}
	case 1:
		return ways[0]
	}
	return &jsonschema.Schema{OneOf: ways}
}

// expressionSchema lists the names of conditions: for people in the description, for
// editors under x-variables.
func expressionSchema() *jsonschema.Schema {
	description := "A condition over the call, true or false, in " + Language + ". Its names:"
	var variables []map[string]string
	for _, v := range Variables() {
		description += fmt.Sprintf(" %s (%s): %s.", v.Name, v.Type, v.Meaning)
		variables = append(variables, map[string]string{"name": v.Name, "type": v.Type, "meaning": v.Meaning})
	}
	return &jsonschema.Schema{Type: "string", Description: description, Extras: map[string]any{"x-variables": variables}}
}

func operationsSchema() *jsonschema.Schema {
	ids := anyOf(catalog.TargetIDs())
	path := &jsonschema.Schema{Type: "string", Pattern: "^((" + strings.Join(stubMethods, "|") + ") )?path:/|^soap:"}
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
		{Type: "string", Enum: append(ids, everyOperation)}, path,
		{Type: "array", Items: &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string", Enum: ids}, path}}, UniqueItems: true},
	}}
}

func featuresSchema() *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	for _, feature := range catalog.Features() {
		properties.Set(string(feature.Feature), &jsonschema.Schema{Type: "boolean", Description: feature.Summary})
	}
	return &jsonschema.Schema{Type: "object", Properties: properties, AdditionalProperties: jsonschema.FalseSchema}
}

func answersSchema() *jsonschema.Schema {
	properties := jsonschema.NewProperties()
	for _, question := range catalog.Questions() {
		if !question.HasChoice() || question.PerAccount {
			continue
		}
		answer := &jsonschema.Schema{Description: question.Question}
		if question.Duration {
			answer.Type = "string"
			answer.Examples = anyOf(answersTo(question))
		} else {
			answer.Enum = spellings(answersTo(question))
		}
		properties.Set(string(question.ID), answer)
	}
	return &jsonschema.Schema{Type: "object", Properties: properties, AdditionalProperties: jsonschema.FalseSchema}
}

// spellings adds the number, the boolean or the null of an answer without quotes in YAML,
// otherwise an editor would require the quotes.
func spellings(answers []string) []any {
	all := anyOf(answers)
	for _, answer := range answers {
		var value any
		if json.Unmarshal([]byte(answer), &value) == nil {
			all = append(all, value)
		}
	}
	return all
}

func anyOf[T ~string](names []T) []any {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = string(name)
	}
	return list
}

// answersTo returns the answers that a question may have.
func answersTo(question catalog.Question) (answers []string) {
	for _, choice := range question.Choices {
		answers = append(answers, choice.Answer)
	}
	return answers
}
