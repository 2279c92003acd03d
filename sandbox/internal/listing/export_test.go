package listing

// InChunksOf makes lists read n records in one transaction.
func (r *Reader) InChunksOf(n int) *Reader {
	r.chunk = n
	return r
}
