package credential

import (
	"strings"
	"testing"
)

// TestNumberOfHashes counts the hashes of a search: their number depends on the length of a
// secret, and neither on its content nor on a mistake that fits, because the time of a search
// would show these.
func TestNumberOfHashes(t *testing.T) {
	t.Parallel()
	const date = "2010-05-13 12:12:12"
	secrets := []string{
		"abcdefghijklmnopqrst", `a#b&c;d$e\f<g>h%41i'`, "####################", "$$$$$$$$$$$$$$$$$$$$", "<<<<<<<<<<>>>>>>>>>>",
		`\\\\\\\\\\\\\\\\\\\\`, "%41%42%43%44%45%46%4", "&amp;&amp;&amp;&amp;", "                    ", strings.Repeat("ü", 10),
	}
	for _, algorithm := range algorithms {
		want := 0
		for _, secret := range secrets {
			right := Sign(algorithm, "DEMO", date, secret)
			for _, hash := range []string{
				strings.Repeat("0", len(right)), right, Sign(algorithm, "DEMO", date, secret+"\n"), Sign(algorithm, "DEMO", date, secret[:19]),
				Sign(algorithm, "DEMO", "2010-05-13 12:00:02", secret),
			} {
				claim := Claim{Code: "DEMO", Date: date, Hash: hash, Algo: string(algorithm)}
				digest, _ := readDigest(claim.Hash)
				s := newSearch(digest)
				s.run(claim, secret, Policy{})
				if want == 0 {
					want = s.hashes
				}
				if s.hashes != want {
					t.Errorf("%s, %q: got %d hashes for %s, want %d", algorithm, secret, s.hashes, hash, want)
				}
			}
		}
	}
}

// TestNumberOfKeys bounds how many keys are tried, and makes as many of each secret.
func TestNumberOfKeys(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"", "a", "abcdefgh", `a#b&c;d$e\f<g>h%41i'`, strings.Repeat("#", 400)} {
		n := 0
		for _, k := range keys {
			n += len(k.of(secret))
		}
		if n != 57 { // 64 at most
			t.Errorf("%.30q: got %d keys", secret, n)
		}
	}
}
