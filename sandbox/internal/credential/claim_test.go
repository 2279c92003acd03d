package credential_test

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

const (
	code   = "AVANGATE"
	date   = "2010-05-13 12:12:12"
	secret = "SECRET_KEY"
	inSHA2 = "29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739"
	inSHA3 = "0c7e9c0c96148e5bf8e199a0a0e27977edc099ff0b27794e761853b96e04c7fb"
	inMD5  = "bf763db7d333e9c3038698cf59ada3e6"
)

var signedAt = time.Date(2010, 5, 13, 12, 12, 12, 0, time.UTC)

// refusal returns err as a refusal; any other error, and nil, fails the test.
func refusal(t *testing.T, err error) credential.Refusal {
	t.Helper()
	var r *credential.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("got error %v, want a refusal", err)
	}
	return *r
}

func TestSign(t *testing.T) {
	t.Parallel()
	tests := map[credential.Algorithm]string{
		credential.SHA256: inSHA2, credential.SHA3: inSHA3, credential.MD5: inMD5, "sha1": "",
	}
	for alg, want := range tests {
		if got := credential.Sign(alg, code, date, secret); got != want {
			t.Errorf("Sign(%s) = %s, want %s", alg, got, want)
		}
	}
	if got, want := credential.SignedString("MÜLLER", date), "7MÜLLER192010-05-13 12:12:12"; got != want {
		t.Errorf("SignedString = %s, want %s", got, want)
	}
}

func TestParseAlgorithm(t *testing.T) {
	t.Parallel()
	tests := map[string]credential.Algorithm{"sha256": credential.SHA256, "SHA256": credential.SHA256, "Sha3-256": credential.SHA3, "MD5": credential.MD5}
	for in, want := range tests {
		if got, err := credential.ParseAlgorithm(in); got != want || err != nil {
			t.Errorf("ParseAlgorithm(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	const want = `unknown hash algorithm "sha512"; known: sha256, sha3-256, md5`
	if _, err := credential.ParseAlgorithm("sha512"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestHeaderIsReadBack(t *testing.T) {
	t.Parallel()
	header := credential.Header(code, date, secret, credential.SHA3)
	if want := `code="AVANGATE" date="2010-05-13 12:12:12" hash="` + inSHA3 + `" algo="sha3-256"`; header != want {
		t.Errorf("Header = %s, want %s", header, want)
	}
	got, err := credential.Parse(header)
	want := credential.Claim{Code: code, Date: date, Hash: inSHA3, Algo: "sha3-256"}
	if got != want || err != nil {
		t.Errorf("Parse = %+v, %v, want %+v", got, err, want)
	}
}

func TestParseSpellings(t *testing.T) {
	t.Parallel()
	plain := credential.Claim{Code: "A", Date: "B C", Hash: "D"}
	named := credential.Claim{Code: "A", Date: "B C", Hash: "D", Algo: "md5"}
	tests := map[string]credential.Claim{
		`code="A" date="B C" hash="D"`:              plain,
		`code="A" date="B C" hash="D" algo="md5"`:   named,
		`code="A" date="B C" hash="D"algo="md5"`:    named,
		`code="A"date="B C"hash="D"`:                plain,
		`code="A", date="B C", hash="D"`:            plain,
		`code="A";date="B C" ; hash="D";`:           plain,
		`code='A' date='B C' hash='D'`:              plain,
		`code="A" date='B C' hash="D"`:              plain,
		`hash="D" algo="md5" date="B C" code="A"`:   named,
		`CODE="A" Date="B C" hAsH="D"`:              plain,
		`code = "A" date= "B C" hash ="D"`:          plain,
		"  ,code=\"A\"\t\tdate=\"B C\"  hash=\"D\"": plain,
		`code="A" date="B C" hash="D" algo=""`:      plain,
		`code="it's" date="=" hash='"'`:             {Code: "it's", Date: "=", Hash: `"`},
	}
	for header, want := range tests {
		got, err := credential.Parse(header)
		if got.Spelling = 0; got != want || err != nil {
			t.Errorf("Parse(%s) = %+v, %v, want %+v", header, got, err, want)
		}
	}
}

// TestSpellings finds the headers written otherwise than the document says.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]credential.Spelling{
		`code="A" date="B C" hash="D"`:             0,
		`hash="D"algo="md5"  code = "A" date="B'"`: 0,
		`code='A' date="B C" hash="D"`:             credential.SingleQuoted,
		`Code="A" date="B C" HASH="D"`:             credential.OtherCase,
		`code="A", date="B C" hash="D"`:            credential.Separated,
		`code="A" date="B,C" hash="D";`:            credential.Separated,
		`code='A';date='B C';Hash='D'`:             credential.SingleQuoted | credential.OtherCase | credential.Separated,
	} {
		if got, err := credential.Parse(header); got.Spelling != want || err != nil {
			t.Errorf("%s: got %b, %v, want %b", header, got.Spelling, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const send = `; send code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HEX", and algo="sha256" if you like.`
	tests := []struct{ header, field, why string }{
		{"", "", "there are none" + send},
		{" ,; ", "", "there are none" + send},
		{"Bearer SECRET_KEY", "", `it looks like a bare key; send code, date and hash: code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HEX", and algo="sha256" if you like.`},
		{`code="A" SECRET_KEY`, "", `from byte 10 on there is no name="value" pair` + send},
		{"code=A date=B hash=C", "", "the pair from byte 1 on has no quotes around its value" + send},
		{"code=“A” date=B", "", "it has typographic quotes, which the interface does not accept; send straight ones (the pair from byte 1 on)."},
		{"code=A date=“B”", "", "the pair from byte 1 on has no quotes around its value" + send},
		{`code="A" date=`, "", "the pair from byte 10 on has no quotes around its value" + send},
		{`code="A" date="B`, "", `the pair from byte 10 on has no closing ".`},
		{`code="A" date='B"`, "", `the pair from byte 10 on has no closing '.`},
		{`code="A" key="SECRET_KEY"`, "", `"key" is not one of code, date, hash and algo` + send},
		{`="A"`, "", `"" is not one of code, date, hash and algo` + send},
		{`code="A" CODE="B"`, "code", "code must be given once, got it twice."},
		{`code="" code="B"`, "code", "code must be given once, got it twice."},
		{`code="A"`, "date", "without date and hash" + send},
		{`code="" date="B" hash="C"`, "code", "without code" + send},
		{`algo="md5"`, "code", "without code, date and hash" + send},
	}
	for _, test := range tests {
		_, err := credential.Parse(test.header)
		want := credential.Refusal{Kind: credential.Unreadable, Field: test.field, Message: "Unreadable credentials: " + test.why}
		switch {
		case strings.Contains(test.why, "typographic"):
			want.Mistake = credential.Typographic
		case strings.Contains(test.why, "bare key"):
			want.Mistake = credential.BareKey
		}
		if got := refusal(t, err); !reflect.DeepEqual(got, want) {
			t.Errorf("Parse(%s) = %+v, want %+v", test.header, got, want)
		}
	}
}

// Accepted claims are complete, and nothing panics.
func FuzzParse(f *testing.F) {
	f.Add(credential.Header(code, date, secret, credential.SHA256))
	for _, seed := range []string{"", `code='A'date='B'hash='C'algo='md5'`, `code="A`, `=""`, `code=`, "\x80=\"", `code="A",,;date="B" hash="C" x="y"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		claim, err := credential.Parse(header)
		if err != nil {
			refusal(t, err)
			return
		}
		if claim.Code == "" || claim.Date == "" || claim.Hash == "" {
			t.Errorf("Parse(%q) = %+v without an error", header, claim)
		}
		if err := credential.Verify(claim, secret, credential.Policy{Skew: credential.AnyDate}); err != nil {
			refusal(t, err)
		}
	})
}

// FuzzReadPasted repairs any text: the result is complete, and stays the same when it is
// read again.
func FuzzReadPasted(f *testing.F) {
	header := credential.Header(code, date, secret, credential.SHA256)
	for _, seed := range []string{"", header, "X-Auth: " + header, strings.ReplaceAll(header, `"`, `\"`), strings.ReplaceAll(header, `"`, "”"),
		header[:20] + "\n  " + header[20:], base64.StdEncoding.EncodeToString([]byte(header)), "code=\"\n\" x-auth", "\xc5X-Auth"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := credential.ReadPasted(text, []string{"X-Auth"})
		if err != nil {
			refusal(t, err)
			return
		}
		if p.Code == "" || p.Date == "" || p.Hash == "" {
			t.Errorf("ReadPasted(%q) = %+v without an error", text, p)
		}
	})
}
