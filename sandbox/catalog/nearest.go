package catalog

import (
	"cmp"
	"slices"
	"strings"
)

// mostHints is how many names a hint may list before it stops being one.
const mostHints = 3

// longestName bounds what is compared, because names arrive from callers and
// the comparison takes the product of both lengths.
const longestName = 128

// Nearest returns the names a person may have meant by name, nearest first, at
// most three, none when nothing resembles it. Upper and lower case are alike.
func Nearest(name string, among []string) []string {
	if name == "" || len(name) > longestName {
		return nil
	}
	type near struct {
		name     string
		distance int
	}
	var found []near
	for _, candidate := range among {
		if len(candidate) > longestName {
			continue
		}
		if d, ok := resemblance(name, candidate); ok {
			found = append(found, near{candidate, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var names []string
	for _, n := range found {
		if len(names) < mostHints && !slices.Contains(names, n.name) {
			names = append(names, n.name)
		}
	}
	return names
}

// resemblance returns how far two names are apart and whether one may be meant
// by the other: a third of the letters may differ, or one name holds the other,
// which halves the distance because a word left out is no misspelling.
func resemblance(name, candidate string) (int, bool) {
	a, b := strings.ToLower(name), strings.ToLower(candidate)
	d := distance(a, b)
	const shortestPart = 3 // a shorter one is in almost every name
	if min(len(a), len(b)) >= shortestPart && (strings.Contains(b, a) || strings.Contains(a, b)) {
		return d / 2, true
	}
	return d, d <= max(1, max(len(a), len(b))/3)
}

// distance counts the letters to insert, drop or replace, or neighbours to
// swap, that turn one text into the other.
func distance(from, to string) int {
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
