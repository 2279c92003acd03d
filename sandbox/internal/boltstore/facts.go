package boltstore

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Flags of packed facts.
const (
	renewalsBit, activeBit = 1, 2 // of a campaign
	verbatimBit            = 4    // of a record stored as its text
)

func packCampaignFacts(f record.CampaignFacts, verbatim bool) []byte {
	b := []byte{flag(f.Renewals, renewalsBit) | flag(f.Enabled, activeBit) | flag(verbatim, verbatimBit)}
	b = appendBytes(b, f.Name)
	b = appendDay(b, f.StartDate)
	b = appendDay(b, f.EndDate)
	return appendBytes(b, f.Primary, f.Recommended)
}

// isVerbatim reports whether a record's bytes are its text.
func isVerbatim(packed []byte) bool { return len(packed) > 0 && packed[0]&verbatimBit != 0 }

func unpackCampaignFacts(code string, packed []byte) record.CampaignFacts {
	u := unpacker{string(packed)}
	flags := u.flags()
	return record.CampaignFacts{
		Code: code, Renewals: flags&renewalsBit != 0, Enabled: flags&activeBit != 0,
		Name:      u.text(),
		StartDate: u.day(), EndDate: u.day(),
		Primary:     u.text(),
		Recommended: u.text(),
	}
}
