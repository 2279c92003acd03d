package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// wrongConditions are wrong expressions over calls of rules, recorded calls, steps of an order
// and records.
var wrongConditions = map[string][]string{
	"a call of a rule": {
		``,
		`quary.Page == "1"`,
		`true && Query("Page") == "1"`,
		`query == "1"`,
		`header("Accept") == "1"`,
		`query.Page > 1`,
		`2.5 < xpath("//A")`,
		`query.Page == 2`,
		`true != header["X-A"]`,
		`not (query.Page in ["1", 2])`,
		`query.Page in 1..3`,
		`method in 1..5`,
		`query.Page = "2"`,
		`true and query.Page === "2"`,
		`query.Page <> "AND"`,
		`query.Page => "2"`,
		`true & false`,
		"true\nAND false",
		`true OR false`,
		`query.Page ) and body.Name === "x"`,
		`AND true`,
		`NOT == 1 )`,
		`OR == 1 &&`,
		`weekday("x") == "Sunday"`,
		`query() == "1"`,
		`status() == 1`,
		`and true`,
		`hour(query.StartDate) == "12"`,
		`hour(body.CreatedAt) == "5"`,
		`hour(order.OrderDate) == "5"`,
		`hour(lower(query.StartDate)) == "12"`,
		`weekday(now) == "Sat" and order.Staus == ""`,
		`hour() == 1`,
		`hour("x", 1) == 1`,
		`hour("2026-05-13T12:00:00.1234567890+02:00") > 1`,
		`weekday(now) == "mon"`,
		`weekday(now) == "tuesday"`,
		`weekday(now) != "Tu"`,
		`"Sundy" == weekday(now)`,
		`hour("x") == 1`,
		`replace("a") == ""`,
		`replace("a", "b", "c", 1, 2) == ""`,
		`repeat("a") == ""`,
		`repeat("a", 1, 2) == ""`,
		`join() == ""`,
		`join(["a"], "b", "c") == ""`,
		`split("a", "b", 1, 2) == []`,
		`uniq() == []`,
		`uniq([1], 2) == [1]`,
		`NOT true`,
		`NOT (true)`,
		`query.Page STARTS_WITH "2"`,
		`query.Page like "2"`,
		`query.Name == “é”`,
		`body.Name == null`,
		`query.Status == COMPLETE`,
		`COMPLETE == query.Status`,
		`null"x"`,
		`true query.a-c == "x"`,
		`query.a-c"x" == "x"`,
		`foo == query.a-c`,
		`query.a-hour == 1 and foo == 1`,
		`"é" == header.X-Foo-2`,
		`header.X-2 == ""`,
		`body.a[0].my-name == ""`,
		`query.Page`,
		`query.Page == `,
		`query[1] == ""`,
		`now() > 1`,
		`true and method("x") == ""`,
		`body("x") == 1`,
		`hour(now) == "12"`,
		`hour(int(query.Page)) > 1`,
		`hour("noon") > 1`,
		`weekday(now) == "Sat"`,
		`weekday(now) in ["Sunday", "Freitag"]`,
		`true && now.Hour() == 12`,
		`now > date("2026-05-13")`,
		`xpath() == "1"`,
		"true &&\n  body.Name == 'x' &&\n  lenn(body.Name) == 1",
		strings.Repeat(" ", 4096) + "x",
		`order.Staus == "x"`,
		`custmer.Email == "x"`,
		`seen == "3"`,
		`method == GET`,
		`subscription.Quantity == 1`,
		`status == "404"`,
		`answr.Items == nil`,
		`duration_ms > 5`,
		`order.Status-Code == "x"`,
		`header.Page matches "(a{1000}){10}" and true`,
		`query.Page matches "["`,
		`query.Page matches 5`,
		`5 matches "a"`,
		`len(5) == 1`,
		`upper(5) == "x"`,
		`upper("a", "b") == "x"`,
		`any(query.Page, true)`,
		`any(body.List, .Code = "x")`,
		`body.Items.length > 1`,
		`status == "404" and code == 1`,
		`order.Status == 5`,
		`seen in ["1", 2]`,
		`query.Page in [1, 2]`,
		`now == 5`,
		`xpath(5) == ""`,
		`xpath("//a").b == ""`,
		`query.A.B == ""`,
		`weekday("Monday") == "Monday"`,
		`weekday(now) == 5`,
		`order.Status == PENDING`,
		`method is "GET"`,
		`upper == "X"`,
		`let query = 1; query == 1`,
		`let upper = 1; upper == 1`,
		`captured.code == 1`,
		`subscriptions.quantity == 1`,
		`order == "7"`,
		`1 + query.Page == 2`,
		`-query.Page == 2`,
		`!query.Page`,
		`query.Page ? true : false`,
		`query.Page and true`,
		`$env.x == 1`,
		`env.PAGE == "1"`,
		`body["a"`,
		`"open`,
		`query.Page == "2" ; true`,
		`now - 1 == 2`,
		`hour == 5`,
		`hour(5) == 5`,
		`sum(query.Page) == 1`,
		`status in ["404"]`,
		`status not in [404, "405"]`,
		`answer.Code == CODE and quary.x == ""`,
		`body.Name == "a" // comment`,
		`foo(1) == 2`,
		`true == "true"`,
	},
	"a recorded call": {
		`status == "404"`,
		`status in [400, "404"]`,
		`status in ["400", 404]`,
		`duration_ms > "100"`,
		`code == 404`,
		`answer.error-code == "x"`,
		`duraton_ms > 1`,
		`scenario == true`,
		`status = 404 AND code = ""`,
		`order.Status == "x"`,
	},
	"a campaign": {
		`campaign.Nme == ""`,
		`campain.Name == ""`,
		`query.Page == "1"`,
		`body.Name == "1"`,
		`order.Status == "1"`,
		`duration_ms == 1`,
		`status == 200`,
	},
}

// TestWrongConditions compares the message about each wrong condition.
func TestWrongConditions(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, over := range []struct {
		name    string
		compile func(string) (*scenario.Condition, error)
	}{
		{"a call of a rule", scenario.Compile},
		{"a recorded call", scenario.CompileRecorded},
		{"a campaign", func(text string) (*scenario.Condition, error) {
			return scenario.CompileRecord(catalog.CampaignRecord, text)
		}},
	} {
		fmt.Fprintf(&b, "# Over %s\n", over.name)
		for _, text := range wrongConditions[over.name] {
			message := "no mistake"
			if _, err := over.compile(text); err != nil {
				message = err.Error()
			}
			fmt.Fprintf(&b, "%#.100q\n    %s\n", text, message)
		}
	}
	golden(t, "testdata/wrong-conditions.txt", b.String())
}
