package agent

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// drainTime is how long the answers under way may take after the input ended.
const drainTime = 5 * time.Second

// unclosed is an output closed by somebody else.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }

// piped is a transport with an input that may end before the answers are written, such
// as a pipe. The transport of the library then cancels the requests under way.
type piped struct{ mcp.IOTransport }

// Connect implements mcp.Transport.
func (p *piped) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := p.IOTransport.Connect(ctx)
	return &connection{Connection: inner, open: map[jsonrpc.ID]bool{}, closed: make(chan struct{}, 1)}, err
}

// connection is the connection of a piped transport.
type connection struct {
	mcp.Connection
	mu     sync.Mutex          // guards open
	open   map[jsonrpc.ID]bool // requests without an answer
	closed chan struct{}       // has an element after a request was answered or canceled
}

// Read returns the next message. At the end of the input it waits for the answers under
// way.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if err != nil {
		c.drain(ctx)
		return nil, err
	}
	c.follow(message)
	return message, nil
}

// follow notes a request that needs an answer, and ends a canceled one.
func (c *connection) follow(message jsonrpc.Message) {
	request, is := message.(*jsonrpc.Request)
	switch {
	case !is:
	case request.IsCall():
		c.mu.Lock()
		c.open[request.ID] = true
		c.mu.Unlock()
	case request.Method == "notifications/cancelled":
		var canceled mcp.CancelledParams
		if json.Unmarshal(request.Params, &canceled) == nil {
			id, _ := jsonrpc.MakeID(canceled.RequestID) // no request has an invalid id
			c.close(id)
		}
	}
}

// Write writes a message.
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, is := message.(*jsonrpc.Response); is {
		c.close(response.ID)
	}
	return err
}

// close ends a request.
func (c *connection) close(id jsonrpc.ID) {
	c.mu.Lock()
	delete(c.open, id)
	c.mu.Unlock()
	select {
	case c.closed <- struct{}{}:
	default:
	}
}

// drain waits until no request is open.
func (c *connection) drain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	for {
		c.mu.Lock()
		open := len(c.open)
		c.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-c.closed:
		case <-ctx.Done():
			return
		}
	}
}
