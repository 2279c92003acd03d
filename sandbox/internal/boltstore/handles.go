package boltstore

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type handleStore struct{ tx *tx }

func (h handleStore) Put(name string, handle record.Handle) error {
	if err := h.tx.room(); err != nil {
		return err
	}
	return h.tx.putJSON(handles, textKey(name), "handle", name, &record.NamedHandle{Name: name, Handle: handle})
}

func (h handleStore) Get(name string) (record.Handle, bool, error) {
	named, known, err := getJSON[record.NamedHandle](h.tx.table(handles), textKey(name))
	return named.Handle, known, err
}

func (h handleStore) All() (map[string]record.Handle, error) {
	all := map[string]record.Handle{}
	for _, content := range h.tx.table(handles).scanPrefix(nil).all() {
		var named record.NamedHandle
		if err := record.Decode(content, &named); err != nil {
			return nil, fmt.Errorf("cannot read a stored handle: %w", err)
		}
		all[named.Name] = named.Handle
	}
	return all, nil
}
