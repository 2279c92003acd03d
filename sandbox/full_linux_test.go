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

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
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
	must(t, err)
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
	if status, body := roundTrip(t, "GET", s.URL()+"/_sandbox/ready", ""); status != http.StatusServiceUnavailable {
		t.Errorf("ready: got %d %s, want 503", status, body)
	}
	limit(^uint64(0))
	if got := makeCall(t, s, create, nil); got.Status != http.StatusCreated {
		t.Errorf("got %d %s when there is room again, want 201", got.Status, got.Body)
	}
	if status, body := roundTrip(t, "GET", s.URL()+"/_sandbox/ready", ""); status != http.StatusOK {
		t.Errorf("ready: got %d %s, want 200", status, body)
	}
}

const fullStart = "COMMERCE_SANDBOX_TEST_FULL_START" // the folder of a process whose disk is full from the start

// TestDiskFullAtFirstStart verifies that a start without room for the first account
// leaves no data file. A process of its own limits the size of its files.
func TestDiskFullAtFirstStart(t *testing.T) {
	if folder := os.Getenv(fullStart); folder != "" {
		signal.Ignore(syscall.SIGXFSZ)
		for _, size := range []uint64{2 << 20, 1 << 20, 512 << 10, 128 << 10, 64 << 10, 20 << 10, 1} { // smaller each time, because the limit cannot rise again
			must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}))
			s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(folder, "data.db"), Orders: 2000})
			must(t, err)
			want := "no space is left for the data file in " + folder + "; free some, delete accounts, or mount a larger folder, such as docker run --tmpfs /tmp for an ephemeral sandbox"
			if err := s.Start(t.Context()); err == nil || err.Error() != want {
				t.Errorf("%d bytes: got %v", size, err)
			}
			if left, err := os.ReadDir(folder); len(left) > 0 || err != nil {
				t.Errorf("%d bytes: left %v, %v", size, left, err)
			}
		}
		return
	}
	t.Parallel()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDiskFullAtFirstStart$", "-test.v")
	child.Env = append(os.Environ(), fullStart+"="+t.TempDir())
	if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("got %v:\n%s", err, out)
	}
}
