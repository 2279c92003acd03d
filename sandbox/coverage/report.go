package coverage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Report is what was met up to one moment: every outcome of the catalogue, in
// its order, met or not.
type Report struct {
	Account    string `json:"account,omitempty"` // code, empty over all accounts
	Outcomes   []Row  `json:"outcomes"`
	Other      int64  `json:"other"`      // calls that ended in none of them
	Documented Total  `json:"documented"` // of the outcomes that the interface states
	All        Total  `json:"all"`
}

// Row is one outcome of one operation.
type Row struct {
	Operation  catalog.OperationID `json:"operation"`
	Status     int                 `json:"status"`         // a SOAP fault travels with 500
	Code       catalog.Code        `json:"code,omitempty"` // empty for the success
	Documented bool                `json:"documented"`     // the interface states it
	Count      int64               `json:"count"`
	Scenarios  map[string]int64    `json:"scenarios,omitempty"` // how many of the calls each scenario bent
}

// Total is how much of something was met.
type Total struct {
	Outcomes int     `json:"outcomes"`
	Met      int     `json:"met"`
	Percent  float64 `json:"percent"` // rounded down to one digit, so that 100 means all
}

// Under reports whether less than so many percent of the documented outcomes
// were met.
func (r Report) Under(percent float64) bool {
	return 100*float64(r.Documented.Met) < percent*float64(r.Documented.Outcomes)
}

// Decode reads a report that was written as JSON. The error says what is wrong
// with it, such as an outcome that this catalogue does not have.
func Decode(text []byte) (Report, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var read Report
	if err := decoder.Decode(&read); err != nil {
		return Report{}, fmt.Errorf("this is no coverage report: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Report{}, errors.New("this is no coverage report: there is something after it")
	}
	if len(read.Outcomes) == 0 && read.Other == 0 {
		return Report{}, errors.New("this is no coverage report: it has no outcomes")
	}
	whole := blank()
	whole.Account = read.Account
	err := whole.add(read)
	whole.sum()
	return whole, err
}

// Merge adds up the reports of several runs. The account is theirs when all
// are of the same.
func Merge(reports ...Report) (Report, error) {
	whole := blank()
	var faults []error
	for i, r := range reports {
		if err := whole.add(r); err != nil {
			faults = append(faults, fmt.Errorf("report %d: %w", i+1, err))
		}
		if i == 0 {
			whole.Account = r.Account
		} else if whole.Account != r.Account {
			whole.Account = ""
		}
	}
	whole.sum()
	return whole, errors.Join(faults...)
}

// blank returns a report of nothing.
func blank() Report {
	r := Report{Outcomes: make([]Row, len(places))}
	for i, p := range places {
		r.Outcomes[i] = Row{Operation: p.operation, Status: p.status, Code: p.code, Documented: p.documented}
	}
	return r
}

// add adds the counts of another report, all that can be added.
func (r *Report) add(more Report) error {
	var faults []error
	if more.Other < 0 {
		faults = append(faults, fmt.Errorf("other is %d, which is no count", more.Other))
	} else {
		r.Other += more.Other
	}
	for _, row := range more.Outcomes {
		if err := r.addRow(row); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

func (r *Report) addRow(more Row) error {
	at, known := index[key{more.Operation, more.Code}]
	if !known || places[at].status != more.Status {
		return fmt.Errorf("the outcome %s %d %s is not in the catalogue: another version wrote it", more.Operation, more.Status, named(more.Code))
	}
	for name, count := range more.Scenarios {
		if count < 0 {
			return fmt.Errorf("the outcome %s %d %s has the count %d for scenario %s", more.Operation, more.Status, named(more.Code), count, name)
		}
	}
	if more.Count < 0 {
		return fmt.Errorf("the outcome %s %d %s has the count %d", more.Operation, more.Status, named(more.Code), more.Count)
	}
	row := &r.Outcomes[at]
	row.Count += more.Count
	for name, count := range more.Scenarios {
		if row.Scenarios == nil {
			row.Scenarios = map[string]int64{}
		}
		row.Scenarios[name] += count
	}
	return nil
}

// sum works out the totals.
func (r *Report) sum() {
	r.Documented, r.All = Total{}, Total{}
	for _, row := range r.Outcomes {
		r.All.count(row)
		if row.Documented {
			r.Documented.count(row)
		}
	}
	r.Documented.share()
	r.All.share()
}

func (t *Total) count(row Row) {
	t.Outcomes++
	if row.Count > 0 {
		t.Met++
	}
}

func (t *Total) share() {
	t.Percent = math.Floor(1000*float64(t.Met)/float64(t.Outcomes)) / 10
}

// named is how a code reads where a success needs a word too.
func named(code catalog.Code) string {
	if code == "" {
		return "success"
	}
	return string(code)
}
