package sandbox_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// saved saves the first account of a sandbox as a bundle and returns its path.
func saved(t testing.TB, s *sandboxtest.Running, o client.BundleOptions) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "account.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Control().Account(s.Code()).WriteBundle(t.Context(), o, file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// replayed repeats the calls of a bundle.
func replayed(t testing.TB, path string) client.Replay {
	t.Helper()
	replay, err := sandbox.Replay(t.Context(), path, sandbox.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return replay
}

// everyStory is which of the stories are replayed, because each takes half a second.
const everyStory = 24

// TestStoriesAreReplayed replays recorded stories, with the two kinds of bundles in
// turn.
func TestStoriesAreReplayed(t *testing.T) {
	t.Parallel()
	for n, file := range storyFiles(t) {
		if n%everyStory != 0 {
			continue
		}
		name := storyName(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := readStory(t, name, file)
			running := sandboxtest.Start(t, append(s.options, sandboxtest.Frozen)...)
			for i := range s.steps {
				running.Advance(s.steps[i].moved(t))
				send(t, running.URL(), rawRequest(filledIn(t, s.steps[i].request, running)))
			}
			secret := n/everyStory%2 == 1
			replay := replayed(t, saved(t, running, client.BundleOptions{Secret: secret}))
			for _, call := range replay.Calls {
				if call.Result == client.ReplayDifferent || call.Result == client.ReplaySkipped && !strings.Contains(call.Why, "bytes of its body") {
					difference, _ := json.Marshal(call.Difference)
					t.Errorf("with secret: %t, %s: got %s, %s, %s %v", secret, call.ID, call.Result, call.Why, difference, call.Changes)
				}
			}
			if len(replay.Notes) > 0 {
				t.Errorf("got notes %q, want none", replay.Notes)
			}
		})
	}
}

// TestBundleOfEverything changes an account by calls and by hand, saves it twice,
// replays it, and opens it.
func TestBundleOfEverything(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	must := func(faults ...error) {
		t.Helper()
		if err := errors.Join(faults...); err != nil {
			t.Fatal(err)
		}
	}
	order := "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	s.Get("/orders/?Limit=3")
	own := "rules: [{on: retrieve-order, chance: 50%, fail: ORDER_NOT_FOUND}]"
	must(s.Control().PutScenario(t.Context(), "coin", own), account.Activate(t.Context(), "coin", client.ActivationLimits{}))
	for range 6 {
		s.Get(order)
	}
	_, err := account.Advance(t.Context(), 48*time.Hour)
	must(err, account.Deactivate(t.Context(), "coin"), account.Activate(t.Context(), "FORBIDDEN", client.ActivationLimits{Times: 2}))
	s.Get(order)
	s.Get(order)
	s.Do(http.MethodPut, "/upsell/settings/campaign/", `{"UpsellingDisplayType":"overlay"}`)
	s.Do(http.MethodDelete, order, "")
	s.Do(http.MethodDelete, "/upsell/"+s.ID("campaign-enabled", "upsellCode"), "")
	must(account.SetAnswer(t.Context(), "search-status", "200"))
	_, err = account.PutOwnScenario(t.Context(), "alone", "rules: [{on: search-orders, every: 2, answer: {status: 503}}]")
	must(err)
	s.Get("/orders/?Limit=1")
	s.Get("/orders/?Limit=1")
	_, err = account.PutOwnScenario(t.Context(), "deleted", "rules: [{on: search-orders, during: {every: 1h, for: 30m}, answer: {status: 502}}]")
	must(err)
	s.Get("/orders/?Limit=1")
	must(account.Deactivate(t.Context(), "deleted"))
	s.Get("/orders/?Limit=1")
	one, another := saved(t, s, client.BundleOptions{}), saved(t, s, client.BundleOptions{})
	a, err := os.ReadFile(one)
	must(err)
	b, err := os.ReadFile(another)
	must(err)
	if !bytes.Equal(a, b) {
		t.Error("two bundles without a call between them differ")
	}
	replay := replayed(t, one)
	if !replay.AllSame() || replay.Same < 9 || replay.Bundle.ByHand < 5 || len(replay.Notes) > 0 {
		t.Errorf("got %+v, want every call the same", replay)
	}
	opened, err := sandbox.New(sandbox.Options{Bundle: one, Ephemeral: true, Listen: "127.0.0.1:0"})
	must(err, opened.Start(t.Context()))
	t.Cleanup(func() { must(opened.Stop(context.Background())) })
	wantCalls, err := account.Requests(t.Context(), client.Filter{})
	must(err)
	control := client.New(opened.URL(), client.Options{}).Account(s.Code())
	gotCalls, err := control.Requests(t.Context(), client.Filter{})
	must(err)
	if len(gotCalls.Requests) != len(wantCalls.Requests) {
		t.Errorf("got %d calls, want %d", len(gotCalls.Requests), len(wantCalls.Requests))
	}
	answers, err := control.Answers(t.Context())
	must(err)
	at := slices.IndexFunc(answers, func(a client.Answer) bool { return a.ID == "search-status" })
	if at < 0 || answers[at].Answer != "200" {
		t.Errorf("got %+v, want the answer 200 to search-status", answers)
	}
	if state, err := control.State(t.Context()); err != nil || !slices.Equal(state.Own, []string{"alone"}) || state.Scenarios[0] != "alone" {
		t.Errorf("got %+v, %v, want the scenario of the account alone", state, err)
	}
	drift := opened.FirstAccount().Clock.Now().Sub(s.Sandbox().FirstAccount().Clock.Now())
	if drift.Abs() > time.Minute {
		t.Errorf("the clock of the opened account is %s off", drift)
	}
	if _, err := control.Reset(t.Context(), sandbox.SnapshotOfBundle); err != nil {
		t.Error(err)
	}
}

// TestBundleHidesCredentials saves calls of both protocols and looks for their
// credentials in every file of the bundle.
func TestBundleHidesCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=1")
	date := s.Now().Format(time.DateTime)
	session := credential.IssueSession(credential.Session{Code: s.Code(), Issued: s.Now(), Epoch: s.Sandbox().FirstAccount().Settings().Epoch}, s.Secret())
	hash := credential.Sign(credential.SHA256, s.Code(), date, s.Secret())
	for _, body := range []string{
		"<m:login><merchantCode>DEMO</merchantCode><date>" + date + "</date><hash>" + hash + "</hash><algorithm>sha256</algorithm></m:login>",
		"<m:upgradePartnerSubscriptions><sessionID>" + session + "</sessionID><Items/></m:upgradePartnerSubscriptions>",
		"<m:login><merchantCode>DEMO</merchantCode><date>" + date + "</date><hash>" + s.Secret() + "</hash></m:login>",
	} {
		envelope := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:any"><e:Body>` + body + `</e:Body></e:Envelope>`
		if response, err := http.Post(s.SOAP(), "text/xml; charset=utf-8", strings.NewReader(envelope)); err != nil {
			t.Fatal(err)
		} else if err := response.Body.Close(); err != nil {
			t.Fatal(err)
		}
	}
	path := saved(t, s, client.BundleOptions{})
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, f := range archive.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{hash, session, s.Secret()} {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s has the credential %s", f.Name, secret)
			}
		}
	}
	if replay := replayed(t, path); !replay.AllSame() || replay.Same != 4 {
		t.Errorf("got %+v, want 4 calls the same", replay)
	}
}

// TestCallsThatAreLost saves an account whose journal has no room for all calls.
func TestCallsThatAreLost(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Journal = 3 })
	account := s.Control().Account(s.Code())
	for range 4 {
		s.Get("/orders/nope/")
	}
	var refused *client.Error
	err := account.WriteBundle(t.Context(), client.BundleOptions{}, io.Discard)
	if !errors.As(err, &refused) || refused.Status != http.StatusConflict || !strings.Contains(refused.Text, "1 of the calls since the sandbox started are not in the journal") {
		t.Errorf("got %v, want a conflict", err)
	}
	if _, err := account.SaveSnapshot(t.Context(), "now"); err != nil {
		t.Fatal(err)
	}
	s.Do(http.MethodDelete, "/upsell/"+s.ID("campaign-enabled", "upsellCode"), "")
	if replay := replayed(t, saved(t, s, client.BundleOptions{})); !replay.AllSame() || replay.Same != 1 || replay.Bundle.Since != "snapshot now was saved" {
		t.Errorf("got %+v, want the call since the snapshot", replay)
	}
	for name, status := range map[string]int{"now": 0, "nope": http.StatusNotFound} {
		err := account.WriteBundle(t.Context(), client.BundleOptions{Snapshot: name}, io.Discard)
		if errors.As(err, &refused); status != 0 && (err == nil || refused.Status != status) || status == 0 && err != nil {
			t.Errorf("%s: got %v, want %d", name, err, status)
		}
	}
	account.ClearRequests(t.Context())
	if err := account.WriteBundle(t.Context(), client.BundleOptions{Snapshot: "now"}, io.Discard); err == nil || !strings.Contains(err.Error(), "not known") {
		t.Errorf("got %v, want that the calls since the snapshot are not known", err)
	}
}

// TestLongBodiesAreSkipped replays an upload whose body the journal cut: the order has
// its recorded state for the call after it.
func TestLongBodiesAreSkipped(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=1")
	s.Do(http.MethodPost, "/orders/"+s.ID("purchase-order-awaiting-form", "OrderReference")+"/upload", `{"FileName":"a.pdf","File":"`+strings.Repeat("A", 100_000)+`","ClientTime":"2026-10-09 12:00:00"}`)
	s.Get("/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/")
	replay := replayed(t, saved(t, s, client.BundleOptions{}))
	if replay.Same != 2 || replay.Skipped != 1 || !strings.Contains(replay.Calls[1].Why, "65536 of the 100") {
		t.Errorf("got %+v, want the upload skipped, and its order as it was", replay)
	}
}

// forged returns a copy of a bundle in which its calls have other text.
func forged(t *testing.T, path, from, to string) string {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	calls, err := fs.ReadFile(archive, "calls.jsonl")
	if err != nil || !bytes.Contains(calls, []byte(from)) {
		t.Fatalf("got %v, and the calls %s", err, calls)
	}
	other := bytes.ReplaceAll(calls, []byte(from), []byte(to))
	out := &bytes.Buffer{}
	w := zip.NewWriter(out)
	for _, f := range archive.File {
		text, err := fs.ReadFile(archive, f.Name)
		if f.Name == "calls.jsonl" {
			text = other
		}
		text = bytes.ReplaceAll(text, fmt.Appendf(nil, "%x", sha256.Sum256(calls)), fmt.Appendf(nil, "%x", sha256.Sum256(other)))
		text = bytes.ReplaceAll(text, fmt.Appendf(nil, `"size": %d,`, len(calls)), fmt.Appendf(nil, `"size": %d,`, len(other)))
		part, create := w.Create(f.Name)
		if err := errors.Join(err, create); err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(t.TempDir(), "forged.zip")
	if err := errors.Join(w.Close(), os.WriteFile(copied, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return copied
}

// TestNoCallReachesTheControlInterface replays a call of the control interface, which
// would answer it without an end.
func TestNoCallReachesTheControlInterface(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=1")
	path := forged(t, saved(t, s, client.BundleOptions{}), "/rest/6.0/orders/?Limit=1", "/_sandbox/stream")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	replay, err := sandbox.Replay(ctx, path, sandbox.ReplayOptions{})
	if err != nil || ctx.Err() != nil || replay.Same != 0 || len(replay.Calls) != 1 {
		t.Errorf("got %+v, %v, want one call that gets no answer of the control interface", replay, err)
	}
}

// TestDeletedFormsAreInBundles deletes an order with a form by hand: the bundle has the
// bytes of the form before that.
func TestDeletedFormsAreInBundles(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account, ref := s.Control().Account(s.Code()), s.ID("purchase-order-awaiting-confirmation", "OrderReference")
	content, err := account.Form(t.Context(), ref, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Get("/orders/" + ref + "/")
	if _, err := account.DeleteRecord(t.Context(), client.Orders, ref); err != nil {
		t.Fatal(err)
	}
	s.Get("/orders/" + ref + "/")
	path := saved(t, s, client.BundleOptions{})
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for name, want := range map[string]bool{"before/orders.jsonl": true, "after/orders.jsonl": false} {
		orders, err := fs.ReadFile(archive, name)
		if got := bytes.Contains(orders, []byte(`"content":"`+base64.StdEncoding.EncodeToString(content)+`"`)); err != nil || got != want {
			t.Errorf("%s: got the form %t, %v, want %t", name, got, err, want)
		}
	}
	if replay := replayed(t, path); !replay.AllSame() || replay.Same != 2 || len(replay.Notes) > 0 {
		t.Errorf("got %+v, want both calls the same", replay)
	}
}

// TestWhatTheClockChangedIsRepeated moves a clock that changes records, between calls
// that several clients make at once.
func TestWhatTheClockChangedIsRepeated(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	if err := account.SetAnswer(t.Context(), "progress", "clock"); err != nil {
		t.Fatal(err)
	}
	var clients sync.WaitGroup
	for n := range 4 {
		clients.Go(func() {
			for range 5 {
				s.Do(http.MethodPost, "/upsell", `{"Name":"C","DisplayForManualRenewals":true,"Enabled":true,"Discount":{"Type":"PERCENT","Value":`+strconv.Itoa(n+1)+
					`},"PrimaryProduct":{"Code":"STUDIO-PRO-1Y"},"RecommendedProduct":{"Code":"FONT-PACK"}}`)
			}
		})
	}
	clients.Wait()
	if _, err := account.Advance(t.Context(), 40*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	s.Get("/orders/?Limit=3&StartDate=2026-01-01")
	replay := replayed(t, saved(t, s, client.BundleOptions{}))
	if !replay.AllSame() || replay.Same != 21 || len(replay.Notes) > 0 {
		t.Errorf("got %+v, want 21 calls the same", replay)
	}
}

// TestFreezeIsRepeated freezes a clock while changes are due.
func TestFreezeIsRepeated(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	for _, act := range []func() error{
		func() error { _, err := account.Advance(t.Context(), 40*24*time.Hour); return err },
		func() error { return account.SetAnswer(t.Context(), "progress", "clock") },
		func() error { _, err := account.Freeze(t.Context()); return err },
	} {
		if err := act(); err != nil {
			t.Fatal(err)
		}
	}
	s.Get("/orders/?Limit=3&StartDate=2026-01-01")
	if entries, err := account.Requests(t.Context(), client.Filter{Query: "operation:clock"}); err != nil || entries.Total == 0 {
		t.Fatalf("the clock changed %d records, %v", entries.Total, err)
	}
	if replay := replayed(t, saved(t, s, client.BundleOptions{})); !replay.AllSame() || replay.Same != 1 || len(replay.Notes) > 0 {
		t.Errorf("got %+v, want the call the same", replay)
	}
}

// TestCodesOfAClockThatWentBackAreRepeated creates campaigns whose codes go back with
// the clock, because the one before is deleted.
func TestCodesOfAClockThatWentBackAreRepeated(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	account := s.Control().Account(s.Code())
	for range 3 {
		created := s.Do(http.MethodPost, "/upsell", `{"Name":"C","DisplayForManualRenewals":true,"Enabled":true,"Discount":{"Type":"PERCENT","Value":1},`+
			`"PrimaryProduct":{"Code":"STUDIO-PRO-1Y"},"RecommendedProduct":{"Code":"FONT-PACK"}}`)
		var campaign struct{ Code string }
		if err := json.Unmarshal([]byte(created.Body), &campaign); err != nil || campaign.Code == "" {
			t.Fatalf("got %s, %v", created.Body, err)
		}
		s.Do(http.MethodDelete, "/upsell/"+campaign.Code, "")
		if _, err := account.Advance(t.Context(), -24*time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if replay := replayed(t, saved(t, s, client.BundleOptions{})); !replay.AllSame() || replay.Same != 6 || len(replay.Notes) > 0 {
		t.Errorf("got %+v, want six calls the same", replay)
	}
}

// TestWithheldLoginsAreReplayed replays logins whose answer did not arrive whole.
func TestWithheldLoginsAreReplayed(t *testing.T) {
	t.Parallel()
	for _, secret := range []bool{false, true} {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		for _, name := range []string{"lost-answer", "late-504", "truncated"} {
			_, _ = tryCall(t, s, goodCall(t, s, catalog.Login), asking(name)) // the connection may be cut
		}
		replay := replayed(t, saved(t, s, client.BundleOptions{Secret: secret}))
		if !replay.AllSame() || replay.Same != 3 || len(replay.Notes) > 0 {
			t.Errorf("with secret: %t: got %+v, want three calls the same", secret, replay)
		}
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
				return tx.Products().PutProduct(commerce.Product{Code: "P"})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		info, err := sandbox.CheckBundle(t.Context(), saved(t, s, client.BundleOptions{}))
		if err != nil || info.PersonalData != personal {
			t.Errorf("got %+v, %v, want personal data: %t", info, err, personal)
		}
	}
}
