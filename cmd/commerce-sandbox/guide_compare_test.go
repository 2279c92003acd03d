package main

import (
	"regexp"
	"slices"
	"strings"
)

// lines splits an output, with the address as the pages write it.
func (r *reader) lines(output string) []string {
	if r.address != "" {
		_, port, _ := strings.Cut(r.address, ":")
		output = strings.NewReplacer(r.address, "127.0.0.1:8080", "localhost:"+port, "localhost:8080").Replace(output)
	}
	output = strings.TrimRight(strings.ReplaceAll(output, "\r", ""), "\n")
	if output == "" {
		return nil
	}
	return strings.Split(output, "\n")
}

// matches compares an output with the one in a page, apart from blank lines at its end.
func matches(want, got []string) bool {
	switch {
	case len(want) > 0 && want[0] == "…":
		return matches(want[1:], got) || len(got) > 0 && matches(want, got[1:])
	case len(want) == 0 || len(got) == 0:
		return len(got) == 0 && strings.Join(want, "") == ""
	}
	return matchesLine(want[0], got[0]) && matches(want[1:], got[1:])
}

func matchesLine(want, got string) bool {
	parts := strings.Split(mask(want), "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(mask(got))
}

// varying matches texts that differ in every run.
var varying = regexp.MustCompile(`\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d(\.\d+)?Z?)?` + // a moment or a date
	`|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT` + // a moment in an HTTP header
	`|\b[0-9a-f]{32,64}\b`) // a hash

func mask(line string) string { return varying.ReplaceAllString(line, "(varies)") }

// edit is a line of a comparison: kept (' '), expected ('-') or got ('+').
type edit struct {
	kind byte
	line string
}

// compare returns the edits from the expected output to the actual one, as few as
// possible. A line "…" stays where it is.
func compare(want, got []string) []edit {
	var edits []edit
	pairs := append(align(want, got), [2]int{len(want), len(got)})
	i, j := 0, 0
	for _, pair := range pairs {
		edits = append(edits, change(want[i:pair[0]], got[j:pair[1]])...)
		if pair[0] < len(want) {
			edits = append(edits, edit{' ', want[pair[0]]})
		}
		i, j = pair[0]+1, pair[1]+1
	}
	return edits
}

// align pairs the indices of as many matching lines as there can be in order.
func align(want, got []string) [][2]int {
	most := make([][]int, len(want)+1) // pairs among want[i:] and got[j:]
	most[len(want)] = make([]int, len(got)+1)
	pairs := func(i, j int) bool { return want[i] != "…" && matchesLine(want[i], got[j]) }
	for i := len(want) - 1; i >= 0; i-- {
		most[i] = make([]int, len(got)+1)
		for j := len(got) - 1; j >= 0; j-- {
			most[i][j] = max(most[i+1][j], most[i][j+1])
			if pairs(i, j) {
				most[i][j] = max(most[i][j], most[i+1][j+1]+1)
			}
		}
	}
	var found [][2]int
	for i, j := 0, 0; i < len(want) && j < len(got); {
		switch {
		case pairs(i, j) && most[i][j] == most[i+1][j+1]+1:
			found = append(found, [2]int{i, j})
			i, j = i+1, j+1
		case most[i][j] == most[i+1][j]:
			i++
		default:
			j++
		}
	}
	return found
}

// change replaces lines that do not match. A line "…" among them keeps
// its place, and hides the lines of the output without a counterpart.
func change(want, got []string) []edit {
	var edits []edit
	all := func(kind byte, lines []string) {
		for _, line := range lines {
			edits = append(edits, edit{kind, line})
		}
	}
	first := slices.Index(want, "…")
	if first < 0 {
		all('-', want)
		all('+', got)
		return edits
	}
	before, after := want[:first], want[first+1:]
	heads := min(len(before), len(got))
	tails := min(len(after), len(got)-heads)
	all('-', before)
	all('+', got[:heads])
	all(' ', want[first:first+1])
	all('-', after)
	all('+', got[len(got)-tails:])
	return edits
}

// diff shows a comparison.
func diff(edits []edit) string {
	var lines []string
	for _, e := range edits {
		lines = append(lines, string(e.kind)+e.line)
	}
	return strings.Join(lines, "\n")
}

// correct returns the expected output after a comparison.
func correct(edits []edit) []string {
	var lines []string
	for _, e := range edits {
		if e.kind != '-' {
			lines = append(lines, e.line)
		}
	}
	return lines
}
