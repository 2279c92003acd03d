// Package credential makes and verifies the hash of the REST header and of the SOAP login
// (section 5), and names the usual mistake of a wrong hash in one sentence. It issues and
// verifies SOAP sessions. They are signed, so that the sandbox stores nothing about them.
//
// It leaves to others the account of a vendor code, its secret, and the status or fault
// of a refusal.
package credential

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Algorithm is the digest of a hash (section 5 for SOAP, open question rest-hash
// for REST).
type Algorithm string

// The digests in use by clients of this interface.
const (
	SHA256 Algorithm = "sha256"
	SHA3   Algorithm = "sha3-256"
	MD5    Algorithm = "md5"
)

// algorithms is in the order in which they are tried on a hash without the name of its
// algorithm.
var algorithms = [...]Algorithm{SHA256, SHA3, MD5}

// ParseAlgorithm reads the name of an algorithm, in any case. The error lists the
// known ones.
func ParseAlgorithm(name string) (Algorithm, error) {
	for _, a := range algorithms {
		if strings.EqualFold(name, string(a)) {
			return a, nil
		}
	}
	return "", fmt.Errorf("unknown hash algorithm %q; known: %s", shorten(name), phrase.List(algorithms[:]...))
}

// SignedString returns the string signed by a hash: the length of the vendor code in
// bytes, the code, the length of the date in bytes, the date (section 5, open question
// hash-recipe).
func SignedString(code, date string) string {
	return string(appendSigned(nil, code, date))
}

// Sign returns the hash of a call: the HMAC of SignedString, keyed with the secret,
// in lower-case hex. It returns "" for an unknown algorithm.
func Sign(alg Algorithm, code, date, secret string) string {
	if alg.size() == 0 {
		return ""
	}
	return hex.EncodeToString(alg.mac(secret, appendSigned(nil, code, date)))
}

// Header returns the value of the credential header of a REST call, signed with the
// secret. Neither code nor date may contain a double quote.
func Header(code, date, secret string, alg Algorithm) string {
	return `code="` + code + `" date="` + date + `" hash="` + Sign(alg, code, date, secret) + `" algo="` + string(alg) + `"`
}

func appendSigned(text []byte, code, date string) []byte {
	text = strconv.AppendInt(text, int64(len(code)), 10)
	text = append(text, code...)
	text = strconv.AppendInt(text, int64(len(date)), 10)
	return append(text, date...)
}

func (a Algorithm) mac(key string, text []byte) []byte {
	m := hmac.New(a.new, []byte(key))
	m.Write(text)
	return m.Sum(nil)
}

func (a Algorithm) plain(text string) []byte {
	h := a.new()
	h.Write([]byte(text))
	return h.Sum(nil)
}

func (a Algorithm) new() hash.Hash {
	switch a {
	case SHA3:
		return sha3.New256()
	case MD5:
		return md5.New()
	}
	return sha256.New()
}

// size returns the length of a digest in bytes, 0 for an unknown algorithm.
func (a Algorithm) size() int {
	switch a {
	case SHA256, SHA3:
		return sha256.Size // 256 bits are as long in either family
	case MD5:
		return md5.Size
	}
	return 0
}
