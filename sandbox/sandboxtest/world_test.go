package sandboxtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestCopies copies a file whole and ready for use.
func TestCopies(t *testing.T) {
	t.Parallel()
	f, err := seededFrozen()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := f.copyTo(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != f.size {
		t.Errorf("got %v, %v, want %d bytes", info, err, f.size)
	}
	open(t, path, func(db *boltstore.DB) error {
		_, err := db.Account("DEMO").Update(func(tx commerce.Tx) error {
			return tx.Campaigns().PutSettings(record.UpsellSettings{UpsellingDisplayType: "interstitial"})
		})
		return err
	})
}

// open uses a file and checks its consistency.
func open(t *testing.T, path string, use func(*boltstore.DB) error) {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{use(db), db.Check(), db.Close()} {
		if err != nil {
			t.Error(err)
		}
	}
}
