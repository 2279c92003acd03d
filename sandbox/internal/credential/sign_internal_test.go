package credential

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"strings"
	"testing"
)

func TestMACIsTheOneOfPackageHMAC(t *testing.T) {
	t.Parallel()
	for key := range 3 * sha256.BlockSize {
		for _, length := range []int{0, 1, 26, sha256.BlockSize, 1000} {
			secret, text := strings.Repeat("k", key), bytes.Repeat([]byte("t"), length)
			m := hmac.New(sha256.New, []byte(secret))
			m.Write(text)
			if got, want := SHA256.mac(secret, text), m.Sum(nil); !bytes.Equal(got, want) {
				t.Errorf("a key of %d and a text of %d bytes: got %x, want %x", key, length, got, want)
			}
		}
	}
}
