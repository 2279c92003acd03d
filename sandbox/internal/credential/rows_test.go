package credential_test

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// awkward is a secret as the vendor's control panel makes them.
const awkward = `a+B&c<d>9\e'$Home"f#gh;i%41jK-0123456789`

// examples are refusals by their mistakes.
func examples(t *testing.T) map[credential.Mistake][]error {
	t.Helper()
	keyed := func(secret, key string) error {
		return explained(credential.Claim{Code: code, Date: date, Hash: mac(key, right)}, secret, policy())
	}
	signed := func(text string) error {
		return explained(credential.Claim{Code: code, Date: date, Hash: mac(secret, text)}, secret, policy())
	}
	hashed := func(hash, algorithm string) error {
		return explained(credential.Claim{Code: code, Date: date, Hash: hash, Algo: algorithm}, secret, policy())
	}
	only, others, none, deleted := policy(), policy(), policy(), policy()
	only.Algorithm, none.Absent, deleted.Absent = credential.SHA3, credential.NoAccount, credential.Deleted
	others.Others = func(yield func(string) bool) { yield("other-key") }
	wrong := credential.Claim{Code: code, Date: date, Hash: mac("other-key", right)}
	characters := credential.Claim{Code: "MÜLLER", Date: date, Hash: mac(secret, "6MÜLLER19"+date)}
	all := map[credential.Mistake][]error{
		credential.Characters:     {explained(characters, secret, policy())},
		credential.NoLengths:      {signed(code + date)},
		credential.LengthsFirst:   {signed("819" + code + date)},
		credential.SwappedFields:  {signed(date + code)},
		credential.Extra:          {signed(right + "\n"), signed("8," + code + ",19," + date)},
		credential.OtherCode:      {signed("8avangate19" + date)},
		credential.OtherDate:      {signed("8" + code + "102010-05-13"), signed("8" + code + "192010-05-13 12:12:13"), signed("8" + code + "192010-05-13 14:12:12")},
		credential.KeptHash:       {signed("8" + code + "192010-05-13 12:10:42")},
		credential.PaddedSecret:   {keyed(secret, secret+"\n")},
		credential.HashedSecret:   {keyed(secret, sum(secret))},
		credential.EmptySecret:    {keyed(secret, "")},
		credential.OtherSecret:    {explained(wrong, secret, others)},
		credential.BareSecret:     {hashed(secret, "")},
		credential.SwappedKey:     {hashed(mac(right, secret), "")},
		credential.PlainHash:      {hashed(sum(right), "")},
		credential.Base64:         {hashed(base64.StdEncoding.EncodeToString([]byte(inSHA2)), "")},
		credential.Punctuated:     {hashed("0x"+inSHA2, "")},
		credential.OtherAlgorithm: {hashed(inSHA2, "sha3-256"), explained(credential.Claim{Code: code, Date: date, Hash: inSHA2}, secret, only)},
		credential.UnknownAccount: {explained(wrong, secret, none)},
		credential.DeletedAccount: {explained(wrong, secret, deleted)},
	}
	for _, test := range mangled {
		all[credential.MangledSecret] = append(all[credential.MangledSecret], keyed(test.secret, test.key))
	}
	for _, test := range staleDates {
		all[test.want] = append(all[test.want], withDate(test.date, test.now))
	}
	_, typographic := credential.Parse(`code=“A” date="B" hash="C"`)
	_, bare := credential.Parse(awkward)
	all[credential.Typographic], all[credential.BareKey] = []error{typographic}, []error{bare}
	all[credential.Misplaced] = []error{credential.MisplacedIn("Authorization", "X-Service-Authentication")}
	return all
}

// withDate verifies a right hash of a date at a moment.
func withDate(date, now string) error {
	moment, _ := time.Parse(time.DateTime, now)
	claim := credential.Claim{Code: code, Date: date, Hash: credential.Sign(credential.SHA256, code, date, secret)}
	return credential.Verify(claim, secret, credential.Policy{Skew: 5 * time.Minute, Moments: []time.Time{moment}})
}

// staleDates are dates of other calendars and clocks.
var staleDates = []struct {
	date, now string
	want      credential.Mistake
	says      string
}{
	{"2569-11-27 14:00:00", "2026-11-27 14:00:00", credential.OtherCalendar, "it is off by +543 years: another calendar? (Buddhist year 2569 is 2026); format it in the invariant culture, and send the present time in GMT, 2026-11-27 14:00:00,"},
	{"1405-09-06 14:00:00", "2026-11-27 14:00:00", credential.OtherCalendar, "it is off by -621 years: another calendar? (Persian year 1405 is 2026)"},
	{"1448-06-17 14:00:00", "2026-11-27 14:00:00", credential.OtherCalendar, "it is off by -578 years: another calendar? (Islamic year 1448 is 2026)"},
	{"0115-11-27 14:00:00", "2026-11-27 14:00:00", credential.OtherCalendar, "(Minguo year 115 is 2026)"},
	{"5787-03-17 14:00:00", "2026-11-27 14:00:00", credential.OtherCalendar, "(Hebrew year 5787 is 2027)"},
	{"3000-11-27 14:00:00", "2026-11-27 14:00:00", credential.OtherCalendar, "it is off by +974 years: another calendar? (Buddhist year 2569 is 2026)"},
	{"2026-11-27 02:00:00", "2026-11-27 14:01:00", credential.TwelveHours, "it is off by -12:01 h: is its hour written as hh?; write it as HH, and send the present time in GMT"},
	{"2026-11-27 12:30:00", "2026-11-27 00:30:00", credential.TwelveHours, "it is off by +12:00 h: is its hour written as hh?"},
	{"2026-11-27 13:30:00", "2026-11-27 01:30:00", credential.LocalTime, "it is off by +12:00 h: local time?"},
	{"2026-11-26 23:30:00", "2026-11-27 11:30:00", credential.LocalTime, "it is off by -12:00 h: local time?"},
	{"2026-11-27 14.00.00", "2026-11-27 14:00:00", credential.LocalFormat, "is not written as Y-m-d H:i:s in GMT, but as in some country; format it in the invariant culture"},
	{"2026/11/27 14:00:00", "2026-11-27 14:00:00", credential.LocalFormat, "in the invariant culture"},
	{"٢٠٢٦-١١-٢٧ ١٤:٠٠:٠٠", "2026-11-27 14:00:00", credential.LocalFormat, "in the invariant culture"},
	{"27.11.2026 14:00:00", "2026-11-27 14:00:00", "", "is not written as Y-m-d H:i:s in GMT, such as"},
	{"2026-11-27T14:00:00", "2026-11-27 14:00:00", "", "is not written as Y-m-d H:i:s in GMT, such as"},
	{"2026-11-30 14:00:00", "2026-11-27 14:00:00", "", "it is off by +3 days; send the present time in GMT"},
}

// TestStaleDates names the calendar or the clock of a date.
func TestStaleDates(t *testing.T) {
	t.Parallel()
	for _, test := range staleDates {
		if got := refusal(t, withDate(test.date, test.now)); got.Kind != credential.Stale || got.Mistake != test.want || !strings.Contains(got.Message, test.says) {
			t.Errorf("%s at %s: got %+v", test.date, test.now, got)
		}
	}
}

// mangled are secrets and the texts made of them by frameworks.
var mangled = []struct{ secret, key, says string }{
	{awkward, `a+B&amp;c&lt;d&gt;9\e&#039;$Home&quot;f#gh;i%41jK-0123456789`, "escaped as HTML"},
	{awkward, `a+B&amp;c&lt;d&gt;9\e'$Home&quot;f#gh;i%41jK-0123456789`, "escaped as HTML"},
	{awkward, `a+B&amp;c&lt;d&gt;9\e'$Home"f#gh;i%41jK-0123456789`, "escaped as HTML"},
	{awkward, `a+B&amp;c&lt;d&gt;9\e&#39;$Home&#34;f#gh;i%41jK-0123456789`, "escaped as HTML"},
	{awkward, `a+B&amp;c&lt;d&gt;9\e&#x27;$Home&quot;f#gh;i%41jK-0123456789`, "escaped as HTML"},
	{"a&amp;b12345678", "a&b12345678", "with & for &amp;; use it as the control panel shows it"},
	{"q 1" + awkward, "q%201a%2BB%26c%3Cd%3E9%5Ce%27%24Home%22f%23gh%3Bi%2541jK-0123456789", "URL-encoded"},
	{"q 1" + awkward, "q+1a%2bB%26c%3cd%3e9%5ce%27%24Home%22f%23gh%3bi%2541jK-0123456789", "URL-encoded"},
	{"q 1" + awkward, "q%201a%2BB%26c%3Cd%3E9%5Ce'%24Home%22f%23gh%3Bi%2541jK-0123456789", "URL-encoded"},
	{awkward, `a+B&c<d>9\e'$Home"f#gh;iAjK-0123456789`, "URL-decoded"},
	{awkward, `a B&c<d>9\e'$Home"f#gh;iAjK-0123456789`, "URL-decoded"},
	{"abcdefgh1#23", "abcdefgh1", "cut at the #, a comment in .env; put it in single quotes"},
	{"abcdefgh #23", "abcdefgh", "cut at the #"},
	{"abcdefgh1;23", "abcdefgh1", "cut at the ;"},
	{"abcdefgh1&23", "abcdefgh1", "cut at the &"},
	{"abcd$efgh-1234567", "abcd-1234567", "expanded"},
	{"abcdefgh${i}-1", "abcdefgh-1", "expanded"},
	{"abcdefg$9x-12", "abcdefgx-12", "expanded"},
	{"abcdefgh$123", "abcdefgh", "expanded"},
	{"abcdefgh$$12", "abcdefgh$12", "expanded"},
	{`abcd'ef"gh\1`, `abcd\'ef\"gh\\1`, "backslashes were added"},
	{`abcd/ef"gh\1`, `abcd\/ef\"gh\\1`, "backslashes were added"},
	{`abcd\'efgh\\1`, `abcd'efgh\1`, "backslashes of the secret were removed"},
	{`abcdefgh\n1`, "abcdefgh\n1", "read as escapes"},
	{"ab<cd>efgh1234", "abefgh1234", "tags were stripped"},
	{"abcdefgh1<234", "abcdefgh1", "tags were stripped"},
	{"abc%41defgh12", "abcdefgh12", "two hex digits was stripped"},
	{"abcdefgh12", "bcdefgh12", "first character"},
	{"abcdefgh12", "abcdefgh1", "last character"},
	{"aBcdefgh12", "ABCDEFGH12", "capitals or small letters"},
	{"aBcdefgh12", "abcdefgh12", "capitals or small letters"},
	{"abcdefgh12", "**********", "masked by stars"},
	{"abcdefgh1234567890", "********", "masked by stars"},
	{"abcdefgh1234567890", "abcdefgh1*********", "masked by stars"},
	{"abcdefgh1234567890", "*********234567890", "masked by stars"},
}

// TestMangledSecrets names the change of a secret by a framework.
func TestMangledSecrets(t *testing.T) {
	t.Parallel()
	for _, test := range mangled {
		got := refusal(t, explained(credential.Claim{Code: code, Date: date, Hash: mac(test.key, right)}, test.secret, policy()))
		if got.Mistake != credential.MangledSecret || !strings.Contains(got.Message, test.says) {
			t.Errorf("%s as %s: got %s", test.secret, test.key, got.Message)
		}
		if strings.Contains(got.Message, test.key) || got.Made != "" {
			t.Errorf("%s: %+v shows the key", test.secret, got)
		}
	}
}

// TestShortPartsOfASecret confirms no key with less than half of a secret or fewer than eight
// bytes of it.
func TestShortPartsOfASecret(t *testing.T) {
	t.Parallel()
	for secret, key := range map[string]string{
		"abcdefgh#123456789": "abcdefgh", "abcdefg#1": "abcdefg", "$abcdefgh1-": "-", "abcdefg&": "abcdefg",
		"abcdefgh": "bcdefgh", "<abcdefghi>12345678": "", "%41%42%43%44%45%46": "ABCDEF", "abcdefgh1234": "abcd********",
	} {
		got := refusal(t, explained(credential.Claim{Code: code, Date: date, Hash: mac(key, right)}, secret, policy()))
		if key != "" && got.Mistake != "" {
			t.Errorf("%s of %s: got %s", key, secret, got.Message)
		}
	}
}

// TestKeptHash names the second of a kept hash. A step of a time zone wins.
func TestKeptHash(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		algorithm, named credential.Algorithm
		earlier          time.Duration
		want             credential.Mistake
		says             string
	}{
		{credential.SHA256, "", 90 * time.Second, credential.KeptHash, "the hash belongs to 12:10:42, 90 s earlier: it was made once and kept; sign each call."},
		{credential.SHA256, "", 5 * time.Second, credential.OtherDate, "a moment off the one sent"},
		{credential.SHA256, "", 6 * time.Second, credential.KeptHash, "12:12:06, 6 s earlier"},
		{credential.SHA256, "", 900 * time.Second, credential.OtherDate, "-15:00 min off the one sent (local time?)"},
		{credential.SHA256, "", 3599 * time.Second, credential.KeptHash, "3599 s earlier"},
		{credential.SHA256, "", 3601 * time.Second, "", "none of the usual mistakes"},
		{credential.SHA256, "", -90 * time.Second, "", "none of the usual mistakes"},
		{credential.MD5, "", 3599 * time.Second, credential.KeptHash, "3599 s earlier"},
		{credential.SHA3, credential.SHA3, 1799 * time.Second, credential.KeptHash, "1799 s earlier"},
		{credential.SHA3, credential.SHA3, 1801 * time.Second, "", "none of the usual mistakes"},
		{credential.SHA3, "", 90 * time.Second, "", "none of the usual mistakes"},
		{credential.SHA256, credential.SHA3, 90 * time.Second, "", "none of the usual mistakes"},
	} {
		kept := signedAt.Add(-test.earlier).Format(time.DateTime)
		claim := credential.Claim{Code: code, Date: date, Hash: credential.Sign(test.algorithm, code, kept, secret), Algo: string(test.named)}
		got := refusal(t, explained(claim, secret, policy()))
		if got.Mistake != test.want || !strings.Contains(got.Message, test.says) {
			t.Errorf("%+v: got %q %s", test, got.Mistake, got.Message)
		}
		if made := got.Made; test.want == credential.KeptHash && credential.SignedString(code, kept) != made {
			t.Errorf("%+v: got %q as what was signed", test, made)
		}
	}
}

// TestEachRow runs each line of the table of mistakes: an example gets its sentence.
func TestEachRow(t *testing.T) {
	t.Parallel()
	examples := examples(t)
	for _, row := range credential.Rows() {
		sentence := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(strings.Replace(row.Sentence(), "CODE", code, 1)), "…", ".+"))
		found := false
		for _, err := range examples[row.Mistake] {
			r := refusal(t, err)
			found = found || r.Mistake == row.Mistake && sentence.MatchString(r.Message)
		}
		if !found {
			t.Errorf("%s: no example gets %q, but %v", row.Mistake, row.Sentence(), examples[row.Mistake])
		}
	}
}
