package client

import "context"

// Handle is what a name of the account's world stands for: a kind of record
// and the ids it is found by, in the interface's own parameter names such as
// OrderReference.
type Handle struct {
	Kind string
	IDs  map[string]string
}

// Handles returns the handles of the account by their names.
func (a *Account) Handles(ctx context.Context) (map[string]Handle, error) {
	var shown map[string]map[string]string
	if err := a.client.get(ctx, a.at("handles"), &shown); err != nil {
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
