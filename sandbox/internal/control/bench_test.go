package control_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// BenchmarkAccounts measures the wait of a test suite between two tests, with the default
// world, on a disk and without one.
func BenchmarkAccounts(b *testing.B) {
	for lifetime, ephemeral := range map[string]bool{"lasting": false, "ephemeral": true} {
		s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(b.TempDir(), "data.db"), Ephemeral: ephemeral})
		if err == nil {
			err = s.Start(context.Background())
		}
		must(b, err)
		b.Cleanup(func() {
			if err := s.Stop(context.Background()); err != nil {
				b.Error(err)
			}
		})
		request := func(method, path, body string) {
			if status, text := visitAt(b, s.URL(), method, path, body); status >= 300 {
				b.Fatalf("%s: %d %s", path, status, text)
			}
		}
		request("PUT", "/accounts/DEMO/snapshots/before", "")
		opened := 0
		for _, bench := range []struct {
			what string
			do   func()
		}{
			{"open", func() {
				opened++
				request("POST", "/accounts", fmt.Sprintf(`{"vendor_code":"A%d"}`, opened))
			}},
			{"reset", func() { request("POST", "/accounts/DEMO/reset", "") }},
			{"restore", func() { request("POST", "/accounts/DEMO/reset", `{"to":"before"}`) }},
		} {
			b.Run(fmt.Sprintf("%s/%s", bench.what, lifetime), func(b *testing.B) {
				for b.Loop() {
					bench.do()
				}
			})
		}
	}
}
