package sandbox_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// sample is the example of section 5.
var sample = sandbox.Signature{
	VendorCode: "AVANGATE", Date: "2010-05-13 12:12:12", Algorithm: sandbox.SHA256,
	Hash: "29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739",
}

func TestSign(t *testing.T) {
	t.Parallel()
	at := time.Date(2010, time.May, 13, 14, 12, 12, 0, time.FixedZone("", 2*60*60))
	got, err := sandbox.Credentials{VendorCode: "AVANGATE", Secret: "SECRET_KEY"}.Sign(at)
	if err != nil || got != sample {
		t.Errorf("got %+v, %v, want %+v", got, err, sample)
	}
	const signed, header = "8AVANGATE192010-05-13 12:12:12", `code="AVANGATE" date="2010-05-13 12:12:12" hash="29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739" algo="sha256"`
	if got := sample.Signed(); got != signed {
		t.Errorf("got %q, want %q", got, signed)
	}
	if got := sample.Header(); got != header {
		t.Errorf("got %q, want %q", got, header)
	}
	if got, err := sandbox.ParseSignature(header); err != nil || got != sample {
		t.Errorf("got %+v, %v, want %+v", got, err, sample)
	}
	short, err := sandbox.Credentials{VendorCode: "AVANGATE", Secret: "SECRET_KEY", Algorithm: "MD5"}.Sign(at)
	if want := (sandbox.Signature{VendorCode: "AVANGATE", Date: sample.Date, Hash: "bf763db7d333e9c3038698cf59ada3e6", Algorithm: sandbox.MD5}); err != nil || short != want {
		t.Errorf("got %+v, %v, want %+v", short, err, want)
	}
}

// TestSignDefaults signs as the first account of a sandbox that is started
// without options.
func TestSignDefaults(t *testing.T) {
	t.Parallel()
	before := time.Now().UTC().Format(time.DateTime)
	got, err := sandbox.Credentials{}.Sign(time.Time{})
	if err != nil || got.VendorCode != "DEMO" || got.Algorithm != sandbox.SHA256 || got.Date < before {
		t.Fatalf("got %+v, %v, want DEMO now, after %s", got, err, before)
	}
	must(t, got.Verify("demo-secret"))
}

func TestSignFaults(t *testing.T) {
	t.Parallel()
	_, err := sandbox.Credentials{VendorCode: `A"B`, Algorithm: "crc"}.Sign(time.Now())
	const want = `vendor code must have no double quotes and no control characters, got "A\"B"` + "\n" + `unknown hash algorithm "crc"`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if got, err := sandbox.ParseSignature("Basic abc"); err == nil {
		t.Errorf("got %+v, want an error", got)
	}
}

// TestVerify names the mistake of a client that signs without the lengths.
func TestVerify(t *testing.T) {
	t.Parallel()
	must(t, sample.Verify("SECRET_KEY"))
	mac := hmac.New(sha256.New, []byte("SECRET_KEY"))
	mac.Write([]byte(sample.VendorCode + sample.Date))
	bare, undated := sample, sample
	bare.Hash = hex.EncodeToString(mac.Sum(nil))
	undated.Date = ""
	for _, test := range []struct {
		signature sandbox.Signature
		want      string
	}{
		{bare, "length"},
		{undated, "without date"},
	} {
		if err := test.signature.Verify("SECRET_KEY"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: got %v, want it to name %q", test.signature, err, test.want)
		}
	}
}
