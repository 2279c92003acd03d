package report

import (
	"cmp"
	"fmt"
	"slices"
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
	service  string // with its questions below
	question string
	others   string // between the questions and what else differs
	line     string
	rule     string // of a failure
	end      string // of a service
	note     string
	escape   func(string) string
}

func (l learned) text() string {
	return l.write(look{service: "%s\n", question: "  %s\t%s\t%s\n", line: "  %s\n", rule: "%s\n", end: "\n", note: "%s\n", escape: oneLine})
}

func (l learned) markdown() string {
	return l.write(look{service: "## %s\n\n| Question | Result | Seen |\n|---|---|---|\n", question: "| `%s` | %s | %s |\n", others: "\n",
		line: "- %s\n", rule: "\n%s\n\n", note: "\n%s\n", escape: inMarkdown})
}

func (l learned) write(as look) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, s := range l.Services {
		whose := fmt.Sprintf("%s, vendor code %s: %s", s.Host, cmp.Or(s.VendorCode, "unknown"), phrase.Count(s.Calls, "call"))
		fmt.Fprintf(w, as.service, as.escape(whose))
		for _, q := range s.Questions {
			fmt.Fprintf(w, as.question, q.ID, strings.ReplaceAll(string(q.Result), "-", " "), as.escape(q.Line))
		}
		fmt.Fprint(w, as.others)
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
	if len(l.Services) == 0 {
		fmt.Fprintf(w, as.note, fmt.Sprintf("No call of the interface (entries: %d)", l.Entries))
	}
	for _, line := range slices.Concat(l.Notes, l.Faults) {
		fmt.Fprintf(w, as.note, as.escape(line))
	}
	_ = w.Flush() // into memory
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
				c.Failure = &junitFailure{Message: inXML(string(q.Result) + ": " + q.Line), Type: string(q.Result)}
			}
			cases = append(cases, c)
		}
	}
	return junit(junitSuite{Name: "commerce-sandbox.learn", Time: "0.000", Cases: cases, Output: junitText{inXML(l.text())}})
}
