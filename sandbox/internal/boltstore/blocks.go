package boltstore

import "sync"

// blockBytes is how much memory the orders of a seeding get at a time.
const blockBytes = 256 << 10

// blocks are memory for the orders of one chunk of a seeding. Later seedings use it
// again, because otherwise each of them would leave a megabyte to the garbage collector.
// The zero value makes each order's memory on its own.
type blocks struct {
	unused *sync.Pool // of *[]byte, nil for the zero value
	taken  []*[]byte  // the last one has room
}

// room returns an empty slice to append an order to.
func (b *blocks) room() []byte {
	if b.unused == nil {
		return make([]byte, 0, orderBytes)
	}
	last := len(b.taken) - 1
	if last < 0 || cap(*b.taken[last])-len(*b.taken[last]) < orderBytes {
		b.taken = append(b.taken, b.newBlock())
		last++
	}
	block := *b.taken[last]
	return block[len(block):len(block):cap(block)]
}

func (b *blocks) newBlock() *[]byte {
	if unused, ok := b.unused.Get().(*[]byte); ok {
		return unused
	}
	block := make([]byte, 0, blockBytes)
	return &block
}

// keep keeps what was appended to the room, with as many bytes behind it as a checksum
// has. A value that did not fit there has memory of its own.
func (b *blocks) keep(value []byte) []byte {
	end := min(len(value)+sumSize, cap(value))
	value = value[:len(value):end]
	if len(b.taken) == 0 {
		return value
	}
	block := b.taken[len(b.taken)-1]
	if room := b.room()[:1]; &room[0] == &value[0] {
		*block = (*block)[:len(*block)+end]
	}
	return value
}

// release gives the memory to other seedings. The file has the orders now.
func (b *blocks) release() {
	for _, block := range b.taken {
		*block = (*block)[:0]
		b.unused.Put(block)
	}
	b.taken = nil
}
