package control

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
)

// runRoutes show and delete runs.
func (api *API) runRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/runs", summary: "the runs in short, the one that opened an account last at the end",
			answer: client.RunList{}, handle: func(*gin.Context) (answer, error) { return ok(api.Runs.List(api.Registry)), nil }},
		{method: http.MethodGet, path: "/runs/{run}", summary: "sum up a run: its accounts with their labels and verdicts, deleted ones too, and what their calls covered",
			query:  []queryName{{"format", "json, text, junit or markdown; json without it"}},
			answer: client.Run{}, handle: api.showRun},
		{method: http.MethodDelete, path: "/runs/{run}", summary: "delete a run with its accounts, never the first account",
			answer: client.DeletedRun{}, handle: api.deleteRun},
	}
}

// showRun sums up a run in the format of the query.
func (api *API) showRun(c *gin.Context) (answer, error) {
	found, known := api.Runs.Find(c.Param("run"), api.Registry)
	if !known {
		return answer{}, api.unknownRun(c.Param("run"))
	}
	format, err := formatOf(c, client.AsText, client.AsJSON, client.AsJUnit, client.AsMarkdown)
	if err != nil {
		return answer{}, err
	}
	return answerIn(found, format, report.Run)
}

func (api *API) deleteRun(c *gin.Context) (answer, error) {
	deleted, known, err := api.Runs.Delete(c.Request.Context(), c.Param("run"), api.First, api.Registry)
	if !known {
		return answer{}, api.unknownRun(c.Param("run"))
	}
	return ok(deleted), err
}

// unknownRun returns the error for an unknown or forgotten run.
func (api *API) unknownRun(name string) error {
	names, dropped := api.Runs.Names()
	hint := "POST " + base + "/accounts with a run opens one"
	if len(names) > 0 {
		hint = phrase.Suggest(name, names)
	}
	if dropped > 0 {
		hint += fmt.Sprintf("; %d older runs are gone, because the last %d are kept", dropped, verdict.MaxRuns)
	}
	return problem(http.StatusNotFound, hint, "unknown run %q", name)
}
