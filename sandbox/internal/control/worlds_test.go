package control_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestWorlds reads the worlds that an account can start with.
func TestWorlds(t *testing.T) {
	t.Parallel()
	text := "summary: One buyer\ncustomers: [{handle: ida}]\ngenerate: {orders: 5}"
	path := filepath.Join(t.TempDir(), "mine.yaml")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	shipped := `,"worlds":[{"name":"default","summary":"A shop after a year of business, with one record of everything the interface speaks of","source":"shipped","orders":284,"customers":60,"campaigns":35,"products":12,"partners":3,"handles":85},` +
		`{"name":"empty","summary":"Products and partners only","source":"shipped","orders":0,"customers":0,"campaigns":0,"products":12,"partners":3,"handles":9},` +
		`{"name":"paging","summary":"Customers with 200 and 201 orders, one page and one more than a page can hold","source":"shipped","orders":401,"customers":2,"campaigns":0,"products":12,"partners":3,"handles":11}`
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/worlds", ``, 200, `{"total":3` + shipped + `]}`},
		{"GET", "/worlds/own", ``, 404, `{"error":"unknown world \"own\"","hint":"known: default, empty, paging"}`},
	})
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.World = path })
	play(t, s, []step{
		{"GET", "/worlds", ``, 200, `{"total":4` + shipped + `,{"name":"own","summary":"One buyer","source":"own","path":"` + path + `","orders":5,"customers":1,"campaigns":0,"products":12,"partners":3,"handles":10}]}`},
		{"GET", "/worlds/own", ``, 200, text},
		{"GET", "/worlds/pagin", ``, 404, `{"error":"unknown world \"pagin\"","hint":"did you mean paging?"}`},
	})
	if _, got := visit(t, s, "GET", "/worlds/empty", ""); got != "summary: Products and partners only" {
		t.Errorf("got %q", got)
	}
	if got, err := s.Control().WorldText(t.Context(), "own"); err != nil || got != text {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := s.Control().Worlds(t.Context()); err != nil || len(got) != 4 {
		t.Errorf("got %v, %v", got, err)
	}
}
