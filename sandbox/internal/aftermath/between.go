package aftermath

import (
	"cmp"
	"context"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Side is one of two states of an account's records: the present ones, or a snapshot's.
type Side struct {
	Code string // of the account, for orders
	View func(fn func(commerce.Tx) error) error
}

// Between returns how the records of to differ from those of from, record by record by
// their ids, at most limit of them with the number of all. It reads one side after the
// other, as Compare does.
func Between(ctx context.Context, from, to Side, limit int) (client.Differences, error) {
	b := between{ctx: ctx, from: from, to: to, limit: limit}
	b.found.Records = []client.ChangedRecord{}
	for _, k := range append(kinds(), kindOf(record.ProductKind), kindOf(record.PartnerKind)) {
		if err := b.compare(k); err != nil {
			return client.Differences{}, err
		}
	}
	return b.found, nil
}

// between is a comparison of two sides.
type between struct {
	ctx      context.Context
	from, to Side
	limit    int
	found    client.Differences
}

func (b *between) compare(k kind) error {
	sums := map[string]uint64{}
	err := b.each(b.from, k, func(id string, image []byte) { sums[id] = sumOf(image) })
	if err != nil {
		return err
	}
	first := len(b.found.Records)
	err = b.each(b.to, k, func(id string, image []byte) {
		sum, known := sums[id]
		delete(sums, id)
		switch {
		case !known:
			b.add(k, id, client.RecordAdded)
		case sum != sumOf(image):
			b.add(k, id, client.RecordChanged)
		}
	})
	if err != nil {
		return err
	}
	for id := range sums {
		b.add(k, id, client.RecordRemoved)
	}
	slices.SortFunc(b.found.Records[first:], func(x, y client.ChangedRecord) int { return cmp.Compare(x.ID, y.ID) })
	return b.compareFields(b.found.Records[first:])
}

// compareFields compares the changed records one by one, because all of them may be large.
func (b *between) compareFields(records []client.ChangedRecord) error {
	for i := range records {
		r := &records[i]
		if r.Change != client.RecordChanged {
			continue
		}
		before, err := b.from.image(r.Kind, r.ID)
		if err != nil {
			return err
		}
		after, err := b.to.image(r.Kind, r.ID)
		if err != nil {
			return err
		}
		r.Fields = difference.Bodies(difference.Body{Content: before}, difference.Body{Content: after}).Rows
	}
	return b.ctx.Err()
}

// add counts a record, and adds it while there is room.
func (b *between) add(k kind, id string, change client.RecordChange) {
	if b.found.Total++; len(b.found.Records) < b.limit {
		b.found.Records = append(b.found.Records, client.ChangedRecord{Kind: k.name, ID: id, Change: change, Fields: []client.BodyDifference{}})
	}
}

// each calls fn with every record of the kind.
func (b *between) each(s Side, k kind, fn func(id string, image []byte)) error {
	return s.View(func(tx commerce.Tx) error {
		for id := range k.ids(tx) {
			image, err := tx.Image(k.name, id)
			if err := cmp.Or(err, b.ctx.Err()); err != nil {
				return err
			}
			if image != nil { // nil for unchanged settings
				fn(id, s.neutral(image))
			}
		}
		return nil
	})
}

// image returns a record.
func (s Side) image(kind, id string) (image []byte, err error) {
	err = s.View(func(tx commerce.Tx) (err error) {
		image, err = tx.Image(kind, id)
		return err
	})
	return s.neutral(image), err
}

// neutral returns an image without the code of the account.
func (s Side) neutral(image []byte) []byte {
	return split(image, s.Code).neutral()
}
