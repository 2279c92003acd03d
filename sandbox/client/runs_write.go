package client

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// RunFormat is a form in which a run is written.
type RunFormat string

// The formats of a run.
const (
	RunText     RunFormat = "text"     // for people
	RunJSON     RunFormat = "json"     // what Client.Run returns
	RunJUnit    RunFormat = "junit"    // XML that CI servers read as test results, a test case for each account
	RunMarkdown RunFormat = "markdown" // tables for the summary of a CI job
)

// RunFormats returns every format of a run.
func RunFormats() []RunFormat { return []RunFormat{RunText, RunJSON, RunJUnit, RunMarkdown} }

// Write writes the run in a format. The error is the writer's, or says that the
// format is unknown.
func (r Run) Write(w io.Writer, format RunFormat) error {
	switch format {
	case RunText:
		_, err := io.WriteString(w, r.text())
		return err
	case RunJSON:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	case RunJUnit:
		return r.writeJUnit(w)
	case RunMarkdown:
		_, err := io.WriteString(w, r.markdown())
		return err
	}
	return fmt.Errorf("format must be %s, %s, %s or %s, got %q", RunText, RunJSON, RunJUnit, RunMarkdown, format)
}

// Name returns the label of the account, or its vendor code without one.
func (a RunAccount) Name() string { return orWord(a.Label, a.VendorCode) }

// result returns how the account fared, in one line.
func (a RunAccount) result() string {
	v := a.Verdict
	if v.Passed {
		return "passed"
	}
	text := "failed: " + strings.Join(v.Failures, "; ")
	if v.More > 0 {
		text += fmt.Sprintf("; and %d more", v.More)
	}
	return text
}

// headline says how the run ended.
func (r Run) headline() string {
	result := "passed"
	if !r.Passed {
		result = fmt.Sprintf("%d failed", r.Failed)
	}
	return fmt.Sprintf("Run %s: %s, %s, %s, %d refused", r.Name, result, counted(len(r.Accounts), "account"), counted(int(r.Calls), "call"), r.Refused)
}

// failedFirst returns the accounts, those whose verdict fails first.
func (r Run) failedFirst() []RunAccount {
	return slices.SortedStableFunc(slices.Values(r.Accounts), func(a, b RunAccount) int {
		switch {
		case a.Verdict.Passed == b.Verdict.Passed:
			return 0
		case a.Verdict.Passed:
			return 1
		}
		return -1
	})
}

// droppedLine says how many accounts the run has lost, "" for none.
func (r Run) droppedLine() string {
	if r.Dropped == 0 {
		return ""
	}
	return fmt.Sprintf("The sandbox had no room for %s, which only the coverage has.", counted(r.Dropped, "older account"))
}

// coverageLine sums up what the run covered.
func (r Run) coverageLine() string {
	d := r.Coverage.Documented
	return fmt.Sprintf("Covered %d of %d documented outcomes (%.1f%%).", d.Covered, d.Outcomes, d.Percent)
}

// maxPassed is how many accounts without a failure the text lists.
const maxPassed = 20

// firstLine returns the empty line before the first row of a list.
func firstLine(row int) string {
	if row == 1 {
		return "\n"
	}
	return ""
}

func (r Run) text() string {
	var b strings.Builder
	b.WriteString(r.headline() + "\n")
	passed := 0
	for _, a := range r.failedFirst() {
		if a.Verdict.Passed {
			if passed++; passed <= maxPassed {
				fmt.Fprintf(&b, "%spassed: %s (%s, %s)\n", firstLine(passed), oneLine(a.Name()), a.VendorCode, counted(int(a.Calls), "call"))
			}
			continue
		}
		fmt.Fprintf(&b, "\n%s (%s, %s)\n", oneLine(a.Name()), a.VendorCode, counted(int(a.Calls), "call"))
		for _, failure := range a.Verdict.Failures {
			b.WriteString("  failed: " + oneLine(failure) + "\n")
		}
		if a.Verdict.More > 0 {
			fmt.Fprintf(&b, "  and %d more\n", a.Verdict.More)
		}
	}
	if passed > maxPassed {
		fmt.Fprintf(&b, "and %d more that passed\n", passed-maxPassed)
	}
	b.WriteString("\n" + r.coverageLine() + "\n")
	for _, o := range r.NewlyMissing {
		b.WriteString("Newly missing: " + o.name() + "\n")
	}
	if line := r.droppedLine(); line != "" {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// maxMarkdownRows is how many accounts a table has, because the summary of a job has
// a limit of 1 MiB.
const maxMarkdownRows = 1000

func (r Run) markdown() string {
	var b strings.Builder
	row := func(cells ...string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	fmt.Fprintf(&b, "### %s\n\n", inMarkdown(r.headline()))
	row("test", "account", "calls", "refused", "verdict")
	row("---", "---", "---:", "---:", "---")
	for n, a := range r.failedFirst() {
		if n == maxMarkdownRows {
			fmt.Fprintf(&b, "\n%d more accounts, all of them further down in the same order, are left out.\n", len(r.Accounts)-n)
			break
		}
		row(inMarkdown(a.Name()), inMarkdown(a.VendorCode), strconv.FormatInt(a.Calls, 10), strconv.FormatInt(a.Refused, 10), inMarkdown(a.result()))
	}
	fmt.Fprintf(&b, "\n%s\n", r.coverageLine())
	outcomes := slices.DeleteFunc(slices.Clone(r.Coverage.Outcomes), func(o CoverageOutcome) bool { return o.Count == 0 })
	if len(outcomes)+len(r.NewlyMissing) > 0 {
		b.WriteString("\n")
		row(coverageColumns()...)
		row("---", "---:", "---", "---", "---:", "---")
	}
	for _, o := range outcomes {
		row(o.cells()...)
	}
	for _, o := range r.NewlyMissing {
		cells := o.cells()
		cells[4] = "**newly missing**"
		row(cells...)
	}
	if line := r.droppedLine(); line != "" {
		fmt.Fprintf(&b, "\n%s\n", line)
	}
	return b.String()
}

// markup escapes what Markdown and HTML give a meaning to.
var markup = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\\", `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`, "@", "&#64;")

// inMarkdown returns a text as it looks in a cell of a table, because labels and what
// clients sent may be anything.
func inMarkdown(text string) string { return markup.Replace(oneLine(text)) }

// writeJUnit writes one test case for each account.
func (r Run) writeJUnit(w io.Writer) error {
	names := map[string]int{}
	var cases []junitCase
	for _, a := range r.Accounts {
		name := a.Name()
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s (%s)", name, a.VendorCode)
		}
		c := junitCase{ClassName: inXML("commerce-sandbox." + r.Name), Name: inXML(name), Time: "0.000"}
		if !a.Verdict.Passed {
			c.Failure = &junitFailure{Message: inXML(a.result()), Type: "verdict", Text: inXML(strings.Join(a.Verdict.Failures, "\n"))}
		}
		cases = append(cases, c)
	}
	return writeJUnit(w, junitSuite{
		Name: "commerce-sandbox." + r.Name, Time: "0.000", Timestamp: r.Opened.UTC().Format(time.RFC3339), Cases: cases, Output: junitText{inXML(r.text())},
	})
}
