package credential

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// Mistake is a usual mistake in making the hash.
type Mistake string

// The mistakes that are recognised.
const (
	Characters     Mistake = "characters"         // lengths counted in characters, not bytes
	NoLengths      Mistake = "no-lengths"         // lengths left out
	SwappedFields  Mistake = "swapped-fields"     // date before code
	Extra          Mistake = "extra"              // characters signed between or after the parts
	OtherCode      Mistake = "other-code"         // code signed in another spelling than sent
	OtherDate      Mistake = "other-date"         // another date signed than sent
	PaddedSecret   Mistake = "padded-secret"      // blanks, quotes or a line break in the key
	HashedSecret   Mistake = "hashed-secret"      // the secret hashed before use
	EmptySecret    Mistake = "empty-secret"       // an empty key
	OtherSecret    Mistake = "other-secret"       // the secret of another account
	BareSecret     Mistake = "bare-secret"        // the secret itself sent as hash
	SwappedKey     Mistake = "swapped-key"        // key and text of the HMAC swapped
	PlainHash      Mistake = "plain-hash"         // a plain hash instead of an HMAC
	Base64         Mistake = "base64"             // base64 instead of hex
	Punctuated     Mistake = "punctuated"         // dashes, colons or blanks within the hex
	Typographic    Mistake = "typographic-quotes" // quotes of a text processor around the values
	OtherAlgorithm Mistake = "other-algorithm"    // not the algorithm named, or not an accepted one
)

// finding is a mistake in a hash, with a note that ends a sentence. made is the
// string that was signed in place of the right one, empty for the right one and
// where it would hold a secret.
type finding struct {
	mistake Mistake
	note    string
	made    string
}

// mismatch returns the refusal of a wrong hash, with the mistake that explains it.
// The search makes hundreds of hashes, so only a wrong hash causes it.
func mismatch(claim Claim, secret string, policy Policy) error {
	alg := likelyAlgorithm(claim, policy)
	r := &Refusal{Kind: Mismatch, Field: "hash", Given: claim.Hash, Expected: Sign(alg, claim.Code, claim.Date, secret),
		Signed: SignedString(claim.Code, claim.Date)}
	found := diagnose(claim, secret, policy)
	if found.mistake == BareSecret {
		r.Given = "(the secret)"
	}
	r.Mistake, r.Made = found.mistake, found.made
	r.Message = fmt.Sprintf("Wrong hash or vendor code: the hash is not the one for this code and date; %s.", found.note)
	return r
}

// likelyAlgorithm returns the algorithm that the client should have used: the only
// accepted one, otherwise the named one, otherwise the one with the hash's length.
func likelyAlgorithm(claim Claim, policy Policy) Algorithm {
	if policy.Algorithm != "" {
		return policy.Algorithm
	}
	if named, err := ParseAlgorithm(claim.Algo); err == nil {
		return named
	}
	if digest, _ := readDigest(claim.Hash); len(digest) == MD5.size() {
		return MD5
	}
	return SHA256
}

// tooLong is the length in bytes above which no mistake of a claim is searched and
// no session is read, because a client could otherwise cause much work.
const tooLong = 512

func diagnose(claim Claim, secret string, policy Policy) finding {
	const unknown = "none of the usual mistakes fits, so check the secret and compare the string you sign"
	if strings.TrimSpace(claim.Hash) == secret {
		return finding{mistake: BareSecret, note: "it is the secret itself; send the HMAC keyed with it, and never the secret"}
	}
	if len(claim.Code)+len(claim.Date)+len(claim.Hash)+len(secret) > tooLong {
		return finding{note: unknown}
	}
	digest, form := readDigest(claim.Hash)
	if len(digest) != SHA256.size() && len(digest) != MD5.size() {
		return finding{note: wrongSize(digest)}
	}
	found, ok := matching(claim, secret, digest, policy)
	switch {
	case !ok:
		return finding{mistake: form.mistake, note: besides(form.note, unknown)}
	case found.mistake == "":
		return form
	}
	return finding{found.mistake, besides(form.note, found.note), found.made}
}

func besides(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; besides, " + second
}

// matching returns the finding of the attempt that gives the digest; false when
// none does. A finding without a mistake means that only the encoding was wrong.
func matching(claim Claim, secret string, digest []byte, policy Policy) (finding, bool) {
	for _, try := range attempts(claim, secret, policy.Others) {
		for _, a := range algorithms {
			if a.size() != len(digest) || !bytes.Equal(try.make(a), digest) {
				continue
			}
			if try.mistake == "" {
				return wrongAlgorithm(a, claim, policy), true
			}
			return try.finding, true
		}
	}
	return finding{}, false
}

// wrongAlgorithm returns the finding of a hash that is right in the algorithm made.
func wrongAlgorithm(made Algorithm, claim Claim, policy Policy) finding {
	named, err := ParseAlgorithm(claim.Algo)
	switch {
	case policy.Algorithm != "" && policy.Algorithm != made:
		return finding{mistake: OtherAlgorithm, note: fmt.Sprintf("it was made with %s, and only %s is accepted", made, policy.Algorithm)}
	case err == nil && named != made:
		return finding{mistake: OtherAlgorithm, note: fmt.Sprintf("it was made with %s while %s is named; name the algorithm you use", made, named)}
	}
	return finding{}
}

// readDigest decodes a hash in hex or another encoding. The finding says what is
// wrong with the encoding, and is empty for hex.
func readDigest(written string) ([]byte, finding) {
	if digest, err := hex.DecodeString(written); err == nil {
		return digest, finding{}
	}
	bare := strings.NewReplacer("-", "", ":", "", " ", "", "\n", "", "\r", "", "\t", "").Replace(written)
	if digest, err := hex.DecodeString(strings.TrimPrefix(bare, "0x")); err == nil {
		return digest, finding{mistake: Punctuated, note: "it has other characters among its hex digits; send the digits alone"}
	}
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		digest, err := encoding.DecodeString(written)
		if err != nil {
			continue
		}
		if inner, err := hex.DecodeString(string(digest)); err == nil {
			digest = inner
		}
		if len(digest) == SHA256.size() || len(digest) == MD5.size() {
			return digest, finding{mistake: Base64, note: "it is in base64; write the digest in hex"}
		}
	}
	return nil, finding{}
}

func wrongSize(digest []byte) string {
	const right = "sha256 and sha3-256 give 64 digits, md5 gives 32"
	if digest == nil {
		return "it is not hex: " + right
	}
	like := map[int]string{20: ", as sha1 gives", 28: ", as sha224 gives", 48: ", as sha384 gives", 64: ", as sha512 gives"}
	return fmt.Sprintf("it has %d hex digits%s: %s", 2*len(digest), like[len(digest)], right)
}
