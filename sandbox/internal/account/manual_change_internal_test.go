package account

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TestHistoriesShareTheirRoom fills the common room of all accounts from several
// accounts, and then clears one.
func TestHistoriesShareTheirRoom(t *testing.T) {
	t.Parallel()
	var inAll atomic.Int64
	large := ManualChange{Changes: []commerce.Change{{After: make([]byte, maxManualBytes)}}}
	histories := make([]history, maxManualBytesInAll/maxManualBytes+1)
	for i := range histories {
		histories[i].add(large, &inAll)
	}
	last := &histories[len(histories)-1]
	if last.lost != 1 || len(last.hands) != 0 || histories[0].lost != 0 || inAll.Load() != maxManualBytesInAll {
		t.Errorf("got %d lost of the last account, %d of the first, %d bytes", last.lost, histories[0].lost, inAll.Load())
	}
	histories[0].clear(&inAll)
	last.add(large, &inAll)
	if last.lost != 1 || len(last.hands) != 1 || inAll.Load() != maxManualBytesInAll {
		t.Errorf("after room was made: got %d lost, %d kept, %d bytes", last.lost, len(last.hands), inAll.Load())
	}
}

// TestRoomOfAHistory fills the room of one account, by their number and by their bytes.
func TestRoomOfAHistory(t *testing.T) {
	t.Parallel()
	var inAll atomic.Int64
	of := func(size int) ManualChange {
		return ManualChange{Changes: []commerce.Change{{Before: make([]byte, size/2), After: make([]byte, size-size/2)}}}
	}
	var many, large history
	for range maxManualChanges + 1 {
		many.add(ManualChange{}, &inAll)
	}
	for _, size := range []int{maxManualBytes - 2, 3, 2, 0, 1} {
		large.add(of(size), &inAll)
	}
	if len(many.hands) != maxManualChanges || many.lost != 1 || len(large.hands) != 3 || large.lost != 2 || inAll.Load() != maxManualBytes {
		t.Errorf("got %d and %d changes, %d and %d lost, %d bytes", len(many.hands), len(large.hands), many.lost, large.lost, inAll.Load())
	}
	large.end(&inAll)
	large.add(of(0), &inAll)
	if large.hands != nil || large.lost != 1 || inAll.Load() != 0 {
		t.Errorf("after the end: got %d changes, %d lost, %d bytes", len(large.hands), large.lost, inAll.Load())
	}
}

// TestOwnBounds counts the scenarios of one account alone, and the bytes of those of all.
func TestOwnBounds(t *testing.T) {
	t.Parallel()
	texts := func(count, each int) map[string]string {
		own := map[string]string{}
		for n := range count {
			own[fmt.Sprint(n)] = strings.Repeat("x", each)
		}
		return own
	}
	for _, test := range []struct {
		own  map[string]string
		want string
	}{
		{nil, "<nil>"}, {texts(maxOwn, 1), "<nil>"}, {texts(2, maxOwnBytes/2), "<nil>"},
		{texts(maxOwn+1, 1), "no further scenarios of this account alone are possible, because their limit of 20 is reached"},
		{texts(1, maxOwnBytes+1), "no further bytes of scenarios of this account alone are possible, because their limit of 1048576 is reached"},
	} {
		if got := fmt.Sprint(checkOwn(test.own)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	r := &Registry{accounts: map[string]*Account{}}
	for n := range 2 {
		a := &Account{lasting: &lasting{Code: fmt.Sprint(n)}}
		a.document.Store(&Document{Own: texts(2, maxOwnBytesInAll/8)})
		r.accounts[a.Code] = a
	}
	const half = maxOwnBytesInAll / 2
	if fits, full := r.roomForOwn(half), fmt.Sprint(r.roomForOwn(half+1)); fits != nil || full != "no further bytes of scenarios of single accounts are possible, because their limit of 16777216 is reached" {
		t.Errorf("got %v and %s, want room for half of them", fits, full)
	}
}
