package sandboxtest

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTrialTB keeps the effects of a function on the testing.TB of a trial there.
func TestTrialTB(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		run  func(t testing.TB)
		exit int
		says string
	}{
		{"fails", func(t testing.TB) { t.Errorf("%d", 7) }, 1, "7\n"},
		{"panics", func(testing.TB) { panic("broken") }, 1, "panic: broken"},
		{"changes the environment", func(t testing.TB) { t.Setenv("SHOP", "1") }, 1, "Setenv would change all trials, because they run at the same time; hand the address over"},
		{"changes the folder", func(t testing.TB) { t.Chdir(os.TempDir()) }, 1, "Chdir would change all trials"},
		{"skips", func(t testing.TB) { t.Skipf("without %s", "network") }, 0, "without network\n"},
		{"writes", func(t testing.TB) { fmt.Fprintln(t.Output(), "a line") }, 0, "a line\n"},
		{"fails in a cleanup", func(t testing.TB) {
			t.Cleanup(func() { t.Log("first registered") })
			t.Cleanup(func() { t.Cleanup(func() { t.Log("registered late") }); t.Fatal("last registered") })
		}, 1, "last registered\nregistered late\nfirst registered\n"},
		{"panics in a cleanup", func(t testing.TB) { t.Cleanup(func() { panic("broken") }) }, 1, "panic: broken"},
		{"waits for its context in a cleanup", func(t testing.TB) { t.Cleanup(func() { <-t.Context().Done() }) }, 0, ""},
	} {
		tb := newTrialTB(t.Context(), t)
		go tb.run(func() { test.run(tb) })
		<-tb.done
		if got := tb.outcome(); got.Exit != test.exit || !strings.Contains(got.Output, test.says) {
			t.Errorf("%s: got %+v, want %d %q", test.name, got, test.exit, test.says)
		}
	}
}

// TestTrialFolder removes the folder of a trial with it.
func TestTrialFolder(t *testing.T) {
	t.Parallel()
	tb := newTrialTB(t.Context(), t)
	var folder string
	go tb.run(func() { folder = tb.TempDir() })
	<-tb.done
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s: got %v", folder, err)
	}
}
