package boltstore

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// errDamaged is part of the errors about a damaged file before it is opened.
var errDamaged = errors.New("it is damaged")

// damagedRecord describes a record with a wrong checksum. Reading panics with it,
// because most methods of commerce.Tx return no error, and view and the writer
// return it as an error.
type damagedRecord string

func isDamage(err error) bool {
	var d *accounts.DamageError
	return errors.As(err, &d)
}

// short returns an error with lines of a bounded length, because a key may be long.
func short(err error) error {
	if err == nil {
		return nil
	}
	return phrase.WithText(err, phrase.Lines(err.Error()))
}

// catch returns a panic of a transaction as an error. Defer it directly.
func catch(path string, err *error) {
	if p := recover(); p != nil {
		*err = panicError(path, p)
	}
}

// faultsPanic turns the memory faults of this goroutine into panics, until the returned
// function runs.
func faultsPanic() (end func()) {
	before := debug.SetPanicOnFault(true)
	return func() { debug.SetPanicOnFault(before) }
}

// panicError returns the error for a panic. bbolt panics at a damaged page. An unreadable
// part of the file is a memory fault, and a panic only in functions that call
// faultsPanic.
func panicError(path string, p any) error {
	if record, ok := p.(damagedRecord); ok {
		return &accounts.DamageError{Path: path, What: string(record) + " does not match its checksum"}
	}
	if _, fault := p.(interface{ Addr() uintptr }); fault {
		return &accounts.DamageError{Path: path, What: "a part of it cannot be read", Unreadable: true}
	}
	if inBolt() {
		return &accounts.DamageError{Path: path, What: fmt.Sprintf("a page cannot be read (%v)", p), Unreadable: true}
	}
	return fmt.Errorf("a transaction panicked: %v\n%s", p, debug.Stack())
}

// inBolt reports whether bbolt caused the panic being recovered: the innermost
// panicking function belongs to it.
func inBolt() bool {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicking := false
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panicking && !inRuntime {
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
		if !more {
			return false
		}
		panicking = inRuntime
	}
}
