package phrase

import (
	"cmp"
	"slices"
	"strings"
)

// maxHints is the longest useful list of suggestions.
const maxHints = 3

// MaxName bounds the comparison, because callers choose the names and the
// time grows with the product of both lengths.
const MaxName = 128

// Nearest returns the names of among that the writer of name may have meant, nearest
// first, at most three, none if nothing resembles name. Upper and lower case are equal.
func Nearest[N ~string](name N, among []N) []N {
	if name == "" || len(name) > MaxName {
		return nil
	}
	type near struct {
		name     N
		distance int
	}
	var found []near
	for _, candidate := range among {
		if len(candidate) > MaxName {
			continue
		}
		if d, ok := resemblance(string(name), string(candidate)); ok {
			found = append(found, near{candidate, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var names []N
	for _, n := range found {
		if len(names) < maxHints && !slices.Contains(names, n.name) {
			names = append(names, n.name)
		}
	}
	return names
}

// maxKnown is how many names a suggestion lists.
const maxKnown = 10

// Suggest returns the likely meanings of an unknown name, as "did you mean a or b?", and
// otherwise the first known names: "known: a, b".
func Suggest[N ~string](name N, among []N) string {
	near := Nearest(name, among)
	switch {
	case len(near) > 0:
		return "did you mean " + Or(near...) + "?"
	case len(among) > maxKnown:
		return "known: " + List(among[:maxKnown]...) + ", …"
	case len(among) > 0:
		return "known: " + List(among...)
	}
	return "there are none"
}

// resemblance returns the distance of two names, and whether a person may have
// meant one by the other: a third of the letters may differ, or one name
// contains the other. Containment halves the distance, because a missing word
// is not a misspelling.
func resemblance(name, candidate string) (int, bool) {
	a, b := strings.ToLower(name), strings.ToLower(candidate)
	d := Distance(a, b)
	const shortestPart = 3 // a shorter one is in almost every name
	if min(len(a), len(b)) >= shortestPart && (strings.Contains(b, a) || strings.Contains(a, b)) {
		return d / 2, true
	}
	return d, d <= max(1, max(len(a), len(b))/3)
}

// Distance counts the edits that turn one text into the other: insert, drop or
// replace a letter, or swap two neighbours.
func Distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	older, last, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			next[j] = min(replaced, last[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], older[j-2]+1)
			}
		}
		older, last, next = last, next, older
	}
	return last[len(b)]
}
