package sandboxtest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// seededFile is a data file with the default world. Copying it takes a small part
// of the time of seeding.
type seededFile struct {
	content []byte // without the zeros at the end, because they are most of it
	size    int64
	handles map[string]client.Handle
}

// The default world is seeded at most twice in a test program: for a frozen clock
// and for the machine's.
var (
	seededFrozen = sync.OnceValues(func() (*seededFile, error) { return seed(Frozen) })
	seededNow    = sync.OnceValues(func() (*seededFile, error) { return seed() })
)

// copySeeded makes the data of a sandbox a copy of a seeded file, and returns the
// file. It returns nil when the sandbox must seed its own data, because its world
// or its time is not the default.
func copySeeded(t testing.TB, o sandbox.Options) *seededFile {
	t.Helper()
	var seeded func() (*seededFile, error)
	switch {
	case o.VendorCode != defaultCode || o.World != "" || o.Orders != 0 || o.Seed != 0 || o.Clock != "":
		return nil
	case o.Wall == nil:
		seeded = seededNow
	case o.Wall().Equal(moment()):
		seeded = seededFrozen
	default:
		return nil
	}
	f, err := seeded()
	if err == nil {
		err = f.copyTo(o.Data)
	}
	if err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	return f
}

// seed lets a sandbox seed a file and reads it.
func seed(options ...func(*sandbox.Options)) (f *seededFile, err error) {
	folder, err := os.MkdirTemp("", "sandboxtest-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	o := sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(folder, "world.db"), NoSync: true, VendorCode: defaultCode}
	for _, change := range options {
		change(&o)
	}
	ctx := context.Background()
	s, err := sandbox.New(o)
	if err != nil {
		return nil, err
	}
	if err := s.Start(ctx); err != nil {
		return nil, err
	}
	handles, err := client.New(s.URL(), client.Options{}).Account(defaultCode).Handles(ctx)
	if err := errors.Join(err, s.Stop(ctx)); err != nil {
		return nil, err
	}
	whole, err := os.ReadFile(o.Data)
	return &seededFile{bytes.TrimRight(whole, "\x00"), int64(len(whole)), handles}, err
}

// copyTo writes the file to path.
func (f *seededFile) copyTo(path string) error {
	err := os.WriteFile(path, f.content, 0o600)
	if err == nil {
		err = os.Truncate(path, f.size)
	}
	return err
}
