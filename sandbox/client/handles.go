package client

import "context"

// Handle is a record named by the account's world: its kind, and its ids by the names of
// the interface's parameters, such as OrderReference.
type Handle struct {
	Kind string
	IDs  map[string]string
}

// Handles returns the handles of the account by their names.
func (a *Account) Handles(ctx context.Context) (map[string]Handle, error) {
	shown, err := get[map[string]map[string]string](ctx, a.client, a.at("handles"))
	if err != nil {
		return nil, err
	}
	handles := make(map[string]Handle, len(shown))
	for name, ids := range shown {
		kind := ids["kind"]
		delete(ids, "kind")
		handles[name] = Handle{Kind: kind, IDs: ids}
	}
	return handles, nil
}
