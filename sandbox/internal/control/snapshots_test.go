package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestSnapshots saves, lists and deletes snapshots.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMO/snapshots", ``, 200,
			`{"snapshots":[],"total":0}`},
		{"PUT", "/accounts/DEMO/snapshots/before", ``, 200,
			`{"name":"before","time":"2026-10-09T12:00:00Z","account_time":"2026-10-09T12:00:00Z","counts":{"orders":284,"campaigns":35,"customers":60,"subscriptions":213,"products":12,"partners":3}}`},
		{"GET", "/accounts/DEMO/snapshots", ``, 200,
			`{"snapshots":[{"name":"before","time":"2026-10-09T12:00:00Z","account_time":"2026-10-09T12:00:00Z","counts":{"orders":284,"campaigns":35,"customers":60,"subscriptions":213,"products":12,"partners":3}}],"total":1}`},
		{"DELETE", "/accounts/DEMO/snapshots/befor", ``, 404,
			`{"error":"unknown snapshot \"befor\"","hint":"did you mean before?"}`},
		{"POST", "/accounts/DEMO/reset", `{"to":"after"}`, 404,
			`{"error":"unknown snapshot \"after\"","hint":"known: before, world, empty"}`},
		{"DELETE", "/accounts/DEMO/snapshots/before", ``, 204,
			``},
		{"DELETE", "/accounts/DEMO/snapshots/before", ``, 404,
			`{"error":"unknown snapshot \"before\"","hint":"there are none"}`},
		{"PUT", "/accounts/DEMO/snapshots/world", ``, 400,
			`{"error":"a snapshot cannot have the name \"world\", because a reset to \"world\" builds a world","hint":"choose another name"}`},
		{"PUT", "/accounts/DEMO/snapshots/a%20b", ``, 400,
			`{"error":"the name of a snapshot has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got \"a b\"","hint":"choose another name"}`},
		{"PUT", "/accounts/DEM/snapshots/before", ``, 404,
			`{"error":"unknown account \"DEM\"","hint":"did you mean DEMO?"}`},
	})
}
