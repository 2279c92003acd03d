package credential_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

func policy() credential.Policy {
	return credential.Policy{Skew: 5 * time.Minute, Moments: []time.Time{signedAt}}
}

func TestVerifyAccepts(t *testing.T) {
	t.Parallel()
	for _, claim := range []credential.Claim{
		{Hash: inSHA2}, {Hash: inSHA3}, {Hash: inMD5},
		{Hash: strings.ToUpper(inSHA2)}, {Hash: inSHA2[:32] + strings.ToUpper(inSHA2[32:])},
		{Hash: inSHA2, Algo: "SHA256"}, {Hash: inSHA3, Algo: "sha3-256"}, {Hash: inMD5, Algo: "md5"},
	} {
		claim.Code, claim.Date = code, date
		if err := credential.Verify(claim, secret, policy()); err != nil {
			t.Errorf("Verify(%+v) = %v, want nil", claim, err)
		}
	}
	only := policy()
	only.Algorithm = credential.SHA256
	if err := credential.Verify(credential.Claim{Code: code, Date: date, Hash: inSHA2}, secret, only); err != nil {
		t.Errorf("sha256 alone: %v", err)
	}
}

func TestVerifyUnreadableClaims(t *testing.T) {
	t.Parallel()
	const send = `; send code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HEX", and algo="sha256" if you like.`
	tests := []struct {
		claim credential.Claim
		want  credential.Refusal
	}{
		{credential.Claim{}, credential.Refusal{Field: "code", Message: "Unreadable credentials: without code, date and hash" + send}},
		{credential.Claim{Code: code, Date: date}, credential.Refusal{Field: "hash", Message: "Unreadable credentials: without hash" + send}},
		{credential.Claim{Code: code, Date: date, Hash: inSHA2, Algo: "sha1"}, credential.Refusal{Field: "algo", Given: "sha1",
			Expected: "sha256, sha3-256 or md5", Message: `Unreadable credentials: unknown hash algorithm "sha1"; known: sha256, sha3-256, md5.`}},
	}
	for _, test := range tests {
		test.want.Kind = credential.Unreadable
		if got := refusal(t, credential.Verify(test.claim, secret, policy())); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Verify(%+v) = %+v, want %+v", test.claim, got, test.want)
		}
	}
}

func TestVerifySkew(t *testing.T) {
	t.Parallel()
	year := 365 * 24 * time.Hour
	const form = "Wrong date: it is off by "
	const tail = "; send the present time in GMT, "
	tests := []struct {
		name    string
		skew    time.Duration
		moments []time.Time
		want    string // empty for accepted
	}{
		{"exact", 0, []time.Time{signedAt}, ""},
		{"upper edge", time.Minute, []time.Time{signedAt.Add(time.Minute)}, ""},
		{"lower edge", time.Minute, []time.Time{signedAt.Add(-time.Minute)}, ""},
		{"beyond the upper edge", time.Minute, []time.Time{signedAt.Add(time.Minute + 1)}, form + "-1:00 min" + tail + "2010-05-13 12:13:12, give or take 1 minute."},
		{"beyond the lower edge", time.Minute, []time.Time{signedAt.Add(-time.Minute - time.Second)}, form + "+1:01 min" + tail + "2010-05-13 12:11:11, give or take 1 minute."},
		{"second moment fits", time.Minute, []time.Time{signedAt.Add(year), signedAt}, ""},
		{"same moment twice", time.Minute, []time.Time{signedAt.Add(year), signedAt.Add(year)}, form + "-365 days" + tail + "2011-05-13 12:12:12, give or take 1 minute."},
		{"nearest counts", time.Minute, []time.Time{signedAt.Add(year), signedAt.Add(-2 * time.Hour)},
			form + "+2:00 h: local time?" + tail + "2011-05-13 12:12:12 or 2010-05-13 10:12:12, give or take 1 minute."},
		{"half an hour zone", 5 * time.Minute, []time.Time{signedAt.Add(5*time.Hour + 31*time.Minute)}, form + "-5:31 h: local time?" + tail + "2010-05-13 17:43:12, give or take 5 minutes."},
		{"a zone, some milliseconds ago", time.Minute, []time.Time{signedAt.Add(300*time.Millisecond - 2*time.Hour)},
			form + "+2:00 h: local time?" + tail + "2010-05-13 10:12:12, give or take 1 minute."},
		{"an hour, some milliseconds ago", time.Minute, []time.Time{signedAt.Add(300*time.Millisecond - time.Hour)},
			form + "+1:00 h: local time?" + tail + "2010-05-13 11:12:12, give or take 1 minute."},
		{"days, some milliseconds ago", time.Minute, []time.Time{signedAt.Add(300*time.Millisecond - 72*time.Hour)},
			form + "+3 days" + tail + "2010-05-10 12:12:12, give or take 1 minute."},
		{"no zone", time.Minute, []time.Time{signedAt.Add(-125 * time.Minute)}, form + "+2:05 h" + tail + "2010-05-13 10:07:12, give or take 1 minute."},
		{"any date", credential.AnyDate, []time.Time{signedAt.Add(200 * year)}, ""},
		{"any date at all", credential.AnyDate, []time.Time{signedAt.AddDate(900, 0, 0)}, ""},
	}
	claim := credential.Claim{Code: code, Date: date, Hash: inSHA2}
	for _, test := range tests {
		err := credential.Verify(claim, secret, credential.Policy{Skew: test.skew, Moments: test.moments})
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		got := refusal(t, err)
		if got.Kind != credential.Stale || got.Field != "date" || got.Given != date || got.Message != test.want {
			t.Errorf("%s: %+v, want a stale date with message %s", test.name, got, test.want)
		}
	}
}

func TestVerifyOtherFormatsOfTheDate(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"2010-05-13T12:12:12", "2010-05-13", "1273752732", "2010-13-13 12:12:12", "2010-05-13 9:12:12.5", "13.05.2010 12:12:12"} {
		claim := credential.Claim{Code: code, Date: bad, Hash: credential.Sign(credential.SHA256, code, bad, secret)}
		want := credential.Refusal{Kind: credential.Stale, Field: "date", Given: bad, Expected: "Y-m-d H:i:s",
			Message: `Wrong date: "` + bad + `" is not written as Y-m-d H:i:s in GMT, such as 2010-05-13 12:12:12.`}
		got := refusal(t, credential.Verify(claim, secret, credential.Policy{Skew: credential.AnyDate, Moments: []time.Time{signedAt}}))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("date %s: %+v, want %+v", bad, got, want)
		}
	}
}

func TestHashIsCheckedBeforeDate(t *testing.T) {
	t.Parallel()
	late := credential.Policy{Skew: time.Minute, Moments: []time.Time{signedAt.Add(time.Hour)}}
	got := refusal(t, credential.Verify(credential.Claim{Code: code, Date: date, Hash: inMD5[1:] + "0"}, secret, late))
	if got.Kind != credential.Mismatch {
		t.Errorf("kind %s, want %s", got.Kind, credential.Mismatch)
	}
}

func TestUnknownCode(t *testing.T) {
	t.Parallel()
	tests := []credential.Refusal{
		{Given: "NOBODY", Message: `Wrong hash or vendor code: no account has the vendor code "NOBODY"; accounts are closed.`},
		{Given: date, Mistake: credential.SwappedFields, Message: `Wrong hash or vendor code: no account has the vendor code "2010-05-13 12:12:12"; it is a date: send the vendor code as code and the time as date.`},
	}
	for _, want := range tests {
		want.Kind, want.Field = credential.Mismatch, "code"
		if got := credential.UnknownCode(credential.Claim{Code: want.Given}, "accounts are closed"); !reflect.DeepEqual(*got, want) {
			t.Errorf("got %+v, want %+v", *got, want)
		}
	}
}

func BenchmarkParseAndVerify(b *testing.B) {
	header := `code="AVANGATE" date="2010-05-13 12:12:12" hash="` + inSHA2 + `"`
	required := policy()
	b.ReportAllocs()
	for b.Loop() {
		claim, err := credential.Parse(header)
		if err != nil {
			b.Fatal(err)
		}
		if err := credential.Verify(claim, secret, required); err != nil {
			b.Fatal(err)
		}
	}
}

// explained verifies a claim, and explains a wrong hash.
func explained(claim credential.Claim, secret string, policy credential.Policy) error {
	return credential.Explain(credential.Verify(claim, secret, policy), claim, secret, policy)
}
