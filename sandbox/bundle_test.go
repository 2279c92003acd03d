package sandbox_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// saved saves the first account of a sandbox as a bundle and returns its path.
func saved(t testing.TB, s *sandboxtest.Running, o client.BundleOptions) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "account.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Control().Account(s.Code()).WriteBundle(t.Context(), o, file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// replayed repeats the calls of a bundle.
func replayed(t testing.TB, path string) client.Replay {
	t.Helper()
	replay, err := sandbox.Replay(t.Context(), path, sandbox.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return replay
}

// everyStory is which of the stories are replayed, because each takes half a second.
const everyStory = 12

// TestStoriesAreReplayed replays recorded stories, with both kinds of bundles.
func TestStoriesAreReplayed(t *testing.T) {
	t.Parallel()
	for n, file := range storyFiles(t) {
		if n%everyStory != 0 {
			continue
		}
		name := storyName(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := readStory(t, name, file)
			running := sandboxtest.Start(t, append(s.options, sandboxtest.Frozen)...)
			for i := range s.steps {
				running.Advance(s.steps[i].moved(t))
				send(t, running.URL(), rawRequest(filledIn(t, s.steps[i].request, running)))
			}
			for _, secret := range []bool{false, true} {
				replay := replayed(t, saved(t, running, client.BundleOptions{Secret: secret}))
				for _, call := range replay.Calls {
					if call.Result == client.ReplayDifferent || call.Result == client.ReplaySkipped && !strings.Contains(call.Why, "bytes of its body") {
						difference, _ := json.Marshal(call.Difference)
						t.Errorf("with secret: %t, %s: got %s, %s, %s %v", secret, call.ID, call.Result, call.Why, difference, call.Changes)
					}
				}
				if len(replay.Notes) > 0 {
					t.Errorf("got notes %q, want none", replay.Notes)
				}
			}
		})
	}
}
