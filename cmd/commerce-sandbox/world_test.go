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
	expect(t, list, nil, "world")
	if got := call(t, nil, "world", "list", "--format", "json"); !strings.Contains(got.stdout, `"name": "default"`) || !strings.Contains(got.stdout, `"total": 3`) {
		t.Errorf("got %+v", got)
	}
	for _, name := range []string{"default", "empty", "paging"} {
		expect(t, ending{stdout: read(t, "../../fixtures/worlds/"+name+".yaml")}, nil, "world", "show", name)
	}
	expect(t, fails(`unknown world "pagin"; did you mean paging?`), nil, "world", "show", "pagin")
	expect(t, ending{stdout: sandbox.WorldSchema()}, nil, "world", "schema")
}

// A world to begin with passes the check and starts.
func TestWorldNew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "world.yaml")
	expect(t, prints(path+" is written; start with it: commerce-sandbox --world "+path), nil, "world", "new", path)
	expect(t, prints("no faults in 0 scenarios and 1 world"), nil, "check", path)
	expect(t, ending{stdout: read(t, path)}, nil, "world", "new")
	expect(t, fails(path+" exists; name a new file"), nil, "world", "new", path)
	expectPart(t, 2, "", nil, "world", "new", "a", "b")
	r := serve(t, nil, "--listen", "127.0.0.1:0", "--ephemeral", "--world", path)
	if got := r.stop(); got.code != 0 {
		t.Errorf("got %+v", got)
	}
}
