package conn

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// requestLength returns how many bytes the first request in raw has, those of its
// body that are still to come included. A request that is not whole, or that cannot
// be read, takes all of raw.
func requestLength(raw []byte) int64 {
	head := bytes.Index(raw, []byte("\r\n\r\n")) + 4
	if head < 4 {
		return int64(len(raw))
	}
	length, chunked := bodyLength(raw[:head])
	switch {
	case chunked:
		return int64(head + chunkedLength(raw[head:]))
	case length > math.MaxInt64-int64(head):
		return int64(len(raw))
	}
	return int64(head) + length
}

// bodyLength returns what the headers of a request say about its body. It allocates
// nothing, because every call goes through it.
func bodyLength(head []byte) (length int64, chunked bool) {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if len(line) == 0 || line[0]|0x20 != 'c' && line[0]|0x20 != 't' {
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			length, _ = strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64) // of a request that the server accepted
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		}
	}
	return max(0, length), chunked
}

// chunkedLength returns the length of a chunked body with its trailer, all of raw when
// it is not whole.
func chunkedLength(raw []byte) int {
	at := 0
	for {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			return len(raw)
		}
		size, _, _ := strings.Cut(strings.TrimSpace(string(raw[at:at+end])), ";")
		n, err := strconv.ParseUint(size, 16, 31)
		at += end + 1
		switch {
		case err != nil:
			return len(raw)
		case n == 0:
			return at + trailerLength(raw[at:])
		case int(n)+2 > len(raw)-at:
			return len(raw)
		}
		at += int(n) + 2
	}
}

// trailerLength returns the length of the lines up to the empty one.
func trailerLength(raw []byte) int {
	at := 0
	for {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			return len(raw)
		}
		line := raw[at : at+end]
		at += end + 1
		if len(bytes.TrimRight(line, "\r")) == 0 {
			return at
		}
	}
}
