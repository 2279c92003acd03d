package control

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// deaf is a connection whose reader takes the first event and then reads nothing.
type deaf struct {
	http.ResponseWriter
	end  <-chan struct{}
	held *atomic.Int32 // how many wait
}

func (d deaf) Write(text []byte) (int, error) {
	if len(text) > 1000 {
		d.held.Add(1)
		<-d.end
		return 0, http.ErrHandlerTimeout
	}
	return len(text), nil
}

// TestDeafReadersShareTheirEvent lets many streams without readers follow calls with
// large bodies: together they hold little more than one.
func TestDeafReadersShareTheirEvent(t *testing.T) { //nolint:paralleltest // it measures the process
	synctest.Test(t, func(t *testing.T) {
		const streams, calls = 1000, 60
		j := journal.New(journal.Defaults())
		ring, log, end := j.Ring("A"), newLog(j), make(chan struct{})
		api := &API{Events: log, Protocols: func(*http.Request) string { return "http://127.0.0.1" }}
		var held atomic.Int32
		var followers sync.WaitGroup
		for range streams {
			s := newStream(deaf{httptest.NewRecorder(), end, &held}, log, log.Follow([]string{"A"}))
			s.api, s.lines, s.request = api, false, &gin.Context{Request: httptest.NewRequest("GET", "/", nil)}
			followers.Go(func() { s.follow(t.Context()) })
		}
		synctest.Wait()
		before := heap()
		for range calls {
			rec := j.Begin(httptest.NewRequest("POST", "/", nil), moment)
			rec.RequestBody([]byte(strings.Repeat("x", 30_000)))
			ring.NextID(rec)
			rec.Close(moment)
			synctest.Wait()
		}
		if held.Load() != streams {
			t.Errorf("%d of %d streams wait for their readers", held.Load(), streams)
		}
		if grown := (heap() - before) >> 20; grown > 20 {
			t.Errorf("%d streams hold %d MB", streams, grown)
		}
		close(end)
		followers.Wait()
	})
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func (d deaf) Unwrap() http.ResponseWriter { return d.ResponseWriter }
