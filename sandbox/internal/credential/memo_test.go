package credential_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// TestAMemoAcceptsNoOtherClaim judges claims as without a memo, whichever one was
// verified before.
func TestAMemoAcceptsNoOtherClaim(t *testing.T) {
	t.Parallel()
	memo, dates := &credential.Memo{}, []string{date, "2010-05-13 12:12:13", "2010-05-13"}
	type signed struct {
		claim  credential.Claim
		secret string
	}
	var all []signed
	for _, code := range []string{code, code + "2"} {
		for _, at := range dates {
			for _, key := range []string{secret, secret + "2"} {
				for _, algorithm := range []credential.Algorithm{credential.SHA256, credential.SHA3, credential.MD5} {
					all = append(all, signed{credential.Claim{Code: code, Date: at, Hash: credential.Sign(algorithm, code, at, key)}, key})
				}
			}
		}
	}
	for _, before := range all {
		for _, other := range all {
			p := credential.Policy{Skew: 5 * time.Minute, Moments: []time.Time{signedAt}}
			want := credential.Verify(other.claim, before.secret, p) == nil
			p.Memo = memo
			_ = credential.Verify(before.claim, before.secret, p)
			if got := credential.Verify(other.claim, before.secret, p) == nil; got != want {
				t.Errorf("%+v with %q after %+v: got %t, want %t", other.claim, before.secret, before.claim, got, want)
			}
		}
	}
}
