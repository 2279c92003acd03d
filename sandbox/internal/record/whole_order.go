package record

import (
	"bytes"
	"encoding/json"
	"slices"
)

// beside precedes the internal fields of a record.
const beside = `,"sandbox":`

// WithInternals returns the JSON of a record with its internal fields as the last
// member, sandbox.
func WithInternals(body, internals []byte) []byte {
	return slices.Concat(body[:len(body)-1], []byte(beside), internals, []byte("}"))
}

// CutInternals splits the result of WithInternals. It reports false for another text, also
// for one with a member sandbox further inside.
func CutInternals(whole []byte) (body, internals []byte, ok bool) {
	at := bytes.LastIndex(whole, []byte(beside))
	if at < 0 {
		return nil, nil, false
	}
	internals, closed := bytes.CutSuffix(whole[at+len(beside):], []byte("}"))
	if !closed || !json.Valid(internals) {
		return nil, nil, false
	}
	return append(bytes.Clone(whole[:at]), '}'), internals, true
}
