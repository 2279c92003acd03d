package boltstore

import (
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// inBucket runs fn with an empty bucket for the records of an account.
func inBucket(t *testing.T, fn func(*records)) {
	t.Helper()
	file, err := bolt.Open(filepath.Join(t.TempDir(), "data.db"), 0o600, &bolt.Options{NoSync: true})
	mustDo(t, err)
	defer func() { mustDo(t, file.Close()) }()
	mustDo(t, file.Update(func(tx *bolt.Tx) error {
		bucket, err := tx.CreateBucket([]byte(theAccount))
		mustDo(t, err)
		fn(accountIn(bucket, theAccount))
		return nil
	}))
}

// findsDamage reports whether fn meets a damaged record.
func findsDamage(fn func()) (found bool) {
	defer func() { _, found = recover().(damagedRecord) }()
	fn()
	return false
}

// A record with a damaged key is at another place. Looking for it must not give that it is
// missing, wherever it is and whatever is on the other side.
func TestDamagedKeysAreNoticed(t *testing.T) {
	t.Parallel()
	sought := textKey("M")
	looks := map[string]func(*records){
		"get": func(r *records) { viewTx(r).table(products).get(sought) },
		"get by a cursor": func(r *records) {
			r.cursor = r.bucket.Cursor()
			viewTx(r).table(products).get(sought)
		},
		"scan": func(r *records) {
			for range viewTx(r).table(products).scan(textKey("L"), textKey("N"), down) {
				continue
			}
		},
		"list": func(r *records) {
			for range viewTx(r).table(products).scanBehind(textKey("L")) {
				continue
			}
		},
		"part": func(r *records) {
			_, _ = r.part(products.key(sought), 1<<20, func(_, _ []byte) error { return nil })
		},
	}
	before, behind := orders.key(numberKey(1)), days.key(numberKey(1))
	for place, test := range map[string]struct{ damaged, sound []byte }{
		"before": {products.key(textKey("A")), nil}, "before and nothing behind": {dates.key(numberKey(1)), before},
		"before and another behind": {products.key(textKey("A")), behind}, "in a table before": {dates.key(numberKey(1)), behind},
		"behind": {products.key(textKey("Z")), nil}, "behind and another before": {products.key(textKey("Z")), before},
		"in a table behind": {handles.key(textKey("A")), before}, "behind and nothing before": {handles.key(textKey("A")), behind},
	} {
		for how, look := range looks {
			inBucket(t, func(r *records) {
				if test.sound != nil {
					mustDo(t, r.put(test.sound, []byte("sound")))
				}
				if findsDamage(func() { look(r) }) && how != "part" {
					t.Errorf("%s %s: sound records are damaged", how, place)
				}
				mustDo(t, r.bucket.Put(test.damaged, r.withChecksum(products.key(sought), []byte("value"))))
				r.cursor = nil
				if !findsDamage(func() { look(r) }) {
					t.Errorf("%s finds nothing %s", how, place)
				}
			})
		}
	}
}

// count returns how many records a part has, and where the next one begins.
func count(t *testing.T, r *records, from []byte, limit int) (n int, next []byte) {
	t.Helper()
	next, err := r.part(from, limit, func(_, _ []byte) error { n++; return nil })
	mustDo(t, err)
	return n, next
}

// A part of very small records counts the memory of their entries too.
func TestPartsOfSmallRecords(t *testing.T) {
	t.Parallel()
	inBucket(t, func(r *records) {
		for n := range uint64(100) {
			mustDo(t, r.put(dates.key(numberKey(n)), nil))
		}
		got, next := count(t, r, nil, 10*entryBytes)
		if got < 5 || got > 10 || next == nil {
			t.Errorf("got %d records, the next %x, want less than 11", got, next)
		}
		if rest, end := count(t, r, next, 1<<20); rest+got != 100 || end != nil {
			t.Errorf("got %d more records, the next %x, want all", rest, end)
		}
	})
}

// A record of an unknown table is damage, because no program with this schema has it.
func TestARecordOfNoTable(t *testing.T) {
	t.Parallel()
	inBucket(t, func(r *records) {
		mustDo(t, r.put([]byte{byte(tableCount)}, []byte("value")))
		if !findsDamage(func() { count(t, r, nil, 1<<20) }) {
			t.Error("the record is copied")
		}
	})
}

// Entries with no stored one between them change one place of the bucket.
func TestPlacesOfEntries(t *testing.T) {
	t.Parallel()
	key := func(n uint64) string { return string(numberKey(n)) }
	list := make([]pendingEntry, 0, 15)
	for _, first := range []uint64{50, 100, 201} { // before the stored ones, between them from the first on, behind
		for n := range uint64(5) {
			list = append(list, pendingEntry{dates, key(first + n), []byte("new")})
		}
	}
	for places, want := range []int{0, 5, 6, 10, 15} { // a stored one is a place, too
		inBucket(t, func(r *records) {
			for _, n := range []uint64{100, 200} {
				mustDo(t, r.put(dates.key(numberKey(n)), []byte("stored")))
			}
			got, err := r.applySome(list, places)
			mustDo(t, err)
			if all, _ := count(t, r, nil, 1<<20); got != want || all != 2+got-min(max(got-5, 0), 1) {
				t.Errorf("%d places: got %d entries, want %d", places, got, want)
			}
		})
	}
}

// The digests of accounts differ where a byte moves from a key to its value.
func TestDigestsOfAccounts(t *testing.T) {
	t.Parallel()
	digests := map[[32]byte]bool{}
	for _, entry := range [][2]string{{"ab", "c"}, {"a", "bc"}, {"a", "bd"}, {"b", "bc"}} {
		inBucket(t, func(r *records) {
			mustDo(t, r.bucket.Put([]byte(entry[0]), []byte(entry[1])))
			digests[CheckedAccount{records: r}.Digest()] = true
		})
	}
	if len(digests) != 4 {
		t.Errorf("got %d digests of 4 accounts", len(digests))
	}
}

// A transaction lists each pending key once and in order, and forgets released ones.
func TestPendingEntries(t *testing.T) {
	t.Parallel()
	world := seedTx()
	for _, key := range []string{"b", "a", "b"} {
		mustDo(t, world.table(products).put([]byte(key), []byte(key)))
	}
	var got string
	for _, e := range world.pending(world.tables) {
		got += e.key
	}
	if got != "ab" || world.writes.bytes < 2*entryBytes || world.writes.bytes != world.table(products).bytes {
		t.Errorf("got keys %q with %d bytes, %d in the table", got, world.writes.bytes, world.table(products).bytes)
	}
	world.release(world.tables)
	if left := world.pending(world.tables); len(left) != 0 || world.writes.bytes != 0 || world.table(products).get([]byte("a")) != nil {
		t.Errorf("got %d entries with %d bytes after they were released", len(left), world.writes.bytes)
	}
}
