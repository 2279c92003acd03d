package boltstore

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// inspectAccounts returns an error when an account cannot be opened: its document
// is damaged, its records are missing, or records have no account. A damaged page
// can lose any of them. It also returns an error when the numbers of calls are
// damaged.
func inspectAccounts(file *bolt.Tx) error {
	stored, accounts := documents(file), file.Bucket(accountsBucket)
	for code, document := range entries(stored.bucket) {
		if !stored.intact(code, document) {
			return fmt.Errorf("%w: the document of account %q does not match its checksum", errDamaged, code)
		}
		if accounts.Bucket(code) == nil {
			return fmt.Errorf("%w: the records of account %q are missing", errDamaged, code)
		}
	}
	for _, within := range []*bolt.Bucket{accounts, file.Bucket(snapshotsBucket)} {
		for code, value := range entries(within) {
			if value != nil || stored.bucket.Get(code) == nil {
				return fmt.Errorf("%w: the document of account %q is missing", errDamaged, code)
			}
		}
	}
	return checkNumbers(file)
}
