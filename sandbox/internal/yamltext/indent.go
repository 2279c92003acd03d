package yamltext

import (
	"math"
	"regexp"
	"slices"
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
		if is, should = misfit(lines[:number-1], lines[number-1]); should > 0 {
			return number, is, should
		}
	}
	return 0, 0, 0
}

// misfit returns the column of a line and that of the nearest level of the lines above, 0 if
// it fits one of them or there is none.
func misfit(above []string, line string) (is, should int) {
	start := lineStart.FindStringSubmatch(line)
	is = 1 + len(start[1])
	isItem := start[2] != ""
	outermost := math.MaxInt
	for _, line := range slices.Backward(above) {
		of := lineStart.FindStringSubmatch(line)
		begins := 1 + len(of[1])
		if len(of[0]) == len(of[1]) || begins >= outermost {
			continue // neither key nor item, or within another one
		}
		column := begins
		if !isItem {
			column += len(of[2]) // the keys of the item
		}
		if opens := outermost == math.MaxInt && strings.HasSuffix(strings.TrimSpace(line), ":"); opens && (is > column || is == column && isItem) {
			return is, 0
		}
		if !isItem || of[2] != "" {
			if is == column {
				return is, 0
			}
			if should == 0 || max(is-column, column-is) < max(is-should, should-is) {
				should = column
			}
		}
		outermost = begins
	}
	return is, should
}
