package boltstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// The layout of a bbolt file, as far as it takes to walk through all pages
// without trusting any. Numbers are in the byte order of the machine.
const (
	headSize    = 16 // of a page: id 8, flags 2, count 2, overflow 4
	elementSize = 16 // of an entry within a page
	metaSize    = 64
	rootSize    = 16 // of a bucket's value: page 8, sequence 8

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketEntry  = 0x01 // flag of a leaf's entry

	boltMagic   = 0xED0CDAED
	boltVersion = 2
	minPage     = 1 << 10
	maxPage     = 1 << 24
	noFreelist  = ^uint64(0)
)

var (
	errNotBolt = errors.New("it is not a data file of commerce-sandbox")
	errDamaged = errors.New("it is damaged")
)

var native = binary.NativeEndian

// meta is one of the two pages that say where everything else is.
type meta struct {
	pageSize             int64
	root, freelist, next uint64 // pages; next is the first one that is not in use
	transaction          uint64
}

func readMeta(content []byte) (meta, bool) {
	if len(content) < headSize+metaSize {
		return meta{}, false
	}
	m := content[headSize : headSize+metaSize]
	sum := fnv.New64a()
	_, _ = sum.Write(m[:metaSize-8])
	if native.Uint32(m) != boltMagic || native.Uint32(m[4:]) != boltVersion || native.Uint64(m[metaSize-8:]) != sum.Sum64() {
		return meta{}, false
	}
	read := meta{
		pageSize: int64(native.Uint32(m[8:])),
		root:     native.Uint64(m[16:]), freelist: native.Uint64(m[32:]),
		next: native.Uint64(m[40:]), transaction: native.Uint64(m[48:]),
	}
	size := read.pageSize
	return read, size >= minPage && size <= maxPage && size&(size-1) == 0
}

// newestMeta finds the meta page that counts: of the two that are sound, the
// later one. The second lies one page behind the first, whose size only a meta
// page can tell, so all sizes are tried when the first is not sound.
func newestMeta(file io.ReaderAt) (meta, error) {
	newest, found := metaAt(file, 0)
	for size := int64(minPage); size <= maxPage; size <<= 1 {
		m, ok := metaAt(file, size)
		if ok && m.pageSize == size && (!found || size == newest.pageSize && m.transaction > newest.transaction) {
			newest, found = m, true
		}
	}
	if !found {
		return meta{}, errNotBolt
	}
	return newest, nil
}

func metaAt(file io.ReaderAt, offset int64) (meta, bool) {
	content := make([]byte, headSize+metaSize)
	n, _ := file.ReadAt(content, offset)
	return readMeta(content[:n])
}

// inspectHead refuses files that bbolt did not write, and cut ones.
func inspectHead(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = wholeMeta(file)
	return err
}

// wholeMeta returns the meta page of a file that is long enough for its pages.
func wholeMeta(file *os.File) (meta, error) {
	m, err := newestMeta(file)
	if err != nil {
		return meta{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return meta{}, err
	}
	if whole := info.Size() / m.pageSize; whole < 2 || m.next > uint64(whole) {
		return meta{}, fmt.Errorf("%w: it is cut off: %d pages are missing at its end", errDamaged, int64(m.next)-whole)
	}
	return m, nil
}
