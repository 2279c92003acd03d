package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestImageData compares the data file of the image with the one known to the program,
// because SANDBOX_EPHEMERAL must win over it and over no other file.
func TestImageData(t *testing.T) {
	t.Parallel()
	if text := read(t, filepath.Join("..", "..", "Dockerfile")); !strings.Contains(text, " SANDBOX_DATA="+imageData+"\n") {
		t.Errorf("the Dockerfile does not set SANDBOX_DATA to %s", imageData)
	}
	for data, want := range map[string]bool{imageData: true, "/data/other.db": false} {
		p := newProgram([]string{"SANDBOX_DATA=" + data, "SANDBOX_EPHEMERAL=true"}, nil, &strings.Builder{})
		s := &serveCmd{program: p, options: sandbox.Options{Data: data, Ephemeral: true}}
		if err := s.decideData(s.command(), nil); err != nil || s.options.Ephemeral != want {
			t.Errorf("%s: got %v %t, want %t", data, err, s.options.Ephemeral, want)
		}
	}
}
