package account

import (
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
