package journal

import (
	"sync"
	"sync/atomic"
)

// blockSizes are the sizes of reused buffers. Each is at most 1.5 times the one before,
// so that little of a buffer stays unused.
var blockSizes = [...]int{
	512, 768, 1024, 1536, 2 << 10, 3 << 10, 4 << 10, 6 << 10, 8 << 10, 12 << 10,
	16 << 10, 24 << 10, 32 << 10, 48 << 10, 64 << 10, 96 << 10, 128 << 10, 192 << 10, 256 << 10,
}

// block is one reusable buffer. It is used by pointer, because a slice in a pool
// would need an allocation.
type block struct {
	data  []byte
	users atomic.Int32 // a recorder, and the call that sends the body
}

// blockPools hold the unused buffers, by size.
type blockPools [len(blockSizes)]sync.Pool

// take returns an empty block with room for n bytes and one user.
func (p *blockPools) take(n int) *block {
	for i, size := range blockSizes {
		if n > size {
			continue
		}
		b, ok := p[i].Get().(*block)
		if !ok {
			b = &block{data: make([]byte, 0, size)}
		}
		b.data = b.data[:0]
		b.users.Store(1)
		return b
	}
	b := &block{data: make([]byte, 0, n)}
	b.users.Store(1)
	return b
}

// give takes a block back from a user. After the last one, the garbage collector gets
// a block of another size.
func (p *blockPools) give(b *block) {
	if b.users.Add(-1) > 0 {
		return
	}
	for i, size := range blockSizes {
		if cap(b.data) == size {
			p[i].Put(b)
			return
		}
	}
}
