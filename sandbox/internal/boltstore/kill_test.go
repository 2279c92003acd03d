package boltstore

import (
	"bufio"
	"context"
	"errors"
	arguments "flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

var kills = arguments.Int("kills", 3, "how often TestKilledProcessesLoseNothing kills a process that writes")

const (
	killedFile    = "COMMERCE_SANDBOX_TEST_KILLED" // the data file of a process to kill
	killedWriters = 16
	killedOrders  = 3_000 // of each seeded account, more than a part
	addedOrders   = 6_000 // to each of them, likewise
)

// TestKilledProcessesLoseNothing kills a process while 16 callers write and large
// accounts are opened. Every answered write is in the file, and every account is
// whole.
func TestKilledProcessesLoseNothing(t *testing.T) {
	if path := os.Getenv(killedFile); path != "" {
		writeUntilKilled(t, path)
		return
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	mustDo(t, errors.Join(db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing), db.Close()))
	answered := map[string]bool{} // whether it is deleted again
	for n := range *kills {
		killWriter(t, path, n, answered)
		checkAnswered(t, path, answered)
	}
	t.Logf("%d kills, %d answered writes", *kills, len(answered))
}

// killWriter starts a writing process, kills it after some answers, and adds its answered
// writes, false for "not deleted".
func killWriter(t *testing.T, path string, n int, answered map[string]bool) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledProcessesLoseNothing$")
	child.Env = append(os.Environ(), killedFile+"="+path)
	out, err := child.StdoutPipe()
	mustDo(t, err)
	mustDo(t, child.Start())
	lines := bufio.NewScanner(out)
	for count := 0; lines.Scan(); count++ {
		answered[lines.Text()] = false
		if count == 40+n*67%200 { // at different moments, some within a seeding
			mustDo(t, child.Process.Kill())
		}
	}
	if err := child.Wait(); err == nil {
		t.Error("the process ended before it was killed")
	}
}

// checkAnswered expects all answered and undeleted writes in the file, and deletes the
// seeded accounts.
func checkAnswered(t *testing.T, path string, answered map[string]bool) {
	t.Helper()
	db := openFile(t, Options{Path: path, Timeout: 10 * time.Second})
	defer func() { mustDo(t, db.Close()) }()
	mustDo(t, db.Check())
	found := map[string]bool{}
	list, err := db.Accounts()
	mustDo(t, err)
	for _, a := range list {
		orders := view(t, db.Account(a.Code), func(tx commerce.Tx) (refs []string) {
			for facts := range tx.Orders().Between(noon.AddDate(-20, 0, 0), noon) {
				refs = append(refs, reference(facts.Number))
			}
			return refs
		})
		found["account "+a.Code] = true
		for _, ref := range orders {
			found["order "+ref] = a.Code == theAccount || found["order "+ref]
		}
		found["addition "+a.Code] = len(orders) == killedOrders+addedOrders
		if a.Code != theAccount && len(orders) != killedOrders && len(orders) != killedOrders+addedOrders {
			t.Errorf("account %s has %d orders, want %d or %d", a.Code, len(orders), killedOrders, killedOrders+addedOrders)
		}
	}
	for line, deleted := range answered {
		if !found[line] && !deleted {
			t.Errorf("%s was answered and is not in the file", line)
		}
	}
	for _, a := range list { // otherwise the file would grow with every kill
		if a.Code != theAccount {
			mustDo(t, db.DeleteAccount(t.Context(), a.Code))
			answered["account "+a.Code], answered["addition "+a.Code] = true, true
		}
	}
}

// writeUntilKilled prints each answered write.
func writeUntilKilled(t *testing.T, path string) {
	db, err := Open(Options{Path: path, Timeout: 10 * time.Second})
	mustDo(t, err)
	var print sync.Mutex
	answer := func(line string, err error) {
		if err != nil {
			return
		}
		print.Lock()
		defer print.Unlock()
		fmt.Fprintln(os.Stdout, line)
	}
	start := int(time.Now().UnixNano() / 1e6 % 1e9) // other orders than the processes before
	for writer := range killedWriters {
		go func() {
			for n := 0; ; n++ {
				order := anOrder(start + n*killedWriters + writer)
				order.Order.OrderDate = record.At(noon)
				_, err := db.Account(theAccount).Update(put(order))
				answer("order "+order.Order.RefNo, err)
			}
		}()
	}
	for n := 0; ; n++ {
		code := fmt.Sprintf("SEED-%d-%d", start, n)
		answer("account "+code, db.CreateAccount(t.Context(), accountRecord{Code: code, Document: []byte(`{}`)}, aWorld(killedOrders)))
		_, err := db.Account(code).Extend(context.Background(), 0, more(killedOrders, addedOrders))
		answer("addition "+code, err)
	}
}
