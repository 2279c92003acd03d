package boltstore

import (
	"bytes"

	bolt "go.etcd.io/bbolt"
)

// Scenarios returns the scenarios that were put by the control interface: YAML
// by name.
func (db *DB) Scenarios() (map[string][]byte, error) {
	own := map[string][]byte{}
	err := db.view(func(file *bolt.Tx) error {
		return file.Bucket(scenariosBucket).ForEach(func(name, text []byte) error {
			own[string(name)] = bytes.Clone(text)
			return nil
		})
	})
	return own, err
}

// SaveScenario keeps a scenario in place of an earlier one of its name.
func (db *DB) SaveScenario(name string, text []byte) error {
	key, value := []byte(name), bytes.Clone(text)
	return db.writeAlways(func(file *bolt.Tx) error { return file.Bucket(scenariosBucket).Put(key, value) })
}

// DeleteScenario forgets a scenario; one that is not there is no error.
func (db *DB) DeleteScenario(name string) error {
	return db.writeAlways(func(file *bolt.Tx) error { return file.Bucket(scenariosBucket).Delete([]byte(name)) })
}

// writeAlways makes a write that cannot be refused.
func (db *DB) writeAlways(write func(*bolt.Tx) error) error {
	return db.writer.write(func(*bolt.Tx) (work, error) { return work{apply: write}, nil })
}
