package control

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestSpool writes documents of several sizes, in memory and beyond, and reads them back.
func TestSpool(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 5_000, 300_000} {
		document := make([]byte, size)
		chance := rand.New(rand.NewPCG(1, 2))
		for i := range document {
			document[i] = byte(chance.IntN(256)) // cannot be compressed
		}
		s := newSpool()
		s.most, s.folder = 10_000, t.TempDir()
		for rest := document; len(rest) > 0; {
			n := min(len(rest), 7_000)
			if _, err := s.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := s.end(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			content, err := s.plain()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(content); err != nil || !bytes.Equal(got, document) || s.length != int64(size) {
				t.Errorf("%d bytes: got %d of length %d, %v", size, len(got), s.length, err)
			}
			content, err = s.compressedReader()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.Copy(io.Discard, content); err != nil || got != s.size {
				t.Errorf("%d bytes: got %d compressed, want %d, %v", size, got, s.size, err)
			}
		}
		if err := s.remove(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(s.folder); err != nil || len(left) > 0 {
			t.Errorf("%d bytes: %v is left, %v", size, left, err)
		}
	}
}

// TestSpoolWithoutFolder verifies the answer to an export without room.
func TestSpoolWithoutFolder(t *testing.T) {
	t.Parallel()
	s := newSpool()
	s.most, s.folder = 0, filepath.Join(t.TempDir(), "gone")
	_, err := s.Write(make([]byte, 10<<20))
	if err == nil {
		err = s.end()
	}
	if e, is := err.(*client.Error); !is || e.Status != http.StatusInsufficientStorage {
		t.Errorf("got error %v", err)
	}
	if err := s.remove(); err != nil {
		t.Error(err)
	}
}
