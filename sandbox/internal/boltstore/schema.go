package boltstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// pageSize is that of the file: four orders of one line fill a page well.
const pageSize = 16 << 10

// castagnoli is the table of all checksums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The buckets at the root of the file.
var (
	markerBucket    = []byte("commerce-sandbox")
	documentsBucket = []byte("documents")
	accountsBucket  = []byte("accounts")
	snapshotsBucket = []byte("snapshots")
	stagingBucket   = []byte("staging")

	versionKey  = []byte("version")
	checksumKey = []byte("checksum")
)

// tableID is a table of an account. It is the first byte of the keys of its
// records, so it must never change.
type tableID byte

// The tables of an account, drawn in the package comment.
const (
	orders tableID = iota
	dates
	sales
	invoices
	forms
	customers
	externals
	subscriptions
	buyers
	purchases
	products
	partners
	campaigns
	primary
	recommended
	settings
	handles
	sequences
	counts
	description
	references
	owners
	days
	tableCount
)

var tableNames = [tableCount]string{
	"orders", "dates", "sales", "invoices", "forms", "customers", "externals", "subscriptions", "buyers",
	"purchases", "products", "partners", "campaigns", "primary", "recommended", "settings", "handles", "sequences",
	"counts", "description", "references", "owners", "days",
}

// recordKinds are the kinds of the records that changes and counts are about, by their tables.
var recordKinds = [tableCount]string{
	orders: record.OrderKind, customers: record.CustomerKind, subscriptions: record.SubscriptionKind,
	products: record.ProductKind, partners: record.PartnerKind, campaigns: record.CampaignKind,
	settings: "settings", handles: record.HandleKind,
}

// tableOf returns the table of the records of a kind.
func tableOf(kind string) (tableID, error) {
	at := slices.Index(recordKinds[:], kind)
	if at < 0 || kind == "" {
		return 0, fmt.Errorf("unknown kind of record %q", kind)
	}
	return tableID(at), nil
}

// String returns the name of the table.
func (id tableID) String() string { return tableNames[id] }

// key returns a key of the table as a key of the account's bucket.
func (id tableID) key(key []byte) []byte {
	within := make([]byte, 1, 1+len(key))
	within[0] = byte(id)
	return append(within, key...)
}

// currentVersion is the version of this program's schema.
const currentVersion = 8

// roots returns the buckets at the root of a file.
func roots() [][]byte {
	names := [][]byte{markerBucket, documentsBucket, accountsBucket, snapshotsBucket, stagingBucket}
	for _, kind := range textKinds {
		names = append(names, kind.bucket)
	}
	return names
}

// createRoots creates the schema in an empty file.
func createRoots(tx *bolt.Tx) error {
	for _, name := range roots() {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return putVersion(tx)
}

// schemaVersion returns the version of a file's schema, 0 for a file without
// records. The error describes any other file.
func schemaVersion(tx *bolt.Tx) (int, error) {
	marker := tx.Bucket(markerBucket)
	if marker == nil {
		if first, _ := tx.Cursor().First(); first != nil {
			return 0, fmt.Errorf("it is a bbolt file of another program (it begins with %q)", first)
		}
		return 0, nil
	}
	text := marker.Get(versionKey)
	version, err := strconv.Atoi(string(text))
	sum := marker.Get(checksumKey)
	switch {
	case err != nil || version < 1:
		return 0, fmt.Errorf("cannot read its schema version %q", text)
	case version > currentVersion:
		return 0, fmt.Errorf("a newer commerce-sandbox wrote it: its schema has version %d, this program reads version %d",
			version, currentVersion)
	case (sum != nil || version == currentVersion) && !bytes.Equal(sum, versionSum(text)):
		return 0, fmt.Errorf("%w: its schema version %q does not match its checksum", errDamaged, text)
	case version < currentVersion:
		return 0, fmt.Errorf("a build from before release 0.1.0 wrote it: its schema has version %d, this program reads version %d",
			version, currentVersion)
	}
	for _, name := range roots() {
		if tx.Bucket(name) == nil {
			return 0, fmt.Errorf("its schema has version %d, but the bucket %s is missing", version, name)
		}
	}
	return version, nil
}

// putVersion marks the file with this program's schema.
func putVersion(tx *bolt.Tx) error {
	version, marker := strconv.AppendInt(nil, currentVersion, 10), tx.Bucket(markerBucket)
	return errors.Join(marker.Put(versionKey, version), marker.Put(checksumKey, versionSum(version)))
}

// versionSum returns the checksum of the schema version. Without one, a damaged
// version would be taken for another program's.
func versionSum(version []byte) []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.Checksum(version, castagnoli))
}
