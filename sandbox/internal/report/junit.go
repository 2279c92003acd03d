package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// The elements of JUnit's XML, with the attributes read by GitHub, GitLab and
// Jenkins.
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
		Skipped   *junitSkipped `xml:"skipped"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
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

// junit returns one test case for each expectation, for each refusal that makes the
// verdict fail, and for each other requirement. The text for people is the output of
// the suite.
func (v verdict) junit() string {
	cases := v.junitCases()
	if v.Result == client.ResultFailed && !slices.ContainsFunc(cases, func(c junitCase) bool { return c.Failure != nil }) { // as by a call under way
		why := inXML(strings.Join(v.Failures, "\n"))
		cases = append(cases, junitCase{ClassName: inXML("commerce-sandbox." + v.Account + ".calls"), Name: "the verdict passes", Time: "0.000", Failure: &junitFailure{why, "failed", why}})
	}
	return junit(junitSuite{
		Name: "commerce-sandbox." + v.Account, Time: strconv.FormatFloat(v.Duration, 'f', 3, 64), Timestamp: v.Time.UTC().Format(time.RFC3339),
		Cases: cases, Output: junitText{inXML(v.text())},
	})
}

// junit counts the cases of a suite and returns the suite.
func junit(suite junitSuite) string {
	suite.Tests, suite.Hostname = len(suite.Cases), "localhost"
	for _, c := range suite.Cases {
		switch {
		case c.Failure != nil:
			suite.Failures++
		case c.Skipped != nil:
			suite.Skipped++
		}
	}
	document := junitSuites{Name: "commerce-sandbox", Tests: suite.Tests, Failures: suite.Failures, Time: suite.Time, Suite: suite}
	text, _ := xml.MarshalIndent(document, "", "  ") // every one has a form in XML
	return xml.Header + string(text) + "\n"
}

// nothingToJudge is why a test case is neither passed nor failed.
const nothingToJudge = "nothing to judge: no call came, and no expectation was verified"

// uncertain is the type of an undecidable failure.
const uncertain = "uncertain"

// junitCases returns the test cases, each with a name of its own.
func (v verdict) junitCases() []junitCase {
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
		add("expectations", fmt.Sprintf("%d: %s", n+1, cmp.Or(r.Expected, r.Message)), kind, failure, r.Details()...)
	}
	if v.NothingElse != "" {
		add("expectations", "nothing else is called", "unexpected", v.NothingElse)
	}
	fails := 0
	for _, r := range v.Unasserted {
		if r.Fails {
			fails++
			add("refusals", fmt.Sprintf("%d: %s", fails, outcome(r)), "refused", RefusalLine(r))
		}
	}
	if fails == 0 {
		add("refusals", "no call is refused that nobody expected", "", "")
	}
	if v.Result == client.NothingToJudge {
		cases[len(cases)-1].Skipped = &junitSkipped{nothingToJudge}
	}
	for _, d := range v.Departures {
		if d.Fails {
			add("spelling", d.Name, "spelling", DepartureLine(d))
		}
	}
	for n, what := range v.Uncertain {
		add("journal", fmt.Sprintf("%d: every call is known", n+1), uncertain, what)
	}
	if v.Uncovered.Required > 0 {
		missing := linesOf(v.Uncovered.Missing, client.CoverageOutcome.Name)
		add("coverage", fmt.Sprintf("at least %g%% of the documented outcomes are covered", v.Uncovered.Required), "coverage", v.Uncovered.Shortfall(), missing...)
	}
	return cases
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
