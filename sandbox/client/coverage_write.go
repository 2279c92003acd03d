package client

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

// CoverageFormat is a form in which a coverage report is written.
type CoverageFormat string

// The formats of a coverage report.
const (
	CoverageText     CoverageFormat = "text"     // an aligned table
	CoverageMarkdown CoverageFormat = "markdown" // a table for the summary of a CI run
	CoverageJSON     CoverageFormat = "json"     // what ReadCoverage reads
)

// CoverageFormats returns every format of a coverage report.
func CoverageFormats() []CoverageFormat {
	return []CoverageFormat{CoverageText, CoverageMarkdown, CoverageJSON}
}

// Write writes the report in a format. The error is the writer's, or says that
// the format is unknown.
func (r CoverageReport) Write(w io.Writer, format CoverageFormat) error {
	switch format {
	case CoverageText:
		return r.writeText(w)
	case CoverageMarkdown:
		return r.writeMarkdown(w)
	case CoverageJSON:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	}
	return fmt.Errorf("format must be %s, %s or %s, got %q", CoverageText, CoverageMarkdown, CoverageJSON, format)
}

// coverageColumns are the heads of a written table.
func coverageColumns() []string {
	return []string{"operation", "status", "outcome", "documented", "covered", "scenarios"}
}

func (r CoverageReport) writeText(w io.Writer) error {
	var aligned strings.Builder
	table := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.ToUpper(strings.Join(coverageColumns(), "\t")))
	for _, o := range r.Outcomes {
		fmt.Fprintln(table, strings.Join(o.cells(), "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	var text strings.Builder
	for line := range strings.Lines(aligned.String()) {
		text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	for _, sentence := range r.summary() {
		text.WriteString("\n" + sentence)
	}
	text.WriteString("\n")
	_, err := io.WriteString(w, text.String())
	return err
}

func (r CoverageReport) writeMarkdown(w io.Writer) error {
	var text strings.Builder
	line := func(cells []string) { fmt.Fprintf(&text, "| %s |\n", strings.Join(cells, " | ")) }
	line(coverageColumns())
	line([]string{"---", "---:", "---", "---", "---:", "---"})
	for _, o := range r.Outcomes {
		line(o.cells())
	}
	for _, sentence := range r.summary() {
		fmt.Fprintf(&text, "\n%s\n", sentence)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// cells returns the outcome as a row of a written table.
func (o CoverageOutcome) cells() []string {
	documented, covered := "no", "never"
	if o.Documented {
		documented = "yes"
	}
	if o.Count > 0 {
		covered = strconv.FormatInt(o.Count, 10)
	}
	scenarios := slices.Sorted(maps.Keys(o.Scenarios))
	for i, name := range scenarios {
		scenarios[i] = fmt.Sprintf("%s (%d)", name, o.Scenarios[name])
	}
	return []string{o.Operation, strconv.Itoa(o.Status), o.code(), documented, covered, strings.Join(scenarios, ", ")}
}

// code returns the code, or a word for the success, which has none.
func (o CoverageOutcome) code() string {
	if o.Code == "" {
		return "success"
	}
	return o.Code
}

// name returns what identifies the outcome, such as login 200 success.
func (o CoverageOutcome) name() string {
	return fmt.Sprintf("%s %d %s", o.Operation, o.Status, o.code())
}

// summary sums the report up in sentences.
func (r CoverageReport) summary() []string {
	whose := "All accounts"
	if r.Account != "" {
		whose = "Account " + r.Account
	}
	d, a := r.Documented, r.All
	list := []string{fmt.Sprintf("%s: covered %d of %d documented outcomes (%.1f%%) and %d of all %d outcomes (%.1f%%).",
		whose, d.Covered, d.Outcomes, d.Percent, a.Covered, a.Outcomes, a.Percent)}
	if r.Other > 0 {
		list = append(list, fmt.Sprintf("Calls that ended in none of them: %d.", r.Other))
	}
	if r.Outside > 0 {
		list = append(list, fmt.Sprintf("Calls of paths outside of the interface: %d.", r.Outside))
	}
	return list
}
