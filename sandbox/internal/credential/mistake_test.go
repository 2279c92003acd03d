package credential_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/base64"
	"encoding/hex"
	"hash"

	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

const right = "8AVANGATE192010-05-13 12:12:12"

func mac(key, text string) string { return hex.EncodeToString(macOf(sha256.New, key, text)) }

func macOf(digest func() hash.Hash, key, text string) []byte {
	m := hmac.New(digest, []byte(key))
	m.Write([]byte(text))
	return m.Sum(nil)
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	raw := macOf(sha256.New, secret, right)
	sha3of := func() hash.Hash { return sha3.New256() }
	md5Secret := md5.Sum([]byte(secret))
	const unknown = "none of the usual mistakes fits, so check the secret and compare the string you sign"
	const plain = "it is a plain hash; make an HMAC, with the secret as its key"
	const noLengths = "the lengths are missing from the string that was signed; put each before its value"
	const between = "the parts of the string were signed with separators between them; join them without"
	const swapped = "date and code were signed in the wrong order; the code comes first"
	const padded = "blanks, quotes or a line break were part of the secret it was keyed with; use the bare secret"
	const hashed = "the secret was hashed before it was used as key; use it as it is"
	const in64 = "it is in base64; write the digest in hex"
	const digits = "it has other characters among its hex digits; send the digits alone"
	const sizes = "sha256 and sha3-256 give 64 digits, md5 gives 32"
	tests := []struct {
		name, hash string
		mistake    credential.Mistake
		note       string
	}{
		{"no lengths", mac(secret, "AVANGATE2010-05-13 12:12:12"), credential.NoLengths, noLengths},
		{"no lengths, md5", hex.EncodeToString(macOf(md5.New, secret, "AVANGATE2010-05-13 12:12:12")), credential.NoLengths, noLengths},
		{"no lengths, sha3", hex.EncodeToString(macOf(sha3of, secret, "AVANGATE2010-05-13 12:12:12")), credential.NoLengths, noLengths},
		{"date first", mac(secret, "192010-05-13 12:12:128AVANGATE"), credential.SwappedFields, swapped},
		{"date first, no lengths", mac(secret, "2010-05-13 12:12:12AVANGATE"), credential.SwappedFields, swapped},
		{"echo", mac(secret, right+"\n"), credential.Extra, "a line break was signed at the end of the string; sign it without (echo -n)"},
		{"separated", mac(secret, "8 AVANGATE 19 2010-05-13 12:12:12"), credential.Extra, between},
		{"lower code", mac(secret, "8avangate192010-05-13 12:12:12"), credential.OtherCode, `code "avangate" was signed; sign the same code that you send`},
		{"local date", mac(secret, "8AVANGATE192010-05-13 14:12:12"), credential.OtherDate, `date "2010-05-13 14:12:12" was signed, +2:00 h off the one sent (local time?); sign the same date that you send, in GMT`},
		{"second look", mac(secret, "8AVANGATE192010-05-13 12:12:13"), credential.OtherDate, `date "2010-05-13 12:12:13" was signed, a moment off the one sent; sign the same date that you send, in GMT`},
		{"ISO date", mac(secret, "8AVANGATE202010-05-13T12:12:12Z"), credential.OtherDate, `date "2010-05-13T12:12:12Z" was signed, in another format than the one sent; sign the same date that you send, in GMT`},
		{"empty secret", mac("", right), credential.EmptySecret, "it was keyed with an empty secret; check that your setting is read"},
		{"secret with line break", mac(secret+"\n", right), credential.PaddedSecret, padded},
		{"secret with blank", mac(" "+secret, right), credential.PaddedSecret, padded},
		{"secret in quotes", mac(`"`+secret+`"`, right), credential.PaddedSecret, padded},
		{"secret hashed", mac(hex.EncodeToString(md5Secret[:]), right), credential.HashedSecret, hashed},
		{"secret hashed, raw", mac(string(md5Secret[:]), right), credential.HashedSecret, hashed},
		{"key and text", mac(right, secret), credential.SwappedKey, "key and text of the HMAC are swapped; the secret is the key"},
		{"plain", sum(right), credential.PlainHash, plain},
		{"plain, secret last", sum(right + secret), credential.PlainHash, plain},
		{"plain, secret first", sum(secret + right), credential.PlainHash, plain},
		{"plain, no lengths", sum("AVANGATE2010-05-13 12:12:12" + secret), credential.PlainHash, plain},
		{"other account", mac("other-key", right), credential.OtherSecret, `it was made with the secret of another account; use the secret that belongs to the code`},
		{"bare secret", secret, credential.BareSecret, "it is the secret itself; send the HMAC keyed with it, and never the secret"},
		{"bare secret in capitals", strings.ToUpper(secret) + " ", credential.BareSecret, "it is the secret itself; send the HMAC keyed with it, and never the secret"},
		{"bare secret in small letters", strings.ToLower(secret), credential.BareSecret, "it is the secret itself; send the HMAC keyed with it, and never the secret"},
		{"base64", base64.StdEncoding.EncodeToString(raw), credential.Base64, in64},
		{"base64 for URLs", base64.RawURLEncoding.EncodeToString(raw), credential.Base64, in64},
		{"base64 of hex", base64.StdEncoding.EncodeToString([]byte(inSHA2)), credential.Base64, in64},
		{"base64, no lengths", base64.StdEncoding.EncodeToString(macOf(sha256.New, secret, "AVANGATE2010-05-13 12:12:12")), credential.NoLengths, in64 + "; besides, " + noLengths},
		{"base64 of something", base64.StdEncoding.EncodeToString(macOf(sha256.New, "?", "?")), credential.Base64, in64 + "; besides, " + unknown},
		{"dashes", inSHA2[:2] + "-" + strings.ToUpper(inSHA2[2:]), credential.Punctuated, digits},
		{"blank", inSHA2 + " ", credential.Punctuated, digits},
		{"0x", "0x" + inMD5, credential.Punctuated, digits},
		{"sha1", hex.EncodeToString(macOf(sha1.New, secret, right)), "", "it has 40 hex digits, as sha1 gives: " + sizes},
		{"cut", inSHA2[:60], "", "it has 60 hex digits: " + sizes},
		{"long", inSHA2 + inSHA2 + inSHA2, "", "it has 192 hex digits: " + sizes},
		{"not hex", "hello?", "", "it is not hex: " + sizes},
		{"endless", strings.Repeat("ab", 1<<16), "", unknown},
		{"nothing fits", mac("?", "?"), "", unknown},
	}
	required := policy()
	required.Others = slices.Values([]string{"other-key"})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := refusal(t, explained(credential.Claim{Code: code, Date: date, Hash: test.hash}, secret, required))
			expect := inSHA2
			if strings.HasSuffix(test.name, "md5") || test.name == "0x" {
				expect = inMD5
			}
			want := credential.Refusal{Kind: credential.Mismatch, Field: "hash", Given: test.hash, Expected: expect, Signed: right, Mistake: test.mistake,
				Message: "Wrong hash or vendor code: the hash is not the one for this code and date; " + test.note + "."}
			if test.mistake == credential.BareSecret {
				want.Given = "(the secret)"
			}
			made := got.Made
			got.Made = ""
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			for _, never := range []string{secret, "other-key"} {
				if strings.Contains(got.Message+got.Given+got.Signed+made, never) {
					t.Errorf("%+v holds the secret %s", got, never)
				}
			}
			otherString := []credential.Mistake{credential.NoLengths, credential.SwappedFields, credential.Extra, credential.OtherCode, credential.OtherDate}
			digest, err := hex.DecodeString(test.hash)
			if err != nil {
				digest, _ = base64.StdEncoding.DecodeString(test.hash)
			}
			isOf := func(h func() hash.Hash) bool { return bytes.Equal(macOf(h, secret, made), digest) }
			switch expected := slices.Contains(otherString, test.mistake); {
			case expected != (made != ""):
				t.Errorf("got the string %q", made)
			case expected && !isOf(sha256.New) && !isOf(sha3of) && !isOf(md5.New):
				t.Errorf("got %q, whose hash is not %s", made, test.hash)
			}
		})
	}
}

func TestMistakeOfAlgorithm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		algo, hash string
		only       credential.Algorithm
		expected   string
		note       string
	}{
		{"sha3-256", inSHA2, "", inSHA3, "it was made with sha256 while sha3-256 is named; name the algorithm you use"},
		{"sha256", inMD5, "", inSHA2, "it was made with md5 while sha256 is named; name the algorithm you use"},
		{"", inMD5, credential.SHA256, inSHA2, "it was made with md5, and only sha256 is accepted; sign with that one"},
		{"md5", inMD5, credential.SHA256, inSHA2, "it was made with md5, and only sha256 is accepted; sign with that one"},
		{"md5", inSHA2, credential.SHA256, inSHA2, "it was made with sha256 while md5 is named; name the algorithm you use"},
	}
	for _, test := range tests {
		required := policy()
		required.Algorithm = test.only
		got := refusal(t, explained(credential.Claim{Code: code, Date: date, Hash: test.hash, Algo: test.algo}, secret, required))
		want := credential.Refusal{Kind: credential.Mismatch, Field: "hash", Given: test.hash, Expected: test.expected, Signed: right,
			Mistake: credential.OtherAlgorithm, Message: "Wrong hash or vendor code: the hash is not the one for this code and date; " + test.note + "."}
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}

func TestMistakesOfUnusualCodes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		code, date, signed string
		want               credential.Mistake
	}{
		{"MÜLLER", date, "6MÜLLER19" + date, credential.Characters},
		{"A😀", date, "3A😀19" + date, credential.Characters}, // as languages with UTF-16 strings count
		{"avangate", date, right, credential.OtherCode},
		{"AVANGATE ", date, right, credential.OtherCode},
		{code, "2010-05-13T12:12:12Z", right, credential.OtherDate},
	}
	for _, test := range tests {
		claim := credential.Claim{Code: test.code, Date: test.date, Hash: mac(secret, test.signed)}
		if got := refusal(t, explained(claim, secret, policy())); got.Mistake != test.want {
			t.Errorf("%+v signed as %s: mistake %q, want %q", claim, test.signed, got.Mistake, test.want)
		}
	}
}
