package credential_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// TestRecipesMakeTheSameMistake makes hashes with one secret, and verifies that the
// recipe of each makes a hash with another secret that is refused in the same words.
func TestRecipesMakeTheSameMistake(t *testing.T) {
	t.Parallel()
	const code, date, secret, another = "DEMO", "2026-10-09 12:00:00", "demo-secret", "the-secret-of-another-sandbox"
	noon := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	policy := credential.Policy{Skew: time.Minute, Moments: []time.Time{noon}}
	right := credential.Sign(credential.SHA256, code, date, secret)
	digest, _ := hex.DecodeString(right)
	claims := map[string]credential.Claim{
		"right":      {Hash: right},
		"md5":        {Hash: credential.Sign(credential.MD5, code, date, secret), Algo: "md5"},
		"upper case": {Hash: strings.ToUpper(right)},
		"other algo": {Hash: credential.Sign(credential.SHA3, code, date, secret), Algo: "sha256"},
		"base64":     {Hash: base64.StdEncoding.EncodeToString(digest)},
		"hex in it":  {Hash: base64.StdEncoding.EncodeToString([]byte(right))},
		"punctuated": {Hash: right[:8] + "-" + right[8:]},
		"swapped":    {Hash: credential.Sign(credential.SHA256, date, code, secret)},
		"empty":      {Hash: credential.Sign(credential.SHA256, code, date, "")},
		"zone":       {Hash: credential.Sign(credential.SHA256, code, "2026-10-09 14:00:00", secret)},
		"unknown":    {Hash: strings.Repeat("0123456789abcdef", 4)},
		"sha1":       {Hash: strings.Repeat("ab", 20)},
		"no hex":     {Hash: "Hello, world!"},
		"stale":      {Hash: credential.Sign(credential.SHA256, code, "2026-10-01 12:00:00", secret), Date: "2026-10-01 12:00:00"},
	}
	message := func(claim credential.Claim, secret string) (string, credential.Mistake) {
		var r *credential.Refusal
		if errors.As(credential.Verify(claim, secret, policy), &r) {
			return r.Message, r.Mistake
		}
		return "", ""
	}
	for name, claim := range claims {
		claim.Code = code
		if claim.Date == "" {
			claim.Date = date
		}
		recipe := credential.RecipeOf(claim, secret)
		again := claim
		again.Hash = recipe.Make(claim, another)
		wantText, wantMistake := message(claim, secret)
		text, mistake := message(again, another)
		if text != wantText || mistake != wantMistake || len(again.Hash) != len(claim.Hash) {
			t.Errorf("%s: got %q %q with %s, want %q %q as with %s", name, text, mistake, again.Hash, wantText, wantMistake, claim.Hash)
		}
		if recipe.Make(claim, secret) != claim.Hash && recipe.Algorithm != "" {
			t.Errorf("%s: got %s with the same secret, want %s", name, recipe.Make(claim, secret), claim.Hash)
		}
	}
}
