package query

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// needle is a text to look for in longer ones, whatever the case of its letters. A
// needle in ASCII looks for ASCII.
type needle struct {
	runes []rune   // folded
	first [][]byte // the spellings of the first rune
	skip  *skips   // nil unless all runes are ASCII
}

func newNeedle(text string) needle {
	var n needle
	for _, r := range text {
		n.runes = append(n.runes, fold(r))
	}
	if len(n.runes) == 0 {
		return n
	}
	for _, r := range orbit(n.runes[0]) {
		n.first = append(n.first, utf8.AppendRune(nil, r))
	}
	if len(text) == len(n.runes) {
		n.skip = newSkips(n.runes)
	}
	return n
}

// skips is the table of Horspool's search, for letters of either case.
type skips struct {
	by   [256]int16 // how far the next place is, by the last byte of the present one; 0 when that byte is right
	next int        // how far the next place is when the last byte is right but another is wrong
}

func newSkips(runes []rune) *skips {
	s := &skips{next: len(runes)}
	for i := range s.by {
		s.by[i] = int16(len(runes)) // at most MaxBytes
	}
	last := len(runes) - 1
	for i, r := range runes {
		s.by[r], s.by[unicode.ToLower(r)] = int16(last-i), int16(last-i)
		if i < last && r == runes[last] {
			s.next = last - i
		}
	}
	return s
}

// orbit returns the runes that differ from r in case only, r among them.
func orbit(r rune) []rune {
	all := []rune{r}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		all = append(all, other)
	}
	return all
}

// fold returns the least rune of the orbit of r.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	return least
}

// mostSpellings is the size of the largest orbit.
const mostSpellings = 4

// index returns where the needle first occurs in a text at or after a place, and
// where it ends there; -1 when it does not occur.
func (n needle) index(text []byte, from int) (start, end int) {
	if len(n.runes) == 0 {
		return from, from
	}
	if n.skip != nil {
		return n.indexASCII(text, from)
	}
	var places [mostSpellings]int // of the next spelling of the first rune, each
	next := places[:len(n.first)]
	for i := range next {
		next[i] = indexFrom(text, n.first[i], from)
	}
	for {
		at := least(next)
		if at < 0 {
			return -1, -1
		}
		if end := n.endAt(text, at); end >= 0 {
			return at, end
		}
		for i := range next {
			if next[i] == at {
				next[i] = indexFrom(text, n.first[i], at+1)
			}
		}
	}
}

// indexASCII is index for a needle in ASCII.
func (n needle) indexASCII(text []byte, from int) (start, end int) {
	last := len(n.runes) - 1
	for at := from + last; at < len(text); {
		if far := n.skip.by[text[at]]; far > 0 {
			at += int(far)
			continue
		}
		if end := n.endAt(text, at-last); end >= 0 {
			return at - last, end
		}
		at += n.skip.next
	}
	return -1, -1
}

// indexFrom returns the first place of a part in a text at or after from, -1 for
// none.
func indexFrom(text, part []byte, from int) int {
	at := bytes.Index(text[from:], part)
	if at < 0 {
		return -1
	}
	return from + at
}

// least returns the least place, -1 for none.
func least(places []int) int {
	found := -1
	for _, at := range places {
		if at >= 0 && (found < 0 || at < found) {
			found = at
		}
	}
	return found
}

// endAt returns where the needle ends when it begins at a place, -1 when it does
// not.
func (n needle) endAt(text []byte, at int) int {
	for _, want := range n.runes {
		if at == len(text) {
			return -1
		}
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[at:])
		}
		if fold(r) != want {
			return -1
		}
		at += size
	}
	return at
}

// pattern is a value that texts are compared with.
type pattern struct {
	value
	needles []needle
}

func newPattern(v value) pattern {
	p := pattern{value: v}
	for _, part := range v.parts {
		p.needles = append(p.needles, newNeedle(part))
	}
	return p
}

// equals reports whether the pattern matches the whole of a text. A star alone
// does not match "".
func (p pattern) equals(text string) bool {
	last := len(p.parts) - 1
	switch {
	case last == 0:
		return strings.EqualFold(text, p.parts[0])
	case p.isAny():
		return text != ""
	}
	raw := []byte(text)
	at := p.needles[0].endAt(raw, 0)
	if at < 0 {
		return false
	}
	for _, n := range p.needles[1:last] {
		if _, at = n.index(raw, at); at < 0 {
			return false
		}
	}
	return p.needles[last].isEndOf(raw[at:])
}

// isEndOf reports whether a text ends with the needle.
func (n needle) isEndOf(text []byte) bool {
	at := len(text)
	for range n.runes {
		if at == 0 {
			return false
		}
		_, size := utf8.DecodeLastRune(text[:at])
		at -= size
	}
	return n.endAt(text, at) == len(text)
}

// begins reports whether a text begins with the pattern.
func (p pattern) begins(text string) bool {
	if literal, ok := p.literal(); ok && len(text) >= len(literal) && strings.EqualFold(text[:len(literal)], literal) {
		return true
	}
	raw := []byte(text)
	at := p.needles[0].endAt(raw, 0)
	for _, n := range p.needles[1:] {
		if at < 0 {
			return false
		}
		_, at = n.index(raw, at)
	}
	return at >= 0
}

// occursIn reports whether the pattern occurs in a text.
func (p pattern) occursIn(text []byte) bool {
	at := 0
	for _, n := range p.needles {
		if _, at = n.index(text, at); at < 0 {
			return false
		}
	}
	return true
}
