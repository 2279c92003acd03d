package boltstore

import (
	"sync"

	bolt "go.etcd.io/bbolt"
)

// maxIdleViews is how many views stay open while no call reads.
const maxIdleViews = 8

// views are the open read transactions of a file. A view stays open after its work
// for the next read, because beginning a transaction and finding an account take
// longer than reading an order.
//
// A write first ends the idle ones, and keeps none until it has ended: bbolt maps a
// growing file only when nobody reads, it frees no page of an older transaction,
// and a later read must see the write.
type views struct {
	sentry *sentry

	mu    sync.Mutex
	idle  []*openView
	state int // grows when a write ends; views of an older state are not kept
	held  int // writes under way, and 1 when the file is being closed
}

// openView is a read transaction, for one goroutine at a time.
type openView struct {
	file   *bolt.Tx
	sentry *sentry
	state  int
	last   *tx // of the account read last, nil for none
}

// take returns an idle view, or a new one.
func (v *views) take() (*openView, error) {
	if lost := v.sentry.lost.Load(); lost != nil {
		return nil, lost
	}
	v.mu.Lock()
	state := v.state
	if last := len(v.idle) - 1; last >= 0 {
		taken := v.idle[last]
		v.idle = v.idle[:last]
		v.mu.Unlock()
		return taken, nil
	}
	v.mu.Unlock()
	if err := v.sentry.check(); err != nil {
		return nil, err
	}
	file, err := v.sentry.begin(false)
	return &openView{file: file, sentry: v.sentry, state: state}, err
}

// give keeps a view after its work, or ends it.
func (v *views) give(ended *openView) {
	v.mu.Lock()
	keep := ended.state == v.state && v.held == 0 && len(v.idle) < maxIdleViews
	if keep {
		v.idle = append(v.idle, ended)
	}
	v.mu.Unlock()
	if !keep {
		ended.end()
	}
}

// hold ends the idle views and keeps none until release.
func (v *views) hold() {
	v.mu.Lock()
	idle := v.idle
	v.idle = nil
	v.held++
	v.mu.Unlock()
	for _, each := range idle {
		each.end()
	}
}

// release ends a hold.
func (v *views) release() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state++
	v.held--
}

// end ends the transaction. Ending a reading one never fails.
func (v *openView) end() { _ = v.sentry.rollback(v.file) }
