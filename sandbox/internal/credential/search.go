package credential

import (
	"crypto/hmac"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The mistakes outside the string and the key.
var (
	keptHash          = Row{KeptHash, "the hash belongs to %s, %s s earlier: it was made once and kept", "sign each call"}
	swappedKey        = Row{SwappedKey, "key and text of the HMAC are swapped", "the secret is the key"}
	plainHash         = Row{PlainHash, "it is a plain hash", "make an HMAC, with the secret as its key"}
	otherSecret       = Row{OtherSecret, "it was made with the secret of another account", "use the secret that belongs to the code"}
	bareSecret        = Row{BareSecret, "it is the secret itself", "send the HMAC keyed with it, and never the secret"}
	inBase64          = Row{Base64, "it is in base64", "write the digest in hex"}
	punctuated        = Row{Punctuated, "it has other characters among its hex digits", "send the digits alone"}
	otherThanAccepted = Row{OtherAlgorithm, "it was made with %s, and only %s is accepted", "sign with that one"}
	otherThanNamed    = Row{OtherAlgorithm, "it was made with %s while %s is named", "name the algorithm you use"}
)

// tooLong is the length in bytes above which no mistake of a claim is searched and
// no session is read, because a client could otherwise cause much work.
const tooLong = 512

// Explain returns the refusal of a wrong hash with its mistake, and any other result of
// Verify as it is. It makes thousands of hashes, so only the answer to a refused call
// causes it. Their number depends on the algorithm and the lengths of claim and secret
// alone.
func Explain(err error, claim Claim, secret string, policy Policy) error {
	var wrong *Refusal
	if !errors.As(err, &wrong) || wrong.Kind != Mismatch {
		return err
	}
	found, fits := diagnose(claim, secret, policy)
	if policy.Absent != "" && !fits {
		return policy.Absent.refusal(claim.Code, found.note)
	}
	const unknown = "none of the usual mistakes fits, so check the secret and compare the string you sign"
	switch {
	case found.note == "":
		found.note = unknown
	case !fits && found.mistake != "":
		found.note += besides + unknown
	}
	r := &Refusal{Kind: Mismatch, Field: "hash", Given: claim.Hash, Signed: SignedString(claim.Code, claim.Date), Mistake: found.mistake, Made: found.made,
		Message: fmt.Sprintf("%s; %s.", wrongHash, found.note)}
	if policy.Absent == "" {
		r.Expected = Sign(likelyAlgorithm(claim, policy), claim.Code, claim.Date, secret)
	}
	if found.mistake == BareSecret {
		r.Given = "(the secret)"
	}
	return r
}

// besides joins two notes.
const besides = "; besides, "

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

// diagnose returns what is wrong with a hash, and reports whether it was made with the
// secret.
func diagnose(claim Claim, secret string, policy Policy) (f finding, fits bool) {
	if subtle.ConstantTimeCompare([]byte(strings.ToLower(strings.TrimSpace(claim.Hash))), []byte(strings.ToLower(secret))) == 1 {
		return bareSecret.finding(), true
	}
	if len(claim.Code)+len(claim.Date)+len(claim.Hash)+len(secret) > tooLong {
		return finding{}, false
	}
	digest, form := readDigest(claim.Hash)
	if len(digest) != SHA256.size() && len(digest) != MD5.size() {
		return finding{note: wrongSize(digest)}, false
	}
	s := newSearch(digest)
	s.run(claim, secret, policy)
	switch {
	case !s.fits:
		return form, false
	case s.found.mistake == "":
		return form, true
	case form.note != "":
		s.found.note = form.note + besides + s.found.note
	}
	return s.found, true
}

// search compares a digest with those of the usual mistakes. It compares all, in constant
// time, and keeps the first match.
type search struct {
	digest     []byte
	algorithms []Algorithm // with digests of this length
	found      finding     // without a mistake when only the encoding was wrong
	fits       bool
	hashes     int // made so far
}

func newSearch(digest []byte) *search {
	sized := func(a Algorithm) bool { return a.size() != len(digest) }
	return &search{digest: digest, algorithms: slices.DeleteFunc(slices.Clone(algorithms[:]), sized)}
}

// compare compares one made hash.
func (s *search) compare(made []byte, found func() finding) {
	s.hashes++
	if hmac.Equal(made, s.digest) && !s.fits {
		s.found, s.fits = found(), true
	}
}

// run makes the hashes, those of the likeliest mistakes first.
func (s *search) run(claim Claim, secret string, policy Policy) {
	right := SignedString(claim.Code, claim.Date)
	s.texts(claim, secret, policy)
	for _, k := range keys {
		for _, key := range k.of(secret) {
			s.key(key, right, k.Row)
		}
	}
	s.key(right, secret, swappedKey)
	for _, signed := range []string{right, claim.Code + claim.Date, SignedString(claim.Date, claim.Code), claim.Date + claim.Code} {
		for _, hashed := range []string{signed, signed + secret, secret + signed} {
			for _, a := range s.algorithms {
				s.compare(a.plain(hashed), func() finding { return plainHash.finding() })
			}
		}
	}
	if policy.Others != nil {
		for other := range policy.Others {
			s.key(other, right, otherSecret)
		}
	}
	if a := likelyAlgorithm(claim, policy); slices.Contains(s.algorithms, a) {
		s.earlier(a, claim, secret)
	}
}

// texts compares the hashes of the string, and of the strings that a client may have
// signed instead.
func (s *search) texts(claim Claim, secret string, policy Policy) {
	right := SignedString(claim.Code, claim.Date)
	variants := make([][]variant, len(texts))
	for i, t := range texts {
		variants[i] = t.of(claim)
	}
	for _, a := range s.algorithms {
		mac := hmac.New(a.new, []byte(secret))
		sum := func(text string) []byte {
			mac.Reset()
			mac.Write([]byte(text))
			return mac.Sum(nil)
		}
		s.compare(sum(right), func() finding { return wrongAlgorithm(a, claim, policy) })
		for i, t := range texts {
			for _, v := range variants[i] {
				s.compare(sum(v.signed), func() finding {
					f := t.finding(v.details...)
					f.made = v.signed
					return f
				})
			}
		}
	}
}

// key compares the hashes of a text with a key.
func (s *search) key(key, text string, row Row) {
	for _, a := range s.algorithms {
		s.compare(a.mac(key, []byte(text)), func() finding { return row.finding() })
	}
}

// earlier compares the hashes of each second before the sent date: a client that signs only
// once sends the hash of an earlier one. It makes them for an hour, and for half an hour
// where they take long.
func (s *search) earlier(a Algorithm, claim Claim, secret string) {
	sent, err := parseDate(claim.Date)
	if err != nil {
		return
	}
	seconds := 3600
	if a == SHA3 {
		seconds /= 2
	}
	mac := hmac.New(a.new, []byte(secret))
	text := appendSigned(nil, claim.Code, claim.Date)
	date := text[len(text)-len(claim.Date):]
	made := make([]byte, 0, a.size())
	for second := 1; second <= seconds; second++ {
		moment := sent.Add(-time.Duration(second) * time.Second)
		if inMinute := moment.Second(); inMinute == 59 || second == 1 {
			moment.AppendFormat(date[:0], time.DateTime)
		} else {
			date[len(date)-2], date[len(date)-1] = '0'+byte(inMinute/10), '0'+byte(inMinute%10)
		}
		mac.Reset()
		mac.Write(text)
		made = mac.Sum(made[:0])
		s.compare(made, func() finding {
			f := keptHash.finding(moment.Format(time.TimeOnly), fmt.Sprint(second))
			f.made = string(text)
			return f
		})
	}
}

// wrongAlgorithm returns the finding of a right hash in the algorithm made.
func wrongAlgorithm(made Algorithm, claim Claim, policy Policy) finding {
	named, err := ParseAlgorithm(claim.Algo)
	switch {
	case policy.Algorithm != "" && policy.Algorithm != made:
		return otherThanAccepted.finding(made, policy.Algorithm)
	case err == nil && named != made:
		return otherThanNamed.finding(made, named)
	}
	return finding{}
}

// base64Forms are the encodings that clients mean by base64.
var base64Forms = [...]*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding}

// readDigest decodes a hash in hex or another encoding. The finding says what is
// wrong with the encoding, and is empty for hex.
func readDigest(written string) ([]byte, finding) {
	if digest, err := hex.DecodeString(written); err == nil {
		return digest, finding{}
	}
	bare := strings.NewReplacer("-", "", ":", "", " ", "", "\n", "", "\r", "", "\t", "").Replace(written)
	if digest, err := hex.DecodeString(strings.TrimPrefix(bare, "0x")); err == nil {
		return digest, punctuated.finding()
	}
	for _, encoding := range base64Forms {
		digest, err := encoding.DecodeString(written)
		if err != nil {
			continue
		}
		if inner, err := hex.DecodeString(string(digest)); err == nil {
			digest = inner
		}
		if len(digest) == SHA256.size() || len(digest) == MD5.size() {
			return digest, inBase64.finding()
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
