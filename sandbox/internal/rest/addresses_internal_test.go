package rest

import (
	"net/http"
	"testing"
)

// TestAllowedCopiesTheMethods checks the memory behind the methods, which
// concurrent calls share: a write there would be a race.
func TestAllowedCopiesTheMethods(t *testing.T) {
	t.Parallel()
	var all addresses
	all.allow("/orders", http.MethodGet, http.MethodHead)
	all.allow("/orders", http.MethodDelete)
	methods := append(make([]string, 0, 4), all[0].methods...)
	got := address{"/orders", methods}.allowHeader()
	if want := "GET, HEAD, DELETE, OPTIONS"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if behind := methods[:4][3]; behind != "" {
		t.Errorf("got %q behind the methods, want nothing", behind)
	}
}
