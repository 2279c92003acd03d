package control

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// maxRecording bounds a recording, which is read as a stream.
const maxRecording = 2 << 30

// learnRoutes learn from recordings of the service.
func (api *API) learnRoutes() []route {
	return []route{{method: http.MethodPost, path: "/learn", summary: "say which answers to open questions a recording of the service shows, an HTTP Archive; nothing is kept",
		query: []queryName{{"file", "the name of the recording, for the calls that are named"}}, body: anyBytes, answer: client.Learned{}, account: api.learn}}
}

func (api *API) learn(c *gin.Context, a *account.Account) (answer, error) {
	name := c.Query("file")
	if name == "" {
		name = "recording"
	}
	done := gate.EndReads(lifeOf(c), c.Writer)
	learned := api.Learn(name, http.MaxBytesReader(c.Writer, c.Request.Body, maxRecording), api.state(c, a).Answers)
	done()
	if learned.Entries == 0 && len(learned.Faults) > 0 {
		return answer{}, badRequest(fmt.Sprintf("send an HTTP Archive 1.2, which may be compressed by gzip, of at most %d GiB", maxRecording>>30), "%s", learned.Faults[0])
	}
	return ok(learned), nil
}
