package boltstore

import (
	"bytes"
	"hash/fnv"
	"io"
	"testing"
)

// smallPage is the size of the pages in these tests.
const smallPage = minPage

// anEntry is an entry of a page. Those of branch pages have a child, others a value.
type anEntry struct {
	key, value string
	child      uint64
}

// aPage returns a page with entries.
func aPage(id uint64, kind uint16, entries ...anEntry) []byte {
	page := make([]byte, smallPage)
	native.PutUint64(page, id)
	native.PutUint16(page[8:], kind)
	native.PutUint16(page[10:], uint16(len(entries)))
	next := headSize + len(entries)*elementSize
	for i, e := range entries {
		at := headSize + i*elementSize
		element := page[at:]
		if kind == branchPage {
			native.PutUint32(element, uint32(next-at))
			native.PutUint32(element[4:], uint32(len(e.key)))
			native.PutUint64(element[8:], e.child)
		} else {
			native.PutUint32(element[4:], uint32(next-at))
			native.PutUint32(element[8:], uint32(len(e.key)))
			native.PutUint32(element[12:], uint32(len(e.value)))
		}
		next += copy(page[next:], e.key+e.value)
	}
	return page
}

func leafOf(id uint64, keys ...string) []byte {
	var entries []anEntry
	for _, key := range keys {
		entries = append(entries, anEntry{key: key, value: "v"})
	}
	return aPage(id, leafPage, entries...)
}

// changed returns a page with another byte at a place.
func changed(page []byte, at int, to byte) []byte {
	page[at] = to
	return page
}

// walkOver returns a walk over pages from number 2 on.
func walkOver(pages ...[]byte) *pageWalk {
	next := uint64(2 + len(pages))
	file := bytes.NewReader(append(make([]byte, 2*smallPage), bytes.Join(pages, nil)...))
	return &pageWalk{file: file, meta: meta{pageSize: smallPage, next: next}, seen: make([]bool, next)}
}

// TestHeadsOfPages reads pages in and out of range, and with wrong heads.
func TestHeadsOfPages(t *testing.T) {
	t.Parallel()
	long := func(overflow byte) []byte { return changed(leafOf(2, "a"), 12, overflow) }
	for name, test := range map[string]struct {
		pages [][]byte
		id    uint64
		want  string
	}{
		"meta page":    {[][]byte{leafOf(2, "a")}, 0, "page 0 is out of range"},
		"other meta":   {[][]byte{leafOf(2, "a")}, 1, "page 1 is out of range"},
		"first":        {[][]byte{leafOf(2, "a")}, 2, ""},
		"last":         {[][]byte{leafOf(2, "a"), leafOf(3, "b")}, 3, ""},
		"behind":       {[][]byte{leafOf(2, "a")}, 3, "page 3 is out of range"},
		"another's":    {[][]byte{leafOf(3, "a")}, 2, "page 2 has an invalid head"},
		"long":         {[][]byte{long(1), leafOf(3, "a")}, 2, ""},
		"beyond":       {[][]byte{long(2), leafOf(3, "a")}, 2, "page 2 has an invalid head"},
		"one too many": {[][]byte{long(1)}, 2, "page 2 has an invalid head"},
	} {
		walk := walkOver(test.pages...)
		content, err := walk.page(test.id)
		expectText(t, name, err, test.want)
		if err == nil && len(content) != smallPage*(1+int(native.Uint32(content[12:]))) {
			t.Errorf("%s: got %d bytes", name, len(content))
		}
		if err == nil {
			_, err = walk.page(test.id)
			expectText(t, name+" twice", err, "is used twice")
		}
	}
}

// TestTreesOfPages reads intact and damaged trees of one bucket from page 2 on.
func TestTreesOfPages(t *testing.T) {
	t.Parallel()
	to := func(key string, child uint64) anEntry { return anEntry{key: key, child: child} }
	two := func(children ...anEntry) []byte { return aPage(2, branchPage, children...) }
	disordered := func(id uint64) []byte { return leafOf(id, "b", "a") }
	for name, test := range map[string]struct {
		pages [][]byte
		want  string
	}{
		"leaf":                    {[][]byte{leafOf(2, "a", "b")}, ""},
		"no kind":                 {[][]byte{aPage(2, 0)}, "has an unknown kind"},
		"disordered":              {[][]byte{disordered(2)}, "has entries out of order"},
		"twice the key":           {[][]byte{leafOf(2, "a", "a")}, "has entries out of order"},
		"a gap":                   {[][]byte{changed(leafOf(2, "a", "b"), headSize+elementSize+4, 3+elementSize)}, "has entries out of order"},
		"too long":                {[][]byte{changed(leafOf(2, "a"), headSize+13, 0xFF)}, "has entries out of order"},
		"too many":                {[][]byte{changed(leafOf(2, "a"), 10, smallPage/elementSize)}, "has an entry beyond its end"},
		"too many children":       {[][]byte{changed(two(to("a", 3)), 10, smallPage/elementSize), leafOf(3, "a")}, "has an entry beyond its end"},
		"no children":             {[][]byte{two()}, "has no entries"},
		"branch":                  {[][]byte{two(to("a", 3), to("c", 4)), leafOf(3, "a", "b"), leafOf(4, "c")}, ""},
		"disordered children":     {[][]byte{two(to("c", 3), to("a", 4)), leafOf(3, "c"), leafOf(4, "a")}, "page 2 has entries out of order"},
		"a key before its page":   {[][]byte{two(to("b", 3)), leafOf(3, "a")}, "page 3 has entries out of order"},
		"a key of the next page":  {[][]byte{two(to("a", 3), to("c", 4)), leafOf(3, "a", "c"), leafOf(4, "c")}, "page 3 has entries out of order"},
		"a key behind its branch": {[][]byte{two(to("a", 3), to("m", 5)), aPage(3, branchPage, to("a", 4)), leafOf(4, "a", "z"), leafOf(5, "m")}, "page 4 has entries out of order"},
	} {
		walk := walkOver(test.pages...)
		err := walk.tree(2, keyRange{})
		expectText(t, name, err, test.want)
		for id, seen := range walk.seen[2:] {
			if err == nil && !seen {
				t.Errorf("%s: page %d is not used", name, id+2)
			}
		}
	}
}

// TestRootsOfBuckets reads the value of a bucket, with its own page or within its parent's.
func TestRootsOfBuckets(t *testing.T) {
	t.Parallel()
	root := func(id byte, rest ...byte) []byte { return append(changed(make([]byte, rootSize), 0, id), rest...) }
	inline := func(kind uint16, count byte) []byte {
		return root(0, changed(aPage(0, kind), 10, count)[:headSize]...)
	}
	for name, test := range map[string]struct {
		value []byte
		want  string
	}{
		"cut":         {root(2)[:rootSize-1], "has a bucket without a root"},
		"page":        {root(2), ""},
		"beyond":      {root(3), "is out of range"},
		"cut inline":  {inline(leafPage, 0)[:rootSize+headSize-1], "has a bucket that cannot be read"},
		"inline kind": {inline(branchPage, 0), "has a bucket that cannot be read"},
		"empty":       {inline(leafPage, 0), ""},
		"no entry":    {inline(leafPage, 1), "has an entry beyond its end"},
	} {
		expectText(t, name, walkOver(leafOf(2, "a")).bucket(7, test.value), test.want)
	}
}

// TestListsOfFreePages reads lists of free pages in page 2 of a file of four pages.
func TestListsOfFreePages(t *testing.T) {
	t.Parallel()
	list := func(kind uint16, count int, pages ...uint64) []byte {
		page := aPage(2, kind)
		native.PutUint16(page[10:], uint16(count))
		for i, id := range pages {
			native.PutUint64(page[headSize+8*i:], id)
		}
		return page
	}
	const inUse, tooMany = "lists a page as free that is in use", "lists more free pages than it holds"
	for name, test := range map[string]struct {
		list []byte
		want string
	}{
		"none":          {list(freelistPage, 0), ""},
		"one":           {list(freelistPage, 1, 3), ""},
		"counted":       {list(freelistPage, 0xFFFF, 1, 3), ""},
		"counted wrong": {list(freelistPage, 0xFFFF, smallPage, 3), tooMany},
		"too many":      {list(freelistPage, smallPage, 3), tooMany},
		"twice":         {list(freelistPage, 2, 3, 3), inUse},
		"itself":        {list(freelistPage, 1, 2), inUse},
		"meta page":     {list(freelistPage, 1, 1), inUse},
		"beyond":        {list(freelistPage, 1, 4), inUse},
		"another kind":  {list(leafPage, 1, 3), "is not a list of free pages"},
	} {
		expectText(t, name, walkOver(test.list, leafOf(3, "a")).freelist(2), test.want)
	}
}

// aMeta returns the first bytes of a meta page.
func aMeta(magic, version, size uint32, transaction, root uint64) []byte {
	page := make([]byte, headSize+metaSize)
	m := page[headSize:]
	native.PutUint32(m, magic)
	native.PutUint32(m[4:], version)
	native.PutUint32(m[8:], size)
	native.PutUint64(m[16:], root)
	native.PutUint64(m[48:], transaction)
	sum := fnv.New64a()
	_, _ = sum.Write(m[:metaSize-8])
	native.PutUint64(m[metaSize-8:], sum.Sum64())
	return page
}

// TestMetaPages reads meta pages of bbolt, of other programs and damaged ones.
func TestMetaPages(t *testing.T) {
	t.Parallel()
	valid := func(size uint32) []byte { return aMeta(boltMagic, boltVersion, size, 1, 3) }
	for name, test := range map[string]struct {
		page []byte
		want bool
	}{
		"smallest": {valid(minPage), true}, "largest": {valid(maxPage), true}, "no power of two": {valid(3 << 10), false},
		"too small": {valid(minPage / 2), false}, "too large": {valid(maxPage * 2), false},
		"cut": {valid(minPage)[:headSize+metaSize-1], false}, "damaged": {changed(valid(minPage), headSize+48, 2), false},
		"another magic": {aMeta(boltMagic+1, boltVersion, minPage, 1, 3), false}, "another version": {aMeta(boltMagic, boltVersion+1, minPage, 1, 3), false},
	} {
		if _, got := readMeta(test.page); got != test.want {
			t.Errorf("%s: got %t, want %t", name, got, test.want)
		}
	}
}

// sparse is a file with some pages.
type sparse map[int64][]byte

func (s sparse) ReadAt(to []byte, offset int64) (int, error) {
	return copy(to, s[offset]), io.EOF
}

// TestTheNewestMetaPage finds the latest of the intact meta pages.
func TestTheNewestMetaPage(t *testing.T) {
	t.Parallel()
	at := func(size uint32, transaction uint64) []byte {
		return aMeta(boltMagic, boltVersion, size, transaction, 3)
	}
	for name, test := range map[string]struct {
		file sparse
		want uint64 // transaction, 0 for none
	}{
		"none":                  {sparse{}, 0},
		"first":                 {sparse{0: at(minPage, 6), minPage: at(minPage, 5)}, 6},
		"second":                {sparse{0: at(minPage, 5), minPage: at(minPage, 6)}, 6},
		"first is damaged":      {sparse{minPage: at(minPage, 5)}, 5},
		"second is damaged":     {sparse{0: at(minPage, 6)}, 6},
		"largest pages":         {sparse{maxPage: at(maxPage, 5)}, 5},
		"not a meta page":       {sparse{0: at(minPage, 5), 2 * minPage: at(2*minPage, 9)}, 5},
		"a page of another one": {sparse{2 * minPage: at(minPage, 5)}, 0},
	} {
		got, err := newestMeta(test.file)
		if (err == nil) != (test.want > 0) || got.transaction != test.want {
			t.Errorf("%s: got transaction %d, %v, want %d", name, got.transaction, err, test.want)
		}
	}
	same := sparse{0: at(minPage, 5), minPage: aMeta(boltMagic, boltVersion, minPage, 5, 4)}
	if got, err := newestMeta(same); err != nil || got.root != 3 {
		t.Errorf("got root %d, %v of two pages of a transaction, want the first's", got.root, err)
	}
}

// TestKeysOfAPage allows keys within the range of a page, in order.
func TestKeysOfAPage(t *testing.T) {
	t.Parallel()
	within := keyRange{low: []byte("b"), end: []byte("d")}
	for _, test := range []struct {
		last, key string
		within    keyRange
		want      bool
	}{
		{"", "a", within, false}, {"", "b", within, true}, {"", "c", within, true}, {"", "d", within, false}, {"", "", keyRange{}, false},
		{"b", "b", within, false}, {"b", "c", within, true}, {"c", "b", within, false}, {"c", "d", within, false}, {"c", "z", keyRange{}, true},
	} {
		var last []byte
		if test.last != "" {
			last = []byte(test.last)
		}
		if got := test.within.allows(last, []byte(test.key)); got != test.want {
			t.Errorf("%q behind %q: got %t, want %t", test.key, test.last, got, test.want)
		}
	}
}
