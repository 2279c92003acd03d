package boltstore

import (
	"encoding/binary"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Flags of a class.
const testBit, partnerBit = 1, 2

// packClass returns a class: its flags, its status and its approval.
func packClass(c record.OrderClass) []byte {
	packed := append(make([]byte, 0, 32), flag(c.Test, testBit)|flag(c.Partner, partnerBit))
	return appendBytes(appendBytes(packed, c.Status), c.ApproveStatus)
}

// cutClass returns the class at the beginning of packed, and the rest.
func cutClass(packed []byte) (class, rest []byte) {
	end := min(1, len(packed))
	for range 2 {
		length, width := binary.Uvarint(packed[end:])
		end = min(end+max(width, 0)+int(min(length, uint64(len(packed)))), len(packed))
	}
	return packed[:end], packed[end:]
}

func unpackClass(packed []byte) record.OrderClass {
	u := unpacker{string(packed)}
	flags := u.flags()
	return record.OrderClass{
		Test: flags&testBit != 0, Partner: flags&partnerBit != 0,
		Status: catalog.Status(u.text()), ApproveStatus: catalog.ApproveStatus(u.text()),
	}
}

// classes remembers a value for each class, because an account has few classes and a
// search meets them very often.
type classes[V any] struct {
	of   func(record.OrderClass) V
	seen map[string]V
}

func newClasses[V any](of func(record.OrderClass) V) *classes[V] {
	return &classes[V]{of, map[string]V{}}
}

// get returns the value for a packed class.
func (c *classes[V]) get(packed []byte) V {
	v, known := c.seen[string(packed)]
	if !known {
		v = c.of(unpackClass(packed))
		c.seen[string(packed)] = v
	}
	return v
}
