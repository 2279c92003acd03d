package control

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestSpool writes documents of several sizes, in memory and beyond, and reads them back.
func TestSpool(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 7, 4_900, 301_000} {
		document := bytes.Repeat([]byte("0123456"), size/7)
		s := &spool{most: 10_000, folder: t.TempDir()}
		for part := range slices.Chunk(document, 7_000) {
			_, err := s.Write(part)
			must(t, err)
		}
		must(t, s.end())
		for range 2 {
			content, err := s.reader()
			must(t, err)
			if got, err := io.ReadAll(content); err != nil || !bytes.Equal(got, document) || s.size != int64(size) {
				t.Errorf("%d bytes: got %d of length %d, %v", size, len(got), s.size, err)
			}
		}
		must(t, s.remove())
		if left, err := os.ReadDir(s.folder); err != nil || len(left) > 0 {
			t.Errorf("%d bytes: %v is left, %v", size, left, err)
		}
	}
}

// TestSpoolWithoutFolder verifies the answer to an export without room.
func TestSpoolWithoutFolder(t *testing.T) {
	t.Parallel()
	s := &spool{folder: filepath.Join(t.TempDir(), "gone")}
	_, err := s.Write([]byte("x"))
	if e, is := err.(*client.Error); !is || e.Status != http.StatusInsufficientStorage {
		t.Errorf("got error %v", err)
	}
	must(t, s.remove())
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
