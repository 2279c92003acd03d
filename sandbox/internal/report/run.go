package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Run returns a run in a format: text, json, junit or markdown.
func Run(r client.Run, format client.Format) (string, error) {
	return in(format, r, forms{client.AsText: run{r}.text, client.AsJUnit: run{r}.junit, client.AsMarkdown: run{r}.markdown})
}

type run struct{ client.Run }

// label returns the label of an account, or its vendor code without one.
func label(a client.RunAccount) string { return cmp.Or(a.Label, a.VendorCode) }

// result returns how the account fared, in one line.
func result(a client.RunAccount) string {
	v := a.Verdict
	text := string(v.Result)
	if !v.Passed {
		text = "failed: " + strings.Join(v.Failures, "; ")
	}
	if v.More > 0 {
		text += fmt.Sprintf("; and %d more", v.More)
	}
	if v.Later > 0 {
		text += fmt.Sprintf("; %s came after the verdict", phrase.Count(int(v.Later), "call"))
	}
	return text
}

// calls returns the number of an account's calls in words, and of those that no verdict judged.
func calls(a client.RunAccount) string {
	text := phrase.Count(int(a.Calls), "call")
	if a.Verdict.Later > 0 {
		text += fmt.Sprintf(", %d after the verdict", a.Verdict.Later)
	}
	return text
}

// headline says how the run ended.
func (r run) headline() string {
	result := string(r.Result)
	if r.Failed > 0 {
		result = fmt.Sprintf("%d failed", r.Failed)
	}
	return fmt.Sprintf("Run %s: %s, %s, %s, %d refused", r.Name, result, phrase.Count(len(r.Accounts), "account"), phrase.Count(int(r.Calls), "call"), r.Refused)
}

// failedFirst returns the accounts, those with a failed verdict first.
func (r run) failedFirst() []client.RunAccount {
	return slices.SortedStableFunc(slices.Values(r.Accounts), func(a, b client.RunAccount) int {
		switch {
		case a.Verdict.Passed == b.Verdict.Passed:
			return 0
		case a.Verdict.Passed:
			return 1
		}
		return -1
	})
}

// droppedLine reports the number of accounts lost by the run, "" for none.
func (r run) droppedLine() string {
	if r.Dropped == 0 {
		return ""
	}
	return fmt.Sprintf("The sandbox had no room for %s, which only the coverage has.", phrase.Count(r.Dropped, "older account"))
}

// coverageLine sums up the coverage of the run.
func (r run) coverageLine() string {
	d := r.Coverage.Documented
	return fmt.Sprintf("Covered %d of %d documented outcomes (%.1f%%).", d.Covered, d.Outcomes, d.Percent)
}

// maxPassed bounds the accounts without a failure in the text.
const maxPassed = 20

func (r run) text() string {
	var b strings.Builder
	b.WriteString(r.headline() + "\n")
	for _, failure := range r.Failures {
		b.WriteString("failed: " + oneLine(failure) + "\n")
	}
	passed := 0
	for _, a := range r.failedFirst() {
		if a.Verdict.Passed {
			if passed++; passed == 1 {
				b.WriteString("\n")
			}
			if passed <= maxPassed {
				fmt.Fprintf(&b, "%s: %s (%s, %s)\n", a.Verdict.Result, oneLine(label(a)), a.VendorCode, calls(a))
			}
			continue
		}
		fmt.Fprintf(&b, "\n%s (%s, %s)\n", oneLine(label(a)), a.VendorCode, calls(a))
		for _, failure := range a.Verdict.Failures {
			b.WriteString("  failed: " + oneLine(failure) + "\n")
		}
		if a.Verdict.More > 0 {
			fmt.Fprintf(&b, "  and %d more\n", a.Verdict.More)
		}
	}
	if passed > maxPassed {
		fmt.Fprintf(&b, "and %d more that did not fail\n", passed-maxPassed)
	}
	b.WriteString("\n" + r.coverageLine() + "\n")
	for _, o := range r.NewlyMissing {
		b.WriteString("Newly missing: " + o.Name() + "\n")
	}
	if line := r.droppedLine(); line != "" {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// maxMarkdownRows bounds the accounts of a table, because the summary of a job has a
// limit of 1 MiB.
const maxMarkdownRows = 1000

func (r run) markdown() string {
	var b strings.Builder
	row := func(cells ...string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	fmt.Fprintf(&b, "### %s\n\n", inMarkdown(r.headline()))
	for _, failure := range r.Failures {
		fmt.Fprintf(&b, "**failed:** %s\n\n", inMarkdown(failure))
	}
	row("test", "account", "calls", "refused", "verdict")
	row("---", "---", "---:", "---:", "---")
	for n, a := range r.failedFirst() {
		if n == maxMarkdownRows {
			fmt.Fprintf(&b, "\n%d more accounts, all of them further down in the same order, are left out.\n", len(r.Accounts)-n)
			break
		}
		row(inMarkdown(label(a)), inMarkdown(a.VendorCode), strconv.FormatInt(a.Calls, 10), strconv.FormatInt(a.Refused, 10), inMarkdown(result(a)))
	}
	fmt.Fprintf(&b, "\n%s\n", r.coverageLine())
	outcomes := slices.DeleteFunc(slices.Clone(r.Coverage.Outcomes), func(o client.CoverageOutcome) bool { return o.Count == 0 })
	if len(outcomes)+len(r.NewlyMissing) > 0 {
		b.WriteString("\n")
		row(coverageColumns()...)
		row("---", "---:", "---", "---", "---:", "---")
	}
	for _, o := range outcomes {
		row(cells(o)...)
	}
	for _, o := range r.NewlyMissing {
		missing := cells(o)
		missing[4] = "**newly missing**"
		row(missing...)
	}
	if line := r.droppedLine(); line != "" {
		fmt.Fprintf(&b, "\n%s\n", line)
	}
	return b.String()
}

// junit returns one test case for each failure of the run and for each account.
func (r run) junit() string {
	names := map[string]int{}
	var cases []junitCase
	for _, failure := range r.Failures {
		failure = inXML(failure)
		cases = append(cases, junitCase{ClassName: inXML("commerce-sandbox." + r.Name), Name: failure, Time: "0.000", Failure: &junitFailure{Message: failure, Type: "run", Text: failure}})
	}
	for _, a := range r.Accounts {
		name := label(a)
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s (%s)", name, a.VendorCode)
		}
		c := junitCase{ClassName: inXML("commerce-sandbox." + r.Name), Name: inXML(name), Time: "0.000"}
		switch a.Verdict.Result {
		case client.NothingToJudge:
			c.Skipped = &junitSkipped{nothingToJudge}
		case client.ResultFailed:
			c.Failure = &junitFailure{Message: inXML(result(a)), Type: "verdict", Text: inXML(strings.Join(a.Verdict.Failures, "\n"))}
		}
		cases = append(cases, c)
	}
	return junit(junitSuite{
		Name: "commerce-sandbox." + r.Name, Time: "0.000", Timestamp: r.Opened.UTC().Format(time.RFC3339), Cases: cases, Output: junitText{inXML(r.text())},
	})
}
