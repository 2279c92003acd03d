package catalog

import "slices"

// ClosedSet is a type with values listed by the interface, or by an answer to an open
// question. The file with the declaration lists them; all other code calls Values.
type ClosedSet[T any] interface {
	~string
	// Values returns every value, in the order in which messages list them.
	Values() []T
}

// IsValue reports whether v is a value of its type.
func IsValue[T ClosedSet[T]](v T) bool { return slices.Contains(v.Values(), v) }

// valuesOf returns the values of a type as plain texts.
func valuesOf[T ClosedSet[T]]() []string {
	var none T
	return Words(none.Values())
}

// Words returns values as plain texts.
func Words[T ~string](values []T) []string {
	var words []string
	for _, v := range values {
		words = append(words, string(v))
	}
	return words
}
