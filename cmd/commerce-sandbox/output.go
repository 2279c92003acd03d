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

// format is how a command writes its result, and serve its log.
type format string

const (
	asText format = "text"
	asJSON format = "json"
)

func formatFlag(field *format) flag {
	return flag{
		name: "format", value: "text|json", preset: string(asText), usage: "format of the result",
		set: oneOf(field, asText, asJSON), complete: words(asText, asJSON),
	}
}

// writeJSON writes a value as indented JSON.
func (p *program) writeJSON(v any) error {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// report reports the success of a command: as JSON, or as a line of text.
func (p *program) report(as format, value any, line string, args ...any) error {
	if as == asJSON {
		return p.writeJSON(value)
	}
	_, err := fmt.Fprintf(p.stdout, line+"\n", args...)
	return err
}

// labelled is a line of text with a label.
type labelled struct{ label, text string }

// table writes aligned columns without blanks at the end of a line.
type table struct{ rows [][]string }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, cells := range t.rows {
		fmt.Fprintln(aligned, visible(strings.TrimRight(strings.Join(cells, "\t"), "\t")))
	}
	return aligned.Flush() // returns the first error of the writer
}

// orNone returns text, or a hyphen for an empty cell.
func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// count returns "1 order" or "2 orders".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// inUTC writes a moment as the interface does (open question times).
func inUTC(t time.Time) string { return t.UTC().Format(time.DateTime) }

// visible escapes the characters that change how a terminal shows other text.
// Line feeds and tabs stay.
func visible(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isControl(r) {
			escaped := strconv.QuoteRuneToASCII(r)
			b.WriteString(escaped[1 : len(escaped)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}
