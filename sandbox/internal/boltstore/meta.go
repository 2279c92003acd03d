package boltstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// The layout of a bbolt file, as far as it is needed to read all pages without
// trusting any. Numbers are in the byte order of the machine.
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

var errNotBolt = errors.New("it is not a data file of commerce-sandbox")

var native = binary.NativeEndian

// meta is one of the two root pages of the file.
type meta struct {
	pageSize             int64
	root, freelist, next uint64 // pages; next is the first one behind the used ones
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

// newestMeta returns the valid meta page: the later one of the intact ones. The
// second one is a page behind the first. Only a meta page gives the page size, so
// when the first is damaged, all sizes are tried.
func newestMeta(file io.ReaderAt) (meta, error) {
	newest, found := metaAt(file, 0)
	least, most := newest.pageSize, newest.pageSize
	if !found {
		least, most = minPage, maxPage
	}
	for size := least; size <= most; size <<= 1 {
		m, _ := metaAt(file, size)
		if m.pageSize == size && (!found || m.transaction > newest.transaction) {
			newest, found = m, true
		}
	}
	if !found {
		return meta{}, errNotBolt
	}
	return newest, nil
}

// metaAt returns the meta page at an offset, false and no valid page size for none.
func metaAt(file io.ReaderAt, offset int64) (meta, bool) {
	content := make([]byte, headSize+metaSize)
	n, _ := file.ReadAt(content, offset)
	return readMeta(content[:n])
}

// damagedMeta returns the damaged meta page of a file, nil when both are intact. Each
// write replaces the older one, and bbolt uses the newest intact one. A power cut may
// damage a page in the middle of an unanswered write. Nothing distinguishes it from a
// page damaged later.
func damagedMeta(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	newest, err := newestMeta(file)
	if err != nil {
		return err
	}
	for page := range int64(2) {
		if m, _ := metaAt(file, page*newest.pageSize); m.pageSize != newest.pageSize {
			return fmt.Errorf("page %d of the data file %s is damaged, and page %d is used in its place, so that the last write "+
				"may be missing; the next writes replace the damaged page", page, path, 1-page)
		}
	}
	return nil
}

// openWhole opens a file of bbolt with all its pages. The error describes a file of
// another program, and one cut off.
func openWhole(path string) (*os.File, meta, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, meta{}, err
	}
	m, err := newestMeta(file)
	info, failed := file.Stat()
	if err = errors.Join(err, failed); err == nil && uint64(info.Size()/m.pageSize) < m.next {
		err = fmt.Errorf("%w: %d pages are missing at its end, it is cut off", errDamaged, int64(m.next)-info.Size()/m.pageSize)
	}
	if err != nil {
		return nil, meta{}, errors.Join(err, file.Close())
	}
	return file, m, nil
}
