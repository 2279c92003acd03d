package boltstore

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// A scan over stored and pending entries equals one over a sorted list, whatever
// was written, overwritten and removed.
func TestScanEqualsASortedList(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	random := rand.New(rand.NewPCG(1, 2))
	model := map[string]string{}
	for range 60 {
		mustDo(t, db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
			bucket, err := account(file, theAccount)
			if err != nil {
				return work{}, err
			}
			scanned := updateTx(bucket)
			for _, beside := range []tableID{products - 1, products + 1} { // a scan must not reach these
				mustDo(t, scanned.table(beside).put(aKey(random), []byte("stray")))
			}
			for range 30 {
				scribble(t, random, scanned.table(products), model)
				compareScans(t, random, scanned.table(products), model)
			}
			return work{apply: func(*bolt.Tx) error { return scanned.apply(bucket) }}, nil
		}))
	}
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing)) // these were no products
}

// scribble writes or removes something in a table and its model.
func scribble(t *testing.T, random *rand.Rand, written *table, model map[string]string) {
	key, value := aKey(random), string(aKey(random))
	if random.IntN(3) == 0 {
		delete(model, string(key))
		mustDo(t, written.remove(key))
		return
	}
	model[string(key)] = value
	mustDo(t, written.put(key, []byte(value)))
}

func aKey(random *rand.Rand) []byte {
	key := []byte{byte(random.IntN(3)) * 127, 0xFF, 0xFF}[:1+random.IntN(3)]
	return append(key, byte(random.IntN(60)))
}

func compareScans(t *testing.T, random *rand.Rand, scanned *table, model map[string]string) {
	t.Helper()
	low, end := aKey(random), aKey(random)
	switch random.IntN(4) {
	case 0:
		end = prefixEnd(low)
	case 1:
		low = nil
	case 2:
		end = nil
	}
	var want []string
	for _, key := range slices.Sorted(maps.Keys(model)) {
		if key >= string(low) && (end == nil || key < string(end)) {
			want = append(want, key+"="+model[key])
		}
	}
	for _, way := range []direction{up, down} {
		var got []string
		for key, value := range scanned.scan(low, end, way) {
			got = append(got, string(key)+"="+string(value))
		}
		if !slices.Equal(got, want) {
			t.Errorf("from %q to %q, %d: got %q, want %q", low, end, way, got, want) // not Fatal, because all calls wait for the writer
		}
		slices.Reverse(want)
	}
}

func TestPrefixEnd(t *testing.T) {
	t.Parallel()
	for prefix, want := range map[string]string{"": "", "a": "b", "a\xff": "b", "\xff\xff": "", "a\xfe\xff": "a\xff"} {
		if got := prefixEnd([]byte(prefix)); string(got) != want {
			t.Errorf("%q: got %q, want %q", prefix, got, want)
		}
	}
}
