package client

import "context"

// RefusedCall is a refused call with its explanation, for people.
type RefusedCall struct {
	ID   string `json:"id"`
	Page string `json:"page"` // address of the page about it
	Text string `json:"text"` // lines: the call, the failed checks with the given and the expected value, the signature
}

// String returns the text with the address of the page, if there is one.
func (r RefusedCall) String() string {
	if r.Page == "" {
		return r.Text + "\n"
	}
	return r.Text + "\n  page: " + r.Page + "\n"
}

// RefusedCalls explains the latest refused calls of the account, the oldest of them first:
// as many as limit, 10 when it is 0. At most 3 calls without an account since its opening
// follow, because a wrong vendor code or a missing credential makes them.
func (a *Account) RefusedCalls(ctx context.Context, limit int) ([]RefusedCall, error) {
	list, err := get[struct{ Refused []RefusedCall }](ctx, a.client, with(a.at("refused"), "limit", max(0, limit)))
	return list.Refused, err
}
