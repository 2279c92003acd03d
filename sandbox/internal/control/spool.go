package control

import (
	"bufio"
	"bytes"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
)

// spool keeps a document, compressed, until it is sent: the first part in memory, a
// longer one in a temporary file. The maker of the document does not wait for its reader,
// and the length is known before the first byte is sent.
type spool struct {
	memory  bytes.Buffer
	file    *os.File // nil while the memory is enough
	written *bufio.Writer
	gzip    *gzip.Writer
	length  int64  // of the document
	size    int64  // compressed
	most    int    // bytes in memory
	folder  string // of the temporary file, "" for the system's
}

// maxSpooled is how much of a compressed document is in memory: an account of about
// 20,000 orders.
const maxSpooled = 8 << 20

func newSpool() *spool {
	s := &spool{most: maxSpooled}
	s.gzip, _ = gzip.NewWriterLevel(compressedTo{s}, gzip.BestSpeed) // the level is right
	return s
}

// Write adds to the document.
func (s *spool) Write(text []byte) (int, error) {
	n, err := s.gzip.Write(text)
	s.length += int64(n)
	return n, err
}

// compressedTo takes the compressed bytes of a spool.
type compressedTo struct{ *spool }

func (s compressedTo) Write(text []byte) (int, error) {
	s.size += int64(len(text))
	if s.file == nil {
		if s.memory.Len()+len(text) <= s.most {
			return s.memory.Write(text)
		}
		file, err := createTemporary(s.folder, "commerce-sandbox-export-*")
		if err != nil {
			return 0, err
		}
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
	if err := s.gzip.Close(); err != nil || s.file == nil {
		return err
	}
	if err := s.written.Flush(); err != nil {
		return noRoom(err)
	}
	return nil
}

// compressedReader returns a reader of the document in gzip.
func (s *spool) compressedReader() (io.Reader, error) {
	memory := bytes.NewReader(s.memory.Bytes())
	if s.file == nil {
		return memory, nil
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return io.MultiReader(memory, s.file), err
}

// plain returns a reader of the document.
func (s *spool) plain() (io.Reader, error) {
	compressed, err := s.compressedReader()
	if err != nil {
		return nil, err
	}
	return gzip.NewReader(compressed)
}

// remove removes the temporary file.
func (s *spool) remove() error {
	if s.file == nil {
		return nil
	}
	return removeTemporary(s.file)
}
