package gate

import (
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxFault is how much of an error the last fault shows, in bytes.
const maxFault = 300

// Faults are the calls and requests failed by a panic or an unexpected error. It is safe
// for concurrent use.
type Faults struct {
	Wall clock.Wall
	Mask journal.Mask // of every fault

	mu    sync.Mutex
	shown client.Faults
}

// Add counts a fault, and shows the first line of its error without the credentials in
// the headers and secrets of the call. On nil Faults it does nothing.
func (f *Faults) Add(last client.LastFault, headers client.Header, secrets ...string) {
	if f == nil {
		return
	}
	last.Error, _, _ = strings.Cut(last.Error, "\n")
	mask := f.Mask
	mask.Secrets = append(secrets, mask.Secrets...)
	masked := mask.Entry(client.Entry{Why: last.Error, Request: client.Request{URI: last.Path, Header: headers}})
	last.Error, last.Path = phrase.Shorten(masked.Why, maxFault), phrase.Shorten(masked.Request.URI, maxFault)
	last.Time = f.Wall()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shown.Count++
	f.shown.Last = &last
}

// Summary returns how many there were, and the last one.
func (f *Faults) Summary() client.Faults {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shown
}
