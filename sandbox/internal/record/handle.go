package record

// Handle is the record behind a name: its kind and its ids, under the interface's
// own parameter names (OrderReference, SaleId, …).
type Handle struct {
	Kind string            `json:"kind"`
	IDs  map[string]string `json:"ids"`
}

// NamedHandle is a handle with its name, as a store keeps it, because a key may hold
// only the hash of a name.
type NamedHandle struct {
	Name string `json:"name"`
	Handle
}
