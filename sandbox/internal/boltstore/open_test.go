package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// aFile returns the bytes of an intact file with records, up to its last page in
// use, as a killed process leaves it.
func aFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(20)))
	content := readFile(t, path)
	mustDo(t, db.Close())
	newest, err := newestMeta(bytes.NewReader(content))
	mustDo(t, err)
	return content[:newest.next*pageSize]
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	mustDo(t, err)
	return content
}

// bare returns the bytes of a bbolt file written by fn.
func bare(t *testing.T, fn func(*bolt.Tx) error) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bare.db")
	file, err := bolt.Open(path, 0o600, nil)
	mustDo(t, err)
	mustDo(t, errors.Join(file.Update(fn), file.Close()))
	return readFile(t, path)
}

func versioned(version string) func(*bolt.Tx) error {
	return func(tx *bolt.Tx) error {
		marker, err := tx.CreateBucket(markerBucket)
		return errors.Join(err, marker.Put(versionKey, []byte(version)))
	}
}

func TestForeignFilesStayUnchanged(t *testing.T) {
	t.Parallel()
	sound := aFile(t)
	foreign := func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("widgets")); return err }
	tests := map[string]struct {
		content []byte
		want    string
	}{
		"text":            {[]byte("orders:\n  - 1\n"), "not a data file of commerce-sandbox"},
		"zeros":           {make([]byte, 1<<20), "not a data file of commerce-sandbox"},
		"other program":   {bare(t, foreign), `bbolt file of another program (it begins with "widgets")`},
		"newer":           {bare(t, versioned(strconv.Itoa(currentVersion+1))), fmt.Sprintf("a newer commerce-sandbox wrote it: its schema has version %d, this program reads version %d", currentVersion+1, currentVersion)},
		"no version":      {bare(t, versioned("")), `cannot read its schema version ""`},
		"version zero":    {bare(t, versioned("0")), `cannot read its schema version "0"`},
		"only the marker": {bare(t, func(tx *bolt.Tx) error { return errors.Join(versioned("8")(tx), putVersion(tx)) }), "the bucket documents is missing"},
		"no checksum":     {bare(t, versioned("8")), `its schema version "8" does not match its checksum`},
		"the oldest":      {bare(t, versioned("1")), ": a build from before release 0.1.0 wrote it: its schema has version 1, this program reads version 8; the file is unchanged; move it away, or choose another file with --data"},
		"a former one": {bare(t, func(tx *bolt.Tx) error {
			return errors.Join(versioned("3")(tx), tx.Bucket(markerBucket).Put(checksumKey, versionSum([]byte("3"))))
		}), "its schema has version 3, this program reads version 8; the file is unchanged"},
		"a changed version": {bare(t, func(tx *bolt.Tx) error {
			return errors.Join(versioned("3")(tx), tx.Bucket(markerBucket).Put(checksumKey, versionSum([]byte("7"))))
		}), `its schema version "3" does not match its checksum`},
		"both metas zeros": {append(make([]byte, 2*pageSize), sound[2*pageSize:]...), "not a data file"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			unusable(t, test.content, test.want)
		})
	}
}

// unusable opens a file with the given content. The error must name the file, and the
// file stays as it is.
func unusable(t *testing.T, content []byte, want string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	mustDo(t, os.WriteFile(path, content, 0o600))
	db, err := Open(Options{Path: path})
	if err == nil {
		_ = db.Close()
		t.Error("it was opened")
		return
	}
	expectText(t, "open", err, path)
	if want != "" {
		expectText(t, "open", err, want)
	}
	if !bytes.Equal(readFile(t, path), content) {
		t.Error("the file was changed")
	}
}

func TestCutFilesFail(t *testing.T) {
	t.Parallel()
	sound := aFile(t)
	for length := 1; length < len(sound); length += 4099 {
		unusable(t, sound[:length], "")
	}
	unusable(t, sound[:len(sound)-1], "1 pages are missing at its end, it is cut off")
}

// Each page of an intact file is damaged in several ways. Then either Open fails
// and leaves the file unchanged, or it succeeds, as it must when the page is free
// or the damaged bytes are inside a value.
func TestDamagedPagesNeverCrash(t *testing.T) {
	t.Parallel()
	sound := aFile(t)
	spoils := map[string]func(page []byte){
		"zeros":    func(page []byte) { clear(page) },
		"ones":     func(page []byte) { fill(page, 0xFF) },
		"kind":     func(page []byte) { page[8] ^= leafPage | branchPage },
		"count":    func(page []byte) { native.PutUint16(page[10:], 0xFFFE) },
		"overflow": func(page []byte) { native.PutUint32(page[12:], 1<<30) },
		"position": func(page []byte) { native.PutUint32(page[headSize+4:], 1<<31) },
		"sizes":    func(page []byte) { fill(page[headSize+8:headSize+16], 0x7F) },
		"last key": func(page []byte) {
			last := headSize + (max(int(native.Uint16(page[10:])), 1)-1)*elementSize
			if at := last + int(native.Uint32(page[last+4:])); at < len(page) {
				page[at] = 0xFF // behind the content of the next page
			}
		},
		"circle": func(page []byte) { native.PutUint64(page[headSize+8:], 3) },
	}
	failures := 0
	path := filepath.Join(t.TempDir(), "data.db")
	for id := range len(sound) / pageSize {
		for name, spoil := range spoils {
			content := bytes.Clone(sound)
			spoil(content[id*pageSize : (id+1)*pageSize])
			mustDo(t, os.WriteFile(path, content, 0o600))
			db, err := Open(Options{Path: path})
			if err != nil {
				failures++
				if !bytes.Equal(readFile(t, path), content) {
					t.Errorf("page %d, %s: the file was changed", id, name)
				}
				continue
			}
			_ = db.Check() // reads all there is, with a result that depends on the spoilt byte
			mustDo(t, db.Close())
		}
	}
	if pages := len(sound) / pageSize; failures < pages {
		t.Errorf("got %d errors for %d pages", failures, pages)
	}
}

func fill(b []byte, with byte) {
	for i := range b {
		b[i] = with
	}
}

// A damaged meta page may have cost the last write, so check and Open report it. The file
// is usable, because a power cut damages only the page of a write without an answer.
func TestOneDamagedMetaPageIsAWarning(t *testing.T) {
	t.Parallel()
	for id := range 2 {
		content := aFile(t)
		content[id*pageSize+headSize+48] ^= 1 // in the number of the transaction
		path := filepath.Join(t.TempDir(), "data.db")
		mustDo(t, os.WriteFile(path, content, 0o600))
		want := fmt.Sprintf("page %d of the data file %s is damaged, and page %d is used in its place, so that the last write "+
			"may be missing; the next writes replace the damaged page", id, path, 1-id)
		if err := damageOf(path); err == nil || err.Error() != want {
			t.Errorf("check: got error %v, want %s", err, want)
		}
		db := openFile(t, Options{Path: path, NoSync: true})
		if got := db.Warning(); got == nil || got.Error() != want {
			t.Errorf("got warning %v, want %s", got, want)
		}
		for n := range 2 { // each commit writes one of the two
			mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: strconv.Itoa(n)}, nothing))
		}
		mustDo(t, db.Close())
		mustDo(t, errors.Join(damageOf(path), openFor(t, Options{Path: path, NoSync: true}).Warning()))
	}
}

func TestPathsThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	mustDo(t, os.WriteFile(plain, []byte("text"), 0o600))
	tests := map[string]string{
		folder:                                 "it is a folder",
		"":                                     "the data file needs a name; set it with --data",
		filepath.Join(folder, "no", "data.db"): "the folder " + filepath.Join(folder, "no") + " does not exist",
		filepath.Join(plain, "data.db"):        "not a directory",
		os.DevNull:                             "not a regular file",
	}
	for path, want := range tests {
		_, err := Open(Options{Path: path})
		expectText(t, path, err, want)
		if path != "" {
			expectText(t, path, err, path)
		}
	}
	if _, err := Open(Options{Path: plain, Lifetime: "short"}); err == nil {
		t.Error("an unknown lifetime gave no error")
	}
}

func TestEmptyFilesAreFresh(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{"empty": nil, "bbolt without a record": bare(t, func(*bolt.Tx) error { return nil })} {
		path := filepath.Join(t.TempDir(), "data.db")
		mustDo(t, os.WriteFile(path, content, 0o600))
		if accounts, err := openFor(t, Options{Path: path}).Accounts(); err != nil || accounts != nil {
			t.Errorf("%s: got %v, %v", name, accounts, err)
		}
	}
}

func TestAFileInUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	openFor(t, Options{Path: path})
	before := readFile(t, path)
	_, err := Open(Options{Path: path, Timeout: 60 * time.Millisecond})
	want := fmt.Sprintf("the data file %s is in use, probably by another commerce-sandbox; "+
		"stop that process, choose another file with --data, or use --ephemeral", path)
	if err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	if !bytes.Equal(readFile(t, path), before) {
		t.Error("the file in use was changed")
	}
}

func TestEphemeralFilesLeaveNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	mustDo(t, os.WriteFile(plain, nil, 0o600))
	db, err := openEphemeral([]string{filepath.Join(folder, "missing"), plain, folder})
	mustDo(t, err)
	mustDo(t, errors.Join(db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: nil}, aWorld(20)), db.Check(), db.Close()))
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("got %v (%v), want the plain file alone", entries, err)
	}
	_, err = openEphemeral([]string{filepath.Join(folder, "missing"), plain})
	expectText(t, "no folder", err, "mount a writable folder")
}

// A copy taken between two commits equals the leftovers of a killed process.
func TestACopyOfARunningFileOpens(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFor(t, Options{Path: path})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: nil}, nothing))
	for n := range 4 {
		update(t, db.Account(theAccount), put(anOrder(n)))
		copied := filepath.Join(t.TempDir(), "copy.db")
		mustDo(t, os.WriteFile(copied, readFile(t, path), 0o600))
		again := openFor(t, Options{Path: copied})
		if bodyOf(t, again.Account(theAccount), anOrder(n).Order.RefNo) == nil {
			t.Errorf("order %d was answered and is not in the file", n)
		}
	}
}

// TestNoSync closes an unsynced file, which is whole then.
func TestNoSync(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "unsynced.db")
	for _, want := range []int{0, 1} {
		db := openFile(t, Options{Path: path, NoSync: true})
		kept, err := db.Scenarios().All()
		mustDo(t, err)
		if len(kept) != want {
			t.Errorf("got %d scenarios, want %d", len(kept), want)
		}
		mustDo(t, errors.Join(db.Scenarios().Put(t.Context(), "mine", []byte("summary: mine")), db.Check(), db.Close()))
	}
}
