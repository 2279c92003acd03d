package browser_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// program is a sandbox that can stop and start again at the same address, with
// the same data.
type program struct {
	t       *testing.T
	options sandbox.Options
	running atomic.Pointer[sandbox.Sandbox]
}

// startProgram starts a sandbox whose data outlives it.
func startProgram(t *testing.T) *program {
	t.Helper()
	p := &program{t: t, options: sandbox.Options{Listen: ownAddress(t), Data: filepath.Join(t.TempDir(), "data.db"), NoSync: true}}
	p.start()
	t.Cleanup(p.stop)
	return p
}

// ownAddress returns a free address whose port no system gives to a program that asks for
// any, because another program would have it when the sandbox starts again.
func ownAddress(t *testing.T) string {
	t.Helper()
	for {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000)))
		if err == nil {
			try(t, listener.Close())
			return listener.Addr().String()
		}
	}
}

func (p *program) start() {
	p.t.Helper()
	running, err := sandbox.New(p.options)
	try(p.t, err)
	try(p.t, running.Start(context.Background()))
	p.running.Store(running)
}

// stop ends the sandbox without waiting for calls, so that connections break at once.
func (p *program) stop() {
	p.t.Helper()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_ = p.running.Load().Stop(ended) // it reports the calls that it broke
}

// stops allows what a window records while its sandbox is stopped, because what the page
// reads at that moment breaks.
func (w *window) stops() {
	w.allow("failed: …", "answer 503: …", "issue StylesheetLoadingIssue: …", "log security: Refused to apply style…")
}

// TestRestart stops the sandbox under an open page and starts it again.
func TestRestart(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	w := openAt(t, p.running.Load().URL(), "/ui/")
	w.stops()
	w.see("Ready. Nothing has called yet.")
	w.click("button", "Break something")
	w.click("option", "FORBIDDEN…")
	w.see("FORBIDDEN fails every call")
	p.stop()
	w.see("Lost the sandbox at…Trying again in")
	w.accessible("lost")
	p.start()
	w.see("The sandbox restarted at…Data is kept; scenarios, calls and coverage began again.")
	w.see("Ready. Nothing has called yet.")
	w.gone("Lost the sandbox")
	w.accessible("restarted")
	w.click("button", "Understood")
	w.gone("The sandbox restarted")
}

// TestRunAfterRestart shows the result of a run whose calls a restart has forgotten.
func TestRunAfterRestart(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	url := p.running.Load().URL()
	control := client.New(url, client.Options{})
	for _, code := range []string{"KEPT", "GONE"} {
		_, err := control.Open(t.Context(), client.NewAccount{VendorCode: code, Label: "test_" + code, Run: "ci-1"})
		try(t, err)
		signed, err := control.Account(code).Sign(t.Context(), client.SignRequest{Method: http.MethodGet, Path: "/orders/"})
		try(t, err)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/rest/6.0/orders/?Limit=0", nil)
		try(t, err)
		r.Header.Set(signed.Header.Name, signed.Header.Value)
		r.Header.Set("Accept", "application/json")
		answer, err := http.DefaultClient.Do(r)
		try(t, errors.Join(err, answer.Body.Close()))
	}
	try(t, control.Account("GONE").Delete(t.Context()))
	p.stop()
	p.start()
	w := openAt(t, p.running.Load().URL(), "/ui/runs")
	w.allow("answer 404: …") // of the call that is gone
	w.see("ci-1 failed 2 2 2 2 0 of 36")
	w.click("link", "ci-1")
	w.see("2 of 2 tests failed; 2 calls, 2 refused; 0 of 36 documented outcomes covered; it took")
	w.see("GONE, deleted")
	w.click("link", "400 PAGINATION_LIMIT_PARAMETER_INVALID")
	w.see("is no longer kept")
}

// TestAnotherVersion starts another version under an open page, which offers to reload.
func TestAnotherVersion(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	older := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/_sandbox/about" {
			p.running.Load().Handler().ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		r.Header.Del("Accept-Encoding")
		p.running.Load().Handler().ServeHTTP(answer, r)
		w.Header().Set("Content-Type", "application/json")
		w.Write(regexp.MustCompile(`"version":"[^"]*"`).ReplaceAll(answer.Body.Bytes(), []byte(`"version":"older"`)))
	}))
	t.Cleanup(older.Close)
	w := openAt(t, older.URL, "/ui/")
	w.stops()
	w.allow("answer 502: …")
	w.see("Ready.")
	p.stop()
	w.see("Lost the sandbox at")
	p.start()
	w.see("The sandbox has another version now.")
	w.script("window.old = true", nil)
	w.click("button", "Reload the pages")
	w.until(func() string {
		var old bool
		if w.script("!!window.old", &old); old {
			return "the page did not reload"
		}
		return ""
	})
	w.see("Ready.")
}
