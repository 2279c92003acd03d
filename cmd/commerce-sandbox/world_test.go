package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func TestWorld(t *testing.T) {
	t.Parallel()
	list := call(t, nil, "world", "list")
	golden(t, filepath.Join("testdata", "commands", "world.txt"), list)
	if got := call(t, nil, "world"); got != list {
		t.Errorf("got %+v, want what list prints: %+v", got, list)
	}
	if got := call(t, nil, "world", "list", "--format", "json"); !strings.Contains(got.stdout, `"name": "default"`) || !strings.Contains(got.stdout, `"total": 3`) {
		t.Errorf("got %+v", got)
	}
	for _, name := range []string{"default", "empty", "paging"} {
		if got := call(t, nil, "world", "show", name); got != (ending{stdout: read(t, "../../fixtures/worlds/"+name+".yaml")}) {
			t.Errorf("show %s: got %+v", name, got)
		}
	}
	if got, want := call(t, nil, "world", "show", "pagin"), fails(`unknown world "pagin"; did you mean paging?`); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := call(t, nil, "world", "schema"), (ending{stdout: sandbox.WorldSchema()}); got != want {
		t.Errorf("got %+v", got)
	}
}

// A world to begin with passes the check and starts.
func TestWorldNew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "world.yaml")
	if got, want := call(t, nil, "world", "new", path), prints(path+" is written; start with it: commerce-sandbox --world "+path); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := call(t, nil, "check", path), prints("no faults in 0 scenarios and 1 world"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := call(t, nil, "world", "new"), (ending{stdout: read(t, path)}); got != want {
		t.Errorf("got %+v, want what was written", got)
	}
	if got, want := call(t, nil, "world", "new", path), fails(path+" exists; name a new file"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := call(t, nil, "world", "new", "a", "b"); got.code != 2 {
		t.Errorf("got %+v", got)
	}
	r := serve(t, nil, "--listen", "127.0.0.1:0", "--ephemeral", "--world", path)
	if got := r.stop(); got.code != 0 {
		t.Errorf("got %+v", got)
	}
}
