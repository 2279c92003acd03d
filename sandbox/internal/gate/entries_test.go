package gate_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var update = flag.Bool("update", false, "write the files of testdata/entries")

// sent is a call with headers of the test's own. "" takes a header away.
type sent struct {
	method, path string
	header       map[string]string
	body         string
}

// story is a sandbox and the calls that it gets. A file of testdata/entries has all that
// follows: the answers, the entries, the lines of the log, and what is covered.
type story struct {
	options []func(*sandbox.Options)
	active  []string // scenarios
	calls   []sent   // of REST unless the path is that of SOAP
}

// TestEntries plays the stories.
func TestEntries(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for name, story := range stories(s.Now(), s.ID) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, path := story.play(t), filepath.Join("testdata", "entries", name+".txt")
			if *update {
				must(t, os.WriteFile(path, []byte(got), 0o600))
			}
			want, err := os.ReadFile(path)
			must(t, err)
			gotLines, wantLines := strings.SplitAfter(got, "\n"), strings.SplitAfter(string(want), "\n")
			for n := range max(len(gotLines), len(wantLines)) {
				if g, w := lineOf(gotLines, n), lineOf(wantLines, n); g != w {
					t.Fatalf("%s:%d: got\n%swant\n%s(run with -update to write it, and read the difference)", path, n+1, g, w)
				}
			}
		})
	}
}

func lineOf(lines []string, n int) string {
	if n < len(lines) {
		return lines[n]
	}
	return "nothing\n"
}

// names reports whether the story has a scenario.
func (st story) names(scenario string) bool {
	return slices.Contains(st.active, scenario) || slices.ContainsFunc(st.calls, func(c sent) bool {
		return strings.Contains(c.header["X-Sandbox-Scenario"], scenario) || strings.Contains(c.header["Accept"], scenario)
	})
}

// play makes the calls and returns all that followed.
func (st story) play(t *testing.T) string {
	t.Helper()
	log := &lines{}
	s := sandboxtest.Start(t, append([]func(*sandbox.Options){sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	}}, st.options...)...)
	for name, text := range ownScenarios {
		if !st.names(name) {
			continue
		}
		must(t, s.Control().PutScenario(t.Context(), name, "summary: A scenario\n"+text+"\n"))
	}
	for _, name := range st.active {
		s.Activate(name)
	}
	var out strings.Builder
	session := ""
	for _, c := range st.calls {
		fmt.Fprintf(&out, "### %s %.100s%s\n", c.method, c.path, headersOf(c.header))
		c.body = strings.ReplaceAll(c.body, lastSession, session)
		text, body := c.answer(t, s)
		if _, in, ok := strings.Cut(body, "<loginReturn>"); ok {
			session, _, _ = strings.Cut(in, "<")
		}
		out.WriteString(text)
	}
	for _, line := range log.with("") {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "msg=call") {
			fmt.Fprintln(&out, line)
		}
	}
	out.WriteString(entriesOf(t, s))
	coverage := s.Coverage()
	for _, o := range coverage.Outcomes {
		if o.Count > 0 {
			fmt.Fprintln(&out, "covered", o.Operation, o.Status, o.Code, o.Count, o.Scenarios, o.Last.ID)
		}
	}
	fmt.Fprintln(&out, "others", coverage.Other, "outside", coverage.Outside)
	return strings.ReplaceAll(out.String(), s.URL(), "http://HOST")
}

// do makes the call and returns its answer and the body of it. A call of REST is signed and
// has Accept, unless its headers say otherwise. Each has a connection of its own, because
// otherwise the client would repeat a call without an answer.
func (c sent) do(t *testing.T, s *sandboxtest.Running) (*http.Response, string, error) {
	t.Helper()
	url := s.REST() + c.path
	if strings.HasPrefix(c.path, soapPath) {
		url = s.URL() + c.path
	}
	request, err := http.NewRequestWithContext(t.Context(), c.method, url, strings.NewReader(c.body))
	must(t, err)
	if !strings.HasPrefix(c.path, soapPath) {
		request.Header.Set("Accept", "application/json")
		request.Header.Set("X-Service-Authentication", s.Sign())
	}
	for name, value := range c.header {
		request.Header.Set(name, value)
		if value == "" {
			request.Header.Del(name)
		}
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// answer makes the call and returns its answer as text, and the whole body.
func (c sent) answer(t *testing.T, s *sandboxtest.Running) (text, body string) {
	t.Helper()
	response, body, err := c.do(t, s)
	switch {
	case response == nil && errors.Is(err, syscall.ECONNRESET):
		return "the connection was reset\n", ""
	case response == nil:
		return "no answer\n", ""
	}
	return fmt.Sprintf("%s%s\n%.300q %v\n", response.Status, headersOf(nil, response.Header), body, err), body
}

// headersOf writes headers in their order, without the time of the machine.
func headersOf(sent map[string]string, answered ...http.Header) string {
	all := map[string]string{}
	maps.Copy(all, sent)
	for _, h := range answered {
		for name := range h {
			if name != "Date" || strings.HasPrefix(h.Get(name), "Fri, 09 Oct 2026") {
				all[name] = strings.Join(h[name], " and ")
			}
		}
	}
	var text string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text += fmt.Sprintf("\n%s: %s", name, all[name])
	}
	return text
}

// entriesOf returns the entries of all accounts, and of none, in their order.
func entriesOf(t *testing.T, s *sandboxtest.Running) string {
	t.Helper()
	all, err := s.Control().Account(client.NoAccount).Requests(t.Context(), client.Filter{Limit: 100})
	must(t, err)
	entries := all.Requests
	for _, code := range []string{"DEMO", "NEW", "PREVIEWED"} {
		if of, err := s.Control().Account(code).Requests(t.Context(), client.Filter{Limit: 100}); err == nil {
			entries = append(entries, of.Requests...)
		}
	}
	var out strings.Builder
	for _, e := range slices.Backward(entries) {
		e.Request.Header, e.Request.Remote, e.Curl, e.Request.URI = nil, "", "", fmt.Sprintf("%.100s", e.Request.URI)
		for _, body := range []*client.Bytes{&e.Request.Body, &e.Response.Body} {
			*body = bytes.Clone((*body)[:min(len(*body), 80)])
		}
		text, err := json.Marshal(e)
		must(t, err)
		fmt.Fprintf(&out, "%s\n", text)
	}
	return out.String()
}

// lines keeps the lines written to it. It is safe for concurrent use.
type lines struct {
	mutex sync.Mutex
	all   []string
}

func (l *lines) Write(line []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = append(l.all, strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}

func (l *lines) with(part string) []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.DeleteFunc(slices.Clone(l.all), func(line string) bool { return !strings.Contains(line, part) })
}

// withoutTime is a ReplaceAttr that leaves out the time of a line.
func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
