package sandboxtest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// filled is a data file whose first account has its world.
type filled struct {
	content []byte // without the zeros at the end, which are most of it
	size    int64
	handles map[string]commerce.Handle
}

// copyTo makes a file of that content, dated so long ago that every write to it
// shows in its date.
func (f filled) copyTo(path string) error {
	err := os.WriteFile(path, f.content, 0o600)
	if err == nil {
		err = os.Truncate(path, f.size)
	}
	if err == nil {
		err = os.Chtimes(path, longAgo(), longAgo())
	}
	return err
}

// untouched reports whether nothing was written to a copy.
func untouched(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.ModTime().Equal(longAgo())
}

func longAgo() time.Time { return time.Unix(0, 0) }

// defaultWorld is made once in a test program, because making it takes many
// times as long as copying it.
var defaultWorld = sync.OnceValues(func() (filled, error) {
	return fill(sandbox.Options{VendorCode: defaultCode, Wall: newWall().now})
})

// worldOf returns a file as the options ask for. A test that wants another
// world, or another beginning of time, has it made.
func worldOf(o sandbox.Options) (filled, error) {
	plain := o.VendorCode == defaultCode && o.World == "" && o.Orders == 0 && o.Seed == 0 && o.Clock == ""
	if plain && o.Wall().Equal(newWall().now()) {
		return defaultWorld()
	}
	return fill(o)
}

// fill lets a sandbox make a file and reads the handles in it.
func fill(o sandbox.Options) (f filled, err error) {
	folder, err := os.MkdirTemp("", "sandboxtest-*")
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	o.Listen, o.Ephemeral, o.Data = "127.0.0.1:0", false, filepath.Join(folder, "world.db")
	s, err := sandbox.New(o)
	if err != nil {
		return f, err
	}
	err = s.Start(context.Background())
	if err != nil {
		return f, err
	}
	code := s.First().Code
	if err := s.Stop(context.Background()); err != nil {
		return f, err
	}
	if f.handles, err = readHandles(o.Data, code); err != nil {
		return f, err
	}
	whole, err := os.ReadFile(o.Data)
	f.content, f.size = bytes.TrimRight(whole, "\x00"), int64(len(whole))
	return f, err
}

func readHandles(data, code string) (handles map[string]commerce.Handle, err error) {
	store, err := boltstore.Open(boltstore.Options{Path: data})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	err = store.Account(code).View(func(tx commerce.Tx) error {
		handles, err = tx.Handles().All()
		return err
	})
	return handles, err
}
