package client

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"time"
)

// CoverageReport is the coverage of the interface by calls up to one moment: every
// outcome of every operation, covered or not.
type CoverageReport struct {
	Account    string            `json:"account,omitempty"` // vendor code, empty for all accounts together
	Outcomes   []CoverageOutcome `json:"outcomes"`          // in the order of the interface
	Other      int64             `json:"other"`             // calls that ended in none of the outcomes
	Outside    int64             `json:"outside,omitempty"` // calls of paths outside of the interface, such as products
	Documented CoverageTotal     `json:"documented"`        // of the outcomes that the interface states
	All        CoverageTotal     `json:"all"`
}

// CoverageOutcome is one outcome of one operation.
type CoverageOutcome struct {
	Operation  string           `json:"operation"`           // id, such as search-orders
	Status     int              `json:"status"`              // a SOAP fault has 500
	Code       string           `json:"code,omitempty"`      // empty for the success
	Documented bool             `json:"documented"`          // whether the interface states it
	Count      int64            `json:"count"`               // calls that ended in it
	Scenarios  map[string]int64 `json:"scenarios,omitempty"` // how many of these calls each scenario affected
	Last       *LastCall        `json:"last,omitempty"`      // nil when no call ended in it
	Provoke    string           `json:"provoke,omitempty"`   // the scenario that makes a call end in it, empty for the success
}

// Name returns operation, status and code, such as login 200 success.
func (o CoverageOutcome) Name() string {
	return fmt.Sprintf("%s %d %s", o.Operation, o.Status, cmp.Or(o.Code, "success"))
}

// LastCall is the latest call.
type LastCall struct {
	ID   string    `json:"id"`   // of its entry, perhaps no longer in the journal
	Time time.Time `json:"time"` // when it arrived, on the machine's clock
}

// CoverageTotal is how many of some outcomes are covered.
type CoverageTotal struct {
	Outcomes int     `json:"outcomes"`
	Covered  int     `json:"covered"`
	Percent  float64 `json:"percent"` // rounded down to one digit, so that 100 means all
}

// Coverage returns which outcomes the calls of all accounts covered since the
// sandbox started, deleted accounts included.
func (c *Client) Coverage(ctx context.Context) (CoverageReport, error) {
	return get[CoverageReport](ctx, c, at("coverage"))
}

// ClearCoverage counts all outcomes from zero again.
func (c *Client) ClearCoverage(ctx context.Context) error {
	return c.call(ctx, http.MethodDelete, at("coverage"), nil, nil)
}

// Coverage returns which outcomes the calls of the account covered since the
// account was opened or the sandbox started. A reset does not change it.
func (a *Account) Coverage(ctx context.Context) (CoverageReport, error) {
	return get[CoverageReport](ctx, a.client, a.at("coverage"))
}

// Under reports whether less than percent of the documented outcomes are
// covered.
func (r CoverageReport) Under(percent float64) bool {
	return 100*float64(r.Documented.Covered) < percent*float64(r.Documented.Outcomes)
}

// Sum sets the totals from the outcomes.
func (r *CoverageReport) Sum() {
	r.Documented, r.All = CoverageTotal{}, CoverageTotal{}
	for _, o := range r.Outcomes {
		r.All.add(o)
		if o.Documented {
			r.Documented.add(o)
		}
	}
}

func (t *CoverageTotal) add(o CoverageOutcome) {
	t.Outcomes++
	if o.Count > 0 {
		t.Covered++
	}
	t.Percent = math.Floor(1000*float64(t.Covered)/float64(t.Outcomes)) / 10
}
