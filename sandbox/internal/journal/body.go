package journal

import "bytes"

// Body is a buffer for the body of an answer. The entry keeps its bytes without a copy,
// where they leave little of the buffer unused. No entry keeps the zero Body.
type Body struct {
	bytes.Buffer
	block *block // nil unless Lend gave it room
	pools *blockPools
}

// Lend gives an empty body room for n bytes. ResponseBody may get its content. Release
// the body after it is sent. The body of a call without an entry gets no room.
func (rec *Recorder) Lend(body *Body, n int) {
	if rec.journal == nil {
		return
	}
	b := rec.journal.blocks.take(n)
	*body = Body{Buffer: *bytes.NewBuffer(b.data), block: b, pools: &rec.journal.blocks}
	rec.lent = body
}

// Release ends the use of the buffer and of its bytes.
func (b *Body) Release() {
	if b.block != nil {
		b.pools.give(b.block)
		b.block = nil
	}
}

// maxUnused times its content is the largest buffer that an entry keeps.
const maxUnused = 2

// isWhole reports whether content is everything written to the buffer, and still in its
// block.
func (b *Body) isWhole(content []byte) bool {
	room := b.block.data[:1]
	return len(content) == b.Len() && &content[0] == &room[0]
}

// repeat makes the entry keep the body of the ring's newest entry too, if it is the same,
// because a client that waits for a change gets one answer again and again.
func (rec *Recorder) repeat(body []byte) bool {
	if rec.ring == nil || rec.response != nil {
		return false
	}
	b := rec.ring.newestBody(len(body))
	if b == nil {
		return false
	}
	if !bytes.Equal(b.data, body) {
		rec.journal.blocks.give(b)
		return false
	}
	rec.response = b
	return true
}

// newestBody returns the block of the newest entry's answer if it has so many bytes,
// with one more user, otherwise nil.
func (r *Ring) newestBody(length int) *block {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	newest := r.kept.newest
	if newest == nil || newest.response == nil || len(newest.response.data) != length {
		return nil
	}
	newest.response.users.Add(1)
	return newest.response
}

// adopt makes the entry keep the block of the answer's buffer, if it has the whole body.
func (rec *Recorder) adopt(body []byte) bool {
	b := rec.lent
	if b == nil || rec.response != nil || len(body) > rec.journal.limits.Body || cap(b.block.data) > maxUnused*len(body) || !b.isWhole(body) {
		return false
	}
	b.block.data = b.block.data[:len(body)]
	b.block.users.Add(1)
	rec.response = b.block
	return true
}
