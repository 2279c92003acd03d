// Package credential finds out who is calling (section 5): it makes and checks
// the hash of the REST header and of the SOAP login, says in one sentence which
// usual slip a wrong one is, and issues SOAP sessions that carry their own
// proof, so that nothing about them is stored.
//
// It leaves to others which account a vendor code names, what its secret is,
// which wire the call came by and with which status or fault it is refused.
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
)

// Algorithm is a digest the hash may be made with (section 5 for SOAP, open
// question rest-hash for REST).
type Algorithm string

// The digests clients of this interface use.
const (
	SHA256 Algorithm = "sha256"
	SHA3   Algorithm = "sha3-256"
	MD5    Algorithm = "md5"
)

// algorithms is in the order in which they are tried on a hash that does not
// say how it was made.
var algorithms = [...]Algorithm{SHA256, SHA3, MD5}

// algorithmNames are the algorithms as messages list them.
const algorithmNames = "sha256, sha3-256 or md5"

// ParseAlgorithm reads an algorithm's name in any case. The error names the
// algorithms there are.
func ParseAlgorithm(name string) (Algorithm, error) {
	for _, a := range algorithms {
		if strings.EqualFold(name, string(a)) {
			return a, nil
		}
	}
	return "", fmt.Errorf("unknown hash algorithm %q: it is %s", excerpt(name), algorithmNames)
}

// SignedString is what the hash is made over: the length of the vendor code in
// bytes, the code, the length of the date in bytes, the date (section 5, open
// question hash-recipe).
func SignedString(code, date string) string {
	return string(appendSigned(nil, code, date))
}

// Sign makes the hash of a call: the HMAC of SignedString keyed with the
// secret, in lower-case hex. An algorithm that is none of the constants gives
// an empty hash, which nothing accepts.
func Sign(alg Algorithm, code, date, secret string) string {
	if alg.size() == 0 {
		return ""
	}
	return hex.EncodeToString(alg.mac(secret, appendSigned(nil, code, date)))
}

// Header renders the credentials of a REST call as the value of its header,
// signed with the secret. The pair algo names the algorithm. Neither code nor
// date can hold a double quote there.
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

// size is the length of a digest in bytes; 0 for what is no algorithm.
func (a Algorithm) size() int {
	switch a {
	case SHA256, SHA3:
		return sha256.Size // 256 bits are as long in either family
	case MD5:
		return md5.Size
	}
	return 0
}
