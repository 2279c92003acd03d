package boltstore

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"
	"time"
)

// textLimit is how many bytes of a text a key holds unchanged. With the hash
// behind it, the length still fits into one byte.
const textLimit = 200

// sortable flips the sign bit, so negative numbers sort first.
func sortable(n int64) uint64 { return uint64(n) ^ 1<<63 }

// fromSortable is the inverse of sortable.
func fromSortable(n uint64) int64 { return int64(n ^ 1<<63) }

func dateOf(t time.Time) uint64 { return sortable(t.Unix()) }

func timeOf(date uint64) time.Time { return time.Unix(fromSortable(date), 0).UTC() }

// numberKey returns the key of the given numbers.
func numberKey(parts ...uint64) []byte {
	key := make([]byte, 0, 8*len(parts)+8)
	for _, part := range parts {
		key = binary.BigEndian.AppendUint64(key, part)
	}
	return key
}

// numberAt reads number i of a key or value, 0 when there is none.
func numberAt(key []byte, place int) uint64 {
	if len(key) < 8*place+8 {
		return 0
	}
	return binary.BigEndian.Uint64(key[8*place:])
}

// textKey returns a text as a key or as the first part of one. The length in
// front separates "A" from the beginning of "AB" and makes the empty text a key.
func textKey(s string) []byte { return appendText(make([]byte, 0, len(s)+1), s) }

func appendText(key []byte, s string) []byte {
	if len(s) <= textLimit {
		key = append(key, byte(len(s)))
		return append(key, s...)
	}
	sum := sha256.Sum256([]byte(s))
	key = append(key, textLimit+sha256.Size)
	key = append(key, s[:textLimit]...)
	return append(key, sum[:]...)
}

// prefixEnd returns the first key behind all keys with prefix, nil when there is
// none.
func prefixEnd(prefix []byte) []byte {
	for i := len(prefix) - 1; i >= 0; i-- {
		if prefix[i] < math.MaxUint8 {
			end := append([]byte(nil), prefix[:i+1]...)
			end[i]++
			return end
		}
	}
	return nil
}

// orderNumber parses an order reference. It accepts one spelling of a number, so
// reference and key correspond.
func orderNumber(ref string) (uint64, bool) {
	n, err := strconv.ParseUint(ref, 10, 63)
	return n, err == nil && (ref[0] != '0' || len(ref) == 1)
}

func reference(number uint64) string { return strconv.FormatUint(number, 10) }
