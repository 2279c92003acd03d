package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
)

// answer is what a program sent to one call.
type answer struct {
	parts map[string]string // by what they are: status, header NAME, interim, end, more
	body  []byte
	code  int // 0 without an answer
}

const (
	patience = 20 * time.Second       // before a call counts as unanswered
	silence  = 300 * time.Millisecond // after which a stream has nothing more to say
)

// exchange sends a call and reads its answer. The error means that the program ended.
func (p *program) exchange(c *call, text string) (answer, error) {
	if err := p.dial(); err != nil {
		return answer{}, err
	}
	_ = p.conn.SetDeadline(time.Now().Add(patience))
	// A program that refuses a body may answer before it has all of it, so a failed
	// write decides nothing.
	_, _ = io.WriteString(p.conn, text)
	if c.half {
		_ = p.conn.(*net.TCPConn).CloseWrite()
	}
	a := answer{parts: map[string]string{}}
	keep, err := p.read(c, &a)
	if err != nil {
		a.parts["end"] = reason(c, err)
	}
	if c.raw != "" {
		more, _ := io.ReadAll(p.reader)
		a.parts["more"] = string(more)
	}
	if p.reader.Buffered() > 0 {
		a.parts["end"] = "bytes after the answer"
	}
	if !keep || a.parts["end"] != "" || c.raw != "" {
		p.hangUp()
	}
	return a, nil
}

// read reads one answer, and the interim ones before it. It returns whether the
// connection can be used again.
func (p *program) read(c *call, a *answer) (bool, error) {
	for {
		response, err := http.ReadResponse(p.reader, &http.Request{Method: c.method})
		if err != nil {
			return false, err
		}
		if response.StatusCode < 200 {
			a.parts["interim"] += response.Status
			continue
		}
		a.code = response.StatusCode
		a.parts["status"] = response.Proto + " " + response.Status
		for name, values := range response.Header {
			a.parts["header "+name] = strings.Join(values, "\n")
		}
		delete(a.parts, "header Date") // it is the time of the machine
		a.parts["header Transfer-Encoding"] = strings.Join(response.TransferEncoding, ",")
		stream := response.Header.Get("Content-Type") == "text/event-stream"
		if stream {
			_ = p.conn.SetDeadline(time.Now().Add(silence))
		}
		a.body, err = io.ReadAll(response.Body)
		if stream && errors.Is(err, os.ErrDeadlineExceeded) {
			return false, nil
		}
		if response.Close {
			a.parts["end"] = "close"
		}
		return !response.Close, err
	}
}

// reason says in the same words how a connection ended, wherever that was noticed.
func reason(c *call, err error) string {
	reset := errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
	closed := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	switch {
	case (reset || closed) && c.body+c.raw != "":
		return "connection ended" // a close becomes a reset when the body was not read yet
	case reset:
		return "connection reset"
	case closed:
		return "connection closed"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "no answer in time"
	}
	return err.Error()
}

// field returns a field of the answer's header.
func (a answer) field(name string) string { return a.parts["header "+http.CanonicalHeaderKey(name)] }
