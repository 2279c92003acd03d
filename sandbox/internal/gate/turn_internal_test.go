package gate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// turning is a server whose calls read their bodies and then go on until they may end.
type turning struct {
	turns *Turns
	mu    sync.Mutex    // guards the three sums
	held  int           // bytes that calls have read, of those under way
	peak  int           // of them
	ended int           // calls
	end   chan struct{} // is closed when calls may end
	delay time.Duration // of a call that has read its body
}

// call makes a call whose body is sent in full, and returns when it ends or waits.
func (s *turning) call(ctx context.Context, size int, announced int64) (w *deadlined, failed <-chan error) {
	r := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(bytes.NewReader(make([]byte, size)))).WithContext(ctx)
	r.ContentLength = announced
	return s.send(r)
}

func (s *turning) send(r *http.Request) (*deadlined, <-chan error) {
	w, failed := &deadlined{ResponseWriter: httptest.NewRecorder()}, make(chan error, 1)
	go func() {
		r, turn := s.turns.Begin(w, r)
		defer turn.End()
		body, err := ReadBody(r, nil, 16<<20)
		s.read(len(body))
		_ = (&Call{Input: Input{Context: r.Context(), Writer: w, Turn: turn}}).pause(scenario.Hold{For: s.delay, Released: r.Context()})
		<-s.end
		s.release(len(body))
		failed <- err
	}()
	synctest.Wait()
	return w, failed
}

func (s *turning) read(size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held += size
	s.peak = max(s.peak, s.held)
}

func (s *turning) release(size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held -= size
	s.ended++
}

// newTurning returns a server with room for 4 MiB of large bodies.
func newTurning() *turning {
	return &turning{turns: NewTurns(256 << 20), end: make(chan struct{})}
}

// Large bodies wait for each other, small ones never. The time of a call that waited
// begins again.
func TestLargeBodiesWait(t *testing.T) {
	t.Parallel()
	for name, announced := range map[string]int64{"announced": 1 << 20, "unknown": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, waited := newTurning(), &deadlined{}
				for range 40 {
					waited, _ = s.call(t.Context(), 1<<20, announced)
				}
				most := 4 << 20
				if announced < 0 {
					most = 1 << 20
				}
				if s.held != most {
					t.Errorf("%d bytes are in memory, want %d", s.held, most)
				}
				s.call(t.Context(), smallBody, smallBody)
				s.call(t.Context(), smallBody/2, -1)
				if got, want := s.held-most, smallBody+smallBody/2; got != want {
					t.Errorf("%d bytes of small bodies are in memory, want %d", got, want)
				}
				time.Sleep(time.Minute)
				close(s.end)
				synctest.Wait()
				if s.ended != 42 || s.held != 0 || s.peak > most+2*smallBody {
					t.Errorf("%d calls ended, %d bytes are held, at most %d were; want 42, 0 and at most %d", s.ended, s.held, s.peak, most+2*smallBody)
				}
				if earliest := clock.System(); waited.read.Before(earliest) {
					t.Errorf("a body that waited may be read until %s, want later than %s", waited.read, earliest)
				}
			})
		})
	}
}

// A body that is larger than all the room is read alone, and then gives the room back.
func TestTheLargestBodyIsAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newTurning()
		for range 3 {
			s.call(t.Context(), 16<<20, 16<<20)
		}
		s.call(t.Context(), 1<<20, 1<<20)
		if s.held != 16<<20 {
			t.Errorf("%d bytes are in memory, want those of one body", s.held)
		}
		close(s.end)
		synctest.Wait()
		if s.ended != 4 || s.peak != 16<<20 {
			t.Errorf("%d calls ended, at most %d bytes were in memory", s.ended, s.peak)
		}
	})
}

// Neither a client that sends little, nor one that leaves, nor a call that a scenario
// delays, keeps others from reading.
func TestOthersReadMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newTurning()
		stalled, sent := io.Pipe()
		r := httptest.NewRequest(http.MethodPost, "/", stalled)
		r.ContentLength = 16 << 20
		go func() { _, _ = sent.Write(make([]byte, smallBody-1)) }()
		s.send(r)
		s.delay = time.Hour
		s.call(t.Context(), 16<<20, 16<<20)
		s.call(t.Context(), 15<<20, 15<<20)
		if s.held != 31<<20 {
			t.Errorf("%d bytes are in memory, want those of both delayed calls", s.held)
		}
		s.delay = 0
		s.call(t.Context(), 4<<20, 4<<20) // has all the room
		leaving, leave := context.WithCancel(t.Context())
		_, left := s.call(leaving, 16<<20, 16<<20)
		s.call(t.Context(), 1<<20, 1<<20)
		leave()
		_ = sent.CloseWithError(io.ErrUnexpectedEOF)
		close(s.end)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v of a body whose client left", err)
		}
		if s.ended != 6 {
			t.Errorf("%d calls ended, want all 6", s.ended)
		}
		if !s.turns.room.TryAcquire(s.turns.all) {
			t.Error("not all the room is free")
		}
	})
}

// An answer that takes its time neither keeps other large bodies waiting nor waits for them.
func TestALateAnswerHasNoTurn(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]scenario.Delivery{"between": {Pace: 1}, "behind": {Stale: true}} {
		synctest.Test(t, func(t *testing.T) {
			client, server := net.Pipe()
			turns, w := NewTurns(256<<20), &taken{httptest.NewRecorder(), server}
			r := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(bytes.NewReader(make([]byte, 1<<20))))
			r.ContentLength = 16 << 20
			r, turn := turns.Begin(w, r)
			if body, err := ReadBody(r, nil, 16<<20); err != nil || turns.room.TryAcquire(1) {
				t.Fatalf("%s: read %d bytes, %v", name, len(body), err)
			}
			c, ended := &Call{Input: Input{Context: t.Context(), Writer: w, Turn: turn, Recorder: &journal.Recorder{}}}, make(chan any, 1)
			c.decided = &scenario.Decision{Delivery: how}
			go func() {
				defer func() { ended <- recover() }()
				d := c.deliver(r, make([]byte, 60))
				d.send(c, r, 200, &headers{Header: w.Header()})
			}()
			go readAll(client, 0)
			synctest.Wait()
			if len(ended) > 0 || !turns.room.TryAcquire(turns.all) {
				t.Errorf("%s: the answer has the room for other bodies, or has ended", name)
			}
			time.Sleep(time.Hour)
			synctest.Wait()
			if len(ended) == 0 {
				t.Errorf("%s: the answer waits for another body", name)
			}
			turns.room.Release(turns.all)
			_ = client.Close()
		})
	}
}

// What is discarded needs no turn, and an announced length takes no memory.
func TestReadBodyTakesWhatArrives(t *testing.T) {
	t.Parallel()
	for announced, size := range map[int64]int{16 << 20: 100, -1: 5 << 20, 5 << 20: 5 << 20, 0: 0} {
		r := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(bytes.NewReader(make([]byte, size))))
		r.ContentLength = announced
		body, err := ReadBody(r, nil, 16<<20)
		if err != nil || len(body) != size || cap(body) > max(2*size, firstRead)+8192 {
			t.Errorf("announced %d: got %d bytes in %d, %v, want %d", announced, len(body), cap(body), err, size)
		}
	}
}
