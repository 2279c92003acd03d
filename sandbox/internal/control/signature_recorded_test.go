package control_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDiagnoseRecordedCall diagnoses the signatures of calls in the journal at
// the moments of the calls, for known and unknown codes.
func TestDiagnoseRecordedCall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const date = sandboxtest.Moment
	later := credential.Sign(credential.SHA256, "DEMO", "2026-10-09 14:00:00", "demo-secret")
	account := s.Control().Account("DEMO")
	login, err := account.Sign(t.Context(), client.SignRequest{Protocol: client.SOAP})
	must(t, err)
	exchange(t, "GET", s.REST()+"/orders/", "", "X-Service-Authentication", `code="DEMO" date="`+date+`" hash="`+later+`" algo="sha256"`)
	exchange(t, "POST", s.SOAP(), login.Envelope, "Content-Type", "text/xml; charset=utf-8")
	exchange(t, "GET", s.REST()+"/orders/", "", "X-Service-Authentication", credential.Header("NO SHOP", date, "x", credential.SHA256))
	exchange(t, "GET", s.REST()+"/upsell", "")
	_, err = account.ChangeClock(t.Context(), client.ClockChange{Advance: "8d"})
	must(t, err)
	for id, want := range map[string]client.SignatureDiagnosis{
		"DEMO-1": {Account: "DEMO", Code: "DEMO", Date: date, Algorithm: "sha256", Given: later, Signed: "4DEMO19" + date, Made: "4DEMO192026-10-09 14:00:00",
			Expected: credential.Sign(credential.SHA256, "DEMO", date, "demo-secret"), Mistake: "other-date",
			Message: `Wrong hash or vendor code: the hash is not the one for this code and date; date "2026-10-09 14:00:00" was signed, +2:00 h off the one sent (local time?); sign the same date that you send, in GMT.`},
		"DEMO-2": {Valid: true, Account: "DEMO", Code: "DEMO", Date: date, Algorithm: "sha256", Given: login.Hash, Signed: login.Signed, Expected: login.Hash,
			Message: "The hash and the date are right."},
		"none-1": {Code: "NO SHOP", Date: date, Algorithm: "sha256", Given: credential.Sign(credential.SHA256, "NO SHOP", date, "x"),
			Message: `Wrong hash or vendor code: no account has the vendor code "NO SHOP"; a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "NO SHOP".`},
	} {
		got, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Call: id})
		got.Corrected = nil
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", id, got, err)
		}
	}
	play(t, s, []step{{"POST", "/signature", `{"call":"none-2"}`, 400,
		`{"error":"call none-2 has no signature, or the journal keeps it no longer","hint":"name a call with a credential header, or a SOAP login"}`}})
}

// TestSecretOfRequest signs and diagnoses with a code and a secret of no account.
func TestSecretOfRequest(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account := s.Control().Account("DEMO")
	signed, err := account.Sign(t.Context(), client.SignRequest{Code: "Zoë", Secret: "grüße", At: sandboxtest.Moment})
	if err != nil || signed.Signed != "4Zoë19"+sandboxtest.Moment || signed.Hash != credential.Sign(credential.SHA256, "Zoë", sandboxtest.Moment, "grüße") ||
		signed.Accepted || !strings.Contains(signed.Message, "no account has the vendor code") {
		t.Errorf("got %+v, %v", signed, err)
	}
	for secret, valid := range map[string]bool{"grüße": true, "grüsse": false} {
		found, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: signed.Header.Value, Secret: secret})
		if err != nil || found.Valid != valid || found.Account != "" || found.Expected != credential.Sign(credential.SHA256, "Zoë", sandboxtest.Moment, secret) {
			t.Errorf("%s: got %+v, %v", secret, found, err)
		}
	}
	login, err := account.Sign(t.Context(), client.SignRequest{Protocol: client.SOAP, Secret: "x"})
	if err != nil || login.Session != "" || login.Accepted || login.Expires != nil {
		t.Errorf("got %+v, %v", login, err)
	}
}

// TestDiagnoseTheHeaderThatCounts diagnoses a call with two credential headers by the one
// that admitted it, in either order.
func TestDiagnoseTheHeaderThatCounts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	answer, _ := exchange(t, "GET", s.REST()+"/orders/", "", "Accept", "application/json", "X-Service-Authentication", s.Sign(),
		"X-Avangate-Authentication", credential.Header("DEMO", sandboxtest.Moment, "wrong", credential.SHA256)) // sent first, as its name sorts first
	got, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Call: "DEMO-1"})
	if err != nil || answer.StatusCode != http.StatusCreated || !got.Valid {
		t.Errorf("got %s and %+v, %v, want 201 and a valid signature", answer.Status, got, err)
	}
}
