package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Coverage returns a report of coverage in a format: text, markdown or json.
func Coverage(r client.CoverageReport, format client.Format) (string, error) {
	return in(format, r, forms{client.AsText: coverage{r}.text, client.AsMarkdown: coverage{r}.markdown})
}

type coverage struct{ client.CoverageReport }

// coverageColumns are the heads of a written table.
func coverageColumns() []string {
	return []string{"operation", "status", "outcome", "documented", "covered", "scenarios"}
}

func (r coverage) text() string {
	var aligned strings.Builder
	table := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.ToUpper(strings.Join(coverageColumns(), "\t")))
	for _, o := range r.Outcomes {
		fmt.Fprintln(table, strings.Join(cells(o), "\t"))
	}
	_ = table.Flush() // into memory
	var text strings.Builder
	for line := range strings.Lines(aligned.String()) {
		text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	for _, sentence := range r.summary() {
		text.WriteString("\n" + sentence)
	}
	text.WriteString("\n")
	return text.String()
}

func (r coverage) markdown() string {
	var text strings.Builder
	line := func(cells []string) { fmt.Fprintf(&text, "| %s |\n", strings.Join(cells, " | ")) }
	line(coverageColumns())
	line([]string{"---", "---:", "---", "---", "---:", "---"})
	for _, o := range r.Outcomes {
		line(cells(o))
	}
	for _, sentence := range r.summary() {
		fmt.Fprintf(&text, "\n%s\n", sentence)
	}
	return text.String()
}

// cells returns the outcome as a row of a written table.
func cells(o client.CoverageOutcome) []string {
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
	return []string{o.Operation, strconv.Itoa(o.Status), cmp.Or(o.Code, "success"), documented, covered, strings.Join(scenarios, ", ")}
}

// summary sums the report up in sentences.
func (r coverage) summary() []string {
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
