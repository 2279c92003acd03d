package coverage

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Format is a form in which a report is written.
type Format string

// The formats.
const (
	Text     Format = "text"     // an aligned table
	Markdown Format = "markdown" // a table for the summary of a CI run
	JSON     Format = "json"     // what Decode reads
)

// Formats returns every format.
func Formats() []Format { return []Format{Text, Markdown, JSON} }

// Write writes the report. The error is the writer's, or says that there is no
// such format.
func (r Report) Write(w io.Writer, format Format) error {
	switch format {
	case Text:
		return r.writeText(w)
	case Markdown:
		return r.writeMarkdown(w)
	case JSON:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	}
	return fmt.Errorf("there is no format %q: it is %s, %s or %s", format, Text, Markdown, JSON)
}

// columns are the heads of a written table.
func columns() []string {
	return []string{"operation", "status", "outcome", "documented", "met", "scenarios"}
}

func (r Report) writeText(w io.Writer) error {
	var aligned strings.Builder
	table := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.ToUpper(strings.Join(columns(), "\t")))
	for _, row := range r.Outcomes {
		fmt.Fprintln(table, strings.Join(row.cells(), "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	var text strings.Builder
	for line := range strings.Lines(aligned.String()) {
		text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	for _, sentence := range r.sentences() {
		text.WriteString("\n" + sentence)
	}
	text.WriteString("\n")
	_, err := io.WriteString(w, text.String())
	return err
}

func (r Report) writeMarkdown(w io.Writer) error {
	var text strings.Builder
	line := func(cells []string) { fmt.Fprintf(&text, "| %s |\n", strings.Join(cells, " | ")) }
	line(columns())
	line([]string{"---", "---:", "---", "---", "---:", "---"})
	for _, row := range r.Outcomes {
		line(row.cells())
	}
	for _, sentence := range r.sentences() {
		fmt.Fprintf(&text, "\n%s\n", sentence)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// cells are a row as a reader sees it.
func (row Row) cells() []string {
	documented, met := "no", "never"
	if row.Documented {
		documented = "yes"
	}
	if row.Count > 0 {
		met = strconv.FormatInt(row.Count, 10)
	}
	scenarios := slices.Sorted(maps.Keys(row.Scenarios))
	for i, name := range scenarios {
		scenarios[i] = fmt.Sprintf("%s (%d)", name, row.Scenarios[name])
	}
	return []string{
		string(row.Operation), strconv.Itoa(row.Status), named(row.Code), documented, met, strings.Join(scenarios, ", "),
	}
}

// sentences sum the report up.
func (r Report) sentences() []string {
	whose := "All accounts"
	if r.Account != "" {
		whose = "Account " + r.Account
	}
	share := func(t Total) string { return fmt.Sprintf("%d of %d (%.1f%%)", t.Met, t.Outcomes, t.Percent) }
	list := []string{fmt.Sprintf("%s: met %s of the documented outcomes and %s of all.", whose, share(r.Documented), share(r.All))}
	if r.Other > 0 {
		list = append(list, fmt.Sprintf("Calls that ended in none of them: %d.", r.Other))
	}
	return list
}
