package journal_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

const (
	hash  = "29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739"
	token = "c2FuZGJveA.REVNTw.MTc3MjM2NjQwMA"
)

// TestSecretsHaveRoom names a secret after more notes than an entry keeps and
// expects it to be hidden all the same.
func TestSecretsHaveRoom(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	d := j.Begin(httptest.NewRequest("POST", "/soap/6.0", nil), noon)
	d.Protocol = client.SOAP
	for d.Omitted == 0 {
		d.Note("ignored element")
	}
	d.Secret(token)
	d.Secret(strings.Repeat("a", 1<<20)) // longer than an entry has room for
	d.RequestBody([]byte("<param0>" + token + "</param0>"))
	d.Close(noon)
	e, _ := j.Ring(journal.None).Latest()
	equal(t, "body", string(e.View().Request.Body), "<param0>c2Fu…</param0>")
	equal(t, "secrets", len(e.Mask.Secrets), 1)
	equal(t, "omitted", e.Omitted, 2)
}

// TestMaskedHidesEverywhere repeats a hash and a session id in every part of an
// entry and expects to find neither in its masked copy, and the entry unchanged.
func TestMaskedHidesEverywhere(t *testing.T) {
	t.Parallel()
	sent := "no-hex-at-all-but-sent-as-hash"
	all := "a " + sent + " b " + token + " c " + hash
	j := journal.New(journal.Defaults())
	j.Mask.CredentialHeaders = []string{"X-Service-Authentication"}
	d := j.Begin(httptest.NewRequest("POST", "/orders/?s="+token+"&h="+sent, strings.NewReader("")), noon)
	d.Request.Header = client.Header{{Name: "X-Service-Authentication", Value: `hash="` + sent + `"`}, {Name: "X-Token", Value: sent + token}}
	d.Protocol = client.SOAP
	d.Secret(token)
	d.Secret("a") // too short to be looked for
	d.RequestBody([]byte(all))
	d.ResponseBody([]byte(all))
	d.ResponseHead(500, "FORBIDDEN", http.Header{"X-Sandbox-Explain": {all}})
	d.Check(journal.Check{Name: all, Field: all, Given: all, Expected: all, Message: all})
	d.Note(all)
	d.Line("signed", all)
	d.Close(noon)
	e, _ := j.Ring(journal.None).Latest()
	before, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := json.Marshal(e.View())
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{sent, token, hash} {
		if strings.Contains(string(masked), secret) {
			t.Errorf("%q is shown: %s", secret, masked)
		}
	}
	want := "a no-h… b c2Fu… c 29e8…"
	m := e.View()
	equal(t, "check", m.Checks[0], journal.Check{Name: want, Field: want, Given: want, Expected: want, Message: want})
	equal(t, "note", m.Notes[0], want)
	equal(t, "body", string(m.Response.Body), want)
	equal(t, "id", m.ID, e.ID)
	equal(t, "lines", len(m.Explain), 0)
	equal(t, "masked again", string(j.Mask.Entry(*m).Request.Body), want)
	after, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "the entry itself", string(after), string(before))
}
