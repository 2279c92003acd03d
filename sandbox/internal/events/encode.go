package events

import "sync"

// The bounds of the encoded calls kept for other readers. A call is needed only
// until all its readers have written it.
const (
	maxEncodings     = 256
	maxEncodingBytes = 4 << 20
)

// encodings are the latest calls, encoded by readers.
type encodings struct {
	mu    sync.Mutex
	kept  map[encodingKey]*encoding
	order []encodingKey // oldest first
	bytes int
}

// encodingKey is a call, and how it is shown.
type encodingKey struct {
	number int64
	view   string
}

// encoding is one encoded call.
type encoding struct {
	once sync.Once
	text []byte
	err  error
	size int // of the text, guarded by encodings.mu; 0 until it is encoded
}

// Encode returns the text of the call with a number in a view. The first reader of both encodes
// it; the others get the same text and must not change it.
func (l *Log) Encode(number int64, view string, encode func() ([]byte, error)) ([]byte, error) {
	key := encodingKey{number, view}
	e := l.encodings.find(key)
	e.once.Do(func() {
		e.text, e.err = encode()
		l.encodings.count(key, e)
	})
	return e.text, e.err
}

// find returns the encoding with a key, a new one when there is none.
func (x *encodings) find(key encodingKey) *encoding {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e, ok := x.kept[key]; ok {
		return e
	}
	if x.kept == nil {
		x.kept = map[encodingKey]*encoding{}
	}
	e := &encoding{}
	x.kept[key] = e
	x.order = append(x.order, key)
	x.limit()
	return e
}

// count counts the text of an encoding, unless it was dropped meanwhile.
func (x *encodings) count(key encodingKey, e *encoding) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.kept[key] != e {
		return
	}
	e.size = len(e.text)
	x.bytes += e.size
	x.limit()
}

// limit drops the oldest encodings beyond the bounds.
func (x *encodings) limit() {
	for len(x.order) > maxEncodings || x.bytes > maxEncodingBytes && len(x.order) > 0 {
		oldest := x.order[0]
		x.bytes -= x.kept[oldest].size
		delete(x.kept, oldest)
		x.order = x.order[1:]
	}
}
