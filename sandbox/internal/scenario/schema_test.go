package scenario

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

const schemaPath = "../../../scenarios/" + schemaFile

// The schema is generated from the types of a file; -update writes it.
func TestSchemaIsFresh(t *testing.T) {
	t.Parallel()
	made, err := json.MarshalIndent(makeSchema(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	made = append(made, '\n')
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(schemaPath, made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := string(Schema()); got != string(made) {
		t.Errorf("scenarios/scenario.schema.json is stale; run go test ./sandbox/internal/scenario -update; got\n%s\nwant\n%s", got, made)
	}
}

func makeSchema() *jsonschema.Schema {
	reflector := &jsonschema.Reflector{
		FieldNameTag:               "yaml",
		RequiredFromJSONSchemaTags: true,
		DoNotReference:             true,
		Anonymous:                  true,
		Mapper:                     schemaOf,
	}
	schema := reflector.Reflect(&document{})
	schema.Title = "Scenario of the commerce sandbox"
	rules, _ := schema.Properties.Get("rules")
	when, _ := rules.Items.Properties.Get("when")
	when.Description = expressionSchema().Description // the library takes descriptions of fields from tags only
	return schema
}

// schemaOf returns the schema of a type that reads its own YAML.
func schemaOf(t reflect.Type) *jsonschema.Schema {
	const span = `^([0-9]+(\.[0-9]+)?(d|h|m|s|ms|us|µs|ns))+$`
	switch t {
	case reflect.TypeFor[yes]():
		return &jsonschema.Schema{Type: "boolean", Const: true}
	case reflect.TypeFor[kindOf]():
		return &jsonschema.Schema{Type: "string", Const: asText}
	case reflect.TypeFor[stage]():
		return &jsonschema.Schema{Type: "string", Const: BeforeCredential}
	case reflect.TypeFor[value]():
		return &jsonschema.Schema{}
	case reflect.TypeFor[word]():
		return &jsonschema.Schema{Type: "string"}
	case reflect.TypeFor[expression]():
		return expressionSchema()
	case reflect.TypeFor[code]():
		return &jsonschema.Schema{Type: "string", Enum: anyOf(documentedCodes())}
	case reflect.TypeFor[either[cutParts]]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string", Enum: anyOf(cuts)}, partsSchema(&cutParts{})}}
	case reflect.TypeFor[partShape]():
		return &jsonschema.Schema{Type: "string", Enum: anyOf(answerParts)}
	case reflect.TypeFor[rate]():
		return &jsonschema.Schema{Type: "string", Pattern: `^[0-9]+ *(B|KB|MB)/s$`}
	case reflect.TypeFor[difference]():
		return &jsonschema.Schema{Type: "integer"}
	case reflect.TypeFor[keepAlive]():
		return &jsonschema.Schema{Type: "string", Const: staleConnection}
	case reflect.TypeFor[percentage]():
		return &jsonschema.Schema{Type: "string", Pattern: `^[0-9]+(\.[0-9]+)?%$`}
	case reflect.TypeFor[duration]():
		return &jsonschema.Schema{Type: "string", Pattern: span}
	case reflect.TypeFor[count]():
		return &jsonschema.Schema{Type: "integer", Minimum: "0"}
	case reflect.TypeFor[positive]():
		return &jsonschema.Schema{Type: "integer", Minimum: "1"}
	case reflect.TypeFor[status]():
		return &jsonschema.Schema{Type: "integer", Minimum: json.Number(strconv.Itoa(minStatus)), Maximum: json.Number(strconv.Itoa(maxStatus))}
	case reflect.TypeFor[operations]():
		return operationsSchema()
	case reflect.TypeFor[switches]():
		return featuresSchema()
	case reflect.TypeFor[answers]():
		return answersSchema()
	case reflect.TypeFor[headers]():
		return &jsonschema.Schema{Type: "object",
			AdditionalProperties: &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}}
	case reflect.TypeFor[either[delayParts]]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string", Pattern: span}, partsSchema(&delayParts{})}}
	}
	if strings.HasPrefix(t.Name(), "mapped[") {
		parts, _ := t.FieldByName("of")
		return partsSchema(reflect.New(parts.Type).Interface())
	}
	return nil
}

// partsSchema returns the schema of a value in parts.
func partsSchema(parts any) *jsonschema.Schema {
	schema := (&jsonschema.Reflector{FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true, DoNotReference: true,
		Anonymous: true, Mapper: schemaOf}).Reflect(parts)
	schema.Version = ""
	return schema
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
