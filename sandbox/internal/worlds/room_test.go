package worlds

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFilesShareTheRoom reads files of a pattern up to a size of all together.
func TestFilesShareTheRoom(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"a.json", "b.json"} {
		must(t, os.WriteFile(filepath.Join(folder, name), make([]byte, 10), 0o600))
	}
	root, err := os.OpenRoot(folder)
	must(t, err)
	t.Cleanup(func() { _ = root.Close() })
	for room, want := range map[int64]string{
		9: "orders_from cannot read a.json: the files have more than 64 MiB together", 19: "orders_from cannot read b.json: the files have more than 64 MiB together", 20: "",
	} {
		left := room
		files, err := readMatches(root, "./*.json", &left)
		if want != "" && (err == nil || err.Error() != want) {
			t.Errorf("room for %d bytes: got %v, want %s", room, err, want)
		}
		if want == "" && (err != nil || len(files) != 2 || len(files[0].Text) != 10 || left != 0) {
			t.Errorf("room for %d bytes: got %d files, %v, and room for %d more", room, len(files), err, left)
		}
	}
}
