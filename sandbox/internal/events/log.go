// Package events keeps the events of a sandbox, in order, for the readers of its
// stream: the calls of the journal, and every change made by people and programs
// besides calls.
//
// A Reader is a position and has no buffer, so a reader that stops reading costs
// nothing. Calls stay in the journal, and the journal gives them and all other
// events their sequence numbers in one order. The log keeps the latest events
// only; a slow reader gets the number of missed ones. An event is encoded once
// for all readers, and only when somebody reads it.
//
// The package leaves the shapes of events to package client, the calls to package
// journal, and each reader's view of them to package control.
package events

import (
	"crypto/rand"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// maxKept bounds the events of a log, calls aside, and maxForgotten the dropped
// ones to count for readers that missed them.
const (
	maxKept      = 4096
	maxForgotten = 8192
)

// Log is the events of one process. It is safe for concurrent use. A nil Log
// keeps nothing.
type Log struct {
	Instance string    // names the process
	Started  time.Time // on the machine's clock

	journal *journal.Journal
	before  End // of the process before
	texts   texts

	// Guarded by the lock of the journal.
	kept      []*event
	forgotten []int64 // sequence numbers of dropped events
}

// End is the end of a process's log.
type End struct {
	Instance string `json:"instance,omitempty"`
	Last     int64  `json:"last,omitempty"` // the number of its last event
}

// event is an event that is no call.
type event struct {
	sequence int64
	kind     client.EventKind
	account  string // "" for all accounts
	data     any
	encode   func() ([]byte, error)
}

// instanceLength is the length of a process's name. Its 32 letters and digits
// make two processes with the same name very unlikely.
const instanceLength = 10

// New returns the log of a process started at a moment. before is the end of the
// log of the process before it, the zero End when nobody knows.
func New(calls *journal.Journal, started time.Time, before End) *Log {
	return &Log{Instance: strings.ToLower(rand.Text()[:instanceLength]), Started: started, journal: calls, before: before}
}

// Publish adds an event about an account, or about all accounts when it is "".
// The data must not change afterwards.
func (l *Log) Publish(kind client.EventKind, account string, data any) {
	if l == nil {
		return
	}
	l.journal.Sequence(l.add(kind, account, data))
}

// PublishClear clears a ring and adds the event that says so: the cleared calls
// are before it, all others after it.
func (l *Log) PublishClear(ring *journal.Ring, kind client.EventKind, account string, data any) {
	ring.Clear(l.add(kind, account, data))
}

// PublishDrop removes the ring of a deleted account and adds the event that
// says so: the removed calls are before it.
func (l *Log) PublishDrop(calls *journal.Journal, account string, data any) {
	calls.Drop(account, l.add(client.EventAccount, account, data))
}

// add returns a function for adding an event at a sequence number.
func (l *Log) add(kind client.EventKind, account string, data any) func(sequence int64) {
	if l == nil {
		return func(int64) {}
	}
	e := &event{kind: kind, account: account, data: data}
	e.encode = sync.OnceValues(func() ([]byte, error) { return json.Marshal(data) })
	return func(sequence int64) {
		e.sequence = sequence
		if len(l.kept) == 2*maxKept {
			l.forget(l.kept[:maxKept])
			l.kept = append(l.kept[:0:0], l.kept[maxKept:]...)
		}
		l.kept = append(l.kept, e)
	}
}

// forget remembers the sequence numbers of dropped events.
func (l *Log) forget(dropped []*event) {
	for _, e := range dropped {
		l.forgotten = append(l.forgotten, e.sequence)
	}
	l.forgotten = l.forgotten[max(0, len(l.forgotten)-maxForgotten):]
}

// End returns the present end of the log.
func (l *Log) End() End { return End{Instance: l.Instance, Last: l.journal.Last()} }
