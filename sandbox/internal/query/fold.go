package query

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// needle is a text to look for in longer ones, in upper or lower case. A needle in
// ASCII looks for ASCII. It is looked for by one of its runes: the rarest one of a
// needle in ASCII, the first one of any other, because text before it has no fixed
// length.
type needle struct {
	runes  []rune   // folded
	before int      // bytes before the anchor
	anchor [][]byte // the spellings of the rune to look for
}

// common has the bytes of records, in lower case, the most frequent ones first.
const common = `"enitlr:as,oucdpm0f1g2y5.hbv9x346{}87 -kw[]z@q_/j`

func newNeedle(text string) needle {
	var n needle
	for _, r := range text {
		n.runes = append(n.runes, fold(r))
	}
	if len(n.runes) == 0 {
		return n
	}
	if len(text) > len(n.runes) {
		for _, r := range orbit(n.runes[0]) {
			n.anchor = append(n.anchor, utf8.AppendRune(nil, r))
		}
		return n
	}
	n.before = findRarest(n.runes)
	n.anchor = spellBothCases(byte(n.runes[n.before]))
	return n
}

func findRarest(runes []rune) (at int) {
	for i, r := range runes {
		if rarity(r) > rarity(runes[at]) {
			at = i
		}
	}
	return at
}

func spellBothCases(upper byte) [][]byte {
	if lower := byte(unicode.ToLower(rune(upper))); lower != upper {
		return [][]byte{{upper}, {lower}}
	}
	return [][]byte{{upper}}
}

// rarity is the greater, the rarer an ASCII rune is in records.
func rarity(r rune) int {
	if at := strings.IndexRune(common, unicode.ToLower(r)); at >= 0 {
		return at
	}
	return len(common)
}

// orbit returns r and the runes that differ from it in case only.
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

// maxSpellings is the size of the largest orbit.
const maxSpellings = 4

// index returns where the needle first occurs in a text at or after a place, and
// where it ends there; -1 when it does not occur.
func (n needle) index(text []byte, from int) (start, end int) {
	if len(n.runes) == 0 {
		return from, from
	}
	var places [maxSpellings]int // of the next spelling of the anchor, each
	next := places[:len(n.anchor)]
	for i := range next {
		next[i] = indexFrom(text, n.anchor[i], from+n.before)
	}
	for {
		at := least(next)
		if at < 0 {
			return -1, -1
		}
		if end := n.endAt(text, at-n.before); end >= 0 {
			return at - n.before, end
		}
		for i := range next {
			if next[i] == at {
				next[i] = indexFrom(text, n.anchor[i], at+1)
			}
		}
	}
}

// indexFrom returns the first place of a part in a text at or after from, -1 for
// none.
func indexFrom(text, part []byte, from int) int {
	if from > len(text) {
		return -1
	}
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

// pattern is a value to compare texts with.
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
