package sandbox

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"

// CompactedFile is the size of a data file in bytes before and after it was compacted.
type CompactedFile struct {
	Path   string `json:"path"`
	Before int64  `json:"before"`
	After  int64  `json:"after"`
}

// CompactFile checks an unused data file, and removes its free pages. A copy beside
// the file takes its place at once, so a kill leaves the one or the other. The error
// names the file, which is then unchanged.
func CompactFile(path string) (CompactedFile, error) {
	sizes, err := boltstore.CompactFile(path)
	return CompactedFile{path, sizes.Before, sizes.After}, err
}
