package scenario_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

var exampleCall = &call{
	operation: catalog.CustomerOrders,
	query:     map[string]string{"CustomerReference": "42", "Page": "2"},
	path:      map[string]string{"OrderReference": "248810377"},
	header:    http.Header{"Accept": {"application/json"}},
	body: `{"Name": "Spring", "Enabled": true, "Limit": null,
		"Discount": {"Values": [{"Currency": "EUR", "Amount": 5}, {"Currency": "USD", "Amount": 7.5}]}}`,
	envelope: map[string]string{"//Quantity": "3"},
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want bool
	}{
		{`query.CustomerReference == "42"`, true},
		{`query["CustomerReference"] == "42"`, true},
		{`query.CustomerReference == "43"`, false},
		{`query.customerReference == ""`, true}, // names are case-sensitive, absent is empty
		{`int(query.Page) > 1`, true},
		{`path.OrderReference startsWith "2488"`, true},
		{`header.accept == "application/json" && header["ACCEPT"] != ""`, true},
		{`body.Name == "Spring"`, true},
		{`body.Nome == "" && body.Nome.Deep[3].Deeper == ""`, true},
		{`body.Enabled`, true},
		{`body.Limit == nil`, true},
		{`body.Discount.Values[0].Amount == 5`, true},
		{`body.Discount.Values[-1].Currency == "USD"`, true},
		{`body.Discount.Values[-3] == "" and body.Discount.Values[2] == ""`, true},
		{`count(1..10000, query.Page == "2") == 10000`, true}, // the most readings of an input
		{`true` + strings.Repeat(" ", 4092), true},
		{`any(body.Discount.Values, .Currency == "USD" && .Amount > 7)`, true},
		{`any(body.Discount.Values, #.Currency == "GBP" || .Missing != "")`, false},
		{`len(filter(body.Discount.Values, .Amount > 1)) == 2`, true},
		{`xpath("//Quantity") == "3"`, true},
		{`xpath("//Other") == ""`, true},
		{`now == "2026-05-13T12:00:00Z" and now startsWith "2026-05" and now < "2026-05-14"`, true},
		{`hour(now) == 12 and weekday(now) in ["Wednesday", "Friday"]`, true},
		{`weekday(now) != "Wednesday"`, false},
		{`lower("X") == "x"`, true},
		{`weekday(now) startsWith "Wed" and weekday("2026-05-13T12:00:00.123456789+02:00") == "Wednesday"`, true},
		{`method == "" and "Mo" != query.Page`, true},
		{`weekday("2026-05-16") == "Saturday" and hour("2026-05-13 23:59:00") == 23 and hour("2026-05-13T23:00:00+02:00") == 21`, true},
		{`date(now) > date("2026-05-13") && date(now).Year() == 2026`, true},
		{`let page = query.Page; page == "2" || page == "3"`, true},
		{`query.CustomerReference matches "^[0-9]+$"`, true},
		{`query.Page in ["1", "2"]`, true},
		{`query.Page == "2" + ""`, true},
		{`method in 1..5`, false},
		{`query.Page == "("`, false}, // no regular expression
		{`false and query.Page == "2"`, false},
		{`let page = query.Page; "2" == page and body.Name != "a AND b = c"`, true},
	} {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			condition, err := scenario.Compile(test.text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := condition.Match(t.Context(), exampleCall)
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if condition.String() != test.text {
				t.Errorf("String() is %q", condition)
			}
		})
	}
}

func TestMatchFails(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`body.Name`:                                       "invalid operation: bool(string)",
		`body.Name > 3`:                                   "invalid operation: string > int",
		`xpath("//[") == ""`:                              "//[ is not XPath",
		`hour(query.Page) == 1`:                           `hour needs a time such as now or 2026-05-13T12:00:00Z, got "2"`,
		`weekday(body.Discount) == "Sunday"`:              "weekday needs a time such as now, got a value that is not text",
		`int(query.CustomerName) == 1`:                    "invalid operation: int()",
		`len(1..int(query.Page) * 100000) == 0`:           "memory budget exceeded",
		`count(1..10001, query.Page == "2") == 10001`:     "the expression reads more than 10000 inputs",
		`let some = 1..1000; any(some, any(some, # < 0))`: "the expression needs more than 100000 steps",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			condition, err := scenario.Compile(text)
			if err != nil {
				t.Fatal(err)
			}
			matched, err := condition.Match(t.Context(), exampleCall)
			if matched || err == nil || err.Error() != want {
				t.Errorf("got %v, %v, want false, %s", matched, err, want)
			}
		})
	}
}

func TestCompileErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		``:                                            "the expression is empty (at character 1)",
		`quary.Page == "1"`:                           `unknown name quary; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 1); did you mean query?`,
		`true && Query("Page") == "1"`:                `unknown name Query; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 9); did you mean query?`,
		`query == "1"`:                                `query needs a name, as in query.Name or query["Name"] (at character 1)`,
		`header("Accept") == "1"`:                     `header needs a name, as in header.Name or header["Name"] (at character 1)`,
		`query.Page > 1`:                              "query.Page is text: write int(query.Page) > 1 (at character 12)",
		`2.5 < xpath("//A")`:                          `xpath("//A") is text: write 2.5 < float(xpath("//A")) (at character 5)`,
		`query.Page == 2`:                             `query.Page is text: write query.Page == "2" (at character 12)`,
		`true != header["X-A"]`:                       `header["X-A"] is text: write "true" != header["X-A"] (at character 6)`,
		`not (query.Page in ["1", 2])`:                `query.Page is text: write query.Page in ["1", "2"] (at character 17)`,
		`query.Page in 1..3`:                          "query.Page is text: write int(query.Page) in 1..3 (at character 12)",
		`query.Page = "2"`:                            "unknown operator = (at character 12); did you mean ==?",
		`true and query.Page === "2"`:                 "unknown operator === (at character 21); did you mean ==?",
		`query.Page <> "AND"`:                         "unknown operator <> (at character 12); did you mean !=?",
		`query.Page => "2"`:                           "unknown operator => (at character 12); did you mean >=?",
		`true & false`:                                "unknown operator & (at character 6); did you mean &&?",
		"true\nAND false":                             "unknown operator AND (at line 2, character 1); did you mean and?",
		`true OR false`:                               "unknown operator OR (at character 6); did you mean or?",
		`query.Page ) and body.Name === "x"`:          "unexpected token Bracket(\")\") (at character 12)",
		`AND true`:                                    `unexpected token Identifier("true") (at character 5)`,
		`NOT == 1 )`:                                  `unexpected token Bracket(")") (at character 10)`,
		`OR == 1 &&`:                                  "unexpected token EOF (at character 10)",
		`weekday("x") == "Sunday"`:                    `weekday needs a time such as now or 2026-05-13T12:00:00Z, got "x" (at character 9)`,
		`query() == "1"`:                              `query needs a name, as in query.Name or query["Name"] (at character 1)`,
		`status() == 1`:                               "status is a value: write it without parentheses (at character 1)",
		`and true`:                                    `unexpected token Operator("and") (at character 1)`,
		`hour(query.StartDate) == "12"`:               "hour(query.StartDate) is a number: write hour(query.StartDate) == 12 (at character 23)",
		`hour(body.CreatedAt) == "5"`:                 "hour(body.CreatedAt) is a number: write hour(body.CreatedAt) == 5 (at character 22)",
		`hour(order.OrderDate) == "5"`:                "hour(order.OrderDate) is a number: write hour(order.OrderDate) == 5 (at character 23)",
		`hour(lower(query.StartDate)) == "12"`:        "invalid operation: == (mismatched types int and string) (at character 30)",
		`weekday(now) == "Sat" and order.Staus == ""`: `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "Sat" (at character 17); did you mean Saturday?`,
		`hour() == 1`:                                 "not enough arguments to call hour (at character 1)",
		`hour("x", 1) == 1`:                           "too many arguments to call hour (at character 1)",
		`hour("2026-05-13T12:00:00.1234567890+02:00") > 1`: `hour needs a time such as now or 2026-05-13T12:00:00Z, got "2026-05-13T12:00:00.1234567890+02:00" (at character 6)`,
		`weekday(now) == "mon"`:                            `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "mon" (at character 17); did you mean Monday?`,
		`weekday(now) == "tuesday"`:                        `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "tuesday" (at character 17); did you mean Tuesday?`,
		`weekday(now) != "Tu"`:                             `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "Tu" (at character 17)`,
		`"Sundy" == weekday(now)`:                          `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "Sundy" (at character 1); did you mean Sunday?`,
		`hour("x") == 1`:                                   `hour needs a time such as now or 2026-05-13T12:00:00Z, got "x" (at character 6)`,
		`replace("a") == ""`:                               "not enough arguments to call replace (at character 1)",
		`replace("a", "b", "c", 1, 2) == ""`:               "too many arguments to call replace (at character 1)",
		`repeat("a") == ""`:                                "not enough arguments to call repeat (at character 1)",
		`repeat("a", 1, 2) == ""`:                          "too many arguments to call repeat (at character 1)",
		`join() == ""`:                                     "not enough arguments to call join (at character 1)",
		`join(["a"], "b", "c") == ""`:                      "too many arguments to call join (at character 1)",
		`split("a", "b", 1, 2) == []`:                      "too many arguments to call split (at character 1)",
		`uniq() == []`:                                     "invalid number of arguments (expected 1, got 0) (at character 1)",
		`uniq([1], 2) == [1]`:                              "invalid number of arguments (expected 1, got 2) (at character 1)",
		`NOT true`:                                         "unknown operator NOT (at character 1); did you mean not?",
		`NOT (true)`:                                       `unknown name NOT; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 1); did you mean not?`,
		`query.Page STARTS_WITH "2"`:                       "unknown operator STARTS_WITH (at character 12); did you mean startsWith?",
		`query.Page like "2"`:                              "unknown operator like (at character 12); did you mean matches?",
		`query.Name == “é”`:                                "unknown operator “ (at character 15); did you mean \"?",
		`body.Name == null`:                                `unknown name null; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 14); did you mean nil?`,
		`query.Status == COMPLETE`:                         `unknown name COMPLETE; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 17); did you mean "COMPLETE"?`,
		`COMPLETE == query.Status`:                         `unknown name COMPLETE; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 1); did you mean "COMPLETE"?`,
		`null"x"`:                                          `unexpected token String("x") (at character 5)`,
		`true query.a-c == "x"`:                            `unexpected token Identifier("query") (at character 6)`,
		`query.a-c"x" == "x"`:                              `unexpected token String("x") (at character 10)`,
		`foo == query.a-c`:                                 `unknown name foo; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 1)`,
		`query.a-hour == 1 and foo == 1`:                   `unknown name foo; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 23)`,
		`"é" == header.X-Foo-2`:                            `a name with a hyphen must be in brackets: write header["X-Foo-2"] (at character 8)`,
		`header.X-2 == ""`:                                 `a name with a hyphen must be in brackets: write header["X-2"] (at character 1)`,
		`body.a[0].my-name == ""`:                          `a name with a hyphen must be in brackets: write body.a[0]["my-name"] (at character 1)`,
		`query.Page`:                                       "expected bool, but got string (at character 1)",
		`query.Page == `:                                   "unexpected token EOF (at character 14)",
		`query[1] == ""`:                                   "cannot use int as argument (type string) to call query  (at character 7)",
		`now() > 1`:                                        "now is a value: write it without parentheses (at character 1)",
		`true and method("x") == ""`:                       "method is a value: write it without parentheses (at character 10)",
		`body("x") == 1`:                                   "body is a value: write it without parentheses (at character 1)",
		`hour(now) == "12"`:                                "hour(now) is a number: write hour(now) == 12 (at character 11)",
		`hour(int(query.Page)) > 1`:                        "cannot use int as argument (type string) to call hour  (at character 6)",
		`hour("noon") > 1`:                                 `hour needs a time such as now or 2026-05-13T12:00:00Z, got "noon" (at character 6)`,
		`weekday(now) == "Sat"`:                            `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "Sat" (at character 17); did you mean Saturday?`,
		`weekday(now) in ["Sunday", "Freitag"]`:            `weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday, got "Freitag" (at character 28)`,
		`true && now.Hour() == 12`:                         "now is text; write hour(now), weekday(now) or date(now) (at character 13)",
		`now > date("2026-05-13")`:                         "invalid operation: > (mismatched types string and time.Time) (at character 5)",
		`xpath() == "1"`:                                   "not enough arguments to call xpath (at character 1)",
		"true &&\n  body.Name == 'x' &&\n  lenn(body.Name) == 1": `unknown name lenn; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at line 3, character 3); did you mean len?`,
		strings.Repeat(" ", 4096) + "x":                          "the expression must have at most 4096 bytes, got 4097 (at character 1)",
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			_, err := scenario.Compile(text)
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

// TestCompileStep compiles conditions about a step of an order with known and unknown names.
func TestCompileStep(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`captured.code == path.upsellCode`: "",
		`captured.code == 1`:               "",
		`captured.other == "1"`:            "no earlier step captures other",
		`caption.code == "1"`:              "unknown name caption",
		`query == "1"`:                     "query needs a name",
	} {
		if _, err := scenario.CompileStep(text, []string{"code"}); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	if _, err := scenario.CompileStep(`captured.code == "1"`, nil); err == nil || !strings.HasPrefix(err.Error(), "unknown name captured") {
		t.Errorf("got %v without captured names", err)
	}
}

// TestRecordedTypes compares how a call ended with values of another type.
func TestRecordedTypes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`status == "404"`:            "status is a number: write status == 404 (at character 8)",
		`status in [400, "404"]`:     "status is a number: write status in [400, 404] (at character 8)",
		`status in ["400", 404]`:     "status is a number: write status in [400, 404] (at character 8)",
		`duration_ms > "100"`:        "duration_ms is a number: write duration_ms > 100 (at character 13)",
		`code == 404`:                `code is text: write code == "404" (at character 6)`,
		`answer.error-code == "x"`:   `a name with a hyphen must be in brackets: write answer["error-code"] (at character 1)`,
		`duraton_ms > 1`:             `unknown name duraton_ms; known: query, path, header, body, xpath("//NAME"), now, hour(now), weekday(now), method, status, code, scenario, duration_ms, answer (at character 1); did you mean duration_ms?`,
		`scenario == true`:           `scenario is text: write scenario == "true" (at character 10)`,
		`status = 404 AND code = ""`: "unknown operator = (at character 8); did you mean ==?",
	} {
		if _, err := scenario.CompileRecorded(text); err == nil || err.Error() != want {
			t.Errorf("%s: got  %v\nwant %s", text, err, want)
		}
	}
}

// TestCompileRecord reads conditions over one record, which know no call.
func TestCompileRecord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`campaign.Name == "Spring" and hour(now) > 1`: "",
		`let c = campaign; c.Name == "Spring"`:        "",
		`campaign.Nme == ""`:                          "campaign has no field Nme (at character 10); did you mean Name?",
		`campain.Name == ""`:                          "unknown name campain; known: campaign, now, hour, weekday (at character 1); did you mean campaign?",
		`query.Page == "1"`:                           "unknown name query; known: campaign, now, hour, weekday (at character 1)",
		`body.Name == "1"`:                            "unknown name body; known: campaign, now, hour, weekday (at character 1)",
		`order.Status == "1"`:                         "unknown name order; known: campaign, now, hour, weekday (at character 1)",
		`duration_ms == 1`:                            "unknown name duration_ms; known: campaign, now, hour, weekday (at character 1)",
	} {
		_, err := scenario.CompileRecord(catalog.CampaignRecord, text)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
