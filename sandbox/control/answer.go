package control

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
)

// answer is what a handler wants written.
type answer struct {
	status int                                      // of a body, 0 is 200
	body   any                                      // 204 when nil
	stream func(http.ResponseWriter, *http.Request) // writes the whole answer itself
}

// ok answers a value.
func ok(body any) answer { return answer{body: body} }

// list answers rows under their plural, with how many there are.
func list[T any](plural string, rows []T) answer {
	if rows == nil {
		rows = []T{}
	}
	return ok(map[string]any{plural: rows, "total": len(rows)})
}

// refusal is a request that is not answered as asked, in the error shape of
// the control interface.
type refusal struct {
	status int
	Text   string `json:"error"`
	Hint   string `json:"hint"`
}

// Error returns what was wrong.
func (r *refusal) Error() string { return r.Text }

func refuse(status int, hint, format string, args ...any) error {
	return &refusal{status: status, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// mostNamed is how many names are told when none is near.
const mostNamed = 10

// unknown refuses a name that there is nothing of, with the nearest that there
// are.
func unknown(kind, name string, among []string) error {
	hint := "there is none"
	if len(among) > 0 {
		near := phrase.Nearest(name, among)
		if len(near) == 0 {
			near = among[:min(len(among), mostNamed)]
		}
		hint = "there is " + strings.Join(near, ", ")
	}
	return refuse(http.StatusNotFound, hint, "there is no %s %q", kind, name)
}

// write is the only place that touches the writer of a control request.
func write(g *gin.Context, a answer, err error) {
	if err != nil {
		r := refused(err)
		a = answer{status: r.status, body: r}
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

// NoRoute answers an address that is nobody's.
func NoRoute(g *gin.Context) {
	write(g, answer{}, refuse(http.StatusNotFound, "the interface is under /rest/6.0/ and /soap/6.0, "+base+"/ lists the rest",
		"there is nothing at %s", g.Request.URL.Path))
}

// NoMethod answers an address that does not know the method.
func NoMethod(g *gin.Context) {
	write(g, answer{}, refuse(http.StatusMethodNotAllowed, "it answers "+g.Writer.Header().Get("Allow"),
		"%s does not answer %s", g.Request.URL.Path, g.Request.Method))
}
