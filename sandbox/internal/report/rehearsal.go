package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Rehearsal returns a rehearsal in a format: text, json, junit or markdown.
func Rehearsal(r client.Rehearsal, format client.Format) (string, error) {
	return in(format, r, forms{client.AsText: rehearsal{r}.text, client.AsJUnit: rehearsal{r}.junit, client.AsMarkdown: rehearsal{r}.markdown})
}

type rehearsal struct{ client.Rehearsal }

// spared is a cell that was not tried, because others stand for it.
const spared client.Result = "spared"

// signs are the results with their signs in the matrix, the worst first.
var signs = []struct {
	result     client.Result
	sign, says string
}{
	{client.WrongInSilence, "W", "wrong in silence"}, {client.Hung, "H", "hung"}, {client.Stormed, "S", "stormed"},
	{client.NotRepeatable, "?", "not repeatable"}, {client.FailedAndLeft, "X", "failed in the open, and left records"},
	{client.FailedInTheOpen, "x", "failed in the open"}, {client.Recovered, ".", "recovered"},
	{client.NotReached, "-", "not reached"}, {spared, "o", "not tried, the first and the last call stand for it"},
}

// rank returns the place of a result among the signs.
func rank(result client.Result) int {
	for i, s := range signs {
		if s.result == result {
			return i
		}
	}
	return len(signs) - 1
}

// matrix returns the results by place and fault, the worst of all trials with this fault as
// their last one: without it there was no finding. The calls that others stand for are one
// row for each operation.
func (r rehearsal) matrix() (columns, rows []string, cells map[[2]string]client.Result) {
	cells = map[[2]string]client.Result{}
	faults := map[string][]string{} // by operation
	for _, t := range r.Trials {
		if !t.HasFault() {
			continue
		}
		row, column, _ := strings.Cut(t.Schedule[strings.LastIndex(t.Schedule, "+")+1:], "=")
		if !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		faults[operation(row)] = append(faults[operation(row)], column)
		cell := [2]string{row, column}
		if rank(t.Result) <= rank(cells[cell]) { // a missing result is the last
			cells[cell] = t.Result
		}
	}
	others := map[string]int{}
	for _, call := range r.Good.Spared {
		others[operation(call)]++
	}
	for _, op := range slices.Sorted(maps.Keys(others)) {
		row := op + " (" + phrase.Count(others[op], "other call") + ")"
		rows = append(rows, row)
		for _, column := range faults[op] {
			cells[[2]string{row, column}] = spared
		}
	}
	return columns, rows, cells
}

// operation returns the operation of a place.
func operation(place string) string { return place[:max(0, strings.IndexAny(place, "(#"))] }

func (r rehearsal) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (in %s)\n", oneLine(r.Headline), r.Took.Round(100*time.Millisecond))
	if len(r.Good.Unstable) > 0 {
		fmt.Fprintf(&b, "calls that differ between two good runs, and that nothing is said about: %s\n", strings.Join(r.Good.Unstable, ", "))
	}
	for _, remark := range r.Remarks {
		fmt.Fprintf(&b, "remark: %s\n", oneLine(remark))
	}
	for _, line := range []string{r.Answers, r.Days} {
		if line != r.Headline {
			b.WriteString(lineWith("", line))
		}
	}
	if slices.ContainsFunc(r.Trials, client.RehearsalTrial.HasFault) {
		r.writeMatrix(&b)
	}
	for _, t := range r.Findings {
		b.WriteString("\n" + Trial(t, r.Rehearsal))
	}
	for _, a := range r.Accepted {
		fmt.Fprintf(&b, "\naccepted, but its place is gone: %s\n", oneLine(a.Schedule))
	}
	return b.String()
}

// lineWith returns a line of a report, "" without its text.
func lineWith(what, text string) string {
	if text == "" {
		return ""
	}
	return what + oneLine(text) + "\n"
}

func (r rehearsal) writeMatrix(b *strings.Builder) {
	b.WriteString("\n")
	columns, rows, cells := r.matrix()
	for n, column := range columns {
		fmt.Fprintf(b, "%3d  %s\n", n+1, column)
	}
	b.WriteString("\n")
	aligned := tabwriter.NewWriter(b, 0, 0, 1, ' ', 0)
	for n := range columns {
		fmt.Fprintf(aligned, "\t%d", n+1)
	}
	fmt.Fprintln(aligned)
	for _, row := range rows {
		fmt.Fprint(aligned, row)
		for _, column := range columns {
			sign := " "
			if result, tried := cells[[2]string{row, column}]; tried {
				sign = signs[rank(result)].sign
			}
			fmt.Fprint(aligned, "\t"+sign)
		}
		fmt.Fprintln(aligned)
	}
	_ = aligned.Flush() // into memory
	seen := slices.Collect(maps.Values(cells))
	var legend []string
	for _, s := range signs {
		if slices.Contains(seen, s.result) {
			legend = append(legend, s.sign+" "+s.says)
		}
	}
	fmt.Fprintf(b, "\n%s\n", strings.Join(legend, "  "))
}

// Trial returns a trial of a rehearsal for people, without its records and its output.
func Trial(t client.RehearsalTrial, of client.Rehearsal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", strings.ToUpper(strings.ReplaceAll(string(t.Result), "-", " ")), oneLine(t.Why))
	if t.Accepted != "" {
		fmt.Fprintf(&b, "  accepted: %s\n", oneLine(t.Accepted))
	}
	for _, c := range t.Calls {
		fmt.Fprintf(&b, "  %8s  %-24s %s\n", c.At.Round(time.Millisecond), c.Name, oneLine(ending(c)))
	}
	b.WriteString(lineWith("  question: ", t.Question) + lineWith("  so your code ", t.Advice))
	fmt.Fprintf(&b, "  repeat it: %s\n", oneLine(repeat(t.Schedule, of)))
	return b.String()
}

// repeat returns the line for repeating a schedule, the flag alone for a Go test without a
// command and for a command that does not fit one line.
func repeat(schedule string, of client.Rehearsal) string {
	flag := "--schedule " + phrase.ShellWord(schedule)
	if len(of.Command) == 0 || strings.ContainsFunc(strings.Join(of.Command, ""), unicode.IsControl) {
		return flag
	}
	words := []string{"commerce-sandbox rehearse"}
	for _, word := range of.Flags {
		words = append(words, phrase.ShellWord(word))
	}
	words = append(words, flag, "--")
	for _, arg := range of.Command {
		words = append(words, phrase.ShellWord(arg))
	}
	return strings.Join(words, " ")
}

// ending says how a call ended.
func ending(c client.TrialCall) string {
	text := fmt.Sprint(c.Status)
	if c.Status == 0 {
		text = "no answer"
	}
	if c.Code != "" {
		text += " " + c.Code
	}
	if len(c.Wrote) > 0 {
		text += ", carried out"
	}
	if c.Fault != "" {
		text += " (" + c.Fault + ")"
	}
	return text
}

func (r rehearsal) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Rehearsal\n\n%s\n", inMarkdown(r.Headline))
	for _, line := range slices.Concat([]string{r.Answers, r.Days}, r.Remarks) {
		if line != "" && line != r.Headline {
			fmt.Fprintf(&b, "\n%s\n", inMarkdown(line))
		}
	}
	if len(r.Findings) > 0 {
		b.WriteString("\n| Result | Schedule | What happened |\n|---|---|---|\n")
	}
	for _, t := range r.Findings {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", t.Result, t.Schedule, inMarkdown(t.Why))
	}
	return b.String()
}

// junit returns one test case for each trial, a skipped one for a trial that shows nothing. The
// text for people is the output of the suite.
func (r rehearsal) junit() string {
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
	var cases []junitCase
	for _, t := range r.Trials {
		c := junitCase{ClassName: "commerce-sandbox.rehearsal", Name: inXML(t.Schedule), Time: seconds(t.Took)}
		if t.Result.IsFinding() && t.Accepted == "" {
			c.Failure = &junitFailure{Message: inXML(t.Why), Type: string(t.Result), Text: inXML(Trial(t, r.Rehearsal) + "\n" + t.Output)}
		}
		if t.Result == client.NotReached || t.Result == client.NotRepeatable {
			c.Skipped = &junitSkipped{inXML(t.Why)}
		}
		cases = append(cases, c)
	}
	return junit(junitSuite{
		Name: "commerce-sandbox.rehearsal", Time: seconds(r.Took), Timestamp: r.Begun.Format(time.RFC3339), Cases: cases, Output: junitText{inXML(r.text())},
	})
}
