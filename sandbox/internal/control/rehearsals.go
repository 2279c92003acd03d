package control

import (
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxRehearsal bounds the report of a rehearsal.
const maxRehearsal = 16 << 20

// rehearsalRoutes keep reports of rehearsals.
func (api *API) rehearsalRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/rehearsals", summary: "the kept reports of rehearsals in short, the newest first",
			answer: client.RehearsalList{}, handle: func(*gin.Context) (answer, error) { return ok(api.Rehearsals.List()), nil }},
		{method: http.MethodPost, path: "/rehearsals", summary: "keep the report of a rehearsal; the newest twenty are kept",
			body: client.Rehearsal{}, answer: client.RehearsalLine{}, status: http.StatusCreated, handle: api.keepRehearsal},
		{method: http.MethodGet, path: "/rehearsals/{id}", summary: "a kept report of a rehearsal",
			answer: client.Rehearsal{}, handle: api.showRehearsal},
		{method: http.MethodDelete, path: "/rehearsals/{id}", summary: "delete a kept report of a rehearsal", handle: api.deleteRehearsal},
	}
}

func (api *API) keepRehearsal(c *gin.Context) (answer, error) {
	body, err := bodyTextOf(c, maxRehearsal)
	if err != nil {
		return answer{}, err
	}
	var report client.Rehearsal
	if err := json.Unmarshal(body, &report); err != nil || report.Trials == nil {
		return answer{}, badRequest("send report.json of rehearse --report", "the body is not the report of a rehearsal")
	}
	kept, err := api.Rehearsals.Keep(c.Request.Context(), report)
	return answer{status: http.StatusCreated, body: kept}, err
}

func (api *API) showRehearsal(c *gin.Context) (answer, error) {
	report, known := api.Rehearsals.Find(c.Param("id"))
	if !known {
		return answer{}, api.unknownRehearsal(c.Param("id"))
	}
	return ok(report), nil
}

func (api *API) deleteRehearsal(c *gin.Context) (answer, error) {
	known, err := api.Rehearsals.Delete(c.Request.Context(), c.Param("id"))
	if !known {
		return answer{}, api.unknownRehearsal(c.Param("id"))
	}
	return answer{}, err
}

func (api *API) unknownRehearsal(id string) error {
	var ids []string
	for _, line := range api.Rehearsals.List().Rehearsals {
		ids = append(ids, line.ID)
	}
	hint := "commerce-sandbox rehearse --url keeps its report here"
	if len(ids) > 0 {
		hint = phrase.Suggest(id, ids)
	}
	return problem(http.StatusNotFound, hint, "no report of a rehearsal has the id %q", phrase.Shorten(id, 100))
}
