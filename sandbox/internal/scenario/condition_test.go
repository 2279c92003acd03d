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
		{`query.Page == "("`, false}, // no regular expression
		{`false and query.Page == "2"`, false},
		{`let page = query.Page; "2" == page and body.Name != "a AND b = c"`, true},
	} {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			condition, err := scenario.Compile(test.text)
			must(t, err)
			got, err := condition.Match(t.Context(), exampleCall)
			must(t, err)
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
		`join(["a", 1]) == "a1"`:                          "expected string, but got int",
		`any(1..3, body.Discount)`:                        "expected bool, but got map[string]interface {}",
		`int(query.CustomerName) == 1`:                    "invalid operation: int()",
		`len(1..int(query.Page) * 100000) == 0`:           "memory budget exceeded",
		`count(1..12000, query.Page == "2") == 12000`:     tooMuch,
		`let some = 1..1000; any(some, any(some, # < 0))`: tooMuch,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			matched, err := match(t, text, exampleCall)
			if matched || err == nil || err.Error() != want {
				t.Errorf("got %v, %v, want false, %s", matched, err, want)
			}
		})
	}
}

// recorded is a recorded call made of plain values.
type recorded struct{ ended }

func (r *recorded) Scenario() string      { return "slow, outage" }
func (r *recorded) Milliseconds() float64 { return 12.5 }

var recordedCall = &recorded{ended{
	call:   call{operation: catalog.RetrieveOrder, query: map[string]string{"Page": "2"}, body: `{"Name": "Spring", "Limit": null}`},
	status: 404, code: "ORDER_NOT_FOUND",
	answer: map[string]any{"List": []any{1.0}, "Longest": strings.Repeat("x", 1000), "Longer": strings.Repeat("x", 1001), "None": nil},
}}

// TestCompileRecorded matches a recorded call.
func TestCompileRecorded(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`body.Name == "Spring" and status == 404 and code == "ORDER_NOT_FOUND"`,
		`query.Page == "2" and scenario contains "slow" and duration_ms == 12.5`,
	} {
		condition, err := scenario.CompileRecorded(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := condition.Match(t.Context(), recordedCall); !got || err != nil {
			t.Errorf("%s: got %t, %v", text, got, err)
		}
	}
}

// TestCompileRecord reads conditions over one record, which know no call.
func TestCompileRecord(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`campaign.Name == "Spring" and hour(now) > 1`, `let c = campaign; c.Name == "Spring"`} {
		if _, err := scenario.CompileRecord(catalog.CampaignRecord, text); err != nil {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
