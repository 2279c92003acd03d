package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// showCoverage shows which outcomes the calls of all accounts covered, deleted
// accounts and calls without an account included.
func (api *API) showCoverage(c *gin.Context) (answer, error) {
	return coverageIn(c, api.Coverage.Report(api.Registry.DefaultSettings().Answers))
}

// showAccountCoverage shows which outcomes the calls of an account covered since
// it was opened. A reset does not change it.
func (api *API) showAccountCoverage(c *gin.Context, a *account.Account) (answer, error) {
	r := a.Coverage.Report(a.Settings().Answers)
	r.Account = a.Code
	return coverageIn(c, r)
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
func coverageIn(c *gin.Context, r client.CoverageReport) (answer, error) {
	format, err := formatOf(c, client.AsText, client.AsMarkdown, client.AsJSON)
	if err != nil {
		return answer{}, err
	}
	return answerIn(r, format, report.Coverage)
}
