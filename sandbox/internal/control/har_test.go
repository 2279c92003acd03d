package control_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// archivedID finds the ids of calls in an HTTP Archive.
var archivedID = regexp.MustCompile(`"_id":"([^"]*)"`)

func TestRequestsAsArchive(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fourCalls(s)
	for path, want := range map[string]string{
		"/accounts/DEMO/requests?format=har":                            "DEMO-1 DEMO-2 DEMO-3 DEMO-4",
		"/accounts/DEMO/requests?format=har&q=code:ORDER_NOT_FOUND":     "DEMO-3",
		"/accounts/DEMO/requests?format=har&limit=2":                    "DEMO-3 DEMO-4",
		"/accounts/DEMO/requests?format=har&after=DEMO-1&before=DEMO-4": "DEMO-2 DEMO-3",
		"/accounts/none/requests?format=har":                            "",
	} {
		status, body := visit(t, s, http.MethodGet, path, "")
		var ids []string
		for _, found := range archivedID.FindAllStringSubmatch(body, -1) {
			ids = append(ids, found[1])
		}
		if got := strings.Join(ids, " "); !json.Valid([]byte(body)) || status != http.StatusOK || got != want {
			t.Errorf("%s: got %d %q of %.300s, want %q", path, status, got, body, want)
		}
	}
	if status, body := visit(t, s, http.MethodGet, "/accounts/DEMO/requests?format=har&view=line", ""); status != http.StatusBadRequest {
		t.Errorf("got %d %s, want whole calls only", status, body)
	}
}

func TestArchiveMasksCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=1")
	_, whole := visit(t, s, http.MethodGet, "/requests/DEMO-1", "")
	_, body := visit(t, s, http.MethodGet, "/accounts/DEMO/requests?format=har", "")
	hash := credential.Sign(credential.SHA256, "DEMO", s.Now().Format("2006-01-02 15:04:05"), s.Secret())
	if !strings.Contains(whole, hash) || strings.Contains(body, hash) || !strings.Contains(body, hash[:4]) {
		t.Errorf("got %.600s, want it with the beginning of %s only", body, hash)
	}
}
