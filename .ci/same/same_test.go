package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNote finds what differs between two answers, and nothing in what varies.
func TestNote(t *testing.T) {
	t.Parallel()
	hangUp := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
		}
		conn.Close()
	}
	text := func(status int, body string, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}
	}
	machine := strings.Trim(hour(0), "[]")
	machine = strings.Replace(machine, "[T ]", "T", 1)
	for name, test := range map[string]struct {
		before, after http.HandlerFunc
		want          string
	}{
		"nothing":    {text(200, "a", "X-A", "1"), text(200, "a", "X-A", "1"), ""},
		"times":      {text(200, `{"t":"`+machine+`01:02.5Z","ms":1.5,"a":1}`), text(200, `{"t":"`+machine+`59:59Z","ms":12,"a":1}`), ""},
		"status":     {text(404, "a"), text(405, "a"), "2 × c: 404, now 405"},
		"header":     {text(200, "a", "X-A", "1"), text(200, "a", "X-A", "2"), "2 × c: 200, header X-A"},
		"new header": {text(200, "a"), text(200, "a", "X-A", "2"), "2 × c: 200, header X-A"},
		"body":       {text(200, `{"a":1,"b":2}`), text(200, `{"a":1,"b":34}`), "2 × c: 200, body"},
		"dropped":    {text(200, ""), hangUp, "2 × c: 200, now 0"},
		"closed":     {text(200, ""), text(200, "", "Connection", "close"), "2 × c: 200, end"},
		"numbered":   {text(200, "a DEMO-7", "X-Sandbox-Request", "DEMO-7"), text(200, "a DEMO-9", "X-Sandbox-Request", "DEMO-9"), "1 × c: 200, header X-Sandbox-Request"},
	} {
		p := newPair([2]*program{}, 1)
		for i, handler := range []http.HandlerFunc{test.before, test.after} {
			server := httptest.NewServer(handler)
			t.Cleanup(server.Close)
			p.programs[i] = &program{address: server.Listener.Addr().String(), instance: "i"}
			t.Cleanup(p.programs[i].stop)
		}
		for range 2 {
			p.call(&call{label: "c", method: "GET", target: "/"})
		}
		var out strings.Builder
		p.print(&out)
		if got, _, _ := strings.Cut(out.String(), "\n"); p.err != nil || got != test.want || strings.Count(out.String(), "×") > 1 {
			t.Errorf("%s: got %s %v, want %q", name, &out, p.err, test.want)
		}
	}
}

// TestRun compares the program with itself, and with one whose source was changed.
func TestRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	program, changed, overlay := filepath.Join(folder, "program"), filepath.Join(folder, "changed"), filepath.Join(folder, "overlay.json")
	source, err := filepath.Abs("../../web/guide/start.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{source: filepath.Join(folder, "start.md")}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{overlay: string(text), filepath.Join(folder, "start.md"): "# Changed"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build(t, "-o", program)
	build(t, "-o", changed, "-overlay", overlay)
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"-calls", "300", "-seed", "7", program, program}, 0, ""},
		{[]string{"-calls", "0", program, changed}, 1, "# Changed"},
		{[]string{program}, 2, ""},
		{[]string{program, overlay}, 2, ""},
	} {
		var out, log strings.Builder
		code := run(test.args, &out, &log)
		if code != test.code || !strings.Contains(out.String(), test.says) || (out.Len() == 0) != (test.says == "") {
			t.Errorf("%q: got %d, want %d\n%s%s", test.args, code, test.code, &out, &log)
		}
	}
}

func build(t *testing.T, args ...string) {
	t.Helper()
	command := exec.Command("go", append(append([]string{"build", "-buildvcs=false"}, args...), "../../cmd/commerce-sandbox")...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}
