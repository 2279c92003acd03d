package main

import (
	"errors"
	"io"
	"testing"
)

func TestJournalFollowsTheContainer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		container uint64
		args      []string
		want      int64
	}{
		{0, nil, 128 << 20},
		{256 << 20, nil, 32 << 20},
		{4 << 30, nil, 128 << 20},
		{1 << 62, nil, 128 << 20},
		{256 << 20, []string{"--journal-bytes", "100MiB"}, 100 << 20},
	} {
		s := &serveCmd{program: &program{container: test.container, stderr: io.Discard}}
		c := s.command()
		must(t, c.ParseFlags(append(test.args, "--ephemeral")))
		must(t, errors.Join(s.program.resolve(c), c.Args(c, nil)))
		if got := s.options.JournalBytes; got != test.want {
			t.Errorf("%d bytes, %v: got %d, want %d", test.container, test.args, got, test.want)
		}
	}
}
