package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

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
			sum = CoverageReport{Account: r.Account, Outcomes: withoutCalls(r.Outcomes)}
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

// withoutCalls returns the outcomes with no calls.
func withoutCalls(outcomes []CoverageOutcome) []CoverageOutcome {
	list := slices.Clone(outcomes)
	for i := range list {
		list[i].Count, list[i].Scenarios, list[i].Last = 0, nil, nil
	}
	return list
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
