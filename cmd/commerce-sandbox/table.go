package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
)

// format is how a verb writes what it found, and serve its log.
type format string

const (
	asText format = "text"
	asJSON format = "json"
)

func formatFlag(field *format) setting {
	return setting{name: "format", value: "text|json", preset: string(asText), usage: "how the answer is written", set: oneOf(field, asText, asJSON)}
}

// writeJSON writes what a program is to read, for people to look at.
func (p *program) writeJSON(v any) error {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// table writes aligned columns; none ends in blanks.
type table struct{ rows [][]string }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, cells := range t.rows {
		fmt.Fprintln(aligned, visible(strings.TrimRight(strings.Join(cells, "\t"), "\t")))
	}
	return aligned.Flush() // the first error of the writer
}

// orNone shows that a cell is empty on purpose.
func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// inUTC writes a moment as the interface does (open question times).
func inUTC(t time.Time) string { return t.UTC().Format(time.DateTime) }

// visible writes out what a terminal would obey instead of show. Line feeds and
// tabs stay.
func visible(text string) string {
	if !strings.ContainsFunc(text, obeyed) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if obeyed(r) {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func obeyed(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}
