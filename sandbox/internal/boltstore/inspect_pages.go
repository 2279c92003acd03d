package boltstore

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
)

// inspectPages reads every used page, or leaves out pages with records only, and
// returns the use of the pages.
func inspectPages(path string, leaveOutRecords bool) (usage, error) {
	file, err := os.Open(path)
	if err != nil {
		return usage{}, err
	}
	defer file.Close()
	m, err := wholeMeta(file)
	if err != nil {
		return usage{}, err
	}
	w := pageWalk{file: file, meta: m, seen: make([]bool, m.next), leaveOutRecords: leaveOutRecords}
	if err := w.tree(m.root, keyRange{}, nil); err != nil {
		return usage{}, err
	}
	all := usage{transaction: m.transaction, pages: m.next, links: w.links}
	if m.freelist == noFreelist {
		for _, used := range w.seen[2:] {
			if !used {
				all.free++
			}
		}
		return all, nil
	}
	all.free, err = w.freelist(m.freelist)
	return all, err
}

// usage is how a file uses its pages.
type usage struct {
	transaction uint64 // the last one
	pages, free uint64
	links       uint32 // see pageWalk
}

// pageWalk visits each page at most once, so a circle of pages is an error.
type pageWalk struct {
	file            io.ReaderAt
	meta            meta
	seen            []bool
	leaveOutRecords bool
	links           uint32 // CRC-32C of the paths to the records: the page where each bucket begins, and its branch pages
}

// bucketPath is the names of a bucket and its ancestors, from the root of the file.
type bucketPath []string

// hasRecords reports whether a bucket has the records of an account or a snapshot,
// and no buckets.
func (p bucketPath) hasRecords() bool {
	return len(p) == 2 && p[0] == string(accountsBucket) || len(p) == 3 && p[0] == string(snapshotsBucket)
}

func pageDamage(page uint64, what string) error {
	return fmt.Errorf("%w: page %d %s", errDamaged, page, what)
}

// page reads a page with its overflow pages.
func (w *pageWalk) page(id uint64) ([]byte, error) {
	if id < 2 || id >= w.meta.next {
		return nil, pageDamage(id, "is out of range")
	}
	head := make([]byte, headSize)
	offset := int64(id) * w.meta.pageSize
	if _, err := w.file.ReadAt(head, offset); err != nil {
		return nil, err
	}
	length := uint64(native.Uint32(head[12:])) + 1
	if native.Uint64(head) != id || length > w.meta.next-id {
		return nil, pageDamage(id, "has an invalid head")
	}
	for i := id; i < id+length; i++ {
		if w.seen[i] {
			return nil, pageDamage(i, "is used twice")
		}
		w.seen[i] = true
	}
	content := make([]byte, int64(length)*w.meta.pageSize)
	_, err := w.file.ReadAt(content, offset)
	return content, err
}

// keyRange is where the keys of a page must be: from low up to, not including,
// end. A nil end is no bound.
type keyRange struct{ low, end []byte }

// allows reports whether key may follow last, nil for the first key.
func (s keyRange) allows(last, key []byte) bool {
	if len(key) == 0 || s.end != nil && bytes.Compare(key, s.end) >= 0 {
		return false
	}
	if last == nil {
		return bytes.Compare(key, s.low) >= 0
	}
	return bytes.Compare(key, last) > 0
}

// tree visits a page of entries of a bucket and all below it.
func (w *pageWalk) tree(id uint64, within keyRange, in bucketPath) error {
	content, err := w.page(id)
	if err != nil {
		return err
	}
	switch native.Uint16(content[8:]) {
	case leafPage:
		return w.leaf(id, content, within, in)
	case branchPage:
		return w.branch(id, content, within, in)
	}
	return pageDamage(id, "has an unknown kind")
}

func (w *pageWalk) branch(id uint64, content []byte, within keyRange, in bucketPath) error {
	count, next, err := entriesIn(id, content)
	if err != nil {
		return err
	}
	if count == 0 {
		return pageDamage(id, "has no entries")
	}
	keys, pages := make([][]byte, count+1), make([]uint64, count)
	var last []byte
	for i := range count {
		e := pageEntryAt(content, i)
		key, _ := e.keyAndValue(&next, native.Uint32(e.at), native.Uint32(e.at[4:]), 0)
		if !within.allows(last, key) {
			return pageDamage(id, "has entries out of order")
		}
		keys[i], pages[i], last = key, native.Uint64(e.at[8:]), key
	}
	keys[count] = within.end
	if in.hasRecords() {
		w.links = crc32.Update(w.links, castagnoli, content)
	}
	if w.leaveOutRecords && in.hasRecords() && w.isLeaf(pages[0]) {
		return w.leaveOut(pages)
	}
	for i, child := range pages {
		if err := w.tree(child, keyRange{keys[i], keys[i+1]}, in); err != nil {
			return err
		}
	}
	return nil
}

// isLeaf reports whether a page has entries. All pages below a page are of one kind.
func (w *pageWalk) isLeaf(id uint64) bool {
	head := make([]byte, headSize) // of no kind when it cannot be read
	_, _ = w.file.ReadAt(head, int64(id)*w.meta.pageSize)
	return native.Uint16(head[8:]) == leafPage
}

// leaveOut marks pages as used without reading them.
func (w *pageWalk) leaveOut(pages []uint64) error {
	for _, id := range pages {
		if id < 2 || id >= w.meta.next {
			return pageDamage(id, "is out of range")
		}
		if w.seen[id] {
			return pageDamage(id, "is used twice")
		}
		w.seen[id] = true
	}
	return nil
}

// leaf visits the entries of a leaf: a page or the content of a small bucket in its
// parent's page.
func (w *pageWalk) leaf(id uint64, content []byte, within keyRange, in bucketPath) error {
	count, next, err := entriesIn(id, content)
	if err != nil {
		return err
	}
	var last []byte
	for i := range count {
		e := pageEntryAt(content, i)
		key, value := e.keyAndValue(&next, native.Uint32(e.at[4:]), native.Uint32(e.at[8:]), native.Uint32(e.at[12:]))
		if !within.allows(last, key) {
			return pageDamage(id, "has entries out of order")
		}
		last = key
		if native.Uint32(e.at)&bucketEntry == 0 {
			continue
		}
		if err := w.bucket(id, value, append(slices.Clip(in), string(key))); err != nil {
			return err
		}
	}
	return nil
}

func (w *pageWalk) bucket(id uint64, value []byte, in bucketPath) error {
	if len(value) < rootSize {
		return pageDamage(id, "has a bucket without a root")
	}
	if root := native.Uint64(value); root != 0 {
		if in.hasRecords() {
			w.links = crc32.Update(w.links, castagnoli, value[:rootSize])
		}
		return w.tree(root, keyRange{}, in)
	}
	inline := value[rootSize:]
	if len(inline) < headSize || native.Uint16(inline[8:]) != leafPage {
		return pageDamage(id, "has a bucket that cannot be read")
	}
	return w.leaf(id, inline, keyRange{}, in)
}

// entriesIn returns how many entries a page has, and where their contents begin.
func entriesIn(id uint64, content []byte) (count, next int, err error) {
	count = int(native.Uint16(content[10:]))
	next = headSize + count*elementSize
	if next > len(content) {
		return 0, 0, pageDamage(id, "has an entry beyond its end")
	}
	return count, next, nil
}

// pageEntry is an entry of a page: where it is, its fields, and the rest of the
// page, because its positions count from it.
type pageEntry struct {
	start int
	at    []byte
}

func pageEntryAt(content []byte, i int) pageEntry {
	start := headSize + i*elementSize
	return pageEntry{start, content[start:]}
}

// keyAndValue returns the content of an entry beginning at next in its page, and
// moves next behind it. A damaged entry has no key. bbolt writes the contents without
// gaps, so a gap shows a damaged count, position or length.
func (e pageEntry) keyAndValue(next *int, position, keySize, valueSize uint32) (key, value []byte) {
	start, middle := uint64(position), uint64(position)+uint64(keySize)
	end := middle + uint64(valueSize)
	if end > uint64(len(e.at)) || uint64(e.start)+start != uint64(*next) {
		return nil, nil
	}
	*next = e.start + int(end)
	return e.at[start:middle], e.at[middle:end]
}

// freelist visits the list of free pages and returns its length. Only closed files
// and new ones have one.
func (w *pageWalk) freelist(id uint64) (uint64, error) {
	content, err := w.page(id)
	if err != nil {
		return 0, err
	}
	if native.Uint16(content[8:]) != freelistPage {
		return 0, pageDamage(id, "is not a list of free pages")
	}
	count, ids := uint64(native.Uint16(content[10:])), content[headSize:]
	if count == 0xFFFF { // then the first number is the count
		count, ids = native.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return 0, pageDamage(id, "lists more free pages than it holds")
	}
	for i := range count {
		free := native.Uint64(ids[8*i:])
		if free < 2 || free >= w.meta.next || w.seen[free] {
			return 0, pageDamage(id, "lists a page as free that is in use")
		}
		w.seen[free] = true
	}
	return count, nil
}
