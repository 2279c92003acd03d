// Package aftermath says how the records of an account differ from those of another one
// after calls that should have left both alike. A record that has the same id and the same
// bytes in both is the same. The others are paired by their content without the ids and the
// moments that the sandbox generates, so that a campaign that was created by the second
// attempt is the one that another client created by the first.
//
// Of accounts that a suite reset or deleted at a port before the end, the records are those
// that their recorded calls wrote. They are compared without regard to their accounts,
// because tests that run side by side delete them in any order.
//
// The package leaves to its callers which accounts are compared, and what a difference
// means.
package aftermath

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// kind is a kind of records that calls can change.
type kind struct {
	name string
	ids  func(commerce.Tx) iter.Seq[string]
}

func kinds() []kind {
	return []kind{
		{"order", commerce.OrderIDs},
		{commerce.SubscriptionKind, commerce.SubscriptionIDs},
		{"campaign", commerce.CampaignIDs},
		{"settings", func(commerce.Tx) iter.Seq[string] { return slices.Values([]string{"upsell"}) }},
		{"customer", commerce.CustomerIDs},
	}
}

var seed = maphash.MakeSeed()

// sumOf stands for a record, because an account may have many.
func sumOf(content []byte) uint64 { return maphash.Bytes(seed, content) }

// mostRecords is how many records of one kind may differ.
const mostRecords = 500

// Compare returns how the records of accounts differ from those of good ones, which are
// paired in their order. Accounts without a partner are not compared.
func Compare(ctx context.Context, good, others []*account.Account) ([]client.RecordDifference, error) {
	found := []client.RecordDifference{}
	for n := range min(len(good), len(others)) {
		for _, k := range kinds() {
			differences, err := k.compare(ctx, good[n], others[n])
			if err != nil {
				return nil, err
			}
			for _, d := range differences {
				d.Account = n
				found = append(found, d)
			}
		}
	}
	if len(good) > 0 && len(others) > 0 {
		found = append(found, compareCleared(good[0].Cleared(), others[0].Cleared())...)
	}
	return found, nil
}

// compare returns how the records of the kind differ. It reads one account after the other,
// because a read within another one may wait for a writer that waits for the first.
func (k kind) compare(ctx context.Context, good, other *account.Account) ([]client.RecordDifference, error) {
	sums := map[string]uint64{}
	err := k.each(ctx, other, func(id string, image []byte) error {
		sums[id] = sumOf(image)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := pairing{kind: k.name, read: func() (contents map[uint64]int, err error) {
		contents = map[uint64]int{}
		err = k.each(ctx, good, func(id string, image []byte) error {
			contents[sumOf(read(k.name, id, image).content)]++
			return nil
		})
		return contents, err
	}}
	err = k.each(ctx, good, func(id string, image []byte) error {
		if sum, known := sums[id]; known && sum == sumOf(image) {
			delete(sums, id)
			return nil
		}
		return k.keep(&p.mine, id, image)
	})
	if err != nil || len(p.mine)+len(sums) == 0 {
		return nil, err
	}
	err = k.each(ctx, other, func(id string, image []byte) error {
		if _, differs := sums[id]; !differs {
			return nil
		}
		return k.keep(&p.theirs, id, image)
	})
	if err != nil {
		return nil, err
	}
	return p.differences()
}

// keep adds a record that differs.
func (k kind) keep(records *[]record, id string, image []byte) error {
	if len(*records) == mostRecords {
		return fmt.Errorf("more than %d records of kind %s differ", mostRecords, k.name)
	}
	*records = append(*records, read(k.name, id, image))
	return nil
}

// each calls fn with every record of the kind, without the code of the account, which orders
// have.
func (k kind) each(ctx context.Context, a *account.Account, fn func(id string, image []byte) error) error {
	code, none := []byte(`"MerchantCode":"`+a.Code+`"`), []byte(`"MerchantCode":""`)
	return a.Shop.View(func(tx commerce.Tx) error {
		for id := range k.ids(tx) {
			image, err := tx.Image(k.name, id)
			if err == nil && k.name == "order" {
				image = bytes.Replace(image, code, none, 1)
			}
			if err == nil {
				err = fn(id, image)
			}
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
		}
		return nil
	})
}
