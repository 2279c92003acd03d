package gate

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"

	"golang.org/x/sync/semaphore"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// smallBody is how many bytes of a body are read without a turn, so that the calls of
// most clients never wait, and a silent client keeps nobody waiting.
const smallBody = 64 << 10

// Turns lets few large bodies be in memory at once, because a parsed body takes up to
// sixty times its size, and the kernel kills a process that needs too much.
type Turns struct {
	room *semaphore.Weighted
	all  int64 // bytes
}

// maxBodies is how many bytes of large bodies are in memory at once where there is no
// limit, or a high one.
const maxBodies = 32 << 20

// NewTurns returns the turns of a process with a limit of its memory in bytes.
func NewTurns(memory int64) *Turns {
	all := max(1, min(memory/64, maxBodies))
	return &Turns{room: semaphore.NewWeighted(all), all: all}
}

// Turn is the body of a request that may be large. Its reader waits behind the first
// bytes until the other large bodies leave room for the announced length. A longer one
// than all the room, and one of unknown length, is read when no other is.
type Turn struct {
	io.ReadCloser
	of     *Turns
	writer http.ResponseWriter
	ctx    context.Context //nolint:containedctx // of the request with this body
	ended  context.Context //nolint:containedctx // of the account of the call, nil while it has none
	weight int64           // of the body
	read   int64           // bytes of it
	taken  bool            // whether the weight is taken
}

// Begin returns a copy of a request whose body may be large, with a turn as its body, and
// the turn. The request keeps its own body, because the server closes the connection if
// it was not read. The caller calls End when it has answered. For a small body Begin
// returns the request itself and a nil turn; its methods do nothing.
func (t *Turns) Begin(w http.ResponseWriter, r *http.Request) (*http.Request, *Turn) {
	size := r.ContentLength
	if size >= 0 && size <= smallBody {
		return r, nil
	}
	if size < 0 || size > t.all {
		size = t.all
	}
	turn := &Turn{ReadCloser: r.Body, of: t, writer: w, ctx: r.Context(), weight: size}
	limited := *r
	limited.Body = turn
	return &limited, turn
}

// Read reads a part of the body.
func (t *Turn) Read(p []byte) (int, error) {
	if !t.taken && t.read < smallBody {
		p = p[:min(int64(len(p)), smallBody-t.read)]
	} else if err := t.take(); err != nil {
		return 0, err
	}
	n, err := t.ReadCloser.Read(p)
	t.read += int64(n)
	return n, err
}

// take waits until there is room for the body. If it waited, it gets the time of a
// delayed call for the rest, because the server's deadlines may have passed.
func (t *Turn) take() error {
	if t.taken {
		return nil
	}
	if !t.of.room.TryAcquire(t.weight) {
		if err := t.acquire(); err != nil {
			return fmt.Errorf("it waited for other large bodies: %w", err)
		}
		putOff(t.writer, clock.System())
	}
	t.taken = true
	if t.weight == t.of.all && t.weight < maxBodies {
		runtime.GC() // because the bodies before still take memory, and there is little
	}
	return nil
}

// acquire waits for room until the client goes away, or the account ends.
func (t *Turn) acquire() error {
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	if t.ended != nil {
		defer context.AfterFunc(t.ended, cancel)()
	}
	return t.of.room.Acquire(ctx, t.weight)
}

// EndWith lets the wait for room end when an account does.
func (t *Turn) EndWith(ended context.Context) {
	if t != nil {
		t.ended = ended
	}
}

// End makes room for other bodies. It may be called again.
func (t *Turn) End() {
	if t != nil && t.taken {
		t.taken = false
		t.of.room.Release(t.weight)
	}
}

// without calls wait while others may use the room, because a scenario may delay a call for
// an hour. Without a turn it only waits.
func (t *Turn) without(wait func()) {
	if t == nil || !t.taken {
		wait()
		return
	}
	t.End()
	wait()
	_ = t.take() // a call whose context is done ends without
}
