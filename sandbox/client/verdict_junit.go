package client

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The elements of JUnit's XML, with the attributes that GitHub, GitLab and Jenkins
// read.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Time     string   `xml:"time,attr"`
		Suite    junitSuite
	}
	junitSuite struct {
		XMLName   xml.Name    `xml:"testsuite"`
		Name      string      `xml:"name,attr"`
		Tests     int         `xml:"tests,attr"`
		Failures  int         `xml:"failures,attr"`
		Errors    int         `xml:"errors,attr"`
		Skipped   int         `xml:"skipped,attr"`
		Time      string      `xml:"time,attr"`
		Timestamp string      `xml:"timestamp,attr"`
		Hostname  string      `xml:"hostname,attr"`
		Cases     []junitCase `xml:"testcase"`
		Output    junitText   `xml:"system-out"`
	}
	junitCase struct {
		ClassName string        `xml:"classname,attr"`
		Name      string        `xml:"name,attr"`
		Time      string        `xml:"time,attr"`
		Failure   *junitFailure `xml:"failure"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// writeJUnit writes one test case for each expectation, for each refusal that makes
// the verdict fail, and for what else is required. The text for people is the output
// of the suite.
func (v Verdict) writeJUnit(w io.Writer) error {
	return writeJUnit(w, junitSuite{
		Name: "commerce-sandbox." + v.Account, Time: strconv.FormatFloat(v.Duration, 'f', 3, 64), Timestamp: v.Time.UTC().Format(time.RFC3339),
		Cases: v.junitCases(), Output: junitText{inXML(v.text())},
	})
}

// writeJUnit writes a suite, whose cases it counts.
func writeJUnit(w io.Writer, suite junitSuite) error {
	suite.Tests, suite.Hostname = len(suite.Cases), "localhost"
	for _, c := range suite.Cases {
		if c.Failure != nil {
			suite.Failures++
		}
	}
	document := junitSuites{Name: "commerce-sandbox", Tests: suite.Tests, Failures: suite.Failures, Time: suite.Time, Suite: suite}
	text, err := xml.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// uncertain is the type of a failure that nobody can decide.
const uncertain = "uncertain"

// junitCases returns the test cases, each with a name of its own.
func (v Verdict) junitCases() []junitCase {
	var cases []junitCase
	add := func(class, name, kind, failure string, more ...string) {
		c := junitCase{ClassName: inXML("commerce-sandbox." + v.Account + "." + class), Name: inXML(name), Time: "0.000"}
		if failure != "" {
			c.Failure = &junitFailure{Message: inXML(failure), Type: kind, Text: inXML(strings.Join(append([]string{failure}, more...), "\n"))}
		}
		cases = append(cases, c)
	}
	for n, r := range v.Results {
		failure, kind := "", "expectation"
		if !r.Verified {
			failure = r.Message
		}
		if r.Uncertain {
			kind = uncertain
		}
		add("expectations", fmt.Sprintf("%d: %s", n+1, orWord(r.Expected, r.Message)), kind, failure, r.Details()...)
	}
	if v.NothingElse != "" {
		add("expectations", "nothing else is called", "unexpected", v.NothingElse)
	}
	fails := 0
	for _, r := range v.Unasserted {
		if r.Fails {
			fails++
			add("refusals", fmt.Sprintf("%d: %s", fails, r.outcome()), "refused", r.Sentence())
		}
	}
	if fails == 0 {
		add("refusals", "no call is refused that nobody expected", "", "")
	}
	for _, d := range v.Departures {
		if d.Fails {
			add("spelling", d.Name, "spelling", d.Line())
		}
	}
	for n, what := range v.Uncertain {
		add("journal", fmt.Sprintf("%d: every call is known", n+1), uncertain, what)
	}
	if v.Uncovered.Required > 0 {
		add("coverage", fmt.Sprintf("at least %g%% of the documented outcomes are covered", v.Uncovered.Required), "coverage", v.Uncovered.Shortfall(), v.missingLines()...)
	}
	return cases
}

// Details returns the calls that are too many, or what came closest and what differed, line
// by line, for people.
func (r Verification) Details() []string {
	if len(r.Matched) > 0 {
		return r.matches()
	}
	if r.Closest == nil {
		return nil
	}
	lines := []string{"closest: " + r.Closest.Request.Line().inWords()}
	for _, d := range r.Closest.Differed {
		lines = append(lines, "  expected "+d.Expected)
		for _, name := range slices.Sorted(maps.Keys(d.Given)) {
			lines = append(lines, fmt.Sprintf("  given    %s %q", name, inLine(d.Given[name])))
		}
		if d.Error != "" {
			lines = append(lines, "  error    "+d.Error)
		}
	}
	return lines
}

// inLine returns as much of a text as a line of 2 KB has room for.
func inLine(text string) string {
	text, _ = cutForJSON(text, 800, 800)
	return text
}

// matches lists the calls that are too many.
func (r Verification) matches() (lines []string) {
	for _, line := range r.Matched {
		lines = append(lines, "matched: "+line.inWords())
	}
	if more := r.Count - len(r.Matched); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// inWords returns the call as one line, such as DEMO-1 GET /rest/6.0/orders/1/ 404
// ORDER_NOT_FOUND.
func (l EntryLine) inWords() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %d %s", l.ID, l.Method, l.URI, l.Status, l.Code))
}

// inXML returns a text without the characters that XML cannot have, not even
// escaped. Line feeds and tabs stay.
func inXML(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ' || r == 0x7F || r == 0xFFFE || r == 0xFFFF || r >= 0x80 && r < 0xA0:
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
