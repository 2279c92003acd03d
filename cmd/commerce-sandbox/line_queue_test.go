package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// TestLineQueue writes more lines than there is room for while nobody reads.
func TestLineQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		q := newLineQueue(to, func(dropped int64) []byte { return []byte("dropped\n") })
		line := []byte(strings.Repeat("x", 1023) + "\n")
		const lines = 1 + maxQueued/1024 + 7
		for range lines {
			_, _ = q.Write(line)
			synctest.Wait() // the first is being written, and the others wait
		}
		if got := q.DroppedLines(); got != 7 {
			t.Errorf("got %d dropped lines, want 7", got)
		}
		read := make(chan string)
		go func() {
			text, _ := io.ReadAll(from)
			read <- string(text)
		}()
		synctest.Wait()
		_, _ = q.Write([]byte("last\n"))
		q.close()
		_ = to.Close()
		text := <-read
		if got := strings.Count(text, "x\n"); got != lines-7 || !strings.HasSuffix(text, "x\ndropped\nlast\n") {
			t.Errorf("got %d lines and …%q, want %d, the note and the last line", got, text[max(0, len(text)-20):], lines-7)
		}
	})
}

// TestLineQueueWithoutReader ends a queue without a reader, and one after its reader went away.
func TestLineQueueWithoutReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		q := newLineQueue(to, nil)
		_, _ = q.Write([]byte("one\n"))
		synctest.Wait()
		q.close()
		_ = from.CloseWithError(errors.New("gone"))
		if <-q.ended; q.DroppedLines() != 1 {
			t.Errorf("got %d dropped lines, want 1", q.DroppedLines())
		}
		_, _ = q.Write([]byte("two\n"))
		if q.DroppedLines() != 2 {
			t.Errorf("after the end: got %d dropped lines, want 2", q.DroppedLines())
		}
	})
}

// TestLineQueueKeepsOrder writes lines at once with their reader.
func TestLineQueueKeepsOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // otherwise the end of the queue does not wait for a reader that stands still
		var got bytes.Buffer
		q := newLineQueue(&got, nil)
		var want bytes.Buffer
		for n := range 1000 {
			line := []byte(strings.Repeat("y", n%7) + "\n")
			want.Write(line)
			_, _ = q.Write(line)
		}
		if q.close(); got.String() != want.String() {
			t.Errorf("got %d bytes, want %d", got.Len(), want.Len())
		}
	})
}
