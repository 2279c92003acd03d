package client

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// RehearsalFormat is a format that a Rehearsal is written in.
type RehearsalFormat string

// The formats of a rehearsal.
const (
	RehearsalText     RehearsalFormat = "text"     // for people
	RehearsalJSON     RehearsalFormat = "json"     // the Rehearsal itself
	RehearsalJUnit    RehearsalFormat = "junit"    // XML that CI servers read as test results, a test case for each trial
	RehearsalMarkdown RehearsalFormat = "markdown" // for the summary of a CI job
)

// RehearsalFormats returns every format of a rehearsal.
func RehearsalFormats() []RehearsalFormat {
	return []RehearsalFormat{RehearsalText, RehearsalJSON, RehearsalJUnit, RehearsalMarkdown}
}

// Write writes the rehearsal in a format. The error is the writer's, or says that the
// format is unknown.
func (r Rehearsal) Write(w io.Writer, format RehearsalFormat) error {
	switch format {
	case RehearsalText:
		_, err := io.WriteString(w, r.text())
		return err
	case RehearsalJSON:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	case RehearsalJUnit:
		return r.writeJUnit(w)
	case RehearsalMarkdown:
		_, err := io.WriteString(w, r.markdown())
		return err
	}
	return fmt.Errorf("format must be %s, %s, %s or %s, got %q", RehearsalText, RehearsalJSON, RehearsalJUnit, RehearsalMarkdown, format)
}

// signs are what results are in the matrix.
var signs = map[Result]string{WrongInSilence: "W", Hung: "H", Stormed: "S", FailedInTheOpen: "x", Recovered: ".", NotReached: "-"}

// Headline says in one line how the rehearsal ended, such as: 31 of 34 fault places
// survived, 3 not reached. A fault place is a call with a fault that it met; it survived
// when the suite did, under that fault alone and together with a second one.
func (r Rehearsal) Headline() string {
	_, _, cells := r.matrix()
	survived, missed := 0, 0
	for _, result := range cells {
		switch {
		case result == NotReached:
			missed++
		case !result.IsFinding():
			survived++
		}
	}
	text := fmt.Sprintf("%d of %d fault places survived", survived, len(cells))
	if missed > 0 {
		text += fmt.Sprintf(", %d not reached", missed)
	}
	text += fmt.Sprintf("; of %d trials %d recovered and %d failed in the open", len(r.Trials), r.Count(Recovered), r.Count(FailedInTheOpen))
	if r.Unfinished > 0 {
		text += fmt.Sprintf("; %d not tried", r.Unfinished)
	}
	return text
}

// matrix returns the results by place and fault: of trials of one fault, and of a pair
// under its first fault when that is worse.
func (r Rehearsal) matrix() (columns, rows []string, cells map[[2]string]Result) {
	cells = map[[2]string]Result{}
	worst := []Result{WrongInSilence, Hung, Stormed, FailedInTheOpen, Recovered, NotReached}
	for _, t := range r.Trials {
		first, _, paired := strings.Cut(t.Schedule, "+")
		row, column, _ := strings.Cut(first, "=")
		if !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		cell := [2]string{row, column}
		if was, known := cells[cell]; known && (!paired || slices.Index(worst, t.Result) >= slices.Index(worst, was)) {
			continue
		}
		cells[cell] = t.Result
	}
	return columns, rows, cells
}

func (r Rehearsal) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (in %s)\n", r.Headline(), r.Took.Round(100*time.Millisecond))
	if len(r.Good.Unstable) > 0 {
		fmt.Fprintf(&b, "calls that differ between two good runs, and that nothing is said about: %s\n", strings.Join(r.Good.Unstable, ", "))
	}
	if len(r.Trials) > 0 {
		b.WriteString("\n")
		columns, rows, cells := r.matrix()
		for n, column := range columns {
			fmt.Fprintf(&b, "%3d  %s\n", n+1, column)
		}
		b.WriteString("\n")
		aligned := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
		for n := range columns {
			fmt.Fprintf(aligned, "\t%d", n+1)
		}
		fmt.Fprintln(aligned)
		for _, row := range rows {
			fmt.Fprint(aligned, row)
			for _, column := range columns {
				sign := " "
				if result, tried := cells[[2]string{row, column}]; tried {
					sign = signs[result]
				}
				fmt.Fprint(aligned, "\t"+sign)
			}
			fmt.Fprintln(aligned)
		}
		_ = aligned.Flush() // into memory
		b.WriteString("\n. recovered  x failed in the open  W wrong in silence  H hung  S stormed  - not reached\n")
	}
	for _, t := range r.Findings {
		b.WriteString("\n" + t.Text())
	}
	for _, a := range r.Accepted {
		fmt.Fprintf(&b, "\naccepted, and not tried any more: %s\n", a.Schedule)
	}
	return b.String()
}

// Text returns the trial for people, without its records and its output.
func (t Trial) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", strings.ToUpper(strings.ReplaceAll(string(t.Result), "-", " ")), t.Why)
	if t.Accepted != "" {
		fmt.Fprintf(&b, "  accepted: %s\n", t.Accepted)
	}
	for _, c := range t.Calls {
		fmt.Fprintf(&b, "  %8s  %-24s %s\n", c.At.Round(time.Millisecond), c.Name, c.ending())
	}
	fmt.Fprintf(&b, "  repeat it: --schedule '%s'\n", t.Schedule)
	return b.String()
}

// ending says how a call ended.
func (c TrialCall) ending() string {
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

func (r Rehearsal) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Rehearsal\n\n%s\n", inMarkdown(r.Headline()))
	if len(r.Findings) > 0 {
		b.WriteString("\n| Result | Schedule | What happened |\n|---|---|---|\n")
	}
	for _, t := range r.Findings {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", t.Result, t.Schedule, inMarkdown(t.Why))
	}
	return b.String()
}

// writeJUnit writes one test case for each trial.
func (r Rehearsal) writeJUnit(w io.Writer) error {
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
	var cases []junitCase
	for _, t := range r.Trials {
		c := junitCase{ClassName: "commerce-sandbox.rehearsal", Name: inXML(t.Schedule), Time: seconds(t.Took)}
		if t.Result.IsFinding() && t.Accepted == "" {
			c.Failure = &junitFailure{Message: inXML(t.Why), Type: string(t.Result), Text: inXML(t.Text() + "\n" + t.Output)}
		}
		cases = append(cases, c)
	}
	return writeJUnit(w, junitSuite{
		Name: "commerce-sandbox.rehearsal", Time: seconds(r.Took), Timestamp: r.Begun.Format(time.RFC3339), Cases: cases, Output: junitText{inXML(r.Headline())},
	})
}
