// Package histories makes random and parallel histories of calls, changes by hand, restarts and
// kills, and compares them with a model. It leaves the values of single calls to the oracle.
package histories

import (
	"context"
	arguments "flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

var (
	histories   = arguments.Int("histories", 40, "how many histories the tests make; one in twenty is killed")
	historySeed = arguments.Uint64("history-seed", 1, "chooses the histories")
)

// starting keeps the settings of rapid, which belong to the process, until a test has
// read them.
var starting sync.Mutex

// check makes n histories of a shard.
func check(t *testing.T, n int, shard uint64, property func(*rapid.T)) {
	starting.Lock()
	for name, value := range map[string]string{
		"rapid.checks": strconv.Itoa(n), "rapid.seed": strconv.FormatUint(*historySeed+shard<<32, 10), "rapid.nofailfile": "true",
	} {
		must(t, arguments.Set(name, value))
	}
	started := sync.OnceFunc(starting.Unlock)
	defer started()
	t.Logf("%d histories with -histories %d -history-seed %d", n, *histories, *historySeed)
	rapid.Check(t, func(r *rapid.T) {
		started()
		property(r)
	})
}

// TestHistories makes random calls, changes and restarts in two accounts of a sandbox, and
// compares each answer and the state of both accounts with a model.
func TestHistories(t *testing.T) {
	t.Parallel()
	const shards = 2
	for shard := range uint64(shards) {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			check(t, max(1, *histories*19/20/shards), shard, func(r *rapid.T) { play(t, r, false) })
		})
	}
}

// TestKilledHistories does so with a process, killed at least once.
func TestKilledHistories(t *testing.T) {
	t.Parallel()
	check(t, max(1, *histories/20), 7, func(r *rapid.T) { play(t, r, true) })
}

// running is a history of rapid with the life of its test.
type running struct {
	*rapid.T
	ctx context.Context
}

func (r running) Context() context.Context { return r.ctx }

func play(t *testing.T, r *rapid.T, killed bool) {
	number := rapid.IntRange(0, 255)
	one := rapid.Custom(func(r *rapid.T) step {
		return step{Do: rapid.IntRange(0, len(steps)-1).Draw(r, "do"), Account: rapid.IntRange(0, 1).Draw(r, "account"),
			X: number.Draw(r, "x"), Y: number.Draw(r, "y"), Z: number.Draw(r, "z")}
	})
	all := rapid.SliceOfN(one, 5, 40).Draw(r, "steps")
	if killed {
		all[len(all)/2].Do = len(steps) - 1
	}
	// One in eight, because this takes longer than the steps. A failing one shrinks to it.
	inspects := rapid.IntRange(0, 7).Draw(r, "inspects") == 0
	f := running{r, t.Context()}
	h := &history{failer: f, shop: &shop{data: filepath.Join(t.TempDir(), "data.db")}, killed: killed, inspects: inspects && !killed, accounts: [2]*account{newAccount("ONE"), newAccount("TWO")}}
	h.shop.begin(f, killed)
	defer h.shop.abandon()
	_, h.pending = h.shop.control("GET", "/accounts/ONE/orders/100000001", "")
	h.pending, _, _ = strings.Cut(h.pending, `,"sandbox":{`)
	h.pending += "}"
	h.run(all)
	h.shop.end(f, false)
}

// abandon ends the leftovers of a failed history.
func (s *shop) abandon() {
	if s.in != nil {
		_ = s.in.Stop(context.Background())
	}
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
	}
}
