package report

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Recordings returns what recordings show in a format: text, json, junit or markdown.
func Recordings(l client.Learned, format client.Format) (string, error) {
	return in(format, l, forms{client.AsText: learned{l}.text, client.AsJUnit: learned{l}.junit, client.AsMarkdown: learned{l}.markdown})
}

type learned struct{ client.Learned }

func (l learned) text() string {
	var b strings.Builder
	if len(l.Services) == 0 {
		fmt.Fprintf(&b, "no call of the interface in %s\n", count(l.Entries))
	}
	for _, s := range l.Services {
		fmt.Fprintf(&b, "%s\n", oneLine(whose(s)))
		rows := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, q := range s.Questions {
			fmt.Fprintf(rows, "  %s\t%s\t%s\n", q.ID, strings.ReplaceAll(string(q.Result), "-", " "), oneLine(shows(q)))
		}
		_ = rows.Flush() // into memory
		for _, line := range differences(s.Shapes) {
			fmt.Fprintf(&b, "  %s\n", oneLine(line))
		}
		for _, f := range s.Failures {
			fmt.Fprintf(&b, "  %s: %s\n", f.Operation, oneLine(failure(f)))
			b.WriteString("    " + strings.ReplaceAll(strings.TrimSpace(f.Scenario), "\n", "\n    ") + "\n")
		}
		b.WriteString("\n")
	}
	for _, line := range l.rest() {
		b.WriteString(oneLine(line) + "\n")
	}
	return b.String()
}

func count(entries int) string {
	if entries == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", entries)
}

// rest are the entries that are no calls or not wholly read, and the recordings that are not whole.
func (l learned) rest() (lines []string) {
	for _, u := range l.Unplaced {
		lines = append(lines, fmt.Sprintf("left out: %s, %s", count(u.Entries), u.Why))
	}
	for _, p := range l.Partly {
		lines = append(lines, fmt.Sprintf("read without the answer's body: %s %s", count(p.Entries), p.Why))
	}
	for _, f := range l.Faults {
		lines = append(lines, "not read: "+f)
	}
	return lines
}

func whose(s client.LearnedService) string {
	return fmt.Sprintf("%s, vendor code %s: %s", s.Host, cmp.Or(s.VendorCode, "unknown"), phrase.Count(s.Calls, "call"))
}

// shows says what was seen of a question.
func shows(q client.LearnedQuestion) string {
	var seen []string
	for _, a := range q.Seen {
		answer := a.Answer
		if a.Unlisted {
			answer += ", which the sandbox cannot answer"
		}
		seen = append(seen, fmt.Sprintf("%s (%s: %s)", answer, phrase.Count(a.Times, "time"), someIDs(a.Calls, a.Times)))
	}
	if q.Bound != "" {
		seen = append(seen, q.Bound)
	}
	switch {
	case len(seen) > 0:
		return strings.Join(seen, "; ") + "; ours: " + q.Ours
	case q.ShownBy == "":
		return "no recording shows it; ours: " + q.Ours
	}
	return "to see it, " + q.ShownBy
}

// differences says how the fields of answers differ, with one line for all that an operation
// lacks.
func differences(all []client.LearnedShape) (lines []string) {
	for i := 0; i < len(all); i++ {
		d := all[i]
		field := fmt.Sprintf("%s: %s", d.Operation, cmp.Or(d.Field, "the body"))
		switch {
		case d.Ours == "":
			lines = append(lines, fmt.Sprintf("%s (%s) is in the recording, and not in the sandbox (%s)", field, d.Theirs, d.Call))
		case d.Theirs != "":
			lines = append(lines, fmt.Sprintf("%s is %s in the recording, and %s in the sandbox (%s)", field, d.Theirs, d.Ours, d.Call))
		default:
			for ; i+1 < len(all) && all[i+1].Operation == d.Operation && all[i+1].Theirs == ""; i++ {
				field += ", " + all[i+1].Field
			}
			lines = append(lines, field+" the sandbox has, and the recording has not ("+d.Call+")")
		}
	}
	return lines
}

func failure(f client.LearnedFailure) string {
	return fmt.Sprintf("%s is a failure that the sandbox does not have (%s: %s); this rule gives it:", strings.TrimSpace(fmt.Sprint(f.Status, " ", f.Code)), phrase.Count(f.Times, "time"), f.Call)
}

func (l learned) markdown() string {
	var b strings.Builder
	for _, s := range l.Services {
		fmt.Fprintf(&b, "## %s\n\n| Question | Result | Seen |\n|---|---|---|\n", inMarkdown(whose(s)))
		for _, q := range s.Questions {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", q.ID, strings.ReplaceAll(string(q.Result), "-", " "), inMarkdown(shows(q)))
		}
		b.WriteString("\n")
		for _, line := range differences(s.Shapes) {
			fmt.Fprintf(&b, "- %s\n", inMarkdown(line))
		}
		for _, f := range s.Failures {
			fmt.Fprintf(&b, "- %s: %s\n", f.Operation, inMarkdown(failure(f)))
		}
	}
	for _, line := range l.rest() {
		fmt.Fprintf(&b, "\n%s\n", inMarkdown(line))
	}
	return b.String()
}

// junit returns one test case for each question of each service. One that differs or is
// contradictory fails.
func (l learned) junit() string {
	var cases []junitCase
	for _, s := range l.Services {
		for _, q := range s.Questions {
			c := junitCase{ClassName: inXML("commerce-sandbox.learn." + s.Host + "." + s.VendorCode), Name: q.ID, Time: "0.000"}
			if q.IsOther() {
				c.Failure = &junitFailure{Message: inXML(string(q.Result) + ": " + shows(q)), Type: string(q.Result)}
			}
			cases = append(cases, c)
		}
	}
	return junit(junitSuite{Name: "commerce-sandbox.learn", Time: "0.000", Cases: cases, Output: junitText{inXML(l.text())}})
}
