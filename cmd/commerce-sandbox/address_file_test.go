package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadyFindsFlags starts sandboxes with an address given only by flags. The variable
// keeps the tests apart, and nothing answers at its address.
func TestReadyFindsFlags(t *testing.T) {
	t.Parallel()
	variables := env{"SANDBOX_LISTEN": "127.0.0.1:2"}
	ready := func(flags ...string) ending { return call(t, variables, append([]string{"ready"}, flags...)...) }
	first := serve(t, variables, "--ephemeral", "--listen", "127.0.0.1:0", "--tls", "self-signed")
	url := strings.TrimSuffix(strings.TrimPrefix(first.line("Pages"), "  Pages        "), "/ui/")
	if got, want := ready("--wait", "1m"), prints("ready: "+url); got != want || !strings.HasPrefix(url, "https://") {
		t.Errorf("got %+v, want %+v", got, want)
	}
	second := serve(t, variables, "--ephemeral", "--listen", "127.0.0.1:0")
	url = strings.TrimSuffix(strings.TrimPrefix(second.line("Pages"), "  Pages        "), "/ui/")
	first.stop() // and leaves the address of the second
	if got, want := ready("--wait", "1m"), prints("ready: "+url); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	expectPart(t, exitFailed, "", variables, "ready", "--url", "http://127.0.0.1:2")
	expectPart(t, exitFailed, "", env{"SANDBOX_LISTEN": "127.0.0.1:3"}, "ready")
	second.stop()
	if got := ready(); got.code != exitFailed || !strings.Contains(got.stderr, "nothing answers at http://127.0.0.1:2") {
		t.Errorf("got %+v, want it gone", got)
	}
	own := env{"SANDBOX_LISTEN": "127.0.0.1:0", "SANDBOX_DATA": filepath.Join(t.TempDir(), "x.db")} // no other test leaves an address for it
	if got, want := call(t, own, "ready").stderr, name+": not ready: no sandbox left its address; --url gives it\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestReadyCallsOnce starts a sandbox that serves https, while the variables say http.
// Its log shows each refused call.
func TestReadyCallsOnce(t *testing.T) {
	t.Parallel()
	r := serve(t, env{"SANDBOX_LISTEN": "127.0.0.1:0"}, "--ephemeral", "--tls", "self-signed")
	url := strings.TrimSuffix(strings.TrimPrefix(r.line("Pages"), "  Pages        "), "/ui/")
	variables := env{"SANDBOX_LISTEN": strings.TrimPrefix(url, "https://")}
	remove, err := (&program{environment: variables}).addressFile().write(url)
	must(t, err)
	defer remove()
	expect(t, prints("ready: "+url), variables, "ready", "--wait", "1m")
	if got := r.stop().stderr; strings.Contains(got, "status=400") {
		t.Errorf("got %s, want no refused call", got)
	}
}

// TestLeftAddress leaves addresses in folders open to others.
func TestLeftAddress(t *testing.T) {
	t.Parallel()
	elsewhere := t.TempDir()
	for title, c := range map[string]struct {
		prepare func(own string) error
		left    bool
	}{
		"nothing there": {func(string) error { return nil }, true},
		"own folder":    {func(own string) error { return os.Mkdir(own, 0o700) }, true},
		"open folder": {func(own string) error {
			if err := os.Mkdir(own, 0o700); err != nil {
				return err
			}
			return os.Chmod(own, 0o777)
		}, false},
		"link": {func(own string) error { return os.Symlink(elsewhere, own) }, false},
		"file": {func(own string) error { return os.WriteFile(own, nil, 0o600) }, false},
		"link in the folder": {func(own string) error {
			if err := os.Mkdir(own, 0o700); err != nil {
				return err
			}
			return os.Symlink(filepath.Join(elsewhere, "target"), filepath.Join(own, "of-test"))
		}, true},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if err := c.prepare(filepath.Join(folder, ownFolder())); err != nil {
				t.Skip(err) // Windows makes no links
			}
			at := addressFile{filepath.Join(folder, "none", ownFolder(), "of-test"), filepath.Join(folder, ownFolder(), "of-test")}
			remove, err := at.write("http://127.0.0.1:1")
			if got := at.read(); (got != "") != c.left || (err == nil) != c.left {
				t.Errorf("got %q %v, want left %t", got, err, c.left)
			}
			remove()
			if got := at.read(); got != "" {
				t.Errorf("got %q, want it removed", got)
			}
			if _, err := os.Lstat(filepath.Join(folder, ownFolder())); c.left && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("got %v, want the empty folder removed", err)
			}
			if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) > 0 {
				t.Errorf("got %v %v, want nothing elsewhere", entries, err)
			}
		})
	}
}

// TestDataDecides chooses between the data file and the temporary file.
func TestDataDecides(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.db")
	warning := name + ": warning: SANDBOX_DATA=" + file + " keeps the data, so SANDBOX_EPHEMERAL has no effect; unset one of them\n"
	for _, c := range []struct {
		variables env
		flags     []string
		temporary bool
		stderr    string
	}{
		{nil, []string{"--data", file}, false, ""},
		{nil, []string{"--ephemeral"}, true, ""},
		{env{"SANDBOX_EPHEMERAL": "true"}, []string{"--data", file}, false, ""},
		{env{"SANDBOX_DATA": file}, []string{"--ephemeral"}, true, ""},
		{env{"SANDBOX_DATA": file, "SANDBOX_EPHEMERAL": "true"}, nil, false, warning},
		{env{"SANDBOX_DATA": file, "SANDBOX_EPHEMERAL": "false"}, nil, false, ""},
		{env{"SANDBOX_DATA": file, "SANDBOX_EPHEMERAL": "true"}, []string{"--ephemeral"}, true, ""},
		{nil, []string{"--data", file, "--ephemeral=false"}, false, ""},
	} {
		r := serve(t, c.variables, append([]string{"--listen", "127.0.0.1:0", "--log-level", "warn"}, c.flags...)...)
		if got := !strings.HasSuffix(r.line("Data"), file); got != c.temporary {
			t.Errorf("%v %q: got %s, want temporary %t", c.variables, c.flags, r.line("Data"), c.temporary)
		}
		if got := r.stop(); got.stderr != c.stderr {
			t.Errorf("%v %q: got %q, want %q", c.variables, c.flags, got.stderr, c.stderr)
		}
	}
	got := call(t, nil, "--data", file, "--ephemeral")
	want := ending{code: exitUsage, stderr: name + ": --data " + file + " keeps the data and --ephemeral does not; give one of them\nSee " + name + " --help.\n"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
