package boltstore

import (
	"encoding/binary"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Facts have a compact format of their own and not JSON, because a search unpacks
// those of every order in its window.

// unpacker reads what the append functions write. Behind the end it reads zeros,
// so that no file makes it panic.
type unpacker struct{ rest []byte }

func (u *unpacker) flags() byte {
	if len(u.rest) == 0 {
		return 0
	}
	f := u.rest[0]
	u.rest = u.rest[1:]
	return f
}

func (u *unpacker) bytes() []byte {
	length, width := binary.Uvarint(u.rest)
	if width <= 0 || length > uint64(len(u.rest)-width) {
		u.rest = nil
		return nil
	}
	b := u.rest[width : width+int(length)]
	u.rest = u.rest[width+int(length):]
	return b
}

func (u *unpacker) day() *commerce.Day {
	b := u.bytes()
	if len(b) != 8 {
		return nil
	}
	return &commerce.Day{Time: timeOf(numberAt(b, 0))}
}

func appendBytes[T ~string | ~[]byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendDay(b []byte, day *commerce.Day) []byte {
	if day == nil {
		return appendBytes(b, "")
	}
	return appendBytes(b, numberKey(dateOf(day.Time)))
}

// flag returns bit when set is true, otherwise 0.
func flag(set bool, bit byte) byte {
	if set {
		return bit
	}
	return 0
}

// Flags of packed facts.
const (
	testBit, partnerBit    = 1, 2 // of an order
	renewalsBit, activeBit = 1, 2 // of a campaign
	verbatimBit            = 4    // of a campaign whose bytes are its text
)

func packOrderFacts(f commerce.OrderFacts) []byte {
	b := make([]byte, 0, 24+len(f.ExternalReference))
	b = append(b, flag(f.Test, testBit)|flag(f.Partner, partnerBit))
	b = appendBytes(b, f.Status)
	b = appendBytes(b, f.ApproveStatus)
	return append(b, f.ExternalReference...)
}

func unpackOrderFacts(date uint64, number uint64, packed []byte) commerce.OrderFacts {
	u := unpacker{packed}
	flags := u.flags()
	return commerce.OrderFacts{
		Number: number, Date: timeOf(date),
		OrderClass: commerce.OrderClass{
			Test: flags&testBit != 0, Partner: flags&partnerBit != 0,
			Status:        interned(u.bytes(), statuses),
			ApproveStatus: interned(u.bytes(), approvals),
		},
		ExternalReference: string(u.rest),
	}
}

var (
	statuses  = catalog.Status("").Values()
	approvals = catalog.ApproveStatus("").Values()
)

// interned returns the word that b spells. It avoids an allocation for the usual
// words, because a search of 100,000 orders reads twice as many.
func interned[T ~string](b []byte, words []T) T {
	for _, w := range words {
		if string(w) == string(b) {
			return w
		}
	}
	return T(b)
}

func packCampaignFacts(f commerce.CampaignFacts, verbatim bool) []byte {
	b := []byte{flag(f.Renewals, renewalsBit) | flag(f.Enabled, activeBit) | flag(verbatim, verbatimBit)}
	b = appendBytes(b, f.Name)
	b = appendDay(b, f.StartDate)
	b = appendDay(b, f.EndDate)
	b = appendBytes(b, f.Primary)
	return appendBytes(b, f.Recommended)
}

// isVerbatim reports whether a campaign's bytes are its text.
func isVerbatim(packed []byte) bool { return len(packed) > 0 && packed[0]&verbatimBit != 0 }

func unpackCampaignFacts(code string, packed []byte) commerce.CampaignFacts {
	u := unpacker{packed}
	flags := u.flags()
	return commerce.CampaignFacts{
		Code: code, Renewals: flags&renewalsBit != 0, Enabled: flags&activeBit != 0,
		Name:      string(u.bytes()),
		StartDate: u.day(), EndDate: u.day(),
		Primary:     string(u.bytes()),
		Recommended: string(u.bytes()),
	}
}
