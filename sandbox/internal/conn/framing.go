package conn

import (
	"bytes"
	"strconv"
	"strings"
)

// head describes a body by the lines in front of it.
type head struct {
	size    int   // of the lines, in bytes; 0 while the last one is to come
	length  int64 // of the body, as Content-Length says it
	sized   bool  // there is a Content-Length
	chunked bool  // there is a Transfer-Encoding
}

// headOf reads the lines of a request as package net/http does: line ends may come before
// them, and a line with a leading blank continues the one before it. It allocates
// nothing, because every call goes through it.
func headOf(raw []byte) (h head) {
	var name []byte // of the header, if it is about the body
	rest := bytes.TrimLeft(raw, "\r\n")
	for {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			return head{}
		}
		line := rest[:end]
		rest = rest[end+1:]
		if end == 0 || end == 1 && line[0] == '\r' {
			h.size = len(raw) - len(rest)
			return h
		}
		value := line
		switch line[0] {
		case 'C', 'c', 'T', 't':
			name, value, _ = bytes.Cut(line, []byte(":"))
		case ' ', '\t':
		default:
			name = nil
		}
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			h.sized = true
			if n, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64); err == nil { // the server rejects others
				h.length = max(0, n)
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			h.chunked = true
		}
	}
}

// body is the outstanding part of a body. The zero value is the end of one.
type body struct {
	left    int64  // bytes, of all of it or of a chunk
	chunked bool   // the size of a chunk follows
	trailer bool   // or the lines behind the last chunk
	line    []byte // the beginning of this line
}

// hasEnded reports whether nothing of the body is to come.
func (b *body) hasEnded() bool { return b.left == 0 && !b.chunked }

// take returns how many bytes at the beginning of p belong to the body.
func (b *body) take(p []byte) int {
	at := 0
	for !b.hasEnded() && at < len(p) {
		if n := min(b.left, int64(len(p)-at)); n > 0 {
			b.left -= n
			at += int(n)
			continue
		}
		line, _, whole := bytes.Cut(p[at:], []byte("\n"))
		b.line = append(b.line, line...)
		at += len(line)
		if whole {
			at++
			b.next(strings.TrimSpace(string(b.line)))
		}
	}
	return at
}

// next goes on behind a line of a chunked body. The server closes a connection with an
// invalid size.
func (b *body) next(line string) {
	b.line = b.line[:0]
	if b.trailer {
		b.chunked = line != ""
		return
	}
	size, _, _ := strings.Cut(line, ";")
	n, err := strconv.ParseInt(strings.TrimSpace(size), 16, 62)
	switch {
	case err != nil || n < 0:
		*b = body{}
	case n == 0:
		b.trailer = true
	default:
		b.left = n + int64(len("\r\n"))
	}
}
