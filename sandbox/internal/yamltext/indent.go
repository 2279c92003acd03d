package yamltext

import (
	"math"
	"regexp"
	"strings"
)

// lineStart matches a line that begins a key, an item of a list, or both.
var lineStart = regexp.MustCompile(`^( *)(-(?: +|$))?(?:["']?[\w$./*-]+["']?:(?: |$))?`)

// findMisfit returns the first of two lines from a number on that begins at no level of the
// lines above, its column, and that of the nearest level; 0 for none. The inner one of two
// levels is the nearer.
func findMisfit(text string, from int) (number, is, should int) {
	lines := strings.Split(text, "\n")
	for number = from; number <= min(from+1, len(lines)); number++ {
		start := lineStart.FindStringSubmatch(lines[number-1])
		is, should = 1+len(start[1]), 0
		outermost, fits := math.MaxInt, false
		for above := number - 1; above > 0 && outermost > 1 && !fits; above-- {
			of := lineStart.FindStringSubmatch(lines[above-1])
			begins := 1 + len(of[1])
			if len(of[0]) == len(of[1]) || begins >= outermost {
				continue // neither key nor item, or within another one
			}
			column := begins
			if start[2] == "" {
				column += len(of[2]) // the keys of the item
			}
			opens := outermost == math.MaxInt && strings.HasSuffix(strings.TrimSpace(lines[above-1]), ":")
			sameKind := start[2] == "" || of[2] != ""
			fits = sameKind && is == column || opens && (is > column || is == column && start[2] != "")
			if sameKind && (should == 0 || max(is-column, column-is) < max(is-should, should-is)) {
				should = column
			}
			outermost = begins
		}
		if !fits && should > 0 {
			return number, is, should
		}
	}
	return 0, 0, 0
}
