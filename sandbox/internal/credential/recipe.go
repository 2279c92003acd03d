package credential

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// Recipe is how a hash was made, without the secret that it was made with. Another
// secret gives a hash that is right, or wrong in the same way.
type Recipe struct {
	Right     bool      `json:"right,omitempty"` // neither wrong nor in another encoding than hex
	Mistake   Mistake   `json:"mistake,omitempty"`
	Note      string    `json:"note,omitempty"`      // of the mistake
	Algorithm Algorithm `json:"algorithm,omitempty"` // "" for a hash that nobody recognises
	Shape     string    `json:"shape"`               // see shapeOf; "base64", and a number for its kind, for base64
}

// RecipeOf returns how the hash of a claim was made.
func RecipeOf(claim Claim, secret string) Recipe {
	r := Recipe{Shape: shapeOf(claim.Hash)}
	if len(claim.Code)+len(claim.Date)+len(claim.Hash)+len(secret) > tooLong {
		return r
	}
	digest, form := readDigest(claim.Hash)
	if form.mistake == Base64 {
		r.Shape = base64Shape(claim.Hash)
	}
	for _, try := range attempts(claim, secret, nil) {
		for _, a := range algorithms {
			if a.size() == len(digest) && string(try.make(a)) == string(digest) {
				r.Mistake, r.Note, r.Algorithm = try.mistake, try.note, a
				r.Right = try.mistake == "" && form.mistake == ""
				return r
			}
		}
	}
	return r
}

// Make returns a hash for a claim that was made in the same way with a secret.
func (r Recipe) Make(claim Claim, secret string) string {
	digest := SHA256.mac("another secret", []byte(r.Shape))
	for _, try := range attempts(claim, secret, nil) {
		if r.Algorithm.size() > 0 && try.mistake == r.Mistake && try.note == r.Note {
			digest = try.make(r.Algorithm)
			break
		}
	}
	if kind, ok := strings.CutPrefix(r.Shape, "base64 "); ok {
		return inBase64(digest, kind)
	}
	return inShape(hex.EncodeToString(digest), r.Shape)
}

// shapeOf returns a hash without its digits: h for a hex digit, H for one in upper
// case, x for other letters and digits, and everything else as it is.
func shapeOf(hash string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'f':
			return 'h'
		case c >= 'A' && c <= 'F':
			return 'H'
		case c >= 'g' && c <= 'z' || c >= 'G' && c <= 'Z' || c > '~':
			return 'x'
		}
		return c
	}, hash)
}

// inShape returns hex digits in a shape, repeated where it has more room.
func inShape(digits, shape string) string {
	upper := strings.ContainsRune(shape, 'H')
	next := 0
	return strings.Map(func(c rune) rune {
		if c != 'h' && c != 'H' {
			return c
		}
		digit := rune(digits[next%len(digits)])
		next++
		if upper && digit >= 'a' {
			digit += 'A' - 'a'
		}
		return digit
	}, shape)
}

// encodings are those of base64 by the name of their kind.
func encodings() map[string]*base64.Encoding {
	return map[string]*base64.Encoding{"std": base64.StdEncoding, "raw": base64.RawStdEncoding, "url": base64.URLEncoding, "rawurl": base64.RawURLEncoding}
}

// base64Shape returns the kind of a hash in base64, and whether it has the digits of
// the hash in place of its bytes.
func base64Shape(hash string) string {
	for _, kind := range []string{"std", "raw", "url", "rawurl"} {
		if digest, err := encodings()[kind].DecodeString(hash); err == nil {
			if _, err := hex.DecodeString(string(digest)); err == nil {
				kind += " hex"
			}
			return "base64 " + kind
		}
	}
	return shapeOf(hash)
}

func inBase64(digest []byte, kind string) string {
	name, ofHex, _ := strings.Cut(kind, " ")
	encoding, known := encodings()[name]
	if !known {
		encoding = base64.StdEncoding
	}
	if ofHex != "" {
		return encoding.EncodeToString([]byte(hex.EncodeToString(digest)))
	}
	return encoding.EncodeToString(digest)
}

// ReadSession returns the content of a session, and whether the secret signed it.
// It returns false for a text that is not in the format of a session.
func ReadSession(token, secret string) (s Session, signed, ok bool) {
	s, ok = readSession(token)
	return s, ok && IssueSession(s, secret) == token, ok
}
