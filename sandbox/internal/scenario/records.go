package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Records are the records named by a call, as conditions read them. Each is read once,
// when the first condition needs it.
type Records interface {
	// Record returns a record of a kind, of subscriptions the first, nil when the
	// call names no existing one.
	Record(kind catalog.RecordKind) (Record, error)

	// Subscriptions returns all existing subscriptions named by the call.
	Subscriptions() ([]any, error)

	// Seen returns how many calls have named the record since the account was opened or
	// reset, this one included, previews not. It counts the calls of Decision.ReadsSeen. It is
	// 0 for a call without a record.
	Seen() (int, error)
}

// Record is a record in JSON with the names of catalog.RecordFields.
type Record interface {
	// Field returns the value of a field, false when it is absent.
	Field(name string) (any, bool)

	// Whole returns the record as content.JSON reads it.
	Whole() any
}

// namesKind reports whether calls of an operation name a record for a word.
func namesKind(word string, id catalog.OperationID) bool {
	op, _ := catalog.Find(id)
	kind, _ := op.NamedRecord()
	switch word {
	case seenWord:
		return kind != ""
	case subscriptionsWord:
		return kind == catalog.SubscriptionRecord
	}
	return string(kind) == word
}

// unproven reports whether the rule acts without a right credential, and records
// a fault then, because the key or word needs one.
func (r *reader) unproven(shape value, what string, at *token.Token) bool {
	switch {
	case shape.has("before"):
		r.add(fault(at, "%s needs a right credential, so before: %s must not be beside it", what, BeforeCredential))
	case slices.ContainsFunc(shape.of["on"].list, func(w value) bool {
		return w.text == string(catalog.UnknownPath) || w.text == string(catalog.WSDL) || strings.HasPrefix(w.text, catalog.PathPrefix)
	}):
		r.add(fault(at, "%s needs a right credential, which calls of %s, %s and %s do not have; a path with its method is checked, such as POST %[4]s/orders/", what, catalog.UnknownPath, catalog.WSDL, catalog.PathPrefix))
	default:
		return false
	}
	return true
}

// noRecordText returns the fault of operations without a record for a word.
func noRecordText(on []catalog.OperationID, word string) string {
	what := map[string]string{seenWord: "record", subscriptionsWord: string(catalog.SubscriptionRecord)}[word]
	return fmt.Sprintf("calls of %s name no %s", phrase.And(on...), cmp.Or(what, word))
}
