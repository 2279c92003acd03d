package credential

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// AnyDate is the skew of an account that accepts any date.
const AnyDate = time.Duration(math.MaxInt64)

// Policy is an account's rule for claims.
type Policy struct {
	// Algorithm is the only accepted one; empty accepts all (open question rest-hash).
	Algorithm Algorithm
	// Skew is the largest difference of the date, in either direction (open question rest-skew).
	Skew time.Duration
	// Moments are the times of the wall clock and of the account's clock. The date
	// must be within Skew of one of them.
	Moments []time.Time
	// Absent is why the code of the claim has no account, "" when it has one.
	Absent Absence
	// Others are the secrets of other accounts, to recognise a wrong secret. No answer
	// says whose it was. Only Explain reads them; nil means none.
	Others iter.Seq[string]
	// Memo is that of the account, nil for none.
	Memo *Memo
}

// Verify returns nil when the claim is signed with the secret, with an accepted algorithm
// and a date near the present time. The error is a *Refusal. Verify checks the hash
// before the date, so that only a client with the right secret learns that its date is
// off. Explain finds the mistake of a wrong hash.
func Verify(claim Claim, secret string, policy Policy) error {
	if err := claim.checkComplete(); err != nil {
		return err
	}
	var named Algorithm
	if claim.Algo != "" {
		var err error
		if named, err = ParseAlgorithm(claim.Algo); err != nil {
			return &Refusal{Kind: Unreadable, Field: "algo", Given: claim.Algo, Expected: phrase.Or(algorithms[:]...),
				Message: "Unreadable credentials: " + err.Error() + "."}
		}
	}
	if !claim.isSigned(secret, named, policy.Algorithm, policy.Memo) {
		return &Refusal{Kind: Mismatch, Field: "hash", Given: claim.Hash, Message: wrongHash + "."}
	}
	return claim.checkDate(policy)
}

// isSigned reports whether the hash is right. Every call runs it. It compares the
// digest in constant time; the length of a digest is not secret.
func (c Claim) isSigned(secret string, named, only Algorithm, memo *Memo) bool {
	var digest [sha256.Size]byte // no digest is longer
	var text [2 * len(digest)]byte
	if len(c.Hash) > len(text) {
		return false
	}
	n, err := hex.Decode(digest[:], text[:copy(text[:], c.Hash)])
	if err != nil {
		return false
	}
	for _, a := range algorithms {
		if a.size() != n || named != "" && named != a || only != "" && only != a {
			continue
		}
		if hmac.Equal(memo.digest(a, secret, c), digest[:n]) {
			return true
		}
	}
	return false
}

// quote returns a sent text in quotes, shortened.
func quote(s string) string { return fmt.Sprintf("%q", shorten(s)) }
