package boltstore

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// TestPackedNumbers reads back numbers at the bounds of their lengths, and nothing behind them.
func TestPackedNumbers(t *testing.T) {
	t.Parallel()
	for _, n := range []uint64{0, 1, 127, 128, 129, 255, 256, 16_383, 16_384, math.MaxUint64} {
		u := unpacker{string(binary.AppendUvarint(nil, n)) + "x"}
		if got := u.number(); got != n || u.rest != "x" {
			t.Errorf("got %d and %q behind it, want %d and x", got, u.rest, n)
		}
	}
	cut := unpacker{"\x80"}
	if got := cut.number(); got != 0 {
		t.Errorf("a cut number: got %d, want 0", got)
	}
}

// TestKeysInWords describes keys as a person knows the record, and strange ones as they are.
func TestKeysInWords(t *testing.T) {
	t.Parallel()
	short := "\x00\x07"
	for _, test := range []struct {
		id   tableID
		key  string
		want string
	}{
		{orders, string(numberKey(800007001)), "800007001"}, {orders, short, `"\x00\a"`},
		{customers, string(numberKey(sortable(-5))), "-5"}, {customers, short, `"\x00\a"`},
		{products, "\x03PRO", `"PRO"`}, {partners, "", `""`}, {campaigns, string(numberKey(1)), `"\x00\x00\x00\x00\x00\x00\x00\x01"`},
	} {
		if got := test.id.describe([]byte(test.key)); got != test.want {
			t.Errorf("%s %q: got %s, want %s", test.id, test.key, got, test.want)
		}
	}
}

// TestRootsOfEachVersion names the buckets of a file: the staging bucket came with checksums.
func TestRootsOfEachVersion(t *testing.T) {
	t.Parallel()
	for version := 1; version <= currentVersion; version++ {
		staged := slices.ContainsFunc(roots(version), func(name []byte) bool { return string(name) == string(stagingBucket) })
		if staged != (version >= 3) {
			t.Errorf("version %d has a staging bucket: %t", version, staged)
		}
	}
}

// TestCopiesWait makes a plan wait for the copy of its account, unless it belongs to the copy.
func TestCopiesWait(t *testing.T) {
	t.Parallel()
	var c copies
	one, other := make(chan struct{}), make(chan struct{})
	c.begin("A", one)
	for _, test := range []struct {
		code  string
		own   chan struct{}
		waits bool
	}{{"A", nil, true}, {"A", other, true}, {"A", one, false}, {"B", nil, false}} {
		if err := c.check(test.code, test.own); (err != nil) != test.waits {
			t.Errorf("%s: got %v, waits %t", test.code, err, test.waits)
		}
	}
	c.end("A", other) // another copy does not end this one
	if err := c.check("A", nil); err == nil {
		t.Error("the copy ended by another one")
	}
	c.end("A", one)
	if err := c.check("A", nil); err != nil {
		t.Errorf("after the end: got %v", err)
	}
}
