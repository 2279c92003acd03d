package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
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

// ReadCoverage reads a report in JSON. The error says what is wrong with it.
func ReadCoverage(text []byte) (CoverageReport, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var r CoverageReport
	if err := decoder.Decode(&r); err != nil {
		return CoverageReport{}, fmt.Errorf("not a coverage report: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return CoverageReport{}, errors.New("not a coverage report: more follows the JSON object")
	}
	if len(r.Outcomes) == 0 {
		return CoverageReport{}, errors.New("not a coverage report: it has no outcomes")
	}
	if err := r.check(); err != nil {
		return CoverageReport{}, err
	}
	r.Sum()
	return r, nil
}

// check reports every impossible count.
func (r CoverageReport) check() error {
	var faults []error
	if r.Other < 0 {
		faults = append(faults, fmt.Errorf("other must be at least 0, got %d", r.Other))
	}
	if r.Outside < 0 {
		faults = append(faults, fmt.Errorf("outside must be at least 0, got %d", r.Outside))
	}
	for _, o := range r.Outcomes {
		if o.Count < 0 {
			faults = append(faults, fmt.Errorf("count of %s must be at least 0, got %d", o.Name(), o.Count))
		}
		for _, scenario := range slices.Sorted(maps.Keys(o.Scenarios)) {
			if count := o.Scenarios[scenario]; count < 0 {
				faults = append(faults, fmt.Errorf("count of scenario %s in %s must be at least 0, got %d", scenario, o.Name(), count))
			}
		}
	}
	return errors.Join(faults...)
}

// MergeCoverage adds up the reports of several runs, with the last call of all. The account of the
// result is empty unless all reports have the same. The error names the reports that cannot be
// added, because they come from another version of the sandbox with other outcomes.
func MergeCoverage(reports ...CoverageReport) (CoverageReport, error) {
	var sum CoverageReport
	var faults []error
	for i, r := range reports {
		if i == 0 {
			sum = CoverageReport{Account: r.Account, Outcomes: slices.Clone(r.Outcomes)}
			for j := range sum.Outcomes {
				sum.Outcomes[j].Count, sum.Outcomes[j].Scenarios, sum.Outcomes[j].Last = 0, nil, nil
			}
		}
		if sum.Account != r.Account {
			sum.Account = ""
		}
		if err := sum.add(r); err != nil {
			faults = append(faults, fmt.Errorf("report %d: %w", i+1, err))
		}
	}
	sum.Sum()
	return sum, errors.Join(faults...)
}

// add adds the counts of a report with the same outcomes.
func (r *CoverageReport) add(more CoverageReport) error {
	if !slices.EqualFunc(r.Outcomes, more.Outcomes, sameOutcome) {
		return errors.New("its outcomes are not those of report 1; merge reports that the same version of the sandbox wrote")
	}
	r.Other += more.Other
	r.Outside += more.Outside
	for i, o := range more.Outcomes {
		sum := &r.Outcomes[i]
		sum.Count += o.Count
		sum.Documented = sum.Documented || o.Documented // the answers of accounts can differ
		if o.Last != nil && (sum.Last == nil || o.Last.Time.After(sum.Last.Time)) {
			sum.Last = o.Last
		}
		if sum.Scenarios == nil && len(o.Scenarios) > 0 {
			sum.Scenarios = map[string]int64{}
		}
		for scenario, count := range o.Scenarios {
			sum.Scenarios[scenario] += count
		}
	}
	return nil
}

func sameOutcome(a, b CoverageOutcome) bool {
	return a.Operation == b.Operation && a.Status == b.Status && a.Code == b.Code
}
