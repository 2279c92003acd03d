package sandbox

import (
	"embed"
	"io/fs"
)

// recorded are the recorded exchanges of every operation, OPERATION/NAME.http.
//
//go:embed testdata/exchange
var recorded embed.FS

// exchanges returns the recorded exchanges by operation.
func exchanges() fs.FS {
	below, err := fs.Sub(recorded, "testdata/exchange")
	if err != nil {
		panic(err) // the path is valid
	}
	return below
}
