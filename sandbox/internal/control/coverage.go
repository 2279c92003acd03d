package control

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// showCoverage shows which outcomes the calls of all accounts covered, deleted
// accounts and calls without an account included.
func (api *API) showCoverage(c *gin.Context) (answer, error) {
	return coverageIn(c, api.Coverage.Report(api.Registry.DefaultSettings().Answers))
}

// showAccountCoverage shows which outcomes the calls of an account covered since
// it was opened. A reset does not change it.
func (api *API) showAccountCoverage(c *gin.Context, a *account.Account) (answer, error) {
	report := a.Coverage.Report(a.Settings().Answers)
	report.Account = a.Code
	return coverageIn(c, report)
}

// clearCoverage sets the counts of all accounts to zero.
func (api *API) clearCoverage(*gin.Context) (answer, error) {
	api.Coverage.Clear()
	for _, a := range api.Registry.All() {
		a.Coverage.Clear()
	}
	return answer{}, nil
}

// coverageIn answers a report in the format of the query, in JSON by default.
func coverageIn(c *gin.Context, report client.CoverageReport) (answer, error) {
	var contentType string
	format := client.CoverageFormat(c.Query("format"))
	switch format {
	case "", client.CoverageJSON:
		return ok(report), nil
	case client.CoverageText:
		contentType = "text/plain; charset=utf-8"
	case client.CoverageMarkdown:
		contentType = "text/markdown; charset=utf-8"
	default:
		var names []string
		for _, f := range client.CoverageFormats() {
			names = append(names, string(f))
		}
		return answer{}, unknownValue("format", string(format), names)
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_ = report.Write(w, format) // a client that is gone has no use for an error
	}}, nil
}
