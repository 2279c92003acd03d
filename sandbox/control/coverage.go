package control

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// allCoverage shows which outcomes were met over all accounts, deleted ones
// and calls without an account included.
func (i *API) allCoverage(r *request) (answer, error) {
	return report(r, i.Coverage.Report())
}

// accountCoverage shows which outcomes the calls of an account met since it was
// opened, whatever resets there were.
func (i *API) accountCoverage(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	covered := a.Coverage.Report()
	covered.Account = a.Code
	return report(r, covered)
}

// clearCoverage puts the counts of all accounts back to zero.
func (i *API) clearCoverage(*request) (answer, error) {
	i.Coverage.Clear()
	for _, a := range i.Registry.All() {
		a.Coverage.Clear()
	}
	return answer{}, nil
}

// report answers a report in the format that the query asks for, JSON without.
func report(r *request, covered client.CoverageReport) (answer, error) {
	values, err := r.query([]string{"format"})
	if err != nil {
		return answer{}, err
	}
	var contentType string
	format := client.CoverageFormat(values.Get("format"))
	switch format {
	case "", client.CoverageJSON:
		return ok(covered), nil
	case client.CoverageText:
		contentType = "text/plain; charset=utf-8"
	case client.CoverageMarkdown:
		contentType = "text/markdown; charset=utf-8"
	default:
		names := make([]string, 0, len(client.CoverageFormats()))
		for _, f := range client.CoverageFormats() {
			names = append(names, string(f))
		}
		return answer{}, refuse(http.StatusBadRequest, "there is "+nearestOf(string(format), names), "there is no format %q", format)
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_ = covered.Write(w, format) // a client that is gone has no use for an error
	}}, nil
}
