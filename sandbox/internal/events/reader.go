package events

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// rest is the least time between two readings. It costs a reader of a busy
// sandbox little latency, and lets many calls share the cost of one reading.
const rest = 20 * time.Millisecond

// Item is one event as a reader gets it: a call, or text.
type Item struct {
	Number  int64
	Kind    client.EventKind
	Account string         // vendor code, client.NoAccount, or "" for all accounts
	Call    *journal.Entry // of EventCall, which each reader shows in its own way
	Data    any            // of all other kinds, as it was published
	encode  func() ([]byte, error)
}

// Text returns the data of an event that is no call as JSON. It must not be changed.
func (i Item) Text() ([]byte, error) { return i.encode() }

// Batch is the events of one reading.
type Batch struct {
	Missed client.Missed // before Items
	Items  []Item        // oldest first
	More   bool          // whether further ones happened already
}

// Reader follows a log. It belongs to one goroutine.
type Reader struct {
	log      *Log
	accounts []string // nil for all
	position *journal.Position
	last     int64       // up to where the reader has everything
	resting  *time.Timer // nil when the reader may read
}

// Follow returns a reader of the events from now on of the accounts with these
// codes, client.NoAccount among them, or of all for nil. An account need not exist
// yet. Close the reader at the end.
func (l *Log) Follow(accounts []string) *Reader { return l.FollowAfter(l.journal.Last(), accounts) }

// FollowAfter returns a reader of the events after the one with a number.
func (l *Log) FollowAfter(number int64, accounts []string) *Reader {
	return &Reader{log: l, accounts: accounts, position: l.journal.Follow(number), last: number}
}

// Close ends the reading.
func (r *Reader) Close() { r.position.Close() }

// Last returns the number of the last event read or passed over.
func (r *Reader) Last() int64 { return r.last }

// ID returns the id of the event with a number.
func (l *Log) ID(number int64) string { return l.Instance + "-" + strconv.FormatInt(number, 10) }

// ParseID splits the id of an event into the process and the number.
func ParseID(id string) (instance string, number int64, ok bool) {
	instance, digits, found := strings.Cut(id, "-")
	number, err := strconv.ParseInt(digits, 10, 64)
	return instance, number, found && err == nil && instance != "" && number >= 0 && digits == strconv.FormatInt(number, 10)
}

// Resume takes the id of a reader's last event. It returns the number to
// continue after, and whether the event is from this process. Otherwise the
// reader gets all kept events of this process, and missed counts the lost ones,
// nil for none.
func (l *Log) Resume(instance string, number int64) (after int64, resumed bool, missed *client.Missed) {
	switch {
	case instance == l.Instance && number <= l.journal.Last():
		return number, true, nil
	case instance != l.before.Instance || number > l.before.Last:
		return 0, false, &client.Missed{Unknown: true}
	case number < l.before.Last:
		return 0, false, &client.Missed{Events: l.before.Last - number}
	}
	return 0, false, nil
}

// Next waits for events and returns them. The error is the context's when it
// ends first.
func (r *Reader) Next(ctx context.Context) (Batch, error) {
	if err := r.wait(ctx); err != nil {
		return Batch{}, err
	}
	for {
		batch, changed := r.read()
		if len(batch.Items) > 0 || batch.Missed != (client.Missed{}) {
			if !batch.More {
				r.resting = time.NewTimer(rest)
			}
			return batch, nil
		}
		if batch.More {
			continue
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Batch{}, ctx.Err()
		}
	}
}

// wait waits until the reader may read again.
func (r *Reader) wait(ctx context.Context) error {
	if r.resting == nil {
		return nil
	}
	select {
	case <-r.resting.C:
		r.resting = nil
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// read returns the events since the last reading.
func (r *Reader) read() (batch Batch, changed <-chan struct{}) {
	b := besideCalls{reader: r}
	reading := r.position.Read(r.accounts, &b)
	for _, call := range reading.Entries {
		b.Items = append(b.Items, Item{Number: call.Sequence, Kind: client.EventCall, Account: call.Ring, Call: call.Entry})
	}
	slices.SortFunc(b.Items, func(x, y Item) int { return cmp.Compare(x.Number, y.Number) })
	b.Missed.Calls, b.More = reading.Missed, reading.More
	r.last = reading.Last
	return b.Batch, reading.Changed
}

// besideCalls reads the events besides calls into a batch.
type besideCalls struct {
	Batch
	reader *Reader
}

// Bound returns the sequence number of the last event that a batch has room for.
func (b *besideCalls) Bound(after, last int64) int64 {
	kept := b.reader.log.kept
	if full := eventsUpTo(kept, after) + journal.MaxRead - 1; full < len(kept) {
		return min(last, kept[full].sequence)
	}
	return last
}

// Between adds the events between two sequence numbers.
func (b *besideCalls) Between(after, last int64) {
	l := b.reader.log
	for _, e := range l.kept[eventsUpTo(l.kept, after):eventsUpTo(l.kept, last)] {
		if b.reader.follows(e.account) {
			b.Items = append(b.Items, Item{Number: e.sequence, Kind: e.kind, Account: e.account, Data: e.data, encode: e.encode})
		}
	}
	up := func(to int64) int {
		return sort.Search(len(l.forgotten), func(i int) bool { return l.forgotten[i] > to })
	}
	b.Missed.Events = int64(up(last) - up(after))
}

// eventsUpTo returns the number of events at a sequence number or before it.
func eventsUpTo(kept []*event, sequence int64) int {
	return sort.Search(len(kept), func(i int) bool { return kept[i].sequence > sequence })
}

// follows reports whether the reader follows an account; it follows "" always.
func (r *Reader) follows(account string) bool {
	return r.accounts == nil || account == "" || slices.Contains(r.accounts, account)
}
