package record

import (
	"bytes"
	"slices"
)

// beside precedes the internal fields of a record.
const beside = `,"sandbox":`

// WithInternals returns the JSON of a record with its internal fields as the last
// member, sandbox.
func WithInternals(body, internals []byte) []byte {
	return slices.Concat(body[:len(body)-1], []byte(beside), internals, []byte("}"))
}

// CutInternals splits the result of WithInternals. It reports false for another text.
func CutInternals(whole []byte) (body, internals []byte, ok bool) {
	at := bytes.LastIndex(whole, []byte(beside))
	if at < 0 || whole[len(whole)-1] != '}' {
		return nil, nil, false
	}
	return append(bytes.Clone(whole[:at]), '}'), whole[at+len(beside) : len(whole)-1], true
}
