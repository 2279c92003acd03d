package catalog

import "slices"

// BooleanWord is a spelling of a boolean in a query, in any case (open question
// booleans).
type BooleanWord struct {
	Word  string
	Truth bool
}

// BooleanWords returns every spelling of a boolean in a query.
func BooleanWords() []BooleanWord { return slices.Clone(booleanWords) }

var booleanWords = []BooleanWord{
	{"true", true}, {"false", false}, {"1", true}, {"0", false}, {"YES", true}, {"NO", false},
}
