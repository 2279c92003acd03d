package browser_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestOpen opens the pages by their shortest address.
func TestOpen(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/")
	w.at("/ui/…")
	w.until(func() string {
		if w.text() == "" {
			return "the page is empty"
		}
		return ""
	})
}
