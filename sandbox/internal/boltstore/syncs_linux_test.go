package boltstore

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const syncedFolder = "COMMERCE_SANDBOX_TEST_SYNCS" // the folder of the files of a traced process

// syncedWrites is how many writes each file gets.
const syncedWrites = 30

// syncLine is a sync in the log of strace, with the path of the file.
var syncLine = regexp.MustCompile(`\bf(?:data)?sync\(\d+<([^>]*)>`)

// TestSyncs counts the syncs of files: one for each write of a lasting file and one for the
// folder of a new one, few for an unsynced file, and for an ephemeral one only bbolt's own.
func TestSyncs(t *testing.T) {
	if folder := os.Getenv(syncedFolder); folder != "" {
		writeSynced(t, folder)
		return
	}
	t.Parallel()
	needStrace(t)
	folder := t.TempDir()
	for _, name := range []string{"new", "unsynced", "existing", "opened", "closed", "ephemeral"} {
		mustDo(t, os.Mkdir(filepath.Join(folder, name), 0o700))
		if name == "existing" || name == "opened" || name == "closed" {
			db, err := Open(Options{Path: filepath.Join(folder, name, "data.db"), NoSync: true})
			mustDo(t, errors.Join(err, db.Close()))
		}
	}
	log := filepath.Join(folder, "calls")
	child := exec.CommandContext(t.Context(), "strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=fsync,fdatasync", os.Args[0], "-test.run=^TestSyncs$")
	child.Env = append(os.Environ(), syncedFolder+"="+folder, "TMPDIR="+filepath.Join(folder, "ephemeral"))
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	files, folders := map[string]int{}, map[string]int{}
	for _, call := range syncLine.FindAllStringSubmatch(string(readFile(t, log)), -1) {
		name, within, _ := strings.Cut(strings.TrimPrefix(call[1], folder+"/"), "/")
		if within == "" {
			folders[name]++
		} else {
			files[name]++
		}
	}
	if folders["new"] != 1 || len(folders) != 1 {
		t.Errorf("got syncs of folders %v, want one of the new file's", folders)
	}
	if files["new"] < syncedWrites || files["existing"] < syncedWrites || files["unsynced"] >= syncedWrites/2 || files["ephemeral"] != 1 {
		t.Errorf("got syncs of files %v for %d writes", files, syncedWrites)
	}
	if files["opened"] != 0 || files["closed"] != 0 {
		t.Errorf("got syncs of files %v without a write", files)
	}
}

// writeSynced writes to a file of each kind.
func writeSynced(t *testing.T, folder string) {
	for name, end := range map[string]func(*DB) error{"opened": func(*DB) error { return nil }, "closed": (*DB).Close} {
		db := openFile(t, Options{Path: filepath.Join(folder, name, "data.db"), NoSync: true})
		mustDo(t, end(db))
	}
	for _, o := range []Options{
		{Path: filepath.Join(folder, "new", "data.db")}, {Path: filepath.Join(folder, "existing", "data.db")},
		{Path: filepath.Join(folder, "unsynced", "data.db"), NoSync: true}, {Lifetime: Ephemeral},
	} {
		db := openFile(t, o)
		for n := range syncedWrites {
			mustDo(t, db.Scenarios().Put(t.Context(), strconv.Itoa(n), []byte("summary: mine")))
		}
		mustDo(t, db.Close())
	}
}
