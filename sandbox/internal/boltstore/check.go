package boltstore

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// CheckFile verifies a data file that no process uses, without changing it: its
// pages, the checksum of every record, and the indexes of every account as Verify
// does. The error joins all faults. It names the file when it is in use.
func CheckFile(path string) error { return checkFile(path, verify, "is damaged") }

// CheckFileRules checks the rules of commerce.Invariants over a data file that is not
// damaged and that no process uses. The error joins all breaches.
func CheckFileRules(path string) error {
	return checkFile(path, checkRules, "has records that contradict each other")
}

func checkFile(path string, check func(*records) error, what string) error {
	if _, err := inspect(path, time.Second, allPages); err != nil {
		return err
	}
	file, err := bolt.Open(path, 0, &bolt.Options{ReadOnly: true, Timeout: time.Second, NoStatistics: true})
	if err != nil {
		return cannotUse(path, err)
	}
	err = checkView(file, path, check, what)
	return errors.Join(damagedMeta(path), err, file.Close())
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

func checkView(file *bolt.DB, path string, check func(*records) error, what string) (err error) {
	defer catch(path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return file.View(func(tx *bolt.Tx) error {
		version, err := schemaVersion(tx)
		switch {
		case err != nil:
			return cannotUse(path, err)
		case version < checksumVersion:
			return fmt.Errorf("the data file %s has schema version %d, which has no checksums; "+
				"start a sandbox with the file to upgrade it", path, version)
		}
		if err := checkRecords(tx, check); err != nil {
			return fmt.Errorf("the data file %s %s: %w", path, what, err)
		}
		return nil
	})
}

// checkRules checks the rules of the records of an account. Its clock may have been
// moved back, so no rule compares with the present.
func checkRules(account *records) error {
	return checkRulesOf(account.name, viewTx(account))
}

func checkRulesOf(account string, records commerce.Tx) error {
	if err := commerce.Invariants(records, time.Time{}); err != nil {
		return fmt.Errorf("account %s: %w", account, err)
	}
	return nil
}

// Check verifies the whole file as CheckFile does. No update runs meanwhile.
func (db *DB) Check() error { return db.check(verify) }

func (db *DB) check(verify func(account *records) error) (err error) {
	defer catch(db.path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	db.views.hold()
	defer db.views.release()
	tx, err := db.sentry.begin(true) // a write transaction, because updates must not run during the check of pages
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.sentry.rollback(tx)) }()
	var faults []error
	for fault := range tx.Check() {
		faults = append(faults, fault)
	}
	return errors.Join(errors.Join(faults...), checkRecords(tx, verify))
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

// faults returns an error for every record that does not match its checksum.
func (r *records) faults() (faults []error) {
	for key, sealed := range entries(r.bucket) {
		if !r.intact(key, sealed) {
			faults = append(faults, fmt.Errorf("%s does not match its checksum", r.describe(key)))
		}
	}
	return faults
}
