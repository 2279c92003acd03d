package sandbox_test

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const fullData = "COMMERCE_SANDBOX_TEST_FULL" // the data file of a process whose disk gets full

// TestDiskFull verifies that a call gets 507 while there is no room for its write,
// and that ready says so until a write succeeds. A process of its own limits the size
// of its files.
func TestDiskFull(t *testing.T) {
	if data := os.Getenv(fullData); data != "" {
		callUntilFull(t, data)
		return
	}
	t.Parallel()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDiskFull$", "-test.v")
	child.Env = append(os.Environ(), fullData+"="+filepath.Join(t.TempDir(), "data.db"))
	if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("got %v:\n%s", err, out)
	}
}

func callUntilFull(t *testing.T, data string) {
	signal.Ignore(syscall.SIGXFSZ)
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.Lasting(data))
	create := goodCall(t, s, catalog.CreateUpsell)
	info, err := os.Stat(data)
	if err != nil {
		t.Fatal(err)
	}
	limit := func(size uint64) {
		t.Helper()
		var room syscall.Rlimit
		err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &room)
		if room.Cur = min(size, room.Max); errors.Join(err, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &room)) != nil {
			t.Fatal(err)
		}
	}
	limit(uint64(info.Size()))
	var got callAnswer
	for range 3_000 {
		if got = makeCall(t, s, create, nil); got.Status != http.StatusCreated {
			break
		}
	}
	want := `"The sandbox cannot store the call, because no space is left for the data file in ` + filepath.Dir(data)
	if got.Status != http.StatusInsufficientStorage || !strings.Contains(got.Body, want) {
		t.Errorf("got %d %s, want 507 with %s", got.Status, got.Body, want)
	}
	var failed *client.Error
	if _, err := s.Control().Account(s.Code()).SaveSnapshot(t.Context(), "copy"); !errors.As(err, &failed) || failed.Status != http.StatusInsufficientStorage {
		t.Errorf("control: got %v, want 507", err)
	}
	if status, body := fetched(t, s.URL()+"/_sandbox/ready"); status != http.StatusServiceUnavailable {
		t.Errorf("ready: got %d %s, want 503", status, body)
	}
	limit(^uint64(0))
	if got := makeCall(t, s, create, nil); got.Status != http.StatusCreated {
		t.Errorf("got %d %s when there is room again, want 201", got.Status, got.Body)
	}
	if status, body := fetched(t, s.URL()+"/_sandbox/ready"); status != http.StatusOK {
		t.Errorf("ready: got %d %s, want 200", status, body)
	}
}
