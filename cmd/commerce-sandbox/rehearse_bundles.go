package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// keep writes the bundle of a finding. The label of its account says if it is not repeatable.
func (r *rehearseCmd) keep(ctx context.Context, t client.RehearsalTrial, account *client.Account) error {
	if t.Result == client.NotRepeatable {
		if err := account.SetRun(ctx, r.name, "not repeatable (1 of 3)"); err != nil {
			return err
		}
	}
	return r.program.writeFile(filepath.Join(r.bundles, bundleName(t.Schedule)), func(w io.Writer) error {
		return account.WriteBundle(ctx, client.BundleOptions{}, w)
	})
}

// bundleName returns the name of a file for a schedule of any characters.
func bundleName(schedule string) string {
	const maxName = 200
	name := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '+':
			return c
		}
		return '-'
	}, schedule)
	return name[:min(len(name), maxName)] + ".zip"
}
