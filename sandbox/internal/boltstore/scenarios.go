package boltstore

import (
	"bytes"
	"context"

	bolt "go.etcd.io/bbolt"
)

// Scenarios returns the scenarios put by clients through the control interface:
// YAML by name.
func (db *DB) Scenarios() (map[string][]byte, error) {
	own := map[string][]byte{}
	err := db.view(func(file *bolt.Tx) error {
		return scenarios(file).each(func(name, text []byte) error {
			own[string(name)] = bytes.Clone(text)
			return nil
		})
	})
	return own, err
}

// SaveScenario stores a scenario and replaces an earlier one of its name.
func (db *DB) SaveScenario(ctx context.Context, name string, text []byte) error {
	key, value := []byte(name), bytes.Clone(text)
	return db.writeAlways(ctx, func(file *bolt.Tx) error { return scenarios(file).put(key, value) })
}

// DeleteScenario deletes a scenario. It is no error when there is none.
func (db *DB) DeleteScenario(ctx context.Context, name string) error {
	return db.writeAlways(ctx, func(file *bolt.Tx) error { return scenarios(file).remove([]byte(name)) })
}

// writeAlways applies a write without a decision.
func (db *DB) writeAlways(ctx context.Context, write func(*bolt.Tx) error) error {
	return db.writer.write(ctx, func(*bolt.Tx) (work, error) { return work{apply: write}, nil })
}
