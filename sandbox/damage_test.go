package sandbox_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// flip changes a bit of each occurrence of a text in a file that is in use, and
// returns a function that undoes it.
func flip(t *testing.T, path, text string) (undo func()) {
	t.Helper()
	damaged := text[:len(text)-1] + string(text[len(text)-1]^1)
	replaceIn(t, path, text, damaged)
	return func() { replaceIn(t, path, damaged, text) }
}

func replaceIn(t *testing.T, path, old, now string) {
	t.Helper()
	content, err := os.ReadFile(path)
	must(t, err)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	_, err = file.WriteAt(bytes.ReplaceAll(content, []byte(old), []byte(now)), 0)
	must(t, errors.Join(err, file.Close()))
}

// TestDamagedRecords verifies that a call which needs a damaged record fails with
// 500, in the shape of its protocol, and names file and record, that the log has one
// line for it, and that other calls succeed. The damage is undone at the end, because
// every test verifies its file.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	log, data := &lines{}, filepath.Join(t.TempDir(), "data.db")
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.Lasting(data), logTo(log))
	order, subscription := s.ID("order-complete", "OrderReference"), s.ID("subscription-upgradable", "SubscriptionReference")
	retrieve, upgrade := goodCall(t, s, catalog.RetrieveOrder), goodCall(t, s, catalog.UpgradePartnerSubscriptions)
	defer flip(t, data, `{"RefNo":"`+order)()
	defer flip(t, data, `{"reference":"`+subscription)()
	reason := func(record string) string {
		return "the data file " + data + " is damaged: record " + record + " of account DEMO does not match its checksum"
	}
	ofOrder, ofSubscription, hint := reason(order+" of orders"), reason(`"`+subscription+`" of subscriptions`), "stop the sandbox and run: commerce-sandbox check "+data

	rest := makeCall(t, s, retrieve, nil)
	want := `{"error_code":"INTERNAL_ERROR","message":"The sandbox cannot answer the call, because ` + ofOrder + "; " + hint + `"}`
	if rest.Status != http.StatusInternalServerError || strings.TrimSpace(rest.Body) != want {
		t.Errorf("REST: got %d %s, want 500 %s", rest.Status, rest.Body, want)
	}
	soap := makeCall(t, s, upgrade, nil)
	if want := "because " + ofSubscription + "; " + hint; soap.Status != http.StatusInternalServerError ||
		!strings.Contains(soap.Body, "Fault>") || !strings.Contains(soap.Body, want) {
		t.Errorf("SOAP: got %d %s, want a fault with %s", soap.Status, soap.Body, want)
	}
	var failed *client.Error
	_, err := s.Control().Account(s.Code()).SaveSnapshot(t.Context(), "copy")
	if !errors.As(err, &failed) || failed.Status != http.StatusInternalServerError || failed.Text != ofOrder || failed.Hint != hint {
		t.Errorf("control: got %v, want 500 %s", err, ofOrder)
	}
	if got := log.with("does not match its checksum"); len(got) != 3 {
		t.Errorf("got log lines\n%s\nwant one for each call", strings.Join(got, "\n"))
	}
	if got := s.Get("/orders/?Limit=1").Status; got != http.StatusCreated {
		t.Errorf("got %d for another call, want 201", got)
	}
}
