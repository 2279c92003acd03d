package agent

import (
	"context"
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
	return &connection{Connection: inner}, err
}

// connection is the connection of a piped transport.
type connection struct {
	mcp.Connection
	open sync.Map // the ids of requests without an answer; a canceled one gets an answer too, a second one of an id none
}

// waits reports whether a request has no answer.
func (c *connection) waits() (is bool) {
	c.open.Range(func(any, any) bool {
		is = true
		return false
	})
	return is
}

// Read returns the next message. At the end of the input it waits for the answers under way.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if request, is := message.(*jsonrpc.Request); is && request.IsCall() {
		c.open.Store(request.ID, true)
	}
	for end := time.After(drainTime); err != nil && c.waits(); {
		select {
		case <-end:
			return nil, err
		case <-ctx.Done():
			return nil, err
		case <-time.After(drainTime / 1000):
		}
	}
	return message, err
}

// Write writes a message.
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, is := message.(*jsonrpc.Response); is {
		c.open.Delete(response.ID)
	}
	return err
}
