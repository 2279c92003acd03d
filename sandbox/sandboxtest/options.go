package sandboxtest

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// Moment is the time at which Frozen stops the clock, in UTC.
const Moment = "2026-10-09 12:00:00"

// Frozen stops the wall clock at Moment. It moves by Running.Advance only. Every
// date in the default world is then known beforehand.
func Frozen(o *sandbox.Options) { o.Wall = frozenAt(moment()) }

// FrozenAt stops the wall clock at t. It moves by Running.Advance only.
func FrozenAt(t time.Time) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Wall = frozenAt(t) }
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
