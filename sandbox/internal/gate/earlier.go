package gate

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// lookBack lets the operation read records as they were, where a scenario says so. Its
// rules need a right credential, so the call has an account.
func (c *Call) lookBack() {
	back := c.Decision().Earlier
	if back.IsNow() {
		return
	}
	note := func(format string, args ...any) {
		c.Recorder.Note(fmt.Sprintf("scenario %s, rule %d: ", back.Scenario, back.Rule) + fmt.Sprintf(format, args...))
	}
	if c.own.DiscardWrites {
		note("records have no earlier state, because the account discards writes")
		return
	}
	shop, unseen := c.Account.Earlier(back.Earlier, c.Terms.Now, c.namedOrder(), c.Recorder.Preview)
	if unseen > 0 {
		c.Shop = shop
		note("reads the records as they were before their last %d changes", unseen)
	}
}

// namedOrder returns the reference of the order in the call, "" for none.
func (c *Call) namedOrder() string {
	name, named := c.reader().name()
	if kind, _ := c.Operation.NamedRecord(); !named || kind != catalog.OrderRecord {
		return ""
	}
	if id, err := c.namedID(catalog.OrderRecord); err == nil {
		return id
	}
	return name.Value // a deleted order, by its reference
}
