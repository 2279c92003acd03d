package sandboxtest

import "context"

// explained is the number of an account's refused calls to explain when a test
// fails.
const explained = 10

// explain logs why the sandbox refused calls, the latest of each account, with the pages
// about them. The pages are there until the test ends. It logs nothing when the test has
// stopped the sandbox.
func (r *Running) explain() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	control, logged := r.Control(), map[string]bool{}
	accounts, err := control.Accounts(ctx)
	if err != nil {
		return
	}
	for _, a := range accounts {
		refused, _ := control.Account(a.VendorCode).RefusedCalls(ctx, explained)
		for _, call := range refused {
			if !logged[call.ID] { // one without an account is among those of each
				logged[call.ID] = true
				r.t.Log("sandboxtest: " + call.Text + "\n  page: " + call.Page)
			}
		}
	}
}
