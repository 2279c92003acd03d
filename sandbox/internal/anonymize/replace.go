package anonymize

import (
	"fmt"
	"net/netip"
	"strings"
	"unicode"

	"github.com/brianvoe/gofakeit/v7"
)

// plausible returns a function that replaces values by results of create.
func plausible(what string, create func(*gofakeit.Faker) string) func(*Run, string) string {
	return func(r *Run, value string) string {
		return r.make(what, value, func(c chance) string { return create(c.faker) })
	}
}

// alike returns a function that replaces letters and digits by others in the same places. It
// keeps the first ones, as many as kept returns.
func alike(what string, kept func(string) int) func(*Run, string) string {
	return func(r *Run, value string) string {
		return r.make(what, value, func(c chance) string { return c.likeness(value, kept(value)) })
	}
}

func none(string) int { return 0 }
func one(string) int  { return 1 }

func (r *Run) state(value string) string {
	return r.make("state", value, func(c chance) string {
		if len(value) <= 3 {
			return c.faker.StateAbr()
		}
		return c.faker.State()
	})
}

// blankForm is the replacement of an uploaded form, in base64: a PDF that says so.
const blankForm = "JVBERi0xLjQKJSBUaGlzIGZvcm0gd2FzIHJlbW92ZWQsIGJlY2F1c2UgaXQgbWF5IGhhdmUgcGVyc29uYWwgZGF0YS4KJSVFT0YK"

// words returns a function that replaces each word of a name by a first or a last name.
// Particles in lower case, such as de and van, stay.
func words(first, others string) func(*Run, string) string {
	return func(r *Run, name string) string {
		words, of := strings.Fields(name), first
		for i, word := range words {
			if len([]rune(word)) > 3 || strings.ToLower(word) != word || len(words) == 1 || !unicode.IsLower([]rune(word)[0]) {
				words[i] = r.word(word, of)
			}
			of = others
		}
		return strings.Join(words, " ")
	}
}

// word returns the replacement of one word of a name, in the same case.
func (r *Run) word(word, of string) string {
	made := r.make("name", of+strings.ToLower(word), func(c chance) string {
		if of == "first" {
			return c.faker.FirstName()
		}
		return c.faker.LastName()
	})
	if strings.EqualFold(made, word) {
		made += "son"
	}
	switch {
	case word == strings.ToUpper(word) && word != strings.ToLower(word) && len([]rune(word)) > 1:
		return strings.ToUpper(made)
	case word == strings.ToLower(word) && word != strings.ToUpper(word):
		return strings.ToLower(made)
	}
	return made
}

// email returns an address below example.test.
func (r *Run) email(value string) string {
	return r.make("email", strings.ToLower(value), func(c chance) string {
		return strings.ToLower(fmt.Sprintf("%s.%s.%x@example.test", c.faker.FirstName(), c.faker.LastName(), c.bytes[8:11]))
	})
}

func (r *Run) telephone(value string) string {
	return r.make("telephone", digitsOf(value), func(c chance) string { return c.telephone(value) })
}

// telephone returns a number reserved for fiction, 555-0100 to 555-0199 of any area,
// with as many digits as fit.
func (c *chance) telephone(value string) string {
	local := fmt.Sprintf("55501%02d", c.below(100))
	area := fmt.Sprintf("%d%d%d", 2+c.below(8), c.below(10), c.below(10))
	count, spaced := len(digitsOf(value)), strings.ContainsAny(value, " -./()")
	switch {
	case count < 10:
		return local
	case count == 10 && !spaced:
		return area + local
	case count == 10:
		return area + "-" + local[:3] + "-" + local[3:]
	case spaced:
		return "+1 " + area + "-" + local[:3] + "-" + local[3:]
	case strings.HasPrefix(value, "+"):
		return "+1" + area + local
	}
	return "1" + area + local
}

func digitsOf(text string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, text)
}

// likeness returns a text with other digits and letters in the same places. It keeps
// some characters in front.
func (c *chance) likeness(text string, kept int) string {
	other := []byte(text)
	for i, b := range other {
		switch {
		case i < kept:
		case b >= '0' && b <= '9':
			other[i] = '0' + byte(c.below(10))
		case b >= 'A' && b <= 'Z':
			other[i] = 'A' + byte(c.below(26))
		case b >= 'a' && b <= 'z':
			other[i] = 'a' + byte(c.below(26))
		case b >= 0x80:
			other[i] = 'x'
		}
	}
	return string(other)
}

// countryPrefix returns the length of the country code at the start of a tax
// number, 0 without one.
func countryPrefix(text string) int {
	if len(text) > 4 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'A' && text[1] <= 'Z' && strings.ContainsAny(text[2:], "0123456789") {
		return 2
	}
	return 0
}

// documented are the networks reserved for documentation.
var documented = []string{"192.0.2.%d", "198.51.100.%d", "203.0.113.%d"}

// ip returns an address of a network for documentation. Any other value becomes
// one too.
func (r *Run) ip(value string) string {
	return r.make("ip", value, func(c chance) string {
		if a, err := netip.ParseAddr(value); err == nil && a.Is6() {
			return fmt.Sprintf("2001:db8::%x:%x", 1+c.below(0xfffe), 1+c.below(0xfffe))
		}
		return fmt.Sprintf(documented[c.below(len(documented))], 1+c.below(254))
	})
}
