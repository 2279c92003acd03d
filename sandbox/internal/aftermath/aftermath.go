// Package aftermath says how the records of two accounts differ after calls that should
// have left both alike. A record with the same id and the same bytes in both is the same.
// The others are paired by their content without generated ids and moments. So a campaign
// created by the second attempt of a client equals the one created by the first attempt of
// another.
//
// If a suite reset or deleted accounts at a port before the end, their records are taken
// from the recorded calls. They are compared without regard to their accounts, because
// parallel tests delete them in any order.
//
// The package leaves the choice of accounts and the meaning of a difference to its
// callers.
package aftermath

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// kind is a kind of records that calls can change.
type kind struct {
	name string
	ids  func(commerce.Tx) iter.Seq[string]
}

func kindOf(name string) kind { return kind{name, commerce.KindOf(name).IDs} }

func kinds() []kind {
	return []kind{
		kindOf(record.OrderKind), kindOf(record.SubscriptionKind), kindOf(record.CampaignKind),
		{"settings", func(commerce.Tx) iter.Seq[string] { return slices.Values([]string{"upsell"}) }},
		kindOf(record.CustomerKind),
	}
}

var seed = maphash.MakeSeed()

// sumOf stands for a record, because an account may have many.
func sumOf(content []byte) uint64 { return maphash.Bytes(seed, content) }

// maxRecords bounds the differing records of one kind. Of more only the numbers of all are compared.
const maxRecords = 500

var errTooMany = errors.New("too many records differ")

// Compare returns how the records of accounts differ from those of good ones. The first
// accounts are partners. Accounts without a partner are not compared.
func Compare(ctx context.Context, good, others []*account.Account) ([]client.RecordDifference, error) {
	found := []client.RecordDifference{}
	for n, partner := range partners(good, others) {
		if partner == nil {
			continue
		}
		for _, k := range kinds() {
			differences, err := k.compare(ctx, good[n], partner)
			if errors.Is(err, errTooMany) {
				differences, err = k.compareNumbers(ctx, good[n], partner)
			}
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
		mine, lacking := good[0].ClearedCalls()
		theirs, more := others[0].ClearedCalls()
		if lacking+more == 0 { // otherwise nobody knows what those without room wrote
			found = append(found, compareCleared(mine, theirs)...)
		}
	}
	return found, nil
}

// partners returns the partner of each good account, nil for none: the first one, or an
// account of one vendor code, of one label, or next in the order of opening. Tests side by
// side open theirs in any order, and of a repeated test the last one counts.
func partners(good, others []*account.Account) []*account.Account {
	found := make([]*account.Account, len(good))
	if len(good) == 0 || len(others) == 0 {
		return found
	}
	found[0], others = others[0], slices.Clone(others[1:])
	for _, name := range []func(*account.Account) string{
		func(a *account.Account) string { return cmp.Or(a.Document().Alias, a.Code) },
		func(a *account.Account) string { return a.Document().Label },
	} {
		for n, a := range slices.Backward(good) {
			for at, b := range slices.Backward(others) {
				if found[n] == nil && name(a) != "" && name(a) == name(b) {
					found[n], others = b, slices.Delete(others, at, at+1)
					break
				}
			}
		}
	}
	for n := range found {
		if found[n] == nil && len(others) > 0 {
			found[n], others = others[0], others[1:]
		}
	}
	return found
}

// compare returns how the records of the kind differ. It reads one account after the other,
// because a nested read may wait for a writer that waits for the outer one.
func (k kind) compare(ctx context.Context, good, other *account.Account) ([]client.RecordDifference, error) {
	sums := map[string]uint64{}
	err := k.each(ctx, other, func(id string, i image) error {
		sums[id] = i.sum()
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := pairing{kind: k.name, read: func() (contents map[uint64]int, err error) {
		contents = map[uint64]int{}
		err = k.each(ctx, good, func(id string, i image) error {
			contents[sumOf(read(k.name, id, i.neutral()).content)]++
			return nil
		})
		return contents, err
	}}
	err = k.each(ctx, good, func(id string, i image) error {
		if sum, known := sums[id]; known && sum == i.sum() {
			delete(sums, id)
			return nil
		}
		return k.keep(&p.mine, id, i.neutral())
	})
	if err != nil || len(p.mine)+len(sums) == 0 {
		return nil, err
	}
	err = k.each(ctx, other, func(id string, i image) error {
		if _, differs := sums[id]; !differs {
			return nil
		}
		return k.keep(&p.theirs, id, i.neutral())
	})
	if err != nil {
		return nil, err
	}
	return p.differences()
}

// compareNumbers returns how many records of the kind there are.
func (k kind) compareNumbers(ctx context.Context, good, other *account.Account) ([]client.RecordDifference, error) {
	d := client.RecordDifference{Kind: k.name, Change: client.RecordExtra, Fields: []client.BodyDifference{}}
	count := func(n *int) func(string, image) error {
		return func(string, image) error {
			*n++
			return nil
		}
	}
	err := errors.Join(k.each(ctx, good, count(&d.Count.A)), k.each(ctx, other, count(&d.Count.B)))
	if d.Count.B < d.Count.A {
		d.Change = client.RecordMissing
	}
	return []client.RecordDifference{d}, err
}

// keep adds a differing record.
func (k kind) keep(records *[]row, id string, image []byte) error {
	if len(*records) == maxRecords {
		return errTooMany
	}
	*records = append(*records, read(k.name, id, image))
	return nil
}

// image is the bytes of a record before and after the code of its account, which only orders
// have. It is valid only in its transaction.
type image struct{ before, after []byte }

// split returns an image around the code.
func split(whole []byte, code string) image {
	const member = `"MerchantCode":"`
	at := bytes.Index(whole, []byte(member+code+`"`))
	if at < 0 {
		return image{before: whole}
	}
	at += len(member)
	return image{whole[:at], whole[at+len(code):]}
}

// sum returns the hash of the image, without a copy of it.
func (i image) sum() uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.Write(i.before) // never fails
	_, _ = h.Write(i.after)
	return h.Sum64()
}

// neutral returns the image without the code.
func (i image) neutral() []byte { return slices.Concat(i.before, i.after) }

// each calls fn with every record of the kind.
func (k kind) each(ctx context.Context, a *account.Account, fn func(id string, i image) error) error {
	return a.Shop.View(func(tx commerce.Tx) error {
		for id := range k.ids(tx) {
			whole, err := tx.Image(k.name, id)
			i := image{before: whole}
			if k.name == "order" {
				i = split(whole, a.Code)
			}
			if err == nil {
				err = fn(id, i)
			}
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
		}
		return nil
	})
}
