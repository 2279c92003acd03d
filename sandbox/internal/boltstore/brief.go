package boltstore

import (
	"encoding/binary"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// packBrief appends an order's brief to its class.
func packBrief(class []byte, b record.OrderBrief) []byte {
	packed := make([]byte, 0, len(class)+200)
	packed = append(packed, class...)
	packed = binary.AppendUvarint(packed, uint64(b.Customer))
	packed = appendBytes(packed, b.External, b.Total, b.Currency, b.Partner, b.Dispute, b.PurchaseOrder)
	packed = appendPayer(packed, b.Payer)
	packed = binary.AppendUvarint(packed, uint64(len(b.Products)))
	return appendBytes(packed, b.Products...)
}

// unpackBrief unpacks the part behind the class.
func unpackBrief(packed []byte) record.OrderBrief {
	_, rest := cutClass(packed)
	u := unpacker{string(rest)}
	return record.OrderBrief{
		Customer: int64(u.number()),
		External: u.text(), Total: u.text(), Currency: u.text(), Partner: u.text(), Dispute: u.text(), PurchaseOrder: u.text(),
		Payer: u.payer(), Products: u.texts(),
	}
}

// Flags of packed briefs, beside verbatimBit.
const enabledBit, trialBit, lifetimeBit = 1, 2, 8

func packCustomer(b record.CustomerBrief, verbatim bool) []byte {
	packed := []byte{flag(b.Enabled, enabledBit) | flag(b.Trial, trialBit) | flag(verbatim, verbatimBit)}
	packed = appendBytes(packed, b.External)
	return appendBytes(appendPayer(packed, b.Payer), b.Language)
}

func unpackCustomer(reference int64, packed []byte) record.CustomerBrief {
	u := unpacker{string(packed)}
	flags := u.flags()
	return record.CustomerBrief{
		Reference: reference, Enabled: flags&enabledBit != 0, Trial: flags&trialBit != 0,
		External: u.text(), Payer: u.payer(), Language: u.text(),
	}
}

func packSubscription(b record.SubscriptionBrief) []byte {
	packed := []byte{flag(b.Enabled, enabledBit) | flag(b.Lifetime, lifetimeBit)}
	packed = binary.AppendUvarint(packed, uint64(b.Customer))
	packed = binary.AppendUvarint(packed, uint64(b.Quantity))
	packed = appendBytes(packed, b.Reference, b.Partner, b.Order, b.Product)
	return appendMoment(appendMoment(packed, b.Start), b.Expiration)
}

func unpackSubscription(packed []byte) record.SubscriptionBrief {
	u := unpacker{string(packed)}
	flags := u.flags()
	return record.SubscriptionBrief{
		Enabled: flags&enabledBit != 0, Lifetime: flags&lifetimeBit != 0,
		Customer: int64(u.number()), Quantity: int(u.number()),
		Reference: u.text(), Partner: u.text(), Order: u.text(), Product: u.text(),
		Start: u.moment(), Expiration: u.moment(),
	}
}

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
