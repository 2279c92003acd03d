package gate

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// TestLongMessages verifies that the messages of a problem are cut, and those of the
// caller's problem are not.
func TestLongMessages(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long ", phrase.MaxLine)
	given := commerce.Problemf(catalog.InvalidParameter, "%s", long)
	given.More = []commerce.Problem{*commerce.Problemf(catalog.InvalidParameter, "%s", long)}
	op, _ := catalog.Find(catalog.SearchOrders)
	c := &Call{Input: Input{Operation: op, Recorder: &journal.Recorder{}}}
	got := (&Gate{}).Finish(c, given).Problem
	if want := phrase.Line(long, phrase.MaxLine); got.Message != want || got.More[0].Message != want {
		t.Errorf("got %s and %s", got.Message, got.More[0].Message)
	}
	if given.Message != long || given.More[0].Message != long {
		t.Error("the caller's problem is cut")
	}
}
