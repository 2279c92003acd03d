package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// draftScenario drafts a scenario from a recorded call. It saves nothing.
func (api *API) draftScenario(c *gin.Context) (answer, error) {
	e, err := api.entry(c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	op, known := catalog.Find(catalog.OperationID(e.Operation))
	if !known {
		return answer{}, conflict("choose a call of a known operation, because each rule is on one", "the call %s has no operation", e.ID)
	}
	draft := api.draftOf(e, op)
	return ok(client.DraftedScenario{Name: api.freeName(draft, e.Number), YAML: draft.YAML()}), nil
}

// draftOf returns the draft for a call of an operation. It takes everything from the
// masked entry, and leaves out masked values.
func (api *API) draftOf(e *journal.Entry, op *catalog.Operation) scenario.Draft {
	masked := e.View()
	d := scenario.Draft{Call: e.ID, Operation: op, Status: e.Response.Status, Code: catalog.Code(e.Response.Code)}
	d.Early = isEarly(e)
	d.Path, d.Query = api.inputs(e, masked, op)
	for _, name := range []string{"Content-Type", "Retry-After"} {
		if value := masked.Response.Header.Get(name); value != "" && value == e.Response.Header.Get(name) {
			d.Headers = append(d.Headers, scenario.Input{Name: name, Value: value})
		}
	}
	if body := string(masked.Response.Body); !e.Response.Truncated && body == string(e.Response.Body) && utf8.ValidString(body) {
		// The message of a failure, or the whole body of another answer.
		var failure struct{ Message string }
		switch {
		case d.Code == "":
			d.Body = body
		case json.Unmarshal([]byte(body), &failure) == nil:
			d.Message = failure.Message
		}
	}
	return d
}

// inputs returns the parameters without secrets of the path and the query of a call. A
// SOAP call has none.
func (api *API) inputs(e *journal.Entry, masked *client.Entry, op *catalog.Operation) (path, query []scenario.Input) {
	if op.Protocol != catalog.REST {
		return nil, nil
	}
	whole, shown := verify.NewCall(&e.Entry, op, api.XPath), verify.NewCall(masked, op, api.XPath)
	if outside := shown.Path(catalog.WholePath); outside != "" && outside == whole.Path(catalog.WholePath) {
		path = append(path, scenario.Input{Name: catalog.WholePath, Value: outside})
	}
	for _, step := range strings.Split(op.Path, "/") {
		if name, isParameter := strings.CutPrefix(strings.TrimSuffix(step, "}"), "{"); isParameter && whole.Path(name) == shown.Path(name) {
			path = append(path, scenario.Input{Name: name, Value: shown.Path(name)})
		}
	}
	address, err := url.ParseRequestURI(e.Request.URI)
	if err != nil {
		return path, nil
	}
	for _, name := range slices.Sorted(maps.Keys(address.Query())) {
		if value := whole.Query(name); value == shown.Query(name) {
			query = append(query, scenario.Input{Name: name, Value: value})
		}
	}
	return path, query
}

// freeName returns a name for the draft that is free in the library.
func (api *API) freeName(d scenario.Draft, number int64) string {
	first := d.Name(number)
	name := first
	for n := 2; ; n++ {
		var unknown *scenario.UnknownError
		if _, err := api.Scenarios.Find(name); errors.As(err, &unknown) {
			return name
		}
		name = fmt.Sprintf("%s-%d", first, n)
	}
}
