package boltstore

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
)

// CheckFile verifies an unused data file, without changing it: its pages, the
// checksum of every record, and the indexes of every account as Verify does. The error
// joins all faults. It names the file when it is in use.
//
// The notes are about records of a file without faults in breach of a rule of
// ledger.Invariants, because rules come with versions and no checksum shows that a
// record was meant otherwise.
func CheckFile(path string) (notes []string, err error) {
	if _, err := inspect(path, time.Second, allPages); err != nil {
		return nil, err
	}
	file, err := bolt.Open(path, 0, &bolt.Options{ReadOnly: true, Timeout: time.Second, NoStatistics: true})
	if err != nil {
		return nil, cannotUse(path, err)
	}
	notes, err = checkView(file, path)
	if err = short(errors.Join(damagedMeta(path), err, file.Close())); err != nil {
		return nil, err
	}
	return notes, nil
}

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

func checkView(file *bolt.DB, path string) (notes []string, err error) {
	defer catch(path, &err)
	defer faultsPanic()()
	err = file.View(func(tx *bolt.Tx) error {
		version, err := schemaVersion(tx)
		if err != nil || version == 0 {
			return err
		}
		if err := checkRecords(tx, verify); err != nil {
			return fmt.Errorf("the data file %s is damaged: %w", path, err)
		}
		notes = notesOn(checkRecords(tx, checkRules))
		return nil
	})
	return notes, err
}

// notesOn returns a note for each record in breach of a rule, after one about their
// common cause.
func notesOn(breaches error) []string {
	if breaches == nil {
		return nil
	}
	return append([]string{"it is intact, and some of its records break rules of this version, because an earlier one or an import made them; they are served as they are"},
		strings.Split(breaches.Error(), "\n")...)
}

// checkRules checks the rules of the records of an account. Its clock may have been
// moved back, so no rule compares with the present.
func checkRules(account *records) error {
	return checkRulesOf(account.name, viewTx(account))
}

func checkRulesOf(account string, records commerce.Tx) error {
	if err := ledger.Invariants(records, time.Time{}); err != nil {
		return fmt.Errorf("account %s: %w", account, err)
	}
	return nil
}

// Check verifies the whole file as CheckFile does. No update runs meanwhile.
func (db *DB) Check() error { return db.check(verify) }

func (db *DB) check(verify func(account *records) error) (err error) {
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

// checkRecords verifies every record of the file, and with verify the indexes of
// accounts without a damaged record.
func checkRecords(tx *bolt.Tx, verify func(account *records) error) error {
	faults := append(documents(tx).faults(), scenarios(tx).faults()...)
	accounts, snapshots := tx.Bucket(accountsBucket), tx.Bucket(snapshotsBucket)
	err := accounts.ForEachBucket(func(code []byte) error {
		if tx.Bucket(documentsBucket).Get(code) == nil {
			faults = append(faults, fmt.Errorf("account %s has records but no document", code))
		}
		stored := accountIn(accounts.Bucket(code), string(code))
		damaged := stored.faults()
		if faults = append(faults, damaged...); damaged == nil {
			faults = append(faults, verify(stored))
		}
		return nil
	})
	kept := snapshots.ForEachBucket(func(code []byte) error {
		within := snapshots.Bucket(code)
		return within.ForEachBucket(func(name []byte) error {
			faults = append(faults, accountIn(within.Bucket(name), string(code)).faults()...)
			return nil
		})
	})
	return errors.Join(errors.Join(faults...), err, kept)
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
