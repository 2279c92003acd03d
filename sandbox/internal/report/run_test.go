package report_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// TestFailedRun expects every format to say why a run fails beside its accounts.
func TestFailedRun(t *testing.T) {
	t.Parallel()
	r := client.Run{
		Name: "ci-1", Opened: time.Date(2026, 5, 13, 12, 0, 0, 0, time.UTC), Failures: []string{"the command ended with exit code 3", "no call\x1b|"},
		Accounts: []client.RunAccount{{VendorCode: "T", Calls: 1, Verdict: client.RunVerdict{Passed: true, Result: client.ResultPassed}}},
	}
	r.Sum()
	text := `Run ci-1: failed, 1 account, 1 call, 0 refused
failed: the command ended with exit code 3
failed: no call |

passed: T (T, 1 call)

Covered 0 of 0 documented outcomes (0.0%).
`
	for format, want := range map[client.Format]string{
		client.AsText: text,
		client.AsMarkdown: `### Run ci-1: failed, 1 account, 1 call, 0 refused

**failed:** the command ended with exit code 3

**failed:** no call \|

| test | account | calls | refused | verdict |
| --- | --- | ---: | ---: | --- |
| T | T | 1 | 0 | passed |

Covered 0 of 0 documented outcomes (0.0%).
`,
		client.AsJUnit: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="commerce-sandbox" tests="3" failures="2" errors="0" time="0.000">
  <testsuite name="commerce-sandbox.ci-1" tests="3" failures="2" errors="0" skipped="0" time="0.000" timestamp="2026-05-13T12:00:00Z" hostname="localhost">
    <testcase classname="commerce-sandbox.ci-1" name="the command ended with exit code 3" time="0.000">
      <failure message="the command ended with exit code 3" type="run"><![CDATA[the command ended with exit code 3]]></failure>
    </testcase>
    <testcase classname="commerce-sandbox.ci-1" name="no call�|" time="0.000">
      <failure message="no call�|" type="run"><![CDATA[no call�|]]></failure>
    </testcase>
    <testcase classname="commerce-sandbox.ci-1" name="T" time="0.000"></testcase>
    <system-out><![CDATA[` + text + `]]></system-out>
  </testsuite>
</testsuites>
`,
	} {
		if got, err := report.Run(r, format); err != nil || got != want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", format, err, got, want)
		}
	}
}
