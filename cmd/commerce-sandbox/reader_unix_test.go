//go:build unix

package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestNobodyReads starts the program as a harness does, reads only the start block, keeps
// or closes its ends of the pipes, and calls until the log no longer fits into a pipe. All
// calls are answered, and the stop is clean.
func TestNobodyReads(t *testing.T) {
	t.Parallel()
	for _, closes := range []bool{false, true} {
		t.Run(map[bool]string{false: "unread", true: "closed"}[closes], func(t *testing.T) {
			t.Parallel()
			c, url, ends := startPiped(t)
			defer ends[1].Close() // otherwise it is collected, and closed
			if closes {
				_, _ = ends[0].Close(), ends[1].Close()
			}
			const login = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login/></e:Body></e:Envelope>`
			for n := range 4_000 {
				answer, err := http.Get(url + "/rest/6.0/orders/")
				if n%2 == 1 {
					answer, err = http.Post(url+"/soap/6.0", "text/xml", strings.NewReader(login))
				}
				if err != nil {
					t.Fatalf("call %d: %v", n, err)
				}
				_ = answer.Body.Close()
			}
			about, err := client.New(url, client.Options{}).About(t.Context())
			if err != nil || about.DroppedLines == 0 {
				t.Errorf("got %d dropped lines, %v, want some", about.DroppedLines, err)
			}
			metrics, err := http.Get(url + "/metrics")
			must(t, err)
			text, err := io.ReadAll(metrics.Body)
			_ = metrics.Body.Close()
			if counted := "commerce_sandbox_dropped_log_lines_total "; err != nil || !strings.Contains(string(text), "\n"+counted) || strings.Contains(string(text), counted+"0\n") {
				t.Errorf("got %v and no dropped lines in the metrics", err)
			}
			must(t, c.Process.Signal(syscall.SIGTERM))
			if err := c.Wait(); err != nil {
				t.Errorf("got %v, want a clean stop", err)
			}
		})
	}
}

// startPiped starts the program with pipes, reads the start block, and returns its address
// and the reading ends of its output.
func startPiped(t *testing.T) (c *exec.Cmd, url string, ends [2]*os.File) {
	t.Helper()
	c = exec.Command(linked(t), "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--world", "empty", "--assume", "rest-auth=documented")
	var writing [2]*os.File
	for n := range ends {
		var err error
		ends[n], writing[n], err = os.Pipe()
		must(t, err)
	}
	c.Stdout, c.Stderr = writing[0], writing[1]
	must(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() }) // if it did not end
	_, _ = writing[0].Close(), writing[1].Close()
	block := bufio.NewScanner(ends[0])
	for block.Scan() && !strings.HasPrefix(block.Text(), "curl") {
		if _, base, found := strings.Cut(block.Text(), "REST base"); found {
			url = strings.TrimSuffix(strings.TrimSpace(base), "/rest/6.0")
		}
	}
	return c, url, ends
}
