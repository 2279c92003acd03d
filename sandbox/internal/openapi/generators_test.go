package openapi_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestForGenerators finds no unions in the document for generators. A former one takes
// every kind.
func TestForGenerators(t *testing.T) {
	t.Parallel()
	shown := text(t, plain, nil)
	for _, union := range []string{"oneOf", "anyOf", "allOf", "discriminator"} {
		if strings.Contains(string(shown), `"`+union+`"`) {
			t.Errorf("the document has %s", union)
		}
	}
	schemas := parsed(t, shown).Components.Schemas
	for name, want := range map[string]openapi3.Schema{
		"PaymentMethod": {Nullable: true, Required: []string{"RecurringEnabled"}},
		"Discount":      {Required: []string{"Type"}},
	} {
		if s := schemas[name].Value; s.Nullable != want.Nullable || !reflect.DeepEqual(s.Required, want.Required) {
			t.Errorf("%s: got nullable %v and required %v", name, s.Nullable, s.Required)
		}
	}
	for name, value := range map[string]any{
		"PaymentMethod": nil,
		"Discount":      map[string]any{"Type": "PERCENT", "Value": 15.0},
	} {
		if err := schemas[name].Value.VisitJSON(value); err != nil {
			t.Errorf("%s: %v is not allowed: %v", name, value, err)
		}
	}
	if got, want := schemas["Discount"].Value.Properties["Type"].Value.Enum, []any{"FIXED", "PERCENT"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got types %v, want %v", got, want)
	}
}
