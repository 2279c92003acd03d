package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestFolder changes the files of the watched folder while the sandbox runs. A
// broken file keeps its last good version and is listed with its error. Other
// files and active scenarios are not affected.
func TestFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		must(t, os.WriteFile(filepath.Join(folder, name+".yaml"), []byte(text), 0o600))
	}
	write("teapot", `rules: [{on: read-upsell-settings, answer: {status: 418}}]`)
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ScenarioFolder = folder })
	control := client.New(s.URL(), client.Options{})
	must(t, controlled(s).Activate(t.Context(), "teapot", client.ActivationLimits{}))
	call := goodCall(t, s, catalog.ReadUpsellSettings)
	wantStatus := func(want int) {
		t.Helper()
		if got := makeCall(t, s, call, nil).Status; got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	// until polls a scenario until the condition is true.
	until := func(name string, is func(client.ScenarioFile, error) bool) client.ScenarioFile {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for ctx.Err() == nil {
			found, err := control.Scenario(ctx, name)
			if is(found, err) {
				return found
			}
		}
		t.Fatalf("%s did not become what the file says", name)
		return client.ScenarioFile{}
	}
	wantStatus(418)
	write("teapot", `rules: [{on: read-upsell-settings, answer: {status: 451}}]`)
	until("teapot", func(f client.ScenarioFile, _ error) bool { return strings.Contains(f.YAML, "451") })
	wantStatus(451)
	write("teapot", `rules: [{on: read-upsel-settings, answer: {status: 503}}]`)
	write("other", `rules: [{on: login, fail: INTERNAL_ERROR}]`)
	broken := until("teapot", func(f client.ScenarioFile, _ error) bool { return f.Error != "" })
	const fault = "[1:14] unknown operation read-upsel-settings; did you mean read-upsell-settings or change-upsell-settings?\n"
	if !strings.HasPrefix(broken.Error, fault) || !strings.Contains(broken.YAML, "451") || broken.Source != "folder" {
		t.Errorf("got %+v, want the fault and the last good version", broken)
	}
	until("other", func(f client.ScenarioFile, err error) bool { return err == nil && f.Error == "" })
	wantStatus(451)
	write("teapot", `rules: [{on: read-upsell-settings, answer: {status: 503}}]`)
	until("teapot", func(f client.ScenarioFile, _ error) bool { return f.Error == "" && strings.Contains(f.YAML, "503") })
	wantStatus(503)
	must(t, os.Remove(filepath.Join(folder, "teapot.yaml")))
	until("teapot", func(_ client.ScenarioFile, err error) bool { return err != nil })
	wantStatus(200)
	write("teapot", "") // which is read at once
	if _, err := control.ReloadScenarios(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found, err := control.Scenario(t.Context(), "teapot"); err != nil || found.Error == "" {
		t.Errorf("got %+v, %v, want the broken file", found, err)
	}
	must(t, os.Remove(filepath.Join(folder, "teapot.yaml")))
	if _, err := control.ReloadScenarios(t.Context()); err != nil {
		t.Fatal(err)
	}
	active, err := controlled(s).ActiveScenarios(t.Context())
	if err != nil || len(active) != 1 || active[0].Error != `unknown scenario "teapot"` {
		t.Errorf("got active %+v, %v", active, err)
	}
}
