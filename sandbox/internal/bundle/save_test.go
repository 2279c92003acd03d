package bundle

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// registry returns the accounts of a sandbox with a wall clock of its own.
func registry(t *testing.T, wall time.Time) (*account.Registry, *scenario.Library) {
	t.Helper()
	store, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "data.db")})
	must(t, err)
	t.Cleanup(func() {
		must(t, errors.Join(store.Check(), store.Close()))
	})
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	calls := journal.New(journal.Defaults())
	calls.Mask.CredentialHeaders = []string{"X-Key"}
	r, err := account.NewRegistry(account.Options{
		Store: store, Snapshots: store, Journal: calls, Library: library, Wall: func() time.Time { return wall },
		Seed: func(account.SeedRequest) (commerce.World, error) {
			return commerce.World{
				Customers: slices.Values([]record.Customer{{Reference: 700001, FirstName: "Ida"}}),
				Products:  []record.Product{{Code: "PRO", Name: "Pro", Prices: map[string]record.Money{"EUR": record.Cents(990)}}},
				Settings:  record.UpsellSettings{UpsellingDisplayType: "interstitial"},
			}, nil
		},
	})
	must(t, err)
	return r, library
}

// opened returns an account with a record, a call and a secret.
func opened(t *testing.T) *account.Account {
	t.Helper()
	r, _ := registry(t, noon)
	given := account.Given{Clock: &clock.State{Mode: clock.Frozen, At: noon}} // as at a port
	a, err := r.Open(t.Context(), account.OpenRequest{Code: "ACME", Document: account.Document{Secret: "acme-secret", Given: given}})
	must(t, err)
	a.Ring.Restore(client.Entry{
		ID: "ACME-1", Number: 1, Account: "ACME", WallTime: noon, Duration: time.Second, Response: client.Response{Status: 401},
		Request: client.Request{Method: "GET", Header: client.Header{{Name: "X-Key", Value: `code="ACME" hash="0123456789abcdef"`}}},
		Explain: []client.Line{{Key: "expected", Value: "fedcba9876543210"}}, Curl: "curl -H 0123456789abcdef",
	})
	return a
}

func saved(t *testing.T, a *account.Account, secret bool) []byte {
	t.Helper()
	var out bytes.Buffer
	own := []scenario.Text{{Name: "own", YAML: "summary: own\nrules: [{on: login, answer: {status: 200, file: body.json}}]\n", Bodies: map[string]string{"body.json": "{}"}}}
	must(t, Save(&out, SaveRequest{Account: a, Scenarios: own, Version: "1.0", AuthHeaders: []string{"X-Key"}, Secret: secret}))
	return out.Bytes()
}

// TestSecretsAreLeftOut saves an account with its secret on request alone. Signatures and
// what explains them are in no bundle without it.
func TestSecretsAreLeftOut(t *testing.T) {
	t.Parallel()
	a := opened(t)
	for _, secret := range []bool{false, true} {
		b, err := readBytes(t, saved(t, a, secret))
		must(t, err)
		var all strings.Builder
		for name := range b.files {
			text, err := b.readText(name)
			must(t, err)
			all.Write(text)
		}
		for text, want := range map[string]bool{
			"acme-secret": secret, "0123456789abcdef": secret, "It has the secret of the account": secret, "fedcba9876543210": false, "curl": false, "0123…": !secret,
		} {
			if got := strings.Contains(all.String(), text); got != want {
				t.Errorf("with secret %t: %q is in the bundle: %t, want %t", secret, text, got, want)
			}
		}
		m := b.Manifest
		if m.Secret != secret || m.Calls != 1 || m.Records["products"] != 1 || m.Records["customers"] != 1 || !m.WallTime.Equal(noon.Add(time.Second)) {
			t.Errorf("got %+v", m)
		}
	}
	if !bytes.Equal(saved(t, a, false), saved(t, a, false)) {
		t.Error("an account that did not change makes two different bundles")
	}
}

// TestRestoreOpensTheAccount opens a bundle a day later, in another sandbox.
func TestRestoreOpensTheAccount(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "acme.zip")
	must(t, os.WriteFile(path, saved(t, opened(t), true), 0o600))
	o, err := Open(t.Context(), path)
	must(t, err)
	r, library := registry(t, noon.AddDate(0, 0, 1))
	request := RestoreRequest{Registry: r, Library: library, Wall: r.Wall, Snapshot: "bundle", Log: slog.New(slog.DiscardHandler)}
	must(t, o.Restore(t.Context(), request))
	if _, err := library.Find("own"); err != nil {
		t.Errorf("a scenario with a file: %v", err)
	}
	a, known := r.Find("ACME")
	if !known {
		t.Fatal("the account is not there")
	}
	err = a.Shop.View(func(tx commerce.Tx) error {
		product, found, err := tx.Products().Product("PRO")
		settings, read := tx.Campaigns().Settings()
		if !found || product.Name != "Pro" || settings.UpsellingDisplayType != "interstitial" {
			t.Errorf("got %+v, %+v", product, settings)
		}
		return errors.Join(err, read)
	})
	snapshots, listed := a.Snapshots()
	err, calls := errors.Join(err, listed), a.Ring.Entries()
	if err != nil || len(calls) != 1 || calls[0].ID != "ACME-1" || len(snapshots) != 1 || snapshots[0].Name != "bundle" || a.Settings().Secret != "acme-secret" {
		t.Errorf("got %v, %+v, %+v, %+v", err, calls, snapshots, a.Settings())
	}
	if now := a.Clock.Now(); !now.Equal(noon.Add(time.Second)) {
		t.Errorf("the clock shows %s and not the time of the bundle", now)
	}
	if got := a.Document().Given; got.Clock != nil {
		t.Errorf("a reset goes back to %+v, the clock of another sandbox", got.Clock)
	}
	if err := o.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
}

// TestForward keeps the account's time and what is left of active scenarios.
func TestForward(t *testing.T) {
	t.Parallel()
	frozen := clock.State{Mode: clock.Frozen, At: noon}
	for _, test := range []struct {
		name   string
		saved  clock.State
		frozen bool // the sandbox
		world  string
		clock  *clock.State
		want   string // world
	}{
		{"real", clock.State{Mode: clock.Real}, false, "default", &clock.State{Mode: clock.Moved, Offset: -23 * time.Hour}, "default"},
		{"frozen", frozen, false, "mine", &frozen, client.ToEmpty},
		{"in a frozen sandbox", frozen, true, "default", nil, "default"},
	} {
		until := noon.Add(10 * time.Minute)
		b := &Bundle{State: State{Wall: noon, Now: noon.Add(time.Hour), Clock: test.saved, Document: account.Document{World: test.world, Orders: 5},
			Scenarios: scenario.State{Active: []scenario.ActiveState{{Name: "a", Until: until}, {Name: "b"}}}}}
		later := noon.AddDate(0, 0, 1)
		got := b.forward(RestoreRequest{Wall: func() time.Time { return later }, Frozen: test.frozen})
		if d := got.Document; !reflect.DeepEqual(d.Clock, test.clock) || d.World != test.want || !d.WorldChosen || (d.Orders == 0) != (test.want == client.ToEmpty) {
			t.Errorf("%s: got %+v %+v", test.name, d, d.Clock)
		}
		if active := got.Scenarios.Active; !active[0].Until.Equal(later.Add(10*time.Minute)) || !active[1].Until.IsZero() || !b.State.Scenarios.Active[0].Until.Equal(until) {
			t.Errorf("%s: got %+v", test.name, active)
		}
	}
}

// TestOpenNamesTheFile refuses a path without a bundle.
func TestOpenNamesTheFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cut := filepath.Join(folder, "cut.zip")
	must(t, os.WriteFile(cut, whole(t, unchanged)[1:], 0o600))
	for path, want := range map[string]string{
		folder: "bundle " + folder + ": it is no regular file",
		cut:    "bundle " + cut + ": the file is no bundle, or it was cut or changed: its list of files is not at its end",
	} {
		if _, err := Open(t.Context(), path); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if err := (*Bundle)(nil).Close(); err != nil {
		t.Errorf("got %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Read(ended, bytes.NewReader(whole(t, unchanged)), int64(len(whole(t, unchanged)))); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestSizes reads bundles at their bounds and one beyond.
func TestSizes(t *testing.T) {
	t.Parallel()
	blanks := func(name string, size int, inside string) part {
		return part{name: name, text: inside + strings.Repeat(" ", size-len(inside)), header: func(h *zip.FileHeader) { h.Method = zip.Store }}
	}
	many := func(total int) (parts []part) {
		for i := range total - len(wholeParts()) - 1 {
			parts = append(parts, part{name: scenariosDir + strings.Repeat("x", i/100+1) + string(rune('a'+i%100/10)) + string(rune('a'+i%10)) + ".yaml"})
		}
		return parts
	}
	for _, test := range []struct {
		name string
		text []byte
		want string // "" for a bundle
	}{
		{"as many files as possible", whole(t, unchanged, many(maxFiles)...), ""},
		{"one more", whole(t, unchanged, many(maxFiles+1)...), "the file is no bundle: it has 2001 files, and a bundle has at most 2000"},
		{"the largest state", whole(t, unchanged, blanks(stateName, maxDocument, "{}")), ""},
		{"a larger one", whole(t, unchanged, blanks(stateName, maxDocument+1, "{}")), "account.json has more than 5 MiB"},
		{"a small file that expands", whole(t, unchanged, part{name: callsName, text: strings.Repeat(" ", smallFile)}), ""},
		{"a name of 129 characters", whole(t, unchanged, part{name: scenariosDir + strings.Repeat("x", 129) + ".yaml"}), "does not belong"},
		{"another compression", bytes.ReplaceAll(whole(t, unchanged), []byte{20, 0, 8, 0, 8, 0}, []byte{20, 0, 8, 0, 12, 0}), "cannot be read: zip: unsupported compression algorithm"},
	} {
		_, err := readBytes(t, test.text)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// TestNumbersOfCalls reads calls with the numbers that a page can show.
func TestNumbersOfCalls(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"number":1}`:                                "",
		`{"number":9007199254740992}`:                 "",
		`{"number":9007199254740993}`:                 "line 1 of calls.jsonl cannot be read: the number of a call must be from 1 to 9007199254740992, got 9007199254740993",
		"{\"number\":1}\n\n{\"number\":2}\n{\"x\":1}": "line 3 of calls.jsonl cannot be read: the number of a call must be from 1 to 9007199254740992, got 0",
	} {
		b, err := readBytes(t, whole(t, unchanged, part{name: callsName, text: text}))
		must(t, err)
		got := ""
		for _, err := range b.Calls() {
			if err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
