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

// look is how a format writes the parts of what was learned.
type look struct {
	title, question, below, line, rule, end, rest string
	escape                                        func(string) string
}

func (l learned) text() string {
	return l.write(look{"%s\n", "  %s\t%s\t%s\n", "", "  %s\n", "%s\n", "\n", "%s\n", oneLine})
}

func (l learned) markdown() string {
	return l.write(look{"## %s\n\n| Question | Result | Seen |\n|---|---|---|\n", "| `%s` | %s | %s |\n", "\n", "- %s\n", "\n%s\n\n", "", "\n%s\n", inMarkdown})
}

func (l learned) write(as look) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, s := range l.Services {
		fmt.Fprintf(w, as.title, as.escape(whose(s)))
		for _, q := range s.Questions {
			fmt.Fprintf(w, as.question, q.ID, strings.ReplaceAll(string(q.Result), "-", " "), as.escape(q.Line))
		}
		fmt.Fprint(w, as.below)
		for _, line := range s.Lines {
			fmt.Fprintf(w, as.line, as.escape(line))
		}
		for _, f := range s.Failures {
			fmt.Fprintf(w, as.line, as.escape(f.Line))
			const indent = "      " // code in an item of a list
			fmt.Fprintf(w, as.rule, indent+strings.ReplaceAll(strings.TrimSpace(f.Scenario), "\n", "\n"+indent))
		}
		fmt.Fprint(w, as.end)
	}
	for _, line := range l.rest() {
		fmt.Fprintf(w, as.rest, as.escape(line))
	}
	_ = w.Flush() // into memory
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
	if len(l.Services) == 0 {
		lines = append(lines, "no call of the interface in "+count(l.Entries))
	}
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

// junit returns one test case for each question of each service. One that differs or is
// contradictory fails.
func (l learned) junit() string {
	var cases []junitCase
	for _, s := range l.Services {
		for _, q := range s.Questions {
			c := junitCase{ClassName: inXML("commerce-sandbox.learn." + s.Host + "." + s.VendorCode), Name: q.ID, Time: "0.000"}
			if q.IsOther() {
				c.Failure = &junitFailure{Message: inXML(string(q.Result) + ": " + q.Line), Type: string(q.Result)}
			}
			cases = append(cases, c)
		}
	}
	return junit(junitSuite{Name: "commerce-sandbox.learn", Time: "0.000", Cases: cases, Output: junitText{inXML(l.text())}})
}
