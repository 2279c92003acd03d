package sandboxtest

import (
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Moment is the time at which Frozen stops the clock, in UTC.
const Moment = "2026-10-09 12:00:00"

// Frozen stops the wall clock at Moment. It moves by Running.Advance only. Every
// date in the default world is then known beforehand.
func Frozen(o *sandbox.Options) { FrozenAt(moment())(o) }

// FrozenAt stops the wall clock at t. It moves by Running.Advance only.
func FrozenAt(t time.Time) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Wall = func() time.Time { return t } }
}

// World chooses the world that seeds the accounts: the name of a shipped one,
// or the path of a YAML file.
func World(name string) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.World = name }
}

// Seed chooses the seed of data, ids and chance.
func Seed(n int64) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Seed = n }
}

// TLS serves https with a new certificate, trusted by Running.Client.
func TLS(o *sandbox.Options) { o.TLS = sandbox.TLSSelfSigned }

// Lasting keeps the data in a file for another sandbox to open later, and syncs
// every write to it.
func Lasting(path string) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Data = path }
}

// wallClock is another clock, ahead of it by as much as the test moved it.
type wallClock struct {
	wall  func() time.Time
	ahead atomic.Int64 // nanoseconds
}

// moment returns Moment as a time.
func moment() time.Time {
	t, _ := time.Parse(record.MomentFormat, Moment) // Moment is well-formed
	return t
}

// Now returns the time of the wall clock, in UTC.
func (r *Running) Now() time.Time {
	return r.clock.wall().Add(time.Duration(r.clock.ahead.Load())).UTC()
}

// Advance moves the wall clock, backwards if d is negative, and with it the
// clocks of all accounts, except frozen ones. A client that signs with the
// machine's time is refused once the two are too far apart.
func (r *Running) Advance(d time.Duration) { r.clock.ahead.Add(int64(d)) }
