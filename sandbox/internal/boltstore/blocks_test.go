package boltstore

import (
	"bytes"
	"sync"
	"testing"
)

// TestBlocksKeepValues verifies that the values of a seeding do not overlap, with room
// for a checksum behind each, and that the release leaves none.
func TestBlocksKeepValues(t *testing.T) {
	t.Parallel()
	var unused sync.Pool
	b := blocks{unused: &unused}
	var values [][]byte
	for n := range 3 * blockBytes / 4000 {
		length := 4000
		if n%10 == 9 {
			length = 2 * blockBytes // which no block has room for
		}
		value := b.keep(append(b.room(), bytes.Repeat([]byte{byte(n)}, length)...))
		values = append(values, append(value, "sum!"...))
	}
	for n, value := range values {
		if want := append(bytes.Repeat([]byte{byte(n)}, len(value)-sumSize), "sum!"...); !bytes.Equal(value, want) {
			t.Fatalf("value %d was overwritten", n)
		}
	}
	if len(b.taken) != 3 {
		t.Errorf("got %d blocks, want 3", len(b.taken))
	}
	block := *b.taken[0]
	b.release()
	if len(b.taken) != 0 || len(block) == 0 {
		t.Errorf("got %d blocks after the release, the first one with %d bytes", len(b.taken), len(block))
	}
	alone := blocks{}
	if value := alone.keep(append(alone.room(), 1)); !bytes.Equal(value, []byte{1}) {
		t.Errorf("got %x without blocks, want 01", value)
	}
}
