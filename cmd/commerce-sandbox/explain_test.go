package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestNoRequest lists an entry for bytes that are no request.
func TestNoRequest(t *testing.T) {
	t.Parallel()
	call := client.Entry{ID: "none-1", WallTime: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)}
	call.Response.Status = http.StatusBadRequest
	var stdout bytes.Buffer
	r := &request{remote: (&program{stdout: &stdout}).remote(), format: client.AsText}
	if err := r.printCall(call); err != nil || !slices.Equal(strings.Fields(stdout.String()), strings.Fields("2026-10-09 12:00:00 none-1 - 400 - - -")) {
		t.Errorf("got %q, %v", stdout.String(), err)
	}
}

// TestLongTexts measures the lines about calls with long parts. A command that repeats a
// call has all of its address.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	s := reach(t)
	long := strings.Repeat("x", 30_000)
	s.Get("/" + long)
	s.Get("/orders/?Limit=" + long)
	for _, args := range [][]string{{"requests"}, {"requests", "--account", "DEMO"}, {"explain", "DEMO-1"}, {"explain", "DEMO-2"}} {
		got := s.call(args...)
		for line := range strings.Lines(got.stdout + got.stderr) {
			if len(line) > 2<<10 && !strings.HasPrefix(line, "curl ") {
				t.Errorf("%q: a line has %d bytes: %.100s", args, len(line), line)
			}
		}
		if got.code != exitDone || got.stdout == "" {
			t.Errorf("%q: got %+v", args, got)
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.want(misuse("explain", "the journal has no call of account DEMO; make a call, or look for calls that belong to no account"), "explain", "latest")
	s.Get("/orders/customer/?CustomerReference=x&Page=0")
	s.golden("explain-parameters", "explain", "DEMO-1")
	s.Do("DELETE", "/orders/"+s.ID("purchase-order-awaiting-form", "OrderReference")+"/", "")
	s.golden("explain-change", "explain", "latest")
	_, err := s.Control().Account("DEMO").Advance(t.Context(), time.Millisecond) // too little to show
	must(t, err)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.REST()+"/orders/", nil)
	must(t, err)
	signature := sandbox.Signature{VendorCode: "DEMO", Date: sandboxtest.Moment, Algorithm: sandbox.SHA256}
	mac := hmac.New(sha256.New, nil) // without the secret
	mac.Write([]byte(signature.Signed()))
	signature.Hash = hex.EncodeToString(mac.Sum(nil))
	request.Header.Set(sandbox.AuthHeader, signature.Header())
	request.Header.Set("User-Agent", "shop\u009b31m") // it would turn a terminal red
	_, err = http.DefaultClient.Do(request)
	must(t, err)
	s.golden("explain-signature", "explain", "latest")
	must(t, client.New(s.URL(), client.Options{}).Account("DEMO").Activate(t.Context(), "outage", client.ActivationLimits{Times: 1}))
	s.Get("/orders/")
	s.golden("explain-scenario", "explain", "latest")
	preview, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, s.REST()+"/orders/1/", nil)
	must(t, err)
	preview.Header.Set(sandbox.AuthHeader, s.Sign())
	preview.Header.Set("X-Sandbox-Preview", "1")
	_, err = http.DefaultClient.Do(preview)
	must(t, err)
	s.golden("explain-preview", "explain", "latest")
	var call client.Entry
	inJSON := s.call("explain", "DEMO-3", "--format", "json")
	if err := json.Unmarshal([]byte(inJSON.stdout), &call); err != nil || len(call.Explain) != 2 {
		t.Errorf("got %+v, %v", inJSON, err)
	}
	s.want(misuse("explain", `unknown request "DEMO"; an id is a vendor code or none, a hyphen and a number; the header X-Sandbox-Request has it`), "explain", "DEMO")
}

// TestExplainLatestWithoutAccount finds a call with a made-up session in the only
// account's journal. With several accounts, explain latest says where it is.
func TestExplainLatestWithoutAccount(t *testing.T) {
	t.Parallel()
	s := reach(t)
	madeUp := func() {
		s.Advance(time.Second)
		body := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><upgradePartnerSubscriptions><sessionID>x</sessionID><Items/></upgradePartnerSubscriptions></e:Body></e:Envelope>`
		answer, err := http.Post(s.URL()+"/soap/6.0", "text/xml", strings.NewReader(body))
		must(t, err)
		_ = answer.Body.Close()
	}
	madeUp()
	if got := s.call("explain", "latest"); !strings.HasPrefix(got.stdout, "DEMO-1: ") || got.stderr != "" {
		t.Errorf("with one account: got %+v, want DEMO-1", got)
	}
	_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OTHER"})
	must(t, err)
	madeUp()
	want := "A later call belongs to no account: commerce-sandbox explain none-1 shows it\n"
	if got := s.call("explain", "latest"); !strings.HasPrefix(got.stdout, "DEMO-1: ") || got.stderr != want {
		t.Errorf("with two accounts: got %+v, want DEMO-1 and %q", got, want)
	}
}
