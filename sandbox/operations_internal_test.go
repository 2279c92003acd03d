package sandbox

import (
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestNewChecksTheTable verifies that New refuses a table of operations that does not
// have each operation of the catalogue once, and names the operation.
func TestNewChecksTheTable(t *testing.T) {
	t.Parallel()
	at := func(id catalog.OperationID) int {
		return slices.IndexFunc(operations(), func(op operation) bool { return op.id == id })
	}
	cancel, login := operations()[at(catalog.CancelOrder)], operations()[at(catalog.Login)]
	replaced := func(by operation) []operation {
		all := operations()
		all[at(catalog.CancelOrder)] = by
		return all
	}
	invented, otherProtocol := cancel, login
	invented.id, otherProtocol.id = "cancel-cart", catalog.CancelOrder
	for name, c := range map[string]struct {
		table []operation
		want  string
	}{
		"as it is":    {operations(), ""},
		"one lacking": {slices.Delete(operations(), at(catalog.CancelOrder), at(catalog.CancelOrder)+1), "the table of operations lacks cancel-order"},
		"one twice":   {append(operations(), cancel), "the table of operations has cancel-order 2 times"},
		"one invented": {replaced(invented),
			"the table of operations lacks cancel-order\nthe table of operations has cancel-cart, which is not in the catalogue"},
		"other protocol": {replaced(otherProtocol), "the table of operations gives cancel-order the handler of another protocol than rest"},
		"two faults": {append(operations()[1:], cancel),
			"the table of operations lacks search-orders\nthe table of operations has cancel-order 2 times"},
	} {
		got := ""
		s, err := newWith(c.table, Options{})
		if err != nil {
			got = err.Error()
		}
		if got != c.want || (s == nil) != (c.want != "") {
			t.Errorf("%s: got %q and %v, want %q", name, got, s, c.want)
		}
	}
}

// TestTableOrder verifies that the table may have any order: the operations are served
// in that of the catalogue.
func TestTableOrder(t *testing.T) {
	t.Parallel()
	turned := operations()
	slices.Reverse(turned)
	all, err := withRows(turned)
	must(t, err)
	var got, want []string
	for n, row := range catalog.Operations() {
		got, want = append(got, string(all[n].shown.Row.ID)), append(want, string(row.ID))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}
