package control

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// answer is what the interface writes for a request.
type answer struct {
	status int                                      // of a body, 0 is 200
	body   any                                      // 204 when nil
	stream func(http.ResponseWriter, *http.Request) // writes the whole answer itself
}

// ok answers a value.
func ok(body any) answer { return answer{body: body} }

// list answers rows under their plural, with their number.
func list[T any](plural string, rows []T) answer {
	if rows == nil {
		rows = []T{}
	}
	return ok(map[string]any{plural: rows, "total": len(rows)})
}

// write is the only place that touches the writer of a control request.
func write(g *gin.Context, a answer, err error) {
	if err != nil {
		e := errorOf(err)
		a = answer{status: e.Status, body: e}
	}
	if a.status == 0 {
		a.status = http.StatusOK
	}
	switch {
	case a.stream != nil:
		a.stream(g.Writer, g.Request)
	case a.body == nil:
		g.Status(http.StatusNoContent)
	default:
		g.PureJSON(a.status, a.body)
	}
}

// NoRoute answers an address that no route has.
func NoRoute(g *gin.Context) {
	write(g, answer{}, problem(http.StatusNotFound,
		"the commerce interface is under /rest/6.0/ and /soap/6.0, "+base+"/ lists the other routes", "unknown address %s", g.Request.URL.Path))
}

// NoMethod answers an address that has no route for the method.
func NoMethod(g *gin.Context) {
	write(g, answer{}, problem(http.StatusMethodNotAllowed, "allowed: "+g.Writer.Header().Get("Allow"),
		"%s is not allowed for %s", g.Request.Method, g.Request.URL.Path))
}
