package credential_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// BenchmarkExplain searches for the mistake of a hash without one.
func BenchmarkExplain(b *testing.B) {
	for name, claim := range map[string]credential.Claim{
		"sha256": {Hash: mac("?", "?")}, "sha3-256": {Hash: mac("?", "?"), Algo: "sha3-256"}, "md5": {Hash: inMD5[1:] + "0"},
	} {
		claim.Code, claim.Date = code, date
		b.Run(name, func(b *testing.B) {
			wrong := credential.Verify(claim, awkward, policy())
			for b.Loop() {
				_ = credential.Explain(wrong, claim, awkward, policy())
			}
		})
	}
}
