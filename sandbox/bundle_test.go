package sandbox_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// saved saves the first account of a sandbox as a bundle and returns its path.
func saved(t testing.TB, s *sandboxtest.Running, o client.BundleOptions) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "account.zip")
	file, err := os.Create(path)
	must(t, err)
	must(t, s.Control().Account(s.Code()).WriteBundle(t.Context(), o, file))
	must(t, file.Close())
	return path
}

// opened starts a sandbox on a bundle.
func opened(t testing.TB, path string) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{Bundle: path, Ephemeral: true, Listen: "127.0.0.1:0"})
	must(t, err)
	must(t, s.Start(t.Context()))
	t.Cleanup(func() {
		must(t, s.Stop(context.Background()))
	})
	return s
}

// shownParts returns what a control interface shows of an account that a bundle brings: the
// records with the forms, the calls, the answers and the active scenarios.
func shownParts(t testing.TB, a *client.Account) map[string]string {
	t.Helper()
	parts := map[string]string{}
	part := func(name string, value any, err error) {
		text, wrong := json.Marshal(value)
		if parts[name] = string(text); err != nil || wrong != nil {
			t.Fatal(name, err, wrong)
		}
	}
	part("records", records(t, a), nil)
	calls, err := a.Requests(t.Context(), client.Filter{})
	for i := range calls.Requests {
		calls.Requests[i].Curl = "" // it has the address of the sandbox
	}
	part("calls", calls.Requests, err)
	answers, err := a.Answers(t.Context())
	part("answers", answers, err)
	features, err := a.Features(t.Context())
	part("features", features, err)
	active, err := a.ActiveScenarios(t.Context())
	part("active", active, err)
	own, err := a.Scenario(t.Context(), "alone")
	part("own", own, err)
	return parts
}

// firstOther returns where two texts begin to differ.
func firstOther(a, b string) (at int) {
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return at
}

// TestBundleOfEverything changes an account by calls, by hand and by records from
// elsewhere, saves it twice, and opens it with all of that.
func TestBundleOfEverything(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.AuthHeaders = []string{"X-Mine"} })
	account := s.Control().Account(s.Code())
	order := "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	page, err := os.Open(filepath.Join("internal", "transfer", "testdata", "page.json"))
	must(t, err)
	defer page.Close()
	must(t, errorOf(account.Import(t.Context(), page, client.Import{File: "page.json"})))
	s.Do(http.MethodPost, order+"upload", `{"FileName":"a.pdf","File":"JVBERi0xLjQ=","ClientTime":"2026-10-09 12:00:00"}`)
	own := "rules: [{on: retrieve-order, chance: 50%, fail: ORDER_NOT_FOUND}]"
	must(t, s.Control().PutScenario(t.Context(), "coin", own), account.Activate(t.Context(), "coin", client.ActivationLimits{}))
	for range 6 {
		s.Get(order)
	}
	_, err = account.Advance(t.Context(), 48*time.Hour)
	must(t, err, account.Deactivate(t.Context(), "coin"), account.Activate(t.Context(), "FORBIDDEN", client.ActivationLimits{Times: 2}))
	s.Get(order)
	s.Do(http.MethodPut, "/upsell/settings/campaign/", `{"UpsellingDisplayType":"interstitial"}`)
	s.Do(http.MethodDelete, "/upsell/"+s.ID("campaign-enabled", "upsellCode"), "")
	must(t, account.SetAnswer(t.Context(), "search-status", "200"), account.DisableFeature(t.Context(), "API_GET_CUSTOMER_ORDERS"))
	must(t, errorOf(account.PutOwnScenario(t.Context(), "alone", "rules: [{on: search-orders, every: 2, answer: {status: 503}}]")))
	s.Get("/orders/?Limit=1")
	one, another := saved(t, s, client.BundleOptions{}), saved(t, s, client.BundleOptions{})
	a, err := os.ReadFile(one)
	must(t, err)
	b, err := os.ReadFile(another)
	must(t, err)
	if !bytes.Equal(a, b) {
		t.Error("two bundles without a call between them differ")
	}
	running := opened(t, one)
	there := client.New(running.URL(), client.Options{}).Account(s.Code())
	want := shownParts(t, account)
	for name, got := range shownParts(t, there) {
		if at := firstOther(got, want[name]); got != want[name] {
			t.Errorf("%s: got …%.300s\nwant …%.300s", name, got[max(at-200, 0):], want[name][max(at-200, 0):])
		}
	}
	drift := running.FirstAccount().Clock.Now().Sub(s.Sandbox().FirstAccount().Clock.Now())
	if drift.Abs() > time.Minute {
		t.Errorf("the clock of the opened account is %s off", drift)
	}
	if coin, err := client.New(running.URL(), client.Options{}).Scenario(t.Context(), "coin"); err != nil || coin.YAML != own {
		t.Errorf("got %+v, %v, want the scenario coin in the library", coin, err)
	}
	must(t, errorOf(there.Reset(t.Context(), sandbox.SnapshotOfBundle, client.KeepClock)))
	call, err := http.NewRequestWithContext(t.Context(), http.MethodGet, running.URL()+"/rest/6.0/orders/?Limit=1", nil)
	must(t, err)
	call.Header = http.Header{"Accept": {"application/json"}, "X-Mine": {s.Sign()}}
	answer, err := http.DefaultClient.Do(call)
	must(t, err)
	if must(t, answer.Body.Close()); answer.StatusCode != http.StatusCreated {
		t.Errorf("a call with the further header: got %d, want 201", answer.StatusCode)
	}
}

// TestBundleHidesCredentials saves calls of both protocols and looks for their
// credentials in every file of the bundle.
func TestBundleHidesCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=1")
	date, id := s.Now().Format(time.DateTime), session(t, s)
	hash := credential.Sign(credential.SHA256, s.Code(), date, s.Secret())
	for _, call := range []string{
		upgradeCall(id, "x"),
		"<login><merchantCode>DEMO</merchantCode><date>" + date + "</date><hash>" + s.Secret() + "</hash></login>",
	} {
		makeCall(t, s, operationCall{http.MethodPost, s.SOAP(), envelope(call)}, nil)
	}
	archive, err := zip.OpenReader(saved(t, s, client.BundleOptions{}))
	must(t, err)
	defer archive.Close()
	for _, f := range archive.File {
		content, err := f.Open()
		must(t, err)
		text, err := io.ReadAll(content)
		must(t, err)
		for _, secret := range []string{hash, id, s.Secret()} {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s has the credential %s", f.Name, secret)
			}
		}
	}
	secret, err := os.ReadFile(saved(t, s, client.BundleOptions{Secret: true}))
	must(t, err)
	whole, err := zip.NewReader(bytes.NewReader(secret), int64(len(secret)))
	must(t, err)
	for name, want := range map[string]string{"account.json": s.Secret(), "calls.jsonl": id} {
		if text, err := fs.ReadFile(whole, name); err != nil || !bytes.Contains(text, []byte(want)) {
			t.Errorf("with the secret: got %v, %s without %s", err, name, want)
		}
	}
}

// TestBundleOfDroppedCalls saves an account whose journal has no room for all calls.
func TestBundleOfDroppedCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Journal = 3 })
	for range 4 {
		s.Get("/orders/nope/")
	}
	info, err := sandbox.CheckBundle(t.Context(), saved(t, s, client.BundleOptions{}))
	if err != nil || info.Calls != 3 || info.Dropped != 1 || info.Records[client.Orders] != 284 {
		t.Errorf("got %+v, %v, want three of four calls", info, err)
	}
}

// TestBundleOfPersonalData saves an account into which records came with personal
// data.
func TestBundleOfPersonalData(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, personal := range []bool{false, true} {
		if personal {
			err := s.Sandbox().FirstAccount().Import(t.Context(), true, 1, func(tx commerce.Tx, _ time.Time) error {
				return tx.Products().PutProduct(record.Product{Code: "P"})
			})
			must(t, err)
		}
		info, err := sandbox.CheckBundle(t.Context(), saved(t, s, client.BundleOptions{}))
		if err != nil || info.PersonalData != personal {
			t.Errorf("got %+v, %v, want personal data: %t", info, err, personal)
		}
	}
}
