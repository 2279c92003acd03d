package report_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// coverage returns a report of two outcomes.
func coverage() client.CoverageReport {
	return client.CoverageReport{
		Outcomes: []client.CoverageOutcome{
			{Operation: "cancel-order", Status: 200, Documented: true, Count: 12, Scenarios: map[string]int64{"slow": 2, "drip": 1}},
			{Operation: "cancel-order", Status: 406, Code: "INVALID_ACCEPT_HEADER"},
		},
		Other:      3,
		Outside:    2,
		Documented: client.CoverageTotal{Outcomes: 1, Covered: 1, Percent: 100},
		All:        client.CoverageTotal{Outcomes: 2, Covered: 1, Percent: 50},
	}
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	cases := map[client.Format]string{
		client.AsText: `
OPERATION     STATUS  OUTCOME                DOCUMENTED  COVERED  SCENARIOS
cancel-order  200     success                yes         12       drip (1), slow (2)
cancel-order  406     INVALID_ACCEPT_HEADER  no          never

All accounts: covered 1 of 1 documented outcomes (100.0%) and 1 of all 2 outcomes (50.0%).
Calls that ended in none of them: 3.
Calls of paths outside of the interface: 2.
`,
		client.AsMarkdown: `
| operation | status | outcome | documented | covered | scenarios |
| --- | ---: | --- | --- | ---: | --- |
| cancel-order | 200 | success | yes | 12 | drip (1), slow (2) |
| cancel-order | 406 | INVALID_ACCEPT_HEADER | no | never |  |

All accounts: covered 1 of 1 documented outcomes (100.0%) and 1 of all 2 outcomes (50.0%).

Calls that ended in none of them: 3.

Calls of paths outside of the interface: 2.
`,
		client.AsJSON: `
{"outcomes":[{"operation":"cancel-order","status":200,"documented":true,"count":12,"scenarios":{"drip":1,"slow":2}},` +
			`{"operation":"cancel-order","status":406,"code":"INVALID_ACCEPT_HEADER","documented":false,"count":0}],"other":3,"outside":2,` +
			`"documented":{"outcomes":1,"covered":1,"percent":100},"all":{"outcomes":2,"covered":1,"percent":50}}
`,
	}
	for format, want := range cases {
		if got, err := report.Coverage(coverage(), format); err != nil || "\n"+got != want {
			t.Errorf("%s: got\n%s, %v, want%s", format, got, err, want)
		}
	}
}

func TestCoverageOfAnAccount(t *testing.T) {
	t.Parallel()
	r := client.CoverageReport{Account: "DEMO", Documented: client.CoverageTotal{Outcomes: 1}, All: client.CoverageTotal{Outcomes: 2}}
	want := "OPERATION  STATUS  OUTCOME  DOCUMENTED  COVERED  SCENARIOS\n\n" +
		"Account DEMO: covered 0 of 1 documented outcomes (0.0%) and 0 of all 2 outcomes (0.0%).\n"
	if got, err := report.Coverage(r, client.AsText); err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}
