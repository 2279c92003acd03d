package boltstore

import (
	"bytes"
	"context"
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// partLimits bound the writes of one transaction to a hidden bucket. Together they bound
// its memory, because it keeps each changed page: records in key order fill pages, others
// change a page each.
type partLimits struct {
	bytes  int // about how much memory the records take
	places int // changed places of the bucket

	scattered int // about how much memory the records of a scattered table take while they wait
}

func usualParts() partLimits { return partLimits{bytes: 2 << 20, places: 256, scattered: 2 << 20} }

// draft is the new records of an account or a snapshot. Records beyond one part go to a
// hidden bucket, each part in a transaction of its own, so other updates do not wait for
// all of them, and memory stays small. The last transaction moves the bucket to its place.
// It runs in the caller's goroutine. A killed process leaves the earlier records, and the
// next Open removes the hidden bucket.
type draft struct {
	db     *DB
	ctx    context.Context
	code   string   // of the account
	path   [][]byte // of the bucket, once it is in its place
	tx     *tx      // collects a part
	number []byte   // of the hidden bucket, nil before the first part
	view   *bolt.Tx // of the written parts, nil before the first one
}

func (db *DB) draft(ctx context.Context, code string, path ...[]byte) *draft {
	d := &draft{db: db, ctx: ctx, code: code, path: path, tx: seedTx()}
	d.tx.makeRoom = d.makeRoom
	return d
}

// write collects the records of fill. The last transaction is finish, which calls place,
// unless allowed returns an error; it is nil when the caller has the account alone. If anything
// fails, nothing has changed.
func (d *draft) write(fill func(commerce.Tx) error, allowed func(*bolt.Tx) error, finish func(*bolt.Tx) error) (err error) {
	defer func() { err = errors.Join(err, d.abandon(err)) }()
	if err := d.collect(fill); err != nil {
		return err
	}
	d.db.touch(d.path...)
	finished := work{bytes: d.tx.writes.bytes, apply: finish}
	if allowed == nil {
		return d.db.writer.write(d.ctx, func(*bolt.Tx) (work, error) { return finished, nil })
	}
	return d.db.write(d.ctx, d.code, func(file *bolt.Tx) (work, error) {
		if err := allowed(file); err != nil {
			return work{}, err
		}
		return finished, nil
	})
}

// collect runs fill. If its records do not fit into one part, all of them are in the
// hidden bucket then.
func (d *draft) collect(fill func(commerce.Tx) error) (err error) {
	defer d.closeView()
	defer catch(d.db.path, &err)
	defer faultsPanic()()
	if err := fill(d.tx); err != nil || d.number == nil {
		return err
	}
	return d.writePart(true)
}

// copy adds the records of a bucket to a draft. No update changes them meanwhile, because
// the caller has their account alone. What describes a snapshot is left out.
func (d *draft) copy(from func(*bolt.Tx) (*records, error)) error {
	for next := []byte{}; next != nil; {
		err := d.db.view(func(file *bolt.Tx) error {
			stored, err := from(file)
			if err != nil {
				return err
			}
			next, err = stored.part(next, d.db.parts.bytes, func(key, sealed []byte) error {
				if tableID(key[0]) == description {
					return nil
				}
				return d.tx.table(tableID(key[0])).put(key[1:], bytes.Clone(stored.value(key, sealed)))
			})
			return err
		})
		if err == nil {
			err = d.makeRoom()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// makeRoom writes the collected records when they fill a part.
func (d *draft) makeRoom() error {
	if d.tx.writes.bytes < d.db.parts.bytes {
		return nil
	}
	if err := d.writePart(false); err != nil {
		return err
	}
	return d.openView()
}

// openView lets the transaction read the records in the hidden bucket.
func (d *draft) openView() error {
	view, err := d.db.sentry.begin(false)
	if err != nil {
		return err
	}
	d.view, d.tx.account = view, accountIn(d.parts(view).Bucket(d.name()), d.code)
	d.tx.account.fresh = true
	return nil
}

func (d *draft) closeView() {
	if d.view != nil {
		_ = d.db.sentry.rollback(d.view) // a lost file ends the next transaction
		d.view, d.tx.account = nil, nil
	}
}

// writePart moves the collected records to the hidden bucket, with last the scattered
// tables too. It closes the view first, because a commit may have to wait for all
// views.
func (d *draft) writePart(last bool) error {
	d.closeView()
	if d.number == nil {
		d.number = numberKey(d.db.drafts.Add(1))
	}
	chosen := d.tx.tables
	for _, id := range scatteredTables() {
		if table := chosen[id]; table != nil && !last && table.bytes < d.db.parts.scattered {
			chosen[id] = nil
		}
	}
	for list := d.tx.pending(chosen); len(list) > 0; {
		count := 0
		err := d.db.writer.write(d.ctx, func(*bolt.Tx) (work, error) {
			return work{bytes: d.tx.writes.bytes, apply: func(file *bolt.Tx) error {
				hidden, err := file.Bucket(stagingBucket).CreateBucketIfNotExists(d.number)
				if err != nil {
					return err
				}
				bucket, err := hidden.CreateBucketIfNotExists(d.name())
				if err != nil {
					return err
				}
				bucket.FillPercent = 1
				count, err = accountIn(bucket, d.code).applySome(list, d.db.parts.places)
				return err
			}}, nil
		})
		if err != nil {
			return err
		}
		list = list[count:]
	}
	d.tx.release(chosen)
	return nil
}

// scatteredTables returns the tables with keys in no order. Each entry changes a page of
// its own, until very many come together.
func scatteredTables() []tableID {
	return []tableID{subscriptions, owners, references, externals, purchases}
}

// applySome applies entries in key order until they have changed so many places of
// the bucket, and returns how many it has applied. Entries without a stored one
// between them change the same place.
func (r *records) applySome(list []pendingEntry, most int) (count int, err error) {
	cursor, places := r.bucket.Cursor(), 0
	var behind []byte // the stored key behind the place
	var key []byte    // bbolt copies it
	for i, e := range list {
		key = e.appendKey(key[:0])
		if places == 0 || behind != nil && bytes.Compare(key, behind) >= 0 {
			if places++; places > most {
				return i, nil
			}
			behind, _ = cursor.Seek(key)
		}
		if err := r.applyEntry(key, e.value); err != nil {
			return i, err
		}
	}
	return len(list), nil
}

// name is that of the bucket, in the hidden one too, because bbolt moves a bucket with its
// name.
func (d *draft) name() []byte { return d.path[len(d.path)-1] }

func (d *draft) parts(file *bolt.Tx) *bolt.Bucket {
	return file.Bucket(stagingBucket).Bucket(d.number)
}

// place replaces the earlier bucket by the new one, and returns it. bbolt cannot move a
// bucket that the same transaction has written, so all parts are committed before.
func (d *draft) place(file *bolt.Tx) (placed *bolt.Bucket, err error) {
	within := file.Bucket(d.path[0])
	for _, name := range d.path[1 : len(d.path)-1] {
		if within, err = within.CreateBucketIfNotExists(name); err != nil {
			return nil, err
		}
	}
	if within.Bucket(d.name()) != nil {
		if err := within.DeleteBucket(d.name()); err != nil {
			return nil, err
		}
	}
	if d.number != nil {
		err = errors.Join(file.MoveBucket(d.name(), d.parts(file), within), file.Bucket(stagingBucket).DeleteBucket(d.number))
		return within.Bucket(d.name()), err
	}
	if placed, err = within.CreateBucket(d.name()); err != nil {
		return nil, err
	}
	return placed, d.tx.apply(accountIn(placed, d.code))
}

// abandon removes the hidden bucket of a failed draft. A successful one has moved it, and
// the failure of another call must not become its error.
func (d *draft) abandon(failed error) error {
	if failed == nil || d.number == nil {
		return nil
	}
	err := d.db.writer.write(context.WithoutCancel(d.ctx), func(file *bolt.Tx) (work, error) {
		if d.parts(file) == nil {
			return work{}, nil
		}
		return work{apply: func(file *bolt.Tx) error { return file.Bucket(stagingBucket).DeleteBucket(d.number) }}, nil
	})
	if errors.Is(err, ErrClosed) { // the next Open removes it
		return nil
	}
	return err
}

// sweep removes the hidden buckets of an earlier process.
func sweep(file *bolt.Tx) error {
	hidden := file.Bucket(stagingBucket)
	for number, _ := hidden.Cursor().First(); number != nil; number, _ = hidden.Cursor().First() {
		if err := hidden.DeleteBucket(bytes.Clone(number)); err != nil {
			return err
		}
	}
	return nil
}
