package boltstore

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
)

// IsDataFile reports whether a file begins as a data file does.
func IsDataFile(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	_, found := metaAt(file, 0)
	return found
}

// CheckFile verifies an unused data file, without changing it: its pages, the
// checksum of every record, and that every index entry follows from a record, every
// record has its entries, and no sequence can return a used number. The error joins all
// faults. It names the file when it is in use.
//
// The notes are about records of a file without faults in breach of a rule of
// ledger.Invariants, because rules come with versions and no checksum shows that a
// record was meant otherwise.
func CheckFile(path string) (notes []string, err error) {
	if err := inspect(path, time.Second); err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil, err
	}
	var damage error
	err = readOnly(path, time.Second, func(tx *bolt.Tx) error {
		notes, damage = checkFile(tx, path)
		return nil
	})
	if err != nil {
		return nil, cannotUse(path, err)
	}
	if err = short(errors.Join(damagedMeta(path), damage)); err != nil {
		return nil, err
	}
	return notes, nil
}

// checkFile verifies the records of a file, whose pages are intact.
func checkFile(tx *bolt.Tx, path string) (notes []string, err error) {
	defer catch(path, &err)
	defer faultsPanic()()
	err = checkRecords(tx, func(a CheckedAccount) error {
		if err := a.Verify(); err != nil {
			return err
		}
		if broken := ledger.Invariants(viewTx(a.records), time.Time{}); broken != nil { // without the present, because a clock may have been moved back
			notes = append(notes, strings.Split(fmt.Sprintf("account %s: %s", a.Code, broken), "\n")...)
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("the data file %s is damaged: %w", path, err)
	case notes == nil:
		return nil, nil
	}
	return append([]string{"it is intact, and some of its records break rules of this version, because an earlier one or an import made them; they are served as they are"}, notes...), nil
}

// Check verifies the whole file as CheckFile does, without the rules. No update runs
// meanwhile.
func (db *DB) Check() error { return db.CheckAccounts(CheckedAccount.Verify) }

// CheckAccounts is Check. It calls verify for each account without a damaged record.
func (db *DB) CheckAccounts(verify func(CheckedAccount) error) (err error) {
	defer catch(db.path, &err)
	defer faultsPanic()()
	tx, err := db.sentry.begin(true) // a write transaction, because updates must not run during the check of pages
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.sentry.rollback(tx)) }()
	var faults []error
	for fault := range tx.Check() {
		faults = append(faults, fault)
	}
	return short(errors.Join(errors.Join(faults...), checkRecords(tx, verify)))
}

// CheckedAccount is an account of a file during its check.
type CheckedAccount struct {
	Code    string
	records *records
}

// Digest returns the SHA-256 of all records of the account.
func (a CheckedAccount) Digest() [sha256.Size]byte {
	hash := sha256.New()
	var length [8]byte
	for key, sealed := range entries(a.records.bucket) {
		for _, part := range [][]byte{key, sealed} {
			binary.BigEndian.PutUint64(length[:], uint64(len(part)))
			hash.Write(length[:])
			hash.Write(part)
		}
	}
	return [sha256.Size]byte(hash.Sum(nil))
}

// checkRecords compares the checksum of every record of the file, and verifies the
// accounts without a damaged one.
func checkRecords(tx *bolt.Tx, verify func(CheckedAccount) error) error {
	if err := inspectAccounts(tx); err != nil {
		return err
	}
	faults := scenarios(tx).faults()
	accounts, snapshots := tx.Bucket(accountsBucket), tx.Bucket(snapshotsBucket)
	for code := range entries(accounts) {
		stored := accountIn(accounts.Bucket(code), string(code))
		damaged := stored.faults()
		if faults = append(faults, damaged...); damaged == nil {
			faults = append(faults, verify(CheckedAccount{stored.name, stored}))
		}
	}
	for code := range entries(snapshots) {
		for name := range entries(snapshots.Bucket(code)) {
			faults = append(faults, accountIn(snapshots.Bucket(code).Bucket(name), string(code)).faults()...)
		}
	}
	return errors.Join(faults...)
}

// faults returns an error for every record with a wrong checksum.
func (r *records) faults() (faults []error) {
	for key, sealed := range entries(r.bucket) {
		if !r.intact(key, sealed) {
			faults = append(faults, fmt.Errorf("%s does not match its checksum", r.describe(key)))
		}
	}
	return faults
}
