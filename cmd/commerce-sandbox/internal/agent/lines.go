package agent

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// longestLine is how many bytes a message may have. No tool needs more than a
	// scenario or a body of 1 MiB.
	longestLine = 4 << 20

	// drainTime is how long the answers under way may take after the input ended.
	drainTime = 5 * time.Second
)

// lines is a transport of one message per line. That of the library ends the session
// at the first line that is no message; this one answers such a line with an error.
type lines struct {
	in   *bufio.Reader
	read chan line

	mu        sync.Mutex // guards all below
	out       io.Writer
	open      map[jsonrpc.ID]bool // requests without an answer
	ended     bool                // the input
	idle      <-chan struct{}     // closed when the input has ended and no request is under way
	closeIdle func()              // closes idle

	closed func()
	done   <-chan struct{}
}

// line is a line of the input, or why there is none.
type line struct {
	text []byte
	err  error
}

// errTooLong is the error of a line that is longer than longestLine.
var errTooLong = fmt.Errorf("the line is longer than %d bytes", longestLine)

func newLines(in io.Reader, out io.Writer) *lines {
	done, idle := make(chan struct{}), make(chan struct{})
	return &lines{
		in: bufio.NewReaderSize(in, 64<<10), out: out, read: make(chan line), open: map[jsonrpc.ID]bool{}, idle: idle,
		closeIdle: sync.OnceFunc(func() { close(idle) }),
		closed:    sync.OnceFunc(func() { close(done) }), done: done,
	}
}

// Connect implements mcp.Transport.
func (l *lines) Connect(context.Context) (mcp.Connection, error) {
	go l.scan()
	return l, nil
}

// SessionID implements mcp.Connection; a process has one session.
func (l *lines) SessionID() string { return "" }

// Close implements mcp.Connection.
func (l *lines) Close() error {
	l.closed()
	return nil
}

// scan reads lines until the input ends or the connection is closed. A read that
// blocks is left behind at the end of the process.
func (l *lines) scan() {
	for {
		text, err := l.next()
		if len(bytes.TrimSpace(text)) == 0 && err == nil {
			continue
		}
		select {
		case l.read <- line{text, err}:
		case <-l.done:
			return
		}
		if err != nil && !errors.Is(err, errTooLong) {
			return
		}
	}
}

// next returns the next line. Of one that is too long it keeps nothing.
func (l *lines) next() ([]byte, error) {
	var text []byte
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(text)+len(part) > longestLine; long {
			text = nil
		} else {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errTooLong
		case errors.Is(err, io.EOF) && len(bytes.TrimSpace(text)) > 0:
			return text, nil // the last line has no line feed
		}
		return text, err
	}
}

// Read implements mcp.Connection. It answers what is no message itself. At the end of
// the input it waits for the answers under way.
func (l *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var next line
		select {
		case next = <-l.read:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.done:
			return nil, io.EOF
		}
		switch {
		case errors.Is(next.err, errTooLong):
			l.answerError(jsonrpc.CodeInvalidRequest, next.err.Error())
			continue
		case next.err != nil:
			l.drain(ctx)
			return nil, io.EOF
		case bytes.HasPrefix(bytes.TrimSpace(next.text), []byte("[")):
			l.answerError(jsonrpc.CodeInvalidRequest, "the protocol has no batches; send one JSON-RPC message per line")
			continue
		case !json.Valid(next.text):
			l.answerError(jsonrpc.CodeParseError, "the line is not JSON; send one JSON-RPC message per line")
			continue
		}
		message, err := jsonrpc.DecodeMessage(next.text)
		if err != nil {
			l.answerError(jsonrpc.CodeInvalidRequest, "the line is no JSON-RPC message: "+err.Error())
			continue
		}
		if request, is := message.(*jsonrpc.Request); is {
			l.count(request)
		}
		return message, nil
	}
}

// count counts a request as under way. One that the client cancels gets no answer.
func (l *lines) count(request *jsonrpc.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if request.IsCall() {
		l.open[request.ID] = true
		return
	}
	var canceled mcp.CancelledParams
	if request.Method != "notifications/cancelled" || json.Unmarshal(request.Params, &canceled) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(canceled.RequestID); err == nil {
		delete(l.open, id)
	}
}

// drain waits until no request is under way.
func (l *lines) drain(ctx context.Context) {
	l.mu.Lock()
	l.ended = true
	l.checkIdle()
	l.mu.Unlock()
	select {
	case <-l.idle:
	case <-ctx.Done():
	case <-time.After(drainTime):
	}
}

// Write implements mcp.Connection.
func (l *lines) Write(_ context.Context, message jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(append(text, '\n'))
	if response, is := message.(*jsonrpc.Response); is {
		delete(l.open, response.ID)
		l.checkIdle()
	}
	return err
}

// checkIdle closes idle when the input has ended and no request is under way. The
// caller holds the lock.
func (l *lines) checkIdle() {
	if l.ended && len(l.open) == 0 {
		l.closeIdle()
	}
}

// answerError answers a line that is no message. Its id is unknown.
func (l *lines) answerError(code int64, text string) {
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": text}})
	if err != nil {
		return // cannot be: the text is UTF-8
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.out.Write(append(answer, '\n')) // the next answer reports an output that is gone
}
