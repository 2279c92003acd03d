package record

import "bytes"

// beside precedes the internal fields of a record.
const beside = `,"sandbox":`

// WithInternals returns the JSON of a record with its internal fields as the last
// member, sandbox.
func WithInternals(body, internals []byte) []byte {
	whole := make([]byte, 0, len(body)+len(beside)+len(internals)+1)
	whole = append(whole, body[:len(body)-1]...)
	whole = append(whole, beside...)
	whole = append(whole, internals...)
	return append(whole, '}')
}

// CutInternals splits the result of WithInternals. It reports false for another text.
func CutInternals(whole []byte) (body, internals []byte, ok bool) {
	at := bytes.LastIndex(whole, []byte(beside))
	if at < 0 || whole[len(whole)-1] != '}' {
		return nil, nil, false
	}
	return append(bytes.Clone(whole[:at]), '}'), whole[at+len(beside) : len(whole)-1], true
}
