// Package events keeps what happens in a sandbox, in order, for the readers of
// its stream: the calls of the journal and the changes that people and programs
// make by hand.
//
// A reader is a position and has no buffer, so that a reader that stops reading
// costs nothing. The log keeps the latest events only; a slow reader gets the
// number of those that it missed. An event is encoded once for all readers, and
// only when somebody reads it.
//
// The package leaves the shapes of events to package client, what each reader
// sees to package control, and the calls themselves to package journal.
package events

import (
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// maxKept is how many events a log keeps, calls aside.
const maxKept = 4096

// Log is the events of a sandbox. It is safe for concurrent use. A nil Log keeps
// nothing.
type Log struct {
	mu   sync.Mutex // guards the fields below
	last int64      // number of the last event
	kept []event
}

// event is one event, calls aside.
type event struct {
	number  int64
	kind    client.EventKind
	account string // "" for all accounts
	data    any
}

// New returns an empty log.
func New() *Log { return &Log{} }

// Publish adds an event about an account, or about all accounts when it is "".
// The data must not change afterwards.
func (l *Log) Publish(kind client.EventKind, account string, data any) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	l.kept = append(l.kept, event{number: l.last, kind: kind, account: account, data: data})
	if len(l.kept) > 2*maxKept {
		l.kept = append([]event(nil), l.kept[maxKept:]...)
	}
}
