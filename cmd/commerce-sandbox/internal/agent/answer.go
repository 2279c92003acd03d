package agent

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// answers has zero values of what the tools answer, by their names. A tool with several
// answers one of them. The schema of a tool that is left out is any object.
func answers() map[string][]any {
	changed := []any{done{}}
	rows := []any{listed{}}
	return map[string][]any{
		"list_accounts": rows, "show_account": {accountShown{}}, "delete_account": changed, "save_snapshot": changed, "list_handles": rows,
		"change_clock": {client.Clock{}, client.ClockPreview{}}, "list_scenarios": rows, "activate_scenario": changed, "deactivate_scenario": changed,
		"list_calls": {callList{}}, "explain_call": {explained{}}, "preview_call": {previewed{}}, "verify_calls": {verified{}}, "verdict": {shownVerdict{}, shownRun{}},
		"describe_operation": {operationShown{}, listed{}}, "diagnose_signature": {client.SignatureDiagnosis{}},
		"list_questions": rows, "answer_question": changed, "read_guide": {longText{}, listed{}},
		"read_rehearsal": {rehearsalShown{}, trialShown{}},
	}
}

// answerSchema returns the JSON Schema of an answer: its members and their types, which
// is what an agent chooses among. A deeper one would make every session longer.
func answerSchema(zero ...any) map[string]any {
	schema := map[string]any{"type": "object"}
	members := map[string]any{}
	for _, value := range zero {
		addMembers(members, reflect.TypeOf(value))
	}
	if len(members) > 0 {
		schema["properties"] = members
	}
	return schema
}

func addMembers(members map[string]any, t reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "":
			addMembers(members, field.Type)
		case name != "" && name != "-":
			member := map[string]any{}
			if of := jsonType(field.Type); of != "" && (members[name] == nil || reflect.DeepEqual(members[name], map[string]any{"type": of})) {
				member["type"] = of
			}
			members[name] = member
		}
	}
}

// jsonType returns the type of a member in JSON, "" for any: also for one that can be null.
func jsonType(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return "string"
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return ""
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Struct:
		return "object"
	}
	return ""
}
