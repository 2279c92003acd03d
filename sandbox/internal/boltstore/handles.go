package boltstore

import (
	"encoding/json"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

type handleStore struct{ tx *tx }

// namedHandle is a handle with its name, because a key may hold only the hash of
// a name.
type namedHandle struct {
	Name string `json:"name"`
	commerce.Handle
}

func (h handleStore) Put(name string, handle commerce.Handle) error {
	if err := h.tx.room(); err != nil {
		return err
	}
	return h.tx.putJSON(handles, textKey(name), "handle", name, namedHandle{name, handle})
}

func (h handleStore) Get(name string) (commerce.Handle, bool, error) {
	named, known, err := getJSON[namedHandle](h.tx.table(handles), textKey(name))
	return named.Handle, known, err
}

func (h handleStore) All() (map[string]commerce.Handle, error) {
	all := map[string]commerce.Handle{}
	for _, content := range h.tx.table(handles).scanPrefix(nil).all() {
		var named namedHandle
		if err := json.Unmarshal(content, &named); err != nil {
			return nil, fmt.Errorf("cannot read a stored handle: %w", err)
		}
		all[named.Name] = named.Handle
	}
	return all, nil
}
