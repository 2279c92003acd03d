package boltstore

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// A class has three bytes: flags, the code of its status and the code of its
// approval. Code 0 is another word, spelled behind.

// The words of classes by their codes. The file has the codes, so a word keeps its own
// and a new one comes behind the others.
var (
	statusWords   = []catalog.Status{1: catalog.Complete, catalog.Pending, catalog.Canceled, catalog.Refund, catalog.AuthReceived, catalog.Reversed}
	approvalWords = []catalog.ApproveStatus{1: catalog.Waiting, catalog.Approved, catalog.Fraud, catalog.InvalidData}
)

// Flags of a class.
const testBit, partnerBit = 1, 2

// classSize is the length of a class of known words.
const classSize = 3

func packClass(c record.OrderClass) []byte {
	status, approval := codeOf(c.Status, statusWords), codeOf(c.ApproveStatus, approvalWords)
	packed := append(make([]byte, 0, 32), flag(c.Test, testBit)|flag(c.Partner, partnerBit), status, approval)
	if status == 0 {
		packed = appendBytes(packed, c.Status)
	}
	if approval == 0 {
		packed = appendBytes(packed, c.ApproveStatus)
	}
	return packed
}

// codeOf returns the code of a word, 0 for another one.
func codeOf[T comparable](word T, words []T) byte {
	return byte(max(slices.Index(words[1:], word)+1, 0))
}

// cutClass returns the class at the beginning of packed, and the rest.
func cutClass(packed []byte) (class, rest []byte) {
	if len(packed) < classSize {
		return packed, nil
	}
	u := unpacker{}
	if packed[1] == 0 || packed[2] == 0 {
		u.rest = string(packed[classSize:])
	}
	end, whole := classSize, len(u.rest)
	for _, code := range packed[1:classSize] {
		if code == 0 {
			u.text()
		}
	}
	end += whole - len(u.rest)
	return packed[:end], packed[end:]
}

func unpackClass(packed []byte) record.OrderClass {
	u := unpacker{string(packed)}
	flags, status, approval := u.flags(), u.flags(), u.flags()
	return record.OrderClass{
		Test: flags&testBit != 0, Partner: flags&partnerBit != 0,
		Status: wordOf(&u, status, statusWords), ApproveStatus: wordOf(&u, approval, approvalWords),
	}
}

func wordOf[T ~string](u *unpacker, code byte, words []T) T {
	if code == 0 {
		return T(u.text())
	}
	return words[min(int(code), len(words)-1)]
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
