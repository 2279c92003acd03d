package catalog

import "slices"

// Place is where a parameter travels.
type Place string

// The places of a parameter.
const (
	InQuery    Place = "query"
	InPath     Place = "path"
	InBody     Place = "body"     // a field of the JSON body
	InEnvelope Place = "envelope" // an element of the SOAP call
)

// Parameter is one input of an operation. A field within a field is named with
// a dot, and lists are not marked in the name: "Discount.Values.Currency".
type Parameter struct {
	Name     string
	In       Place
	Type     string // string, integer, number, boolean, object, or "array of …"
	Required bool
	Rule     string   // what the value must be or does, or ""
	Enum     []string // the allowed values, or none when not a list
	Default  string   // meaning of absence, when it is a value

	// Question is the open question about the parameter's name or rule, empty where the
	// interface states them.
	Question QuestionID
}

var orderReference = Parameter{Name: "OrderReference", In: InPath, Type: "string", Required: true,
	Rule: "reference of the order"}

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
