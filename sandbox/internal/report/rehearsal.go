package report

import (
	"fmt"
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

// signs are the results' signs in the matrix.
var signs = map[client.Result]string{client.WrongInSilence: "W", client.Hung: "H", client.Stormed: "S", client.FailedInTheOpen: "x", client.Recovered: ".", client.NotReached: "-"}

// Headline says in one line how the rehearsal ended, such as: 31 of 34 fault places
// survived, 3 not reached. A fault place is a call with a fault it met; it survived when
// the suite did, under this fault alone and together with a second one.
func Headline(r client.Rehearsal) string {
	_, _, cells := rehearsal{r}.matrix()
	survived, missed := 0, 0
	for _, result := range cells {
		switch {
		case result == client.NotReached:
			missed++
		case !result.IsFinding():
			survived++
		}
	}
	text := fmt.Sprintf("%d of %d fault places survived", survived, len(cells))
	if missed > 0 {
		text += fmt.Sprintf(", %d not reached", missed)
	}
	text += fmt.Sprintf("; of %d trials %d recovered and %d failed in the open", len(r.Trials), r.Count(client.Recovered), r.Count(client.FailedInTheOpen))
	if r.Unfinished > 0 {
		text += fmt.Sprintf("; %d not tried", r.Unfinished)
	}
	return text
}

// matrix returns the results by place and fault: of trials of one fault, and of a pair
// under its first fault when the result is worse.
func (r rehearsal) matrix() (columns, rows []string, cells map[[2]string]client.Result) {
	cells = map[[2]string]client.Result{}
	worst := []client.Result{client.WrongInSilence, client.Hung, client.Stormed, client.FailedInTheOpen, client.Recovered, client.NotReached}
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

func (r rehearsal) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (in %s)\n", Headline(r.Rehearsal), r.Took.Round(100*time.Millisecond))
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
		b.WriteString("\n" + Trial(t, r.Command))
	}
	for _, a := range r.Accepted {
		fmt.Fprintf(&b, "\naccepted, but its place is gone: %s\n", oneLine(a.Schedule))
	}
	return b.String()
}

// Trial returns a trial of a command for people, without its records and its output.
func Trial(t client.Trial, command []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", strings.ToUpper(strings.ReplaceAll(string(t.Result), "-", " ")), oneLine(t.Why))
	if t.Accepted != "" {
		fmt.Fprintf(&b, "  accepted: %s\n", oneLine(t.Accepted))
	}
	for _, c := range t.Calls {
		fmt.Fprintf(&b, "  %8s  %-24s %s\n", c.At.Round(time.Millisecond), c.Name, oneLine(ending(c)))
	}
	fmt.Fprintf(&b, "  repeat it: %s\n", oneLine(repeat(t.Schedule, command)))
	return b.String()
}

// repeat returns the line for repeating a schedule, the flag alone for a Go test without a
// command and for a command that does not fit one line.
func repeat(schedule string, command []string) string {
	flag := "--schedule " + phrase.ShellWord(schedule)
	if len(command) == 0 || strings.ContainsFunc(strings.Join(command, ""), unicode.IsControl) {
		return flag
	}
	words := []string{"commerce-sandbox rehearse", flag, "--"}
	for _, arg := range command {
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
	fmt.Fprintf(&b, "## Rehearsal\n\n%s\n", inMarkdown(Headline(r.Rehearsal)))
	if len(r.Findings) > 0 {
		b.WriteString("\n| Result | Schedule | What happened |\n|---|---|---|\n")
	}
	for _, t := range r.Findings {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", t.Result, t.Schedule, inMarkdown(t.Why))
	}
	return b.String()
}

// junit returns one test case for each trial.
func (r rehearsal) junit() string {
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
	var cases []junitCase
	for _, t := range r.Trials {
		c := junitCase{ClassName: "commerce-sandbox.rehearsal", Name: inXML(t.Schedule), Time: seconds(t.Took)}
		if t.Result.IsFinding() && t.Accepted == "" {
			c.Failure = &junitFailure{Message: inXML(t.Why), Type: string(t.Result), Text: inXML(Trial(t, r.Command) + "\n" + t.Output)}
		}
		cases = append(cases, c)
	}
	return junit(junitSuite{
		Name: "commerce-sandbox.rehearsal", Time: seconds(r.Took), Timestamp: r.Begun.Format(time.RFC3339), Cases: cases, Output: junitText{inXML(Headline(r.Rehearsal))},
	})
}
