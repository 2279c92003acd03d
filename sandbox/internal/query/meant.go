package query

import (
	"slices"
	"strings"
)

// meant are the fields for names of the interface, in lower case, with another
// spelling: the first one that a list has.
var meant = map[string][]string{
	"refno":                     {"reference", "order"},
	"orderreference":            {"order", "reference"},
	"approvestatus":             {"approval"},
	"avangatecustomerreference": {"customer", "reference"},
	"customerreference":         {"customer", "reference"},
	"externalreference":         {"external"},
	"externalcustomerreference": {"external"},
	"grossprice":                {"total"},
	"grossdiscountedprice":      {"total"},
	"productcode":               {"product", "code"},
}

// FieldFor returns the field of a list for a name of the interface in any spelling, ""
// when the list has none.
func FieldFor(name string, fields []string) string {
	plain := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
	for _, field := range meant[plain] {
		if slices.Contains(fields, field) {
			return field
		}
	}
	return ""
}
