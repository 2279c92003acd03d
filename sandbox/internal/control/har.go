package control

import (
	"math"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// archive writes the entries of a ring selected by a filter as an HTTP Archive, oldest
// first. It masks and encodes one at a time, because all of them together may be very long.
func (api *API) archive(c *gin.Context, ring *journal.Ring, f filter) (answer, error) {
	if f.lines || f.facets != nil {
		return answer{}, badRequest("leave view and facets out", "an archive has whole calls only")
	}
	if f.limit == 0 {
		f.limit = math.MaxInt
	}
	found, err := f.find(c.Request.Context(), ring, f.limit)
	if err != nil {
		return answer{}, err
	}
	oldestFirst := func(yield func(client.Entry) bool) {
		for _, e := range slices.Backward(found.page) {
			if e.IsCall() && !yield(*e.View()) { // without credentials
				return
			}
		}
	}
	archive := transcript.Archive{Version: api.Version, Origin: api.origin(c), Calls: oldestFirst}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", jsonType)
		w.Header().Set("Content-Disposition", savedAs(c.Param("code")+".har"))
		_ = archive.Write(patientWriter{w, http.NewResponseController(w)}) // an error means that the client went away, or stopped to read
	}}, nil
}
