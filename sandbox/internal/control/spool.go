package control

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// spool keeps a document until it is sent, or an import until it is read: the first part in
// memory, a longer one in a temporary file. The maker of a document does not wait for its reader,
// and the length is known before the first byte is sent.
type spool struct {
	memory  bytes.Buffer
	file    *os.File // nil while the memory is enough
	written *bufio.Writer
	size    int64
	most    int    // bytes in memory
	folder  string // of the temporary file, "" for the system's
}

// maxSpooled is how much of a document is in memory: an export of about 20,000 orders.
const maxSpooled = 8 << 20

// Write adds to the document.
func (s *spool) Write(text []byte) (int, error) {
	s.size += int64(len(text))
	if s.file == nil {
		if s.memory.Len()+len(text) <= s.most {
			return s.memory.Write(text)
		}
		file, err := os.CreateTemp(s.folder, "commerce-sandbox-*")
		if err != nil {
			return 0, noRoom(err)
		}
		_ = os.Remove(file.Name()) // where the system allows it, so that a killed process leaves nothing
		s.file, s.written = file, bufio.NewWriter(file)
	}
	n, err := s.written.Write(text)
	if err != nil {
		err = noRoom(err)
	}
	return n, err
}

// end completes the document.
func (s *spool) end() error {
	if s.file == nil {
		return nil
	}
	if err := s.written.Flush(); err != nil {
		return noRoom(err)
	}
	return nil
}

// reader returns a reader of the document.
func (s *spool) reader() (io.Reader, error) {
	memory := bytes.NewReader(s.memory.Bytes())
	if s.file == nil {
		return memory, nil
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return io.MultiReader(memory, s.file), err
}

// remove removes the temporary file.
func (s *spool) remove() error {
	if s.file == nil {
		return nil
	}
	closed := s.file.Close() // first, because Windows removes no open file
	if err := os.Remove(s.file.Name()); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(closed, err)
	}
	return closed
}

// noRoom returns the error of an unwritable temporary file.
func noRoom(err error) error {
	return problem(http.StatusInsufficientStorage, "free some space there, or mount a writable folder, for example with docker run --tmpfs /tmp",
		"it needs a temporary file: %v", err)
}

// spoolDocument answers a document of all records of an account. It makes the whole document
// before it sends the first byte, because a slow reader would otherwise keep the state in the data
// file alive, and a failure could not be an answer.
func (api *API) spoolDocument(ctx context.Context, write func(io.Writer) error, send func(http.ResponseWriter, *http.Request, *spool)) (answer, error) {
	end, err := api.exporting.take(ctx)
	if err != nil {
		return answer{}, err
	}
	document := &spool{most: maxSpooled}
	done := func() {
		if err := document.remove(); err != nil {
			api.Log.Warn("cannot remove a temporary file", slog.Any("error", err))
		}
		end()
	}
	if err = write(untilEnd{ctx, document}); err == nil {
		err = document.end()
	}
	if err != nil {
		done()
		return answer{}, err
	}
	return answer{stream: func(w http.ResponseWriter, r *http.Request) {
		defer done() // behind the last byte, when the file is gone: slow clients do not fill the disk
		send(w, r, document)
	}}, nil
}

// untilEnd is a writer that fails after the end of its context.
type untilEnd struct {
	ctx context.Context
	to  io.Writer
}

func (w untilEnd) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(text)
}

// file is a document to save.
type file struct {
	name string
	kind mediaType
	size int64
	open func() (io.Reader, error)
}

// sendFile sends a document with its length, so that a reader can see whether it got all of
// it.
func sendFile(w http.ResponseWriter, r *http.Request, f file) {
	head := w.Header()
	head.Set("Content-Type", string(f.kind))
	head.Set("Content-Disposition", savedAs(f.name))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Content-Length", strconv.FormatInt(f.size, 10))
	content, err := f.open()
	if err != nil || r.Method == http.MethodHead {
		return
	}
	// An error means that the reader left or stopped reading. The server then closes the
	// connection, because the answer is shorter than its length.
	_, _ = io.Copy(patientWriter{w, http.NewResponseController(w)}, content)
}

// patientWriter gives the reader some time for each piece, however long all takes.
type patientWriter struct {
	to      io.Writer
	control *http.ResponseController
}

func (w patientWriter) Write(piece []byte) (int, error) {
	_ = w.control.SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines waits forever
	return w.to.Write(piece)
}
