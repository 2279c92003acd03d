package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestReadyWaits(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	starting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/_sandbox/ready" || asked.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"error":"not ready","hint":"waiting for the store to open"}`))
		}
	}))
	t.Cleanup(starting.Close)
	if got, want := call(t, nil, "ready", "--url", starting.URL+"/"), (ending{
		code: exitFailed, stderr: name + ": starting: " + starting.URL + " is waiting for the store to open\n",
	}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	address := strings.TrimPrefix(starting.URL, "http://")
	expect(t, prints("ready: "+starting.URL), env{"SANDBOX_LISTEN": address}, "ready", "--wait", "30s")
	if got := asked.Load(); got != 3 {
		t.Errorf("asked %d times, want 3", got)
	}
}

func TestReadyOtherServer(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	got := call(t, nil, "ready", "--url", other.URL)
	want := ending{code: exitFailed, stderr: name + ": not ready: " + other.URL + " answers 404 Not Found, but not as a sandbox does\n"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestReadyOnce says each word once, whether a proxy answers, the sandbox is not healthy or it
// does not know its host.
func TestReadyOnce(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"%s answers 502 Bad Gateway, but not as a sandbox does": "%s answers 502 Bad Gateway, but not as a sandbox does; h",
		"not ready: the disk is full":                           "%s: the disk is full; h",
		"unknown host":                                          "%s: unknown host; h",
	} {
		var url string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"error":"` + strings.ReplaceAll(text, "%s", url) + `","hint":"h"}`))
		}))
		t.Cleanup(server.Close)
		url = server.URL
		expect(t, fails("not ready: "+strings.ReplaceAll(want, "%s", url)), nil, "ready", "--url", url)
	}
}

func TestReadyNoServer(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	address := strings.TrimPrefix(gone.URL, "http://")
	got := call(t, nil, "ready", "--url", gone.URL, "--wait", "1ms")
	want := ending{code: exitFailed, stderr: name + ": not ready: nothing answers at " + gone.URL + ": dial tcp " + address + ": connect: connection refused\n"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
