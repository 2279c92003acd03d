package boltstore

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

func TestNumbersAreKept(t *testing.T) {
	t.Parallel()
	options := Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true}
	for _, want := range []string{"", "1001", "42"} {
		db := openFile(t, options)
		got, err := db.Numbers().All()
		mustDo(t, err)
		if string(got["used"]) != want {
			t.Errorf("got %q, want %q", got, want)
		}
		next := map[string]string{"": "1001", "1001": "42", "42": "43"}[want]
		used := []byte(next + "behind")
		mustDo(t, errors.Join(db.Numbers().Put(t.Context(), "used", used[:len(next)]), db.Check(), db.Close()))
		if string(used) != next+"behind" {
			t.Errorf("the caller's memory became %q", used)
		}
	}
}

// TestDamagedNumbers changes the stored numbers without their checksum. Calls must not get
// numbers a second time, so reading them fails.
func TestDamagedNumbers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, errors.Join(db.Numbers().Put(t.Context(), "used", []byte("1001")), db.Close()))
	file, err := bolt.Open(path, 0o600, nil)
	mustDo(t, err)
	mustDo(t, errors.Join(file.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(usedNumbers.bucket).Put([]byte("used"), []byte("1000xxxx"))
	}), file.Close()))
	content, err := os.ReadFile(path)
	mustDo(t, err)
	db = openFile(t, Options{Path: path, NoSync: true})
	_, err = db.Numbers().All()
	mustDo(t, db.Close())
	expectText(t, "numbers", err, path+` is damaged: record "used" of the numbers of calls does not match its checksum`)
	if after, err := os.ReadFile(path); err != nil || string(after) != string(content) {
		t.Errorf("the damaged file was changed, %v", err)
	}
}
