package boltstore

import (
	"errors"
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
	d := &draft{db: db, ctx: t.Context(), number: numberKey(1)}
	ended := make(chan error, 1)
	go func() { ended <- d.abandon(nil) }()
	for {
		select {
		case err := <-ended:
			mustDo(t, err)
			return
		default:
			if len(db.writer.calls) > 0 {
				t.Fatal("it waits for another write")
			}
			runtime.Gosched()
		}
	}
}

// A staging that fails before its first part has nothing to remove. A start removes all the
// parts of earlier ones.
func TestStagingsLeaveNothing(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	mustDo(t, (&draft{db: db, ctx: t.Context(), number: numberKey(1)}).abandon(errOwn))
	updateFile(t, db, func(file *bolt.Tx) error {
		_, first := file.Bucket(stagingBucket).CreateBucket(numberKey(1))
		_, second := file.Bucket(stagingBucket).CreateBucket(numberKey(2))
		return errors.Join(first, second)
	})
	updateFile(t, db, sweep)
	if got := stagedIn(t, db); got != 0 {
		t.Errorf("got %d parts in the staging bucket, want none", got)
	}
}
