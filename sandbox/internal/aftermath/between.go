package aftermath

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Side is one of two states of an account's records: the present ones, or a snapshot's.
type Side struct {
	Code     string    // of the account, for orders
	SeededAt time.Time // when the records were seeded, on the account's clock; zero if nobody knows
	View     func(fn func(commerce.Tx) error) error
}

// Between returns how the records of to differ from those of from, record by record by
// their ids, at most limit of them with the number of all. Those that differ in moments
// alone are the last. It reads one side after the other, as Compare does.
func Between(ctx context.Context, from, to Side, limit int) (client.Differences, error) {
	b := between{ctx: ctx, from: from, to: to, limit: limit}
	for _, k := range append(kinds(), kindOf(record.ProductKind), kindOf(record.PartnerKind)) {
		if err := b.compare(k); err != nil {
			return client.Differences{}, err
		}
	}
	isSeededAgain := from.Code == to.Code && !from.SeededAt.IsZero() && !to.SeededAt.IsZero() && !from.SeededAt.Equal(to.SeededAt)
	if b.found.DatesAlone > 0 && isSeededAgain {
		const shown = "2006-01-02 15:04:05"
		b.found.Notes = append(b.found.Notes, fmt.Sprintf("The account was seeded at %s for one side and at %s for the other, on its clock, so most records differ in their dates.",
			from.SeededAt.Format(shown), to.SeededAt.Format(shown)))
	}
	b.found.Records = append(append([]client.ChangedRecord{}, b.beyond...), b.dated...)
	b.found.Records = b.found.Records[:min(len(b.found.Records), limit)]
	return b.found, b.compareFields(b.found.Records)
}

// between is a comparison of two sides.
type between struct {
	ctx      context.Context
	from, to Side
	limit    int
	found    client.Differences

	beyond, dated []client.ChangedRecord // records that differ in more than moments, and in moments alone
}

// sums stand for a record and for the same without its moments and days.
type sums struct{ whole, timeless uint64 }

// sumsOf reads an image byte by byte, because an account may have many.
func sumsOf(image []byte) sums {
	var timeless maphash.Hash
	timeless.SetSeed(seed)
	from, at := 0, 0 // what is neither summed nor left out, and what is not read
	for quote := bytes.IndexByte(image, '"'); quote >= 0; quote = bytes.IndexByte(image[at:], '"') {
		if at += quote + 1; !beginsWithDay(image[at:]) {
			continue
		}
		length := bytes.IndexByte(image[at:], '"')
		if length < 0 {
			break
		}
		_, _ = timeless.Write(image[from:at])
		from, at = at+length, at+length+1
	}
	_, _ = timeless.Write(image[from:])
	return sums{sumOf(image), timeless.Sum64()}
}

// beginsWithDay reports whether a text begins as 2026-11-29 does.
func beginsWithDay(text []byte) bool {
	const shape = "0000-00-00"
	for i := range min(len(text), len(shape)) {
		isDigit := text[i] >= '0' && text[i] <= '9'
		if isDigit != (shape[i] == '0') || !isDigit && text[i] != '-' {
			return false
		}
	}
	return len(text) >= len(shape)
}

func (b *between) compare(k kind) error {
	before := map[string]sums{}
	err := b.each(b.from, k, func(id string, image []byte) { before[id] = sumsOf(image) })
	if err != nil {
		return err
	}
	var beyond, dated []client.ChangedRecord
	add := func(list *[]client.ChangedRecord, id string, change client.RecordChange) {
		b.found.Total++
		*list = append(*list, client.ChangedRecord{Kind: k.name, ID: id, Change: change, Fields: []client.BodyDifference{}})
	}
	err = b.each(b.to, k, func(id string, image []byte) {
		was, known := before[id]
		delete(before, id)
		switch is := sumsOf(image); {
		case !known:
			add(&beyond, id, client.RecordAdded)
		case was.timeless != is.timeless:
			add(&beyond, id, client.RecordChanged)
		case was.whole != is.whole:
			add(&dated, id, client.RecordChanged)
		}
	})
	if err != nil {
		return err
	}
	for id := range before {
		add(&beyond, id, client.RecordRemoved)
	}
	b.found.DatesAlone += len(dated)
	byID := func(x, y client.ChangedRecord) int { return cmp.Compare(x.ID, y.ID) }
	slices.SortFunc(beyond, byID)
	slices.SortFunc(dated, byID)
	for i := range dated {
		dated[i].DatesAlone = true
	}
	b.beyond = append(b.beyond, beyond[:min(len(beyond), b.limit)]...)
	b.dated = append(b.dated, dated[:min(len(dated), b.limit)]...)
	return nil
}

// compareFields names the records, and compares the changed ones one by one, because all
// of them may be large.
func (b *between) compareFields(records []client.ChangedRecord) error {
	for i := range records {
		r := &records[i]
		before, err := b.from.image(r.Kind, r.ID)
		if err != nil {
			return err
		}
		after, err := b.to.image(r.Kind, r.ID)
		if err != nil {
			return err
		}
		if r.Name = nameOf(after); r.Change == client.RecordRemoved {
			r.Name = nameOf(before)
		}
		if r.Change == client.RecordChanged {
			r.Fields = difference.Bodies(difference.Body{Content: before}, difference.Body{Content: after}).Rows
		}
	}
	return b.ctx.Err()
}

// nameOf returns what people call a record, "" for nothing.
func nameOf(image []byte) string {
	type person struct{ FirstName, LastName string }
	var r struct {
		person
		Name, Product  string
		BillingDetails person
	}
	_ = json.Unmarshal(image, &r) // what cannot be read has no name
	full := func(p person) string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }
	return cmp.Or(r.Name, full(r.person), full(r.BillingDetails), r.Product)
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
