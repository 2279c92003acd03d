package boltstore

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// pageWalk visits each page at most once, so a circle of pages is an error.
type pageWalk struct {
	file    io.ReaderAt
	meta    meta
	seen    []bool
	content []byte // of the latest page
}

// walkPages reads every used page of a file. bbolt trusts them: in a goroutine of its own, a
// damaged one would end the process.
func walkPages(path string) error {
	file, m, err := openWhole(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := pageWalk{file: file, meta: m, seen: make([]bool, m.next)}
	if err := w.tree(m.root, keyRange{}); err != nil {
		return err
	}
	if m.freelist == noFreelist {
		return nil
	}
	return w.freelist(m.freelist)
}

func pageDamage(page uint64, what string) error {
	return fmt.Errorf("%w: page %d %s", errDamaged, page, what)
}

// use marks pages as used.
func (w *pageWalk) use(first, length uint64) error {
	if first < 2 || first >= w.meta.next {
		return pageDamage(first, "is out of range")
	}
	for id := first; id < first+length; id++ {
		if w.seen[id] {
			return pageDamage(id, "is used twice")
		}
		w.seen[id] = true
	}
	return nil
}

// page reads a page with its overflow pages. The content is valid until the next one.
func (w *pageWalk) page(id uint64) ([]byte, error) {
	if id < 2 || id >= w.meta.next {
		return nil, pageDamage(id, "is out of range")
	}
	if err := w.read(id, 1); err != nil {
		return nil, err
	}
	length := uint64(native.Uint32(w.content[12:])) + 1
	if native.Uint64(w.content) != id || length > w.meta.next-id {
		return nil, pageDamage(id, "has an invalid head")
	}
	err := w.use(id, length)
	if err == nil && length > 1 {
		err = w.read(id, length)
	}
	return w.content, err
}

// read reads so many pages from one on.
func (w *pageWalk) read(first, length uint64) error {
	size := int(length) * int(w.meta.pageSize)
	w.content = slices.Grow(w.content[:0], size)[:size]
	_, err := w.file.ReadAt(w.content, int64(first)*w.meta.pageSize)
	return err
}

// tree visits a page of entries of a bucket and all below it.
func (w *pageWalk) tree(id uint64, within keyRange) error {
	content, err := w.page(id)
	if err != nil {
		return err
	}
	return w.visit(id, content, within)
}

// visit visits the entries of a page, or of a small bucket in its parent's page, and all
// below them.
func (w *pageWalk) visit(id uint64, content []byte, within keyRange) error {
	branch := native.Uint16(content[8:]) == branchPage
	list, err := readEntries(id, content, within)
	if err != nil {
		return err
	}
	for i, e := range list {
		if !branch {
			err = w.bucket(id, e.bucket)
		} else {
			below := keyRange{e.key, within.end}
			if i+1 < len(list) {
				below.end = list[i+1].key
			}
			err = w.tree(e.child, below)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bucket visits the pages of a bucket, or its content if it is small.
func (w *pageWalk) bucket(id uint64, value []byte) error {
	if len(value) < rootSize {
		return pageDamage(id, "has a bucket without a root")
	}
	if root := native.Uint64(value); root != 0 {
		return w.tree(root, keyRange{})
	}
	inline := value[rootSize:]
	if len(inline) < headSize || native.Uint16(inline[8:]) != leafPage {
		return pageDamage(id, "has a bucket that cannot be read")
	}
	return w.visit(id, inline, keyRange{})
}

// freelist visits the list of free pages. A new file has one, and one that an earlier build closed.
func (w *pageWalk) freelist(id uint64) error {
	content, err := w.page(id)
	if err != nil {
		return err
	}
	if native.Uint16(content[8:]) != freelistPage {
		return pageDamage(id, "is not a list of free pages")
	}
	count, ids := uint64(native.Uint16(content[10:])), content[headSize:]
	if count == 0xFFFF { // then the first number is the count
		count, ids = native.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return pageDamage(id, "lists more free pages than it holds")
	}
	for i := range count {
		if err := w.use(native.Uint64(ids[8*i:]), 1); err != nil {
			return pageDamage(id, "lists a page as free that is in use")
		}
	}
	return nil
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

// pageEntry is an entry that leads on: a key with the page of its child, or a bucket.
type pageEntry struct {
	key, bucket []byte
	child       uint64
}

// readEntries returns copies of the entries that lead on from a page, or from the content of a
// small bucket. bbolt writes keys and values in order and without gaps, so a gap shows a damaged
// count, position or length.
func readEntries(id uint64, content []byte, within keyRange) ([]pageEntry, error) {
	kind, count := native.Uint16(content[8:]), int(native.Uint16(content[10:]))
	next := uint64(headSize + count*elementSize)
	switch {
	case kind != leafPage && kind != branchPage:
		return nil, pageDamage(id, "has an unknown kind")
	case next > uint64(len(content)):
		return nil, pageDamage(id, "has an entry beyond its end")
	case kind == branchPage && count == 0:
		return nil, pageDamage(id, "has no entries")
	}
	var list []pageEntry
	var last []byte
	for i := range count {
		start := headSize + i*elementSize // positions count from it
		fields := content[start:]
		position, keySize, valueSize := native.Uint32(fields), native.Uint32(fields[4:]), uint32(0)
		if kind == leafPage {
			position, keySize, valueSize = keySize, native.Uint32(fields[8:]), native.Uint32(fields[12:])
		}
		first, middle := next, next+uint64(keySize)
		next = middle + uint64(valueSize)
		if uint64(start)+uint64(position) != first || next > uint64(len(content)) || !within.allows(last, content[first:middle]) {
			return nil, pageDamage(id, "has entries out of order")
		}
		last = content[first:middle]
		switch {
		case kind == branchPage:
			list = append(list, pageEntry{key: bytes.Clone(last), child: native.Uint64(fields[8:])})
		case native.Uint32(fields)&bucketEntry != 0:
			list = append(list, pageEntry{bucket: bytes.Clone(content[middle:next])})
		}
	}
	return list, nil
}
