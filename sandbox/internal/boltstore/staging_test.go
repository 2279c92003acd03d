package boltstore

import (
	"runtime"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestStagingEndsWithSuccess verifies that a successful staging makes no further write,
// because that could fail with the write of somebody else.
func TestStagingEndsWithSuccess(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	writing, goOn := make(chan struct{}), make(chan struct{})
	go db.writer.write(t.Context(), func(*bolt.Tx) (work, error) {
		close(writing)
		<-goOn
		return work{}, nil
	})
	<-writing
	defer close(goOn)
	s := &staging{db: db, ctx: t.Context(), number: numberKey(1)}
	ended := make(chan error, 1)
	go func() { ended <- s.abandon(nil) }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			return
		default:
			if db.writer.backlog() > 0 {
				t.Fatal("it waits for another write")
			}
			runtime.Gosched()
		}
	}
}
