// Command pictures takes the pictures of the guide's page of the pages, and the one of
// the README, again: go run ./.ci/pictures
//
// They show a sandbox with a frozen clock and always the same data. From run to run the
// durations of calls differ, and how far the clock is from the machine's; from machine to
// machine the letters do. So nothing compares pictures. A test of web holds how many there
// are, and their sizes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// now is the time of the clock.
const now = "2026-11-20 10:00:00"

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	s, err := sandbox.New(sandbox.Options{
		Listen: "127.0.0.1:0", Ephemeral: true, Clock: now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	if err := s.Start(ctx); err != nil {
		return err
	}
	defer s.Stop(ctx)
	order, err := fill(ctx, client.New(s.URL(), client.Options{}).Account("DEMO"))
	if err != nil {
		return err
	}
	page := s.URL() + "/ui/a/DEMO/"
	all := []picture{
		{file: "web/guide/pages-calls.webp", address: page + "calls"},
		{file: "web/guide/pages-call.webp", address: page + "calls/DEMO-6"},
		{file: "web/guide/pages-scenarios.webp", address: page + "scenarios"},
		{file: "web/guide/pages-record.webp", address: page + "data/orders/" + order},
		{file: "web/guide/pages-time.webp", address: page + "time"},
		{file: "web/guide/pages-coverage.webp", address: page + "coverage"},
	}
	report, err := writeReport()
	if err != nil {
		return err
	}
	defer os.Remove(report)
	all = append(all, picture{".github/rehearsal.webp", "file://" + report, ".rehearsal-finding"})
	return take(ctx, all)
}

// writeReport writes the report of a rehearsal as a page, and returns its path.
func writeReport() (string, error) {
	text, err := os.ReadFile("web/browser/testdata/rehearsal.json")
	if err != nil {
		return "", err
	}
	var r client.Rehearsal
	if err := json.Unmarshal(text, &r); err != nil {
		return "", err
	}
	page, err := sandbox.RehearsalText(r, client.AsHTML)
	if err != nil {
		return "", err
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("report-%d.html", os.Getpid()))
	return path, os.WriteFile(path, []byte(page), 0o600)
}
