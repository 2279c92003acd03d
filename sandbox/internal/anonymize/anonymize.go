// Package anonymize replaces the data of people in the JSON of a record: names,
// e-mail and IP addresses, telephones, companies, addresses, tax numbers, the digits
// of cards, and uploaded forms. With one key, the same value always becomes the same
// other value, so two records of a person still belong to one person.
//
// A value is replaced because of its name in the record, in any object. E-mail and IP
// addresses are replaced anywhere in a text, and the data of a person in texts of the
// same record too. Money, dates, codes, references, countries and languages stay.
//
// The package leaves the meaning of records to its callers.
package anonymize

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"strings"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// Kind is a kind of personal data.
type Kind string

// The kinds of personal data.
const (
	Names      Kind = "names"
	Companies  Kind = "companies"
	Emails     Kind = "emails"
	Telephones Kind = "telephones"
	Addresses  Kind = "addresses"
	TaxNumbers Kind = "tax_numbers"
	CardDigits Kind = "card_digits"
	IPs        Kind = "ip_addresses"
	Forms      Kind = "forms"
)

// Key determines the replacement of each value.
type Key struct{ secret []byte }

// NewKey returns the key of a text, or a random one for "".
func NewKey(text string) Key {
	if text != "" {
		return Key{[]byte(text)}
	}
	return Key{[]byte(rand.Text())}
}

// Run replaces the data of some records and counts the replaced values. It is for
// one goroutine.
type Run struct {
	key    Key
	counts map[Kind]int
	made   map[string]string   // replacements, by sort and value
	folded map[string]string   // names in JSON, because records have the same ones
	sorts  map[[2]string]*sort // by a name and the name of its object
	leaves []leaf              // of the record before, to use their memory again
}

// Run returns a run with the key.
func (k Key) Run() *Run {
	return &Run{key: k, counts: map[Kind]int{}, made: map[string]string{}, folded: map[string]string{}, sorts: map[[2]string]*sort{}}
}

// Counts returns how many values of each kind were replaced.
func (r *Run) Counts() map[Kind]int { return maps.Clone(r.counts) }

// maxKept bounds each map of a run.
const maxKept = 10_000

// obtain returns the value of a key in a map, and creates an absent one.
func obtain[K comparable, V any](in map[K]V, key K, create func() V) V {
	value, known := in[key]
	if !known {
		if len(in) == maxKept {
			clear(in)
		}
		value = create()
		in[key] = value
	}
	return value
}

// fold returns the folded text of a name in JSON.
func (r *Run) fold(name verbatim.Value) string {
	return obtain(r.folded, string(name.Bytes()), func() string { return foldName(name.Text()) })
}

// sort returns the sort of a value by its name and the name of its object.
func (r *Run) sort(name, within string) *sort {
	return obtain(r.sorts, [2]string{name, within}, func() *sort { return sortOf(name, within) })
}

// make returns the replacement of a value of a sort. It calls create until the result
// differs from the value, at most 16 times.
func (r *Run) make(sort, value string, create func(chance) string) string {
	key := sort + "\x00" + value
	return obtain(r.made, key, func() string {
		made := value
		for attempt := byte(0); strings.EqualFold(made, value) && attempt < 16; attempt++ {
			made = create(r.chance(key, attempt))
		}
		return made
	})
}

// chance makes random choices that the key and a value determine.
type chance struct {
	bytes []byte
	used  int
	faker *gofakeit.Faker
}

func (r *Run) chance(of string, attempt byte) chance {
	h := hmac.New(sha256.New, r.key.secret)
	h.Write([]byte(of))
	h.Write([]byte{attempt})
	sum := h.Sum(nil)
	return chance{bytes: sum, faker: gofakeit.New(binary.BigEndian.Uint64(sum) | 1)} // 0 would be random
}

// below returns a number below n.
func (c *chance) below(n int) int {
	c.used = (c.used + 2) % (len(c.bytes) - 2)
	c.bytes[c.used] += byte(c.used) // otherwise the numbers would repeat once the bytes are used up
	return int(binary.BigEndian.Uint16(c.bytes[c.used:])) % n
}
