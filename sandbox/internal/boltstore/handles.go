package boltstore

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type handleStore struct{ tx *tx }

func (h handleStore) Put(name string, handle record.Handle) error {
	return h.tx.putJSON(handles, name, &record.NamedHandle{Name: name, Handle: handle})
}

func (h handleStore) Delete(name string) error { return h.tx.removeJSON(handles, name) }

func (h handleStore) Get(name string) (record.Handle, bool, error) {
	named, known, err := getJSON[record.NamedHandle](h.tx, handles, name)
	return named.Handle, known, err
}

func (h handleStore) All() (map[string]record.Handle, error) {
	all := map[string]record.Handle{}
	for _, value := range h.tx.table(handles).scanPrefix(nil) {
		stored, _ := parseHeaded(value)
		var named record.NamedHandle
		if err := record.Decode(stored.body, &named); err != nil {
			return nil, fmt.Errorf("cannot read a stored handle: %w", err)
		}
		all[named.Name] = named.Handle
	}
	return all, nil
}
