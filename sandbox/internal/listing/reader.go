package listing

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Reader reads records of a shop. It reads handles and the language of customers once. It
// is not safe for concurrent use.
type Reader struct {
	Now time.Time // on the account's clock
	Tx  commerce.Tx

	shop     *commerce.Shop
	chunk    int                      // how many records a list reads in one transaction
	handles  map[record.Name][]string // by their records; nil until they are needed
	language *string                  // of most customers; nil until it is needed
}

// usualChunk is how many records a list reads in one transaction, few enough for a
// short transaction.
const usualChunk = 6000

// NewReader returns a reader of a shop at a moment of its clock. View gives it a
// transaction.
func NewReader(shop *commerce.Shop, now time.Time) *Reader {
	return &Reader{shop: shop, chunk: usualChunk, Now: now}
}

// View runs fn while the reader has a transaction.
func (r *Reader) View(fn func() error) error {
	return r.shop.View(func(tx commerce.Tx) error {
		r.Tx = tx
		defer func() { r.Tx = nil }()
		return fn()
	})
}

// Today returns the day on the account's clock.
func (r *Reader) Today() record.Day { return record.DayOf(r.Now) }

// The kinds of records, as handles have them.
const (
	Order        = record.OrderKind
	Campaign     = record.CampaignKind
	Customer     = record.CustomerKind
	Subscription = record.SubscriptionKind
	Product      = record.ProductKind
	Partner      = record.PartnerKind
)

// IDName returns the name of a kind's id in a handle.
func IDName(kind string) string { return commerce.KindOf(kind).IDName }

// Handles returns the names of a record, sorted.
func (r *Reader) Handles(kind, id string) ([]string, error) {
	if r.handles == nil {
		names, err := commerce.HandleNames(r.Tx)
		if err != nil {
			return nil, err
		}
		r.handles = names
	}
	return append([]string{}, r.handles[record.Name{Kind: kind, ID: id}]...), nil
}

// resolve returns the id of a handle of a kind of records, or the fault of the handle.
func (r *Reader) resolve(kind, name string) (id, message, hint string) {
	var all map[string]record.Handle
	err := r.View(func() (err error) {
		all, err = r.Tx.Handles().All()
		return err
	})
	handle, known := all[name]
	id, has := handle.IDs[IDName(kind)]
	switch {
	case err != nil:
		return "", err.Error(), "check the data file"
	case !known:
		return "", fmt.Sprintf("unknown handle %q", phrase.Shorten(name, maxShown)), phrase.Suggest(name, slices.Sorted(maps.Keys(all)))
	case !has:
		return "", fmt.Sprintf("handle %q has no %s", name, IDName(kind)), "it has " + phrase.And(slices.Sorted(maps.Keys(handle.IDs))...)
	}
	return id, "", ""
}

// maxShown is how much of a name a message repeats.
const maxShown = 60

// names returns the handles of a record. Unreadable ones are left out, because
// reading the records returns the damage.
func (r *Reader) names(kind, id string) []string {
	names, _ := r.Handles(kind, id)
	return names
}

// Surroundings returns the inputs of a campaign's warnings.
func (r *Reader) Surroundings(c *record.Campaign) (around commerce.CampaignSurroundings, err error) {
	around.Today = r.Today()
	if r.language == nil {
		language, err := commerce.MostRead(r.Tx.Customers())
		if err != nil {
			return around, err
		}
		r.language = &language
	}
	around.Language = *r.language
	if around.Primary, err = r.product(c.PrimaryProduct.Code); err != nil {
		return around, err
	}
	around.Recommended, err = r.product(c.RecommendedProduct.Code)
	return around, err
}

// product returns a product, nil when the shop does not sell it.
func (r *Reader) product(code string) (*record.Product, error) {
	product, known, err := r.Tx.Products().Product(code)
	if !known {
		return nil, err
	}
	return &product, err
}

// idsWithHandles returns the ids of the records of a kind with handles.
func (r *Reader) idsWithHandles(kind string) (ids []string, err error) {
	if _, err := r.Handles(kind, ""); err != nil {
		return nil, err
	}
	for at := range r.handles {
		if at.Kind == kind {
			ids = append(ids, at.ID)
		}
	}
	return ids, nil
}

// walkingKeys returns the walk of a source of many records. behind yields the records behind
// a key, all of them for nil.
func walkingKeys[S, K any](keyOf func(S) K, behind func(*Reader, *K) iter.Seq[S]) func(context.Context, *Reader, int) iter.Seq2[S, error] {
	return func(ctx context.Context, r *Reader, skip int) iter.Seq2[S, error] {
		return func(yield func(S, error) bool) {
			var last *K
			for more := true; more; {
				err := ctx.Err()
				if err == nil {
					err = r.View(func() error {
						last, more = yieldChunk(keyOf, behind(r, last), r.chunk, &skip, yield)
						return nil
					})
				}
				if err != nil {
					yield(*new(S), err)
					return
				}
			}
		}
	}
}

// yieldChunk yields a chunk of records. It returns the key of the last one, and whether
// another chunk is wanted.
func yieldChunk[S, K any](keyOf func(S) K, records iter.Seq[S], size int, skip *int, yield func(S, error) bool) (last *K, more bool) {
	last = new(K)
	rows := 0
	for one := range records {
		if rows++; rows > size {
			return last, true
		}
		if *last = keyOf(one); *skip > 0 {
			*skip--
		} else if !yield(one, nil) {
			return last, false
		}
	}
	return last, false
}

// walkingIDs returns the walk of a source of few records. It finds their ids in a first
// transaction.
func walkingIDs[S any](ids func(commerce.Tx) iter.Seq[string], read func(*Reader, string) (S, bool, error)) func(context.Context, *Reader, int) iter.Seq2[S, error] {
	return func(ctx context.Context, r *Reader, skip int) iter.Seq2[S, error] {
		return func(yield func(S, error) bool) {
			var all []string
			err := r.View(func() error { all = slices.Collect(ids(r.Tx)); return nil })
			var more bool
			for part := range slices.Chunk(all[min(skip, len(all)):], r.chunk) {
				if err = cmp.Or(err, ctx.Err()); err != nil {
					break
				}
				if more, err = yieldRecords(r, part, read, yield); !more {
					return
				}
			}
			if err != nil {
				yield(*new(S), err)
			}
		}
	}
}

// yieldRecords yields the records of some ids in one transaction, and reports whether to
// go on.
func yieldRecords[S any](r *Reader, ids []string, read func(*Reader, string) (S, bool, error), yield func(S, error) bool) (more bool, err error) {
	more = true
	err = r.View(func() error {
		for _, id := range ids {
			one, known, err := read(r, id)
			if err != nil {
				return err
			}
			if more = !known || yield(one, nil); !more {
				return nil
			}
		}
		return nil
	})
	return more, err
}
