package boltstore

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// separate gives each table of an account a bucket, as version 1 had it.
func separate(within *bolt.Bucket, name []byte) error {
	joined, apart := within.Bucket(name), map[tableID]map[string][]byte{}
	err := joined.ForEach(func(key, value []byte) error {
		id := tableID(key[0])
		if apart[id] == nil {
			apart[id] = map[string][]byte{}
		}
		apart[id][string(key[1:])] = append([]byte{}, value...)
		return nil
	})
	err = errors.Join(err, within.DeleteBucket(name))
	account, created := within.CreateBucket(name)
	err = errors.Join(err, created)
	for id, records := range apart {
		table, created := account.CreateBucket([]byte(id.String()))
		err = errors.Join(err, created)
		for key, value := range records {
			err = errors.Join(err, table.Put([]byte(key), value))
		}
	}
	return err
}

// contents returns all keys and values of a bucket.
func contents(t *testing.T, db *DB, bucket func(*bolt.Tx) *bolt.Bucket) map[string]string {
	t.Helper()
	all := map[string]string{}
	mustDo(t, db.view(func(file *bolt.Tx) error {
		return bucket(file).ForEach(func(key, value []byte) error { all[string(key)] = string(value); return nil })
	}))
	return all
}

// withoutChecksums gives the records of a bucket the form of version 2.
func withoutChecksums(b *bolt.Bucket) error {
	plain := map[string][]byte{}
	for key, sealed := range entries(b) {
		plain[string(key)] = append([]byte{}, sealed[:len(sealed)-sumSize]...)
	}
	for key, value := range plain {
		if err := b.Put([]byte(key), value); err != nil {
			return err
		}
	}
	return nil
}

// toVersion2 gives a file of version 3 the form of version 2.
func toVersion2(file *bolt.Tx) error {
	snapshot := file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)).Bucket([]byte("before"))
	return errors.Join(
		snapshot.Delete(snapshotName.key(nil)),
		snapshot.Delete(aboutKey),
		withoutChecksums(snapshot),
		withoutChecksums(file.Bucket(accountsBucket).Bucket([]byte(theAccount))),
		withoutChecksums(file.Bucket(accountsBucket).Bucket([]byte("EMPTY"))),
		withoutChecksums(file.Bucket(documentsBucket)),
		withoutChecksums(file.Bucket(scenariosBucket)),
		file.DeleteBucket(stagingBucket),
		file.Bucket(markerBucket).Delete(checksumKey),
		file.Bucket(markerBucket).Put(versionKey, []byte("2")))
}

// toVersion1 gives such a file the form of version 1.
func toVersion1(file *bolt.Tx) error {
	return errors.Join(
		toVersion2(file),
		separate(file.Bucket(accountsBucket), []byte(theAccount)),
		separate(file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)), []byte("before")),
		file.Bucket(markerBucket).Put(versionKey, []byte("1")))
}

// asIs leaves a file in the form of version 3, as written by an earlier program.
func asIs(*bolt.Tx) error { return nil }

// olderFile writes a file, filled by writeOlder of an earlier program, in the form of a
// version.
func olderFile(t *testing.T, form func(*bolt.Tx) error) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "schema-3.db.gz"))
	mustDo(t, err)
	defer packed.Close()
	content, err := gzip.NewReader(packed)
	mustDo(t, err)
	whole, err := io.ReadAll(content)
	mustDo(t, err)
	path = filepath.Join(t.TempDir(), "data.db")
	mustDo(t, os.WriteFile(path, whole, 0o600))
	options := fileOptions()
	options.NoSync = true
	file, err := bolt.Open(path, 0o600, &options)
	mustDo(t, err)
	unmark := func(file *bolt.Tx) error { return file.Bucket(markerBucket).Delete(closedKey) } // as a killed process leaves it
	mustDo(t, errors.Join(file.Update(unmark), file.Update(form), file.Close()))
	return path
}

// A file of each older version opens with all its records, and can be written.
func TestOlderVersionsAreUpgraded(t *testing.T) {
	t.Parallel()
	all := []func(*bolt.Tx) error{toVersion1, toVersion2, asIs}
	if len(all) != currentVersion-1 {
		t.Errorf("got %d older versions, want one for each before %d", len(all), currentVersion)
	}
	for i, older := range all {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			upgrades(t, older)
		})
	}
}

// upgrades opens a file of an older form and expects the records as written by this
// program: at once, after an upgrade in many chunks, and after a killed one.
func upgrades(t *testing.T, older func(*bolt.Tx) error) {
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	writeOlder(t, db)
	whole := func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(accountsBucket).Bucket([]byte(theAccount)) }
	kept := func(file *bolt.Tx) *bolt.Bucket {
		return file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)).Bucket([]byte("before"))
	}
	buckets := map[string]func(*bolt.Tx) *bolt.Bucket{
		"the account": whole, "the snapshot": kept,
		"the empty account": func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(accountsBucket).Bucket([]byte("EMPTY")) },
		"the documents":     func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(documentsBucket) },
		"the scenarios":     func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(scenariosBucket) },
		"the marker":        func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(markerBucket) },
	}
	want := map[string]map[string]string{}
	for name, bucket := range buckets {
		want[name] = contents(t, db, bucket)
	}
	path := olderFile(t, older)
	checkOlder(t, path)
	hasAll := func(how string, db *DB) {
		for name, bucket := range buckets {
			got := contents(t, db, bucket)
			if _, has := got[string(aboutKey)]; name == "the snapshot" && !has {
				got[string(aboutKey)] = want[name][string(aboutKey)] // not written by versions 1 and 2
			}
			equal(t, how+": "+name, got, want[name])
		}
		if got := stagedIn(t, db); got != 0 {
			t.Errorf("%s: got %d parts in the staging bucket, want none", how, got)
		}
		mustDo(t, db.Check())
	}
	stepByStep, killed := upgradeInChunks(t, path)
	hasAll("in chunks", stepByStep)
	for _, db := range killed {
		hasAll("after a kill", db)
	}
	var percents []int
	db = openFor(t, Options{Path: path, NoSync: true, Upgrading: func(percent int) { percents = append(percents, percent) }})
	if len(percents) < 3 || percents[0] != 0 || !slices.IsSorted(percents) || percents[len(percents)-1] != 99 {
		t.Errorf("got progress %v, want from 0 to 99", percents)
	}
	hasAll("at once", db)
	mustDo(t, db.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, "before"))
	equal(t, "the restored account", contents(t, db, whole), want["the account"])
	update(t, db.Account("EMPTY"), put(anOrder(1)))
}

// checkOlder expects a check of an older file to note its version and to change nothing,
// and one of the file with a changed bit to find the damage.
func checkOlder(t *testing.T, path string) {
	t.Helper()
	content := readFile(t, path)
	notes, err := CheckFile(path)
	if err != nil || len(notes) == 0 || !strings.HasSuffix(notes[0], "; a sandbox that starts with it upgrades it to 4") {
		t.Errorf("got notes %.1q, %v for the older file", notes, err)
	}
	if !bytes.Equal(readFile(t, path), content) {
		t.Error("the check changed the file")
	}
	content = bytes.ReplaceAll(content, []byte(`"RefNo"`), []byte(`"SefNo"`)) // in free pages too
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	mustDo(t, os.WriteFile(damaged, content, 0o600))
	if notes, err := CheckFile(damaged); err == nil || notes != nil || !strings.HasPrefix(err.Error(), "the data file "+damaged+" is damaged: ") {
		t.Errorf("got %d notes, %.300v for the damaged older file", len(notes), err)
	}
}

// upgradeInChunks upgrades a copy of a file in small chunks. It returns the file, and the
// leftovers of kills after some chunks, opened.
func upgradeInChunks(t *testing.T, path string) (whole *DB, killed []*DB) {
	t.Helper()
	copied, options := filepath.Join(t.TempDir(), "copy.db"), fileOptions()
	mustDo(t, os.WriteFile(copied, readFile(t, path), 0o600))
	options.NoSync = true
	file, err := bolt.Open(copied, 0o600, &options)
	mustDo(t, err)
	whole = newDB(file, copied)
	whole.chunks = smallChunks()
	steps := 0
	mustDo(t, whole.upgradeBy(t.Context(), nil, func(step func() error) error {
		if steps++; steps%5 == 2 {
			killed = append(killed, openCopy(t, whole))
		}
		return step()
	}))
	t.Cleanup(func() { mustDo(t, whole.Close()) })
	if len(killed) < 3 {
		t.Errorf("got %d steps, want more", steps)
	}
	return whole, killed
}

// An unreadable order keeps a file from being upgraded. It is named, and the file stays as
// it is.
func TestAnUpgradeNamesWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	path := olderFile(t, func(file *bolt.Tx) error {
		stored, err := account(file, theAccount)
		return errors.Join(err, stored.put(orders.key(numberKey(200000003)), storedOrder{internals: []byte("{}"), body: []byte("{")}.encode()))
	})
	content := readFile(t, path)
	_, err := Open(Options{Path: path, NoSync: true})
	if want := "because order 200000003 of account " + theAccount + " cannot be read"; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
		t.Errorf("got error %v, want %q", err, want)
	}
	file, err := bolt.Open(path, 0, nil)
	mustDo(t, err)
	mustDo(t, errors.Join(file.View(func(tx *bolt.Tx) error {
		if part, _ := tx.Bucket(stagingBucket).Cursor().First(); part != nil {
			t.Errorf("the part %x stays in the staging bucket", part)
		}
		return nil
	}), file.Close()))
	mustDo(t, os.WriteFile(path, content, 0o600))
	if _, err := CheckFile(path); err == nil || !strings.Contains(err.Error(), "order 200000003") {
		t.Errorf("got error %v of the check, want one about the order", err)
	}
}

func equal(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if value, has := got[key]; !has || value != want[key] {
			t.Fatalf("%s: got %q (%t) of %q, want %q", what, value, has, key, want[key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %d records, want %d", what, len(got), len(want))
	}
}

// TestProgressOfAnUpgrade reports each percentage once, and 100 never.
func TestProgressOfAnUpgrade(t *testing.T) {
	t.Parallel()
	for whole, want := range map[int][]int{0: {0, 99}, 4: {0, 25, 50, 75, 99}, 400: {0, 1}} {
		var got []int
		p := progress{whole: whole, report: func(percent int) { got = append(got, percent) }}
		for _, orders := range []int{0, 1, 1, 1, 1, 0} {
			p.add(orders)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d orders: got %v, want %v", whole, got, want)
		}
	}
	(&progress{whole: 1}).add(1) // nobody reads it
}

// An older file without accounts is upgraded, too.
func TestAnEmptyOlderFileIsUpgraded(t *testing.T) {
	t.Parallel()
	path := olderFile(t, func(file *bolt.Tx) (err error) {
		for _, name := range [][]byte{accountsBucket, snapshotsBucket, documentsBucket} {
			deleted := file.DeleteBucket(name)
			_, created := file.CreateBucket(name)
			err = errors.Join(err, deleted, created)
		}
		return err
	})
	db := openFor(t, Options{Path: path, NoSync: true})
	if list, err := db.Accounts(); err != nil || list != nil {
		t.Errorf("got %v, %v, want no account", list, err)
	}
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, put(anOrder(1))))
	saveSnapshot(t, db, "one")
}

// An upgrade keeps the name stored in a snapshot, because another one than it was given
// shows damage.
func TestAnUpgradeKeepsTheNamesOfSnapshots(t *testing.T) {
	t.Parallel()
	path := olderFile(t, func(file *bolt.Tx) error {
		return nameSnapshot(accountIn(snapshotIn(theAccount, "before")(file), theAccount), "other")
	})
	db := openFor(t, Options{Path: path, NoSync: true})
	_, err := db.Snapshots(theAccount)
	failsForDamage(t, err)
}

// An upgrade finds the subscriptions that wait for an order to upgrade them.
func TestAnUpgradeFindsWaitingSubscriptions(t *testing.T) {
	t.Parallel()
	const order = "200000501"
	path := olderFile(t, func(file *bolt.Tx) error {
		account := accountIn(file.Bucket(accountsBucket).Bucket([]byte(theAccount)), theAccount)
		var sub record.Subscription
		key := subscriptions.key(textKey("RESOLD"))
		err := record.Decode(account.get(key), &sub)
		sub.UpgradeOrder = order
		text, encoded := record.Encode(sub)
		return errors.Join(err, encoded, account.put(key, text))
	})
	db := openFor(t, Options{Path: path, NoSync: true})
	mustDo(t, db.Account(theAccount).View(func(tx commerce.Tx) error {
		if got := slices.Collect(tx.Subscriptions().OfOrder(order)); !slices.Equal(got, []string{"RESOLD"}) {
			t.Errorf("got the subscriptions %q, want RESOLD", got)
		}
		return nil
	}))
	mustDo(t, db.Check())
}
