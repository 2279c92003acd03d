package boltstore

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

type handleStore struct{ tx *tx }

func (h handleStore) Put(name string, handle commerce.Handle) error {
	if err := h.tx.room(); err != nil {
		return err
	}
	return h.tx.putJSON(handles, textKey(name), "handle", name, &commerce.NamedHandle{Name: name, Handle: handle})
}

func (h handleStore) Get(name string) (commerce.Handle, bool, error) {
	named, known, err := getJSON[commerce.NamedHandle](h.tx.table(handles), textKey(name))
	return named.Handle, known, err
}

func (h handleStore) All() (map[string]commerce.Handle, error) {
	all := map[string]commerce.Handle{}
	for _, content := range h.tx.table(handles).scanPrefix(nil).all() {
		var named commerce.NamedHandle
		if err := commerce.Decode(content, &named); err != nil {
			return nil, fmt.Errorf("cannot read a stored handle: %w", err)
		}
		all[named.Name] = named.Handle
	}
	return all, nil
}
