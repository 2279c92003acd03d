package bundle

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// requestOf returns a recorded call as a server reads it.
func requestOf(ctx context.Context, call client.Entry) (*http.Request, error) {
	in := call.Request
	var head strings.Builder
	fmt.Fprintf(&head, "%s %s %s\r\n", in.Method, in.URI, in.Proto)
	for _, f := range in.Header {
		if strings.ContainsAny(f.Name+f.Value, "\r\n") {
			return nil, errors.New("a header has a line break")
		}
		if strings.EqualFold(f.Name, "Content-Length") {
			f.Value = lengthAgain(f.Value, int64(len(in.Body))-in.BodySize)
		}
		head.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	head.WriteString("\r\n")
	if strings.ContainsAny(in.Method+in.URI+in.Proto, "\r\n") {
		return nil, errors.New("its first line has a line break")
	}
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(head.String())))
	if err != nil {
		return nil, err
	}
	announced := r.ContentLength
	r.RemoteAddr, r.ContentLength, r.Body = in.Remote, int64(len(in.Body)), io.NopCloser(bytes.NewReader(in.Body))
	switch {
	case announced > int64(len(in.Body)): // the client broke off
		r.ContentLength, r.Body = announced, io.NopCloser(io.MultiReader(bytes.NewReader(in.Body), broken{}))
	case len(in.Body) == 0:
		r.Body = http.NoBody
	case announced == 0: // the body came in chunks
		r.ContentLength = -1
	}
	return r.WithContext(ctx), nil
}

// lengthAgain returns an announced length for a body that is longer or shorter by so
// many bytes than the recorded one.
func lengthAgain(announced string, by int64) string {
	n, err := strconv.ParseInt(announced, 10, 64)
	if err != nil {
		return announced
	}
	return strconv.FormatInt(max(0, n+by), 10)
}

// broken is the end of a body that broke off.
type broken struct{}

// Read implements io.Reader.
func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// discarded is a response writer that keeps nothing, because the journal records the
// answer.
type discarded struct{ header http.Header }

// Header implements http.ResponseWriter.
func (d discarded) Header() http.Header { return d.header }

// Write implements http.ResponseWriter.
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader implements http.ResponseWriter.
func (d discarded) WriteHeader(int) {}

// Flush implements http.Flusher.
func (d discarded) Flush() {}

// Hijack implements http.Hijacker: the connection of a call that a scenario cuts.
func (d discarded) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, other := net.Pipe()
	_ = other.Close() // nobody reads the answer
	return conn, bufio.NewReadWriter(bufio.NewReader(conn), bufio.NewWriter(conn)), nil
}
